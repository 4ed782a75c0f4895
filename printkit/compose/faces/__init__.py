"""Faces of cards: the blocks of a layout, written cards, signs and codes."""
