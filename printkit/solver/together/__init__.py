"""Youscout together in bulk: players and a number of games in, who wins from which seat out."""
