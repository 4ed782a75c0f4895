"""The parts a kit is built into, one module each, found by being here: a job comes in, documents go out."""
