"""From faces to paper: sizes and face names come in, sheets with every placement decided go out."""
