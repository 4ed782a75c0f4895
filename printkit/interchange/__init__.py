"""Other people's formats: tables, table-top programs, tarot decks and printers."""
