"""The structural checks of finished PDFs from any program: boxes, inks, fonts, PDF/X, marks, tags, sides."""
