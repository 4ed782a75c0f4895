"""The command line: parses options, calls one job per command and prints its results."""
