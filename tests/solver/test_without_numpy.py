"""A game is played with nothing but the rules: no array library is loaded."""

from __future__ import annotations

import json
import subprocess
import sys

SCRIPT = """
import json, sys
for name in ("numpy", "numba", "scipy", "matplotlib"):
    sys.modules[name] = None
from printkit.games.find import find_games
from printkit.jobs.play.play import play
from printkit.solver.seats import _own_players
games = [(game, "random") for game in find_games()]
games += [("tottarot", name) for name in ("greedy", "ismcts:1", *_own_players("tottarot"))]
played = [(game, name) for game, name in games if name != "equilibrium" and play(game, player=name).lines]
print(json.dumps(played))
"""


def test_every_game_and_player_but_the_equilibrium_needs_no_numpy():
    done = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, text=True, check=True)
    played = json.loads(done.stdout)
    assert {"tottarot", "youscout", "youscout-simplified"} <= {game for game, _ in played}
    assert ["tottarot", "cautious"] in played
    assert ["tottarot", "ismcts:1"] in played
