"""The parts of a kit, one module each."""
