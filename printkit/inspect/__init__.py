"""Reads PDF of any origin, without trusting it: pixels, letters, objects, and what a page paints."""
