"""25.2 Bridgeheads: when one may be placed, what it does, and how it goes."""

from __future__ import annotations

import pytest
from tests.games.peaks.fighting import FIELD, fight, odds, waits_for, worth
from tests.games.peaks.situation import PeaksPosition, legal, play, refused, scene

from grognard.games.peaks import bridgeheads
from grognard.games.peaks.control import controls
from grognard.games.peaks.state import AXIS, SOVIET

RIVER = {"major_river": "0303/0304"}
ON = {"bridgeheads": "on"}


def crossing(result: str, picture: str = FIELD, **more: object) -> PeaksPosition:
    """0303 has attacked 0304 across a river; all choices up to the bridgehead are made."""
    settings: dict[str, object] = {
        "sides": RIVER,
        "options": ON,
        "places": {"fortress Stalingrad": "0304"},
    } | more
    position = scene(picture, result=result, **settings)  # type: ignore[arg-type]
    fight(position, "0304", "Pz Inf", table="assault")
    while waits_for(position)[1] in ("ChooseLoss", "StandFast", "ChooseRetreat"):
        play(position, legal(position)[0])
    return position


@pytest.mark.rule("25.2.1")
@pytest.mark.parametrize("result", ["BB", "DD", "DP", "DZ", "MA", "OR"])
def test_a_bridgehead_is_offered_when_the_enemy_holds_out_beyond_the_river(result: str) -> None:
    position = crossing(result)
    assert waits_for(position) == ("axis", "ChooseBridgehead")
    assert legal(position) == ["bridge 0303/0304", "pass"]
    assert refused(position, "bridge 0304/0305") == "25.2.1"
    play(position, "bridge 0303/0304")
    side = position.game.grid.side(position.game.grid.hex("0303"), position.game.grid.hex("0304"))
    assert position.state.bridgeheads == {side: 0}


@pytest.mark.rule("25.2.1")
@pytest.mark.parametrize("result", ["AA", "AS", "DA", "DW", "MD"])
def test_other_results_win_none(result: str) -> None:
    assert waits_for(crossing(result))[1] != "ChooseBridgehead"


@pytest.mark.rule("25.2.1", "25.2")
def test_it_takes_the_option_a_river_and_an_enemy_who_stays() -> None:
    assert waits_for(crossing("BB", options={}))[1] != "ChooseBridgehead"
    assert waits_for(crossing("BB", sides={}))[1] != "ChooseBridgehead"
    assert waits_for(crossing("BB", sides={"lake": "0303/0304"}))[1] != "ChooseBridgehead"
    cleared = crossing("BB", reduced="A1")
    assert waits_for(cleared)[1] == "ChoosePursuit"
    play(cleared, "ready")
    assert waits_for(cleared)[1] != "ChooseBridgehead"


@pytest.mark.rule("25.2.1")
def test_it_takes_an_attacker_who_survives() -> None:
    position = scene(FIELD.replace(".Pz,Inf", ".KG"), result="BB", sides=RIVER, options=ON)
    fight(position, "0304", "KG")
    assert position.outcome is not None


@pytest.mark.rule("25.2.2")
def test_the_river_does_not_help_the_defender_any_more() -> None:
    position = scene(FIELD, sides=RIVER, options=ON)
    side = position.game.grid.side(position.game.grid.hex("0303"), position.game.grid.hex("0304"))
    assert worth(odds(position, "0304", "Pz"), "10.9") == -1
    bridgeheads.place(position, AXIS, side)
    assert worth(odds(position, "0304", "Pz"), "10.9") == 0


@pytest.mark.rule("25.2.2")
def test_it_is_of_no_use_to_the_enemy() -> None:
    position = scene(FIELD, sides=RIVER, options=ON, seat=SOVIET)
    side = position.game.grid.side(position.game.grid.hex("0303"), position.game.grid.hex("0304"))
    bridgeheads.place(position, AXIS, side)
    assert worth(odds(position, "0303", "A1"), "10.9") == -1


@pytest.mark.rule("25.2.2")
def test_a_town_beyond_it_is_disputed() -> None:
    position = scene(FIELD, sides=RIVER, options=ON, places={"town Kalach": "0304"})
    hex = position.game.grid.hex("0304")
    assert controls(position, SOVIET, hex)
    bridgeheads.place(position, AXIS, position.game.grid.side(position.game.grid.hex("0303"), hex))
    assert not controls(position, SOVIET, hex)


@pytest.mark.rule("25.2.3")
def test_it_is_gone_when_the_enemy_has_both_banks() -> None:
    position = scene(FIELD.replace(".Pz,Inf", ".Weak"), options=ON, sides=RIVER)
    side = position.game.grid.side(position.game.grid.hex("0303"), position.game.grid.hex("0304"))
    bridgeheads.place(position, AXIS, side)
    bridgeheads.drop_surrounded(position)
    assert not position.state.bridgeheads
