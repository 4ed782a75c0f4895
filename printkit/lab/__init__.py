"""Research on single games, one folder each."""
