"""To bytes: drawings and sheets come in, PDF, SVG or PNG goes out; nothing is decided here."""
