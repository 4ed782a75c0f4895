"""Text: shaped lines, paragraphs by the rules of their language, both directions, vertical columns."""
