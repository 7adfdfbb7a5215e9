"""The tester of tests: what it breaks in a rule, what it leaves alone, and to whom a fault belongs."""

import ast

import pytest
from tools.mutations import Mutation, mutations

SOURCE = '''"""1 Dice."""

LIMIT = 8
"""3.2.1: levels that one hex holds."""


def fits(levels: int, more: int) -> bool:
    """Is there room (3.2.1)?"""
    return levels + more <= LIMIT


def helper(number: int) -> int:
    """Cites no rule."""
    return number + 1


def counted(staff: bool) -> str:
    """3.2.2: a headquarters counts too."""
    if staff:  # 9.1.4
        return f"{1 + 1} level"
    return "none"
'''


@pytest.fixture(scope="module")
def found() -> list[Mutation]:
    return list(mutations("dice.py", SOURCE, lambda number: (number,)))


def test_faults_are_found_where_rules_are_cited_and_belong_to_those_rules(found: list[Mutation]) -> None:
    assert {(mutation.line, mutation.rules) for mutation in found} == {
        (3, ("3.2.1",)),
        (9, ("3.2.1",)),
        (19, ("9.1.4",)),
    }
    assert {mutation.kind for mutation in found if mutation.line == 9} == {"comparison", "plus/minus"}


def test_a_limit_becomes_one_more_and_one_less(found: list[Mutation]) -> None:
    assert {mutation.new for mutation in found if mutation.line == 3} == {"(9)", "(7)"}


def test_every_fault_changes_one_place_and_leaves_a_program(found: list[Mutation]) -> None:
    for mutation in found:
        broken = mutation.applied(SOURCE)
        assert broken != SOURCE
        assert ast.dump(ast.parse(broken)) != ast.dump(ast.parse(SOURCE))
        assert broken.startswith(SOURCE[: mutation.start])
        assert broken.endswith(SOURCE[mutation.end :])


def test_sentences_for_readers_are_left_alone(found: list[Mutation]) -> None:
    assert "1 + 1" not in {mutation.old for mutation in found}
