"""What a user asks for, as functions: each wires the rooms along the Y and writes whole files."""
