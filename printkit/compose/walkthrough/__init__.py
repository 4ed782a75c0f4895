"""Books of played games: which turns share a picture, and what is said of them."""
