"""The command line: words come in, one job a command is called, words go out; no logic."""
