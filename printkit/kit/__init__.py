"""What is printed: a folder of text files comes in, a checked frozen Kit goes out."""
