"""Deals, simulation and exact solving: rules and a deal or a seed in, odds, proofs and statistics out.

`keyed` (shuffles and deal codes) is plain Python; everything else here needs the extra `solver`, numba.
"""
