"""printkit: print-ready files from a card game's text files, checked by its rules."""

__version__ = "0.1.0"
