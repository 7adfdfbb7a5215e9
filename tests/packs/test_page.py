"""The page that tells stated from designed is made from the pack, and stale when the pack has moved on."""

from __future__ import annotations

from pathlib import Path

import pytest
from tools import generate_docs

from grognard.games import all_games, find, open_layers
from grognard.packs.provenance import Standing, provenance

GAME = "moscow-1941"


@pytest.fixture(scope="module")
def page() -> str:
    return generate_docs.Pages(find(GAME)).text()


def test_there_is_a_page_for_every_game() -> None:
    assert {path.stem for path in generate_docs.pages()} == {game.id for game in all_games()}


def test_the_page_counts_every_row(page: str) -> None:
    files = provenance(open_layers(find(GAME)))
    for file in files:
        (line,) = [
            line
            for line in page.splitlines()
            if line.startswith(f"| `{file.file}` |") and line.count("|") == 8
        ]
        counts = [cell.strip().replace(",", "") for cell in line.split("|")[3:8]]
        assert counts[0] == str(file.rows)
        assert sum(int(count) for count in counts[1:] if count) == file.rows
    stated = sum(file.standings.get(Standing.STATED, 0) for file in files)
    assert f"| rule book | {stated:,} | stated or implied by the rule book: law |" in page


def test_the_page_gives_a_reason_for_every_kind_of_unit(page: str) -> None:
    components = find(GAME).read_components(open_layers(find(GAME)))
    for key, row in components.reasons.items():
        (line,) = [line for line in page.splitlines() if line.startswith(f"| {row.units} |")]
        units = [unit for unit in components.units.values() if unit.reason == key]
        assert f"| {len(units)} |" in line
        assert row.reason in line


def test_the_page_tells_the_doubtful_cells_the_constraints_and_the_notes(page: str) -> None:
    layers = open_layers(find(GAME))
    components = find(GAME).read_components(layers)
    assert all(f"| {row.printed} | {row.reading} |" in page for row in components.doubtful_cells)
    assert all(f"| {each.id} | {each.title} |" in page for each in find(GAME).constraints(components))
    notes = layers.prose(generate_docs.CALIBRATION).strip()
    assert notes
    assert page.endswith(f"## Calibration\n\n{notes}\n")


def test_a_stale_page_fails_and_one_command_makes_it_again(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "docs" / "components" / f"{GAME}.md"
    monkeypatch.setattr(generate_docs, "ROOT", tmp_path)
    monkeypatch.setattr(generate_docs, "pages", lambda: {path: page})
    assert generate_docs.main(["--check"]) == 1
    assert not path.exists()
    assert generate_docs.main([]) == 0
    assert generate_docs.main(["--check"]) == 0
    path.write_text(page.replace("C-M01", "C-M99"), encoding="utf-8")
    capsys.readouterr()
    assert generate_docs.main(["--check"]) == 1
    assert f"docs/components/{GAME}.md is not current; run: " in capsys.readouterr().err
