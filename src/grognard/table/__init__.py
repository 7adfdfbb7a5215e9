"""Where a game is played: the dice, the game file, the table with its history, and the story of a game.

table = Table.open(GameFile(path).read())
table.submit("attack 4412")        # checked; dice that come due are rolled
table.record().text()              # the game file
"""

from grognard.table.chance import Fate, fate_of
from grognard.table.gamefile import GameFile, GameFileError
from grognard.table.orders import OrderWords, split_orders
from grognard.table.story import Chapter, Happening, last_of, story
from grognard.table.table import Table, open_game

__all__ = [
    "Chapter",
    "Fate",
    "GameFile",
    "GameFileError",
    "Happening",
    "OrderWords",
    "Table",
    "fate_of",
    "last_of",
    "open_game",
    "split_orders",
    "story",
]
