"""13 Tactical concentration: regiments of one division fight better together."""

from __future__ import annotations

import pytest
from tests.games.moscow1941.counters import altered
from tests.games.moscow1941.situation import MoscowPosition, plain_game, play, situation, units

from grognard.games.moscow1941.battle import assess, concentrations
from grognard.games.moscow1941.combat import CombatRoll
from grognard.games.moscow1941.game import Moscow1941
from grognard.games.moscow1941.phases import Phase
from grognard.games.moscow1941.state import AXIS, SOVIET

REGIMENTS = ("183ID.330", "183ID.343", "183ID.351")
SECOND = ("258ID.458", "258ID.478", "258ID.479")
THIRD = ("292ID.507", "292ID.508", "292ID.509")
RIFLES = "316RD"


def concentration(*ids: str, game: Moscow1941 | None = None) -> int:
    """Modifiers of these units, wherever they are."""
    position = situation({}, Phase.COMBAT, game=game)
    return sum(concentrations(position, units(position, *ids)).values())


def modifiers(position: MoscowPosition) -> dict[str, int]:
    """Modifiers by rule 13.1.2 in the battle about to be rolled."""
    step = position.step
    assert isinstance(step, CombatRoll)
    found = assess(position, step.battle).modifiers
    return {modifier.text: modifier.value for modifier in found if modifier.rule == "13.1.2"}


@pytest.mark.rule("13.1.1")
def test_german_divisions_concentrate_and_soviet_rifle_divisions_do_not() -> None:
    game = plain_game()
    german = {game.units[unit].parent for unit in game.units_of[AXIS] if game.concentrates[unit]}
    assert {"183ID", "10Pz", "3Mot", "DR"} <= german
    assert not any(game.concentrates[unit] for unit in game.units_of[SOVIET])  # ruling M48
    assert not any(game.concentrates[unit] for unit in game.headquarters_of[AXIS])
    corps = plain_game(changes=tuple(altered(id, parent="1TK") for id in ("4TB", "27TB", "28TB")))
    assert concentration("4TB", "27TB", "28TB", game=corps) == 1  # a Soviet tank corps would
    rifles = plain_game(changes=tuple(altered(id, parent="X") for id in ("316RD", "126RD", "18RD")))
    assert concentration("316RD", "126RD", "18RD", game=rifles) == 0


@pytest.mark.rule("13.1.2")
def test_three_units_of_a_division_are_worth_a_modifier() -> None:
    assert concentration(*REGIMENTS[:2]) == 0
    assert concentration(*REGIMENTS) == 1
    assert concentration(*REGIMENTS[:2], SECOND[0]) == 0


@pytest.mark.rule("13.1.3", "13.1.2")
def test_they_count_from_different_hexes_in_attack() -> None:
    stands = dict(zip(REGIMENTS, ("3030", "2929", "3129"), strict=True))
    position = situation({**stands, RIFLES: "3029"}, Phase.COMBAT)
    play(position, "attack 3029", *(f"join {id}" for id in REGIMENTS), "fight")
    assert modifiers(position) == {"tactical concentration of 183ID": 1}


@pytest.mark.rule("13.1.2", "13.1.3")
def test_they_count_in_defence_too() -> None:
    position = situation({**dict.fromkeys(REGIMENTS, "3030"), RIFLES: "3029"}, Phase.COMBAT, SOVIET)
    play(position, "attack 3030", f"join {RIFLES}", "fight")
    assert modifiers(position) == {"tactical concentration of 183ID": -1}


@pytest.mark.rule("13.1.4")
def test_it_adds_up() -> None:
    assert concentration(*REGIMENTS, *SECOND, *THIRD) == 3  # both examples of the book
    six = ("StuG.184", "StuG.189", "StuG.191", "StuG.210", "StuG.600", "900Mot")
    game = plain_game(changes=tuple(altered(id, parent="Lehr") for id in six))
    assert concentration(*six, game=game) == 2
    assert concentration(*six[:5], game=game) == 1


@pytest.mark.rule("13.1.5")
def test_the_divisions_own_guns_count_from_afar() -> None:
    guns = "Art.XX"
    stands = {REGIMENTS[0]: "3030", REGIMENTS[1]: "3030", guns: "3031", RIFLES: "3029"}
    orders = ("attack 3029", *(f"join {id}" for id in REGIMENTS[:2]), f"support {guns}", "fight")
    for parent, expected in (("183ID", {"tactical concentration of 183ID": 1}), ("", {})):
        game = plain_game(changes=(altered(guns, parent=parent),))
        position = situation(stands, Phase.COMBAT, game=game)
        play(position, *orders)
        assert modifiers(position) == expected


@pytest.mark.rule("13.1.1", "1.6")
def test_the_chapter_can_be_left_out() -> None:
    assert concentration(*REGIMENTS, game=plain_game(options=("tactical-concentration=off",))) == 0
