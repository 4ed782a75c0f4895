"""Tables of games: zones, boards, and what lies there."""
