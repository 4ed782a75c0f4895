"""Research beside the games: a folder for each, whose own module says what it offers."""
