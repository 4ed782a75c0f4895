"""Plays, replays, simulates and solves games."""
