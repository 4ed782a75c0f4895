"""Youscout's own drawings, loaded by no other kit."""
