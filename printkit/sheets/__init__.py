"""Imposes faces on sheets: plain arithmetic."""
