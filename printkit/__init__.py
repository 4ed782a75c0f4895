"""printkit: a kit's text files go in, paper that can be trusted comes out."""

__version__ = "0.1.0"
