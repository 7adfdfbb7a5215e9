"""Opponents: programs that answer for a seat, from what the seat may see and nothing else.

>>> import grognard
>>> from grognard import bots
>>> game = grognard.load("moscow-1941", scenario="typhoon")      # doctest: +SKIP
>>> position = game.start()                                      # doctest: +SKIP
>>> bot = bots.make("staff", game, position.seat, seed=7)        # doctest: +SKIP
>>> reply = bots.ask(bot, position)                              # doctest: +SKIP
>>> position.submit(reply.order)                                 # doctest: +SKIP
"""

from grognard.bots.bot import Bot, Progress
from grognard.bots.referee import Reply, ask, play
from grognard.bots.registry import LEVELS, BotKind, kinds, make, names

__all__ = ["LEVELS", "Bot", "BotKind", "Progress", "Reply", "ask", "kinds", "make", "names", "play"]
