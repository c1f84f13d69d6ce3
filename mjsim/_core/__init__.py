"""The only door to the compiled kernels; nothing else imports the modules behind it."""

from mjsim._core.games.tianjin import (
    CATEGORY_BITS,
    TianjinRules,
    score_one,
    score_rows,
    wait_rows,
)
from mjsim._core.games.tianjin_deals import calibrate, deal_rows, tally_rows
from mjsim._core.games.tianjin_distance import distance_rows
from mjsim._core.games.tianjin_exact import deal_masks
from mjsim._core.games.tianjin_groups import arrange
from mjsim._core.games.tianjin_walls import openings
from mjsim._core.games.wenling import WENLING_BITS, WenlingRules, wenling_one, wenling_rows
from mjsim._core.games.wenling_losers import loser_rows
from mjsim._core.games.wenling_walls import wenling_openings
from mjsim._core.keys import Wilds, count_tiles
from mjsim._core.odds.solo import Solo
from mjsim._core.rng import draws
from mjsim._core.shanten import shanten_rows
from mjsim._core.strategies.python import VIEW, PythonPlayer, view_probe
from mjsim._core.strategies.random import RandomPlayer
from mjsim._core.strategies.speed import SpeedPlayer
from mjsim._core.strategies.tianjin_value import TianjinValuePlayer
from mjsim._core.strategies.wenling_value import WenlingValuePlayer
from mjsim._core.suits import class_table, classes_of, n_classes, n_folds
from mjsim._core.table.game import TableGame
from mjsim._core.table.player import Player
from mjsim._core.table.rows import row_dtype
from mjsim._core.table.run import FailedHand, play_block, play_session, play_walls
from mjsim._core.walls import walls
from mjsim._core.weights import class_weights, need_weights

__all__ = [
    "CATEGORY_BITS",
    "VIEW",
    "WENLING_BITS",
    "FailedHand",
    "Player",
    "PythonPlayer",
    "RandomPlayer",
    "Solo",
    "SpeedPlayer",
    "TableGame",
    "TianjinRules",
    "TianjinValuePlayer",
    "WenlingRules",
    "WenlingValuePlayer",
    "Wilds",
    "arrange",
    "calibrate",
    "class_table",
    "class_weights",
    "classes_of",
    "count_tiles",
    "deal_masks",
    "deal_rows",
    "distance_rows",
    "draws",
    "loser_rows",
    "n_classes",
    "n_folds",
    "need_weights",
    "openings",
    "play_block",
    "play_session",
    "play_walls",
    "row_dtype",
    "score_one",
    "score_rows",
    "shanten_rows",
    "tally_rows",
    "view_probe",
    "wait_rows",
    "walls",
    "wenling_one",
    "wenling_openings",
    "wenling_rows",
]
