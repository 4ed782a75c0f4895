"""The one door for files that people bring: bitmaps of any program, as values every output can draw."""
