"""The table in the browser and the live preview: one local server over the jobs."""
