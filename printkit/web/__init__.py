"""The table in the browser and the live preview: one application, served by this machine or run in a page."""
