"""Asking a bot: it is shown no more than its seat may see, and whatever it answers, the game goes on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

import msgspec

from grognard.bots.bot import Bot
from grognard.core import Dice, Order, Position, Seat
from grognard.core.order import shorten

AnyPosition: TypeAlias = Position[Any, Any]

LONGEST_GAME = 200_000
"""Orders after which a game is taken to have no end."""


class Reply(msgspec.Struct, frozen=True):
    """What a bot answered."""

    order: Order
    intentions: tuple[str, ...] = ()
    complaint: str = ""
    """Why the bot's own answer could not be used and another one stands in for it; usually empty."""


def ask(bot: Bot, position: AnyPosition) -> Reply:
    """The bot's answer to the decision that its seat has in this position; always a legal order."""
    if position.seat != bot.seat:
        raise ValueError(f"it is for {position.seat} to decide, not for the bot of {bot.seat}")
    legal = position.legal().orders
    glimpse = position.game.glimpse(position, bot.seat)
    try:
        order, intentions = bot.choose(glimpse, legal), bot.intentions()
    except Exception as error:  # a bot is a guest: its faults must not end the game
        complaint = f"{bot.name} failed: {type(error).__name__}: {error}"
        return Reply(_stand_in(position, legal), complaint=complaint)
    if order not in legal:
        complaint = f"{bot.name} answered {shorten(repr(order))}, which is not legal"
        return Reply(_stand_in(position, legal), intentions, complaint)
    return Reply(order, intentions)


def _stand_in(position: AnyPosition, legal: Sequence[Order]) -> Order:
    """A legal order in place of a bot's: drawn, since random play always comes to an end."""
    return legal[Dice(f"stand-in {position.ply}").below(len(legal))]


def play(
    position: AnyPosition, bots: Mapping[Seat, Bot], dice: Dice, longest: int = LONGEST_GAME
) -> list[str]:
    """Play a position on to the end, in place, a bot on every seat; returns the complaints about them."""
    complaints: list[str] = []
    for _ in range(longest):
        if position.outcome is not None:
            return complaints
        decision = position.decision
        if decision.outcomes is not None:
            position.apply(dice.throw(decision.outcomes))
            continue
        reply = ask(bots[decision.seat], position)
        if reply.complaint:
            complaints.append(f"ply {position.ply}, {decision.kind}: {reply.complaint}")
        position.apply(reply.order)
    raise RuntimeError(f"no end after {longest} orders")
