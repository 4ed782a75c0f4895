"""Any game as research tools play it: a game of OpenSpiel, an environment of PettingZoo (extra `research`)."""
