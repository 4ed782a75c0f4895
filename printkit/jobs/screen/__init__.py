"""What a screen shows of kits and games: tables, galleries and previews."""
