"""How the shipped tables of Youscout's laboratory were trained."""
