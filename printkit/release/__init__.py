"""How a version is published: what it consists of, and PDFs for people without the program. Not in the wheel."""
