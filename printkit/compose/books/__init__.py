"""Pages: blocks and pictures set as books, covers, and what stands beside cards on a sheet."""
