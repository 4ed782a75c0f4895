"""Youscout's laboratory: kernels that play it as machine code, advice, certificates, the atlas of its rules."""

from printkit.solver.laboratory import Laboratory

__all__ = ["LABORATORY"]

LABORATORY = Laboratory(
    games=("youscout", "youscout-simplified"),
    offers={
        "advise": "printkit.lab.youscout.judge:judge_position",
        "balance": "printkit.lab.youscout.jobs.balance:balance",
        "deal": "printkit.lab.youscout.clairvoyant:Solver",
        "ready": "printkit.lab.youscout.ready:judges",
        "simulate": "printkit.lab.youscout.jobs.simulate:simulate_alone",
        "solve": "printkit.lab.youscout.jobs.simulate:judge_played",
        "walkthrough": "printkit.lab.youscout.jobs.sample_games:judged_record",
    },
    players={
        "learned": "printkit.lab.youscout.heuristic:learned",
        "starter": "printkit.lab.youscout.heuristic:starter",
        "thumb": "printkit.lab.youscout.heuristic:heuristic_player",
    },
    simulated=("random", "move", "stay", "thumb", "advised", "clairvoyant"),
)
