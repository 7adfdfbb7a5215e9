"""21 Fog of war: stacks lie open; boxes, tracks, support units and bins of the enemy do not."""

from __future__ import annotations

import pytest
from tests.games.peaks.real import kill, opened, until
from tests.games.peaks.situation import PeaksPosition, play, unit

from grognard.core import Seat
from grognard.core.view import Piece
from grognard.games.peaks.state import AXIS, BOX, SOVIET


def boxes(position: PeaksPosition, seat: Seat | None, owner: Seat) -> dict[str, list[Piece]]:
    """The pieces of a side that a seat sees beside the map, by box."""
    found: dict[str, list[Piece]] = {}
    for piece in position.view(seat).pieces:
        if piece.box and piece.seat == owner:
            found.setdefault(piece.box, []).append(piece)
    return found


@pytest.mark.rule("21.0", "8.6")
def test_every_stack_on_the_map_may_be_looked_into() -> None:
    position = opened()
    for seat in (AXIS, SOVIET, None):
        shown = [piece for piece in position.view(seat).pieces if piece.hex]
        assert all(piece.id and piece.face for piece in shown)
        assert len(shown) == sum(len(stack) for stack in position.state.stacks.values())


@pytest.mark.rule("21.0")
def test_enemy_boxes_and_tracks_tell_only_how_much_is_in_them() -> None:
    position = opened()
    mine, theirs = boxes(position, AXIS, AXIS), boxes(position, SOVIET, AXIS)
    assert {name: len(pieces) for name, pieces in mine.items()} == {
        name: len(pieces) for name, pieces in theirs.items()
    }
    for name in ("turn track", "airstrikes available", "pool", "support units available", "command bin"):
        assert all(piece.id for piece in mine[name])
        assert not any(piece.id or piece.face or piece.marks for piece in theirs[name])


@pytest.mark.rule("21.0")
def test_what_a_rebuilt_unit_waits_for_is_hidden_and_the_lost_lie_open() -> None:
    position = opened()
    until(position, "Refit", SOVIET)
    army = unit(position, "9A")
    kill(position, "9A")
    position.state.refit[1] = 2
    assert "9A" in [piece.id for piece in boxes(position, AXIS, SOVIET)["eliminated"]]
    events = play(position, "replace 9A", "roll 1")
    assert position.state.where[army] == BOX
    assert "9A" not in str(position.view(AXIS).pieces)
    assert "9A" in str(boxes(position, SOVIET, SOVIET)["Stavka box"])
    assert all(event.seats == (SOVIET,) for event in events if "9A" in event.text)


@pytest.mark.rule("21.0", "19.1")
def test_enemy_support_units_are_hidden_until_they_are_played() -> None:
    position = opened()
    drawn = [n for n in position.game.supports_of[AXIS] if position.state.where[n] == BOX]
    assert len(drawn) == 2
    for number in drawn:
        assert f"'{position.game.names[number]}'" not in str(position.view(SOVIET).pieces)
        assert f"'{position.game.names[number]}'" in str(position.view(AXIS).pieces)


@pytest.mark.rule("21.0")
def test_a_spectator_sees_what_both_sides_see_of_each_other() -> None:
    position = opened()
    view = position.view(None)
    hidden = [piece for piece in view.pieces if not piece.id]
    assert {piece.seat for piece in hidden} == {AXIS, SOVIET}
    assert view.ask is not None
    assert view.ask.orders == ()


@pytest.mark.rule("21.0")
def test_a_bot_is_shown_no_more_than_a_player() -> None:
    position = opened()
    glimpse = position.game.glimpse(position, SOVIET)
    hidden = [piece for piece in position.view(SOVIET).pieces if piece.seat == AXIS and not piece.id]
    assert [piece for piece in glimpse.view(SOVIET).pieces if piece.seat == AXIS and not piece.id] == hidden
    # which two support units the Axis has drawn does not come through
    swapped = position.copy()
    supports = swapped.game.supports_of[AXIS]
    available = [n for n in supports if swapped.state.where[n] == BOX]
    others = [n for n in supports if swapped.state.where[n] != BOX]
    for one, two in zip(available, others, strict=False):
        where = swapped.state.where
        where[one], where[two] = where[two], where[one]
    assert swapped.game.glimpse(swapped, SOVIET) == glimpse
    assert swapped.game.glimpse(swapped, AXIS) != position.game.glimpse(position, AXIS)
