"""The drawing as plain values: built by compose, placed by sheets, obeyed by backends."""
