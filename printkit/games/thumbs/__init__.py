"""The rules of thumb of each game, a module a game; none is loaded unless somebody plays by them."""
