"""What goes in and out of kits: folders of pictures, tables, texts, other programs' decks."""
