"""紙机戦, the deck of 48 strips, and what its games share: combinations, seasons, 親 and payments."""
