"""Makes printable SVG art from source pictures (needs pyclipper)."""
