"""Checks files and kits: reads them, builds what they should be, compares, and reports."""
