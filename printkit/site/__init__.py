"""The page as static files: what any web host serves."""
