"""Small runs that figures are drawn of, each made once in a process."""

from mjsim.experiments import EXPERIMENTS

RUNS = {
    "tianjin-categories": (2000, {}),
    "wenling-categories": (2000, {}),
    "tianjin-deals": (3000, {"keep": "counts"}),
    "wenling-deals": (3000, {"keep": "counts"}),
    "tianjin-openings": (2000, {}),
    "wenling-openings": (500, {}),
    "wenling-points": (1000, {}),
    "tianjin-rules": (400, {}),
    "wenling-rules": (150, {}),
    "tianjin-sessions": (100, {"n_hands": 12}),
    "wenling-sessions": (100, {"n_hands": 5, "strategies": ["speed"]}),
    "tianjin-stakes": (500, {}),
    "tianjin-strategies": (2000, {}),
    "wenling-strategies": (200, {}),
    "tianjin-waits": (500, {}),
    "wenling-waits": (500, {}),
}
"""Units and options, by game and experiment."""

SEED = 3

_made = {}


def made(name, tmp_path_factory):
    """Return the folder of a run; it is made when first asked for, and stays as it is."""
    if name not in _made:
        game, _, experiment = name.partition("-")
        n, options = RUNS[name]
        folder = tmp_path_factory.mktemp(name)
        EXPERIMENTS[experiment](folder, n, seed=SEED, game=game, **options)
        _made[name] = folder
    return _made[name]
