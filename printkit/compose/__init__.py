"""Composes scenes from a kit: every layout decision is made here."""
