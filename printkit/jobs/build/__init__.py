"""Builds the files of kits: what is asked for, its parts, their documents, and what is written."""
