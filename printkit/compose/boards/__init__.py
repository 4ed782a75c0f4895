"""Boards and what the rules write on them, and their pictures in books."""
