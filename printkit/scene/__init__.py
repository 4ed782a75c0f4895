"""The drawing as plain values: made by compose, placed by sheets, written by backends."""
