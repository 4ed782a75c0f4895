"""The art-making room: knife strokes and source pictures go in, printable SVG art comes out (needs pyclipper)."""
