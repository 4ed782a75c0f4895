"""Studies for figures in the documents that no command makes."""
