"""Search and simulation over any game.

Players, simulation and evaluation need numpy at most; `sequence_form` and `matrix_game` need scipy (extra `lab`).
"""
