"""The page as static files: what a visitor's browser needs to run the engine, fetched, packed and written."""
