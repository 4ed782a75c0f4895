"""What games are made of: cards, boards, throws, stakes. Pure functions on plain values."""
