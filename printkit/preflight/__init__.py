"""Checks of finished files and of kits, which report findings."""
