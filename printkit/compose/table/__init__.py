"""Tables of games, on paper and on a screen: zones, boards and what happens there."""
