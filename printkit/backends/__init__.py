"""Writes PDF, SVG and PNG; takes no layout decisions."""
