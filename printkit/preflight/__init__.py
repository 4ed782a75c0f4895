"""Checks on finished bytes and on kits: a file or kit comes in, findings go out."""
