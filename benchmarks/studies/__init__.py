"""Studies behind the documents that no command makes."""
