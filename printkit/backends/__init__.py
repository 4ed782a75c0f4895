"""Writes PDF, SVG and PNG, and reads them back; takes no layout decisions."""
