"""Reads and checks the text files of a kit."""
