"""What the workshop cuts from public data sets."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.mapmaker.small import write_inputs
from tools.mapmaker.gather import GREEN, Picture, Piece, green_of, main, read_ppm

PIECE = Piece(west=29.0, south=49.5, east=31.0, north=50.5, mesh=4)


def world(width: int = 1440) -> bytes:
    """A picture of the world whose green tells the column, modulo 251."""
    row = bytes(value for column in range(width) for value in (9, column * 1440 // width % 251, 7))
    return b"P6\n# the world\n%d %d\n255\n" % (width, width // 2) + row * (width // 2)


def test_the_green_of_a_piece_is_cut_with_its_degrees(tmp_path: Path) -> None:
    path = tmp_path / "world.ppm"
    path.write_bytes(world())
    comment, head, *rows = green_of(read_ppm(path), PIECE).splitlines()
    assert comment.startswith("#")
    assert head == "lat,29.1250,29.3750,29.6250,29.8750,30.1250,30.3750,30.6250,30.8750"
    first = (29 + 180) * 4
    values = ",".join(str((first + step) % 251) for step in range(8))
    assert rows == [f"{lat:.4f},{values}" for lat in (50.375, 50.125, 49.875, 49.625)]


def test_a_finer_picture_is_averaged() -> None:
    fine = Picture(2880, 1440, bytes([0, 100, 0, 0, 50, 0] * (1440 * 1440)))
    cells = green_of(fine, PIECE).splitlines()[2].split(",")[1:]
    assert set(cells) == {"75"}


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"\xff\xd8\xff\xe0 a jpeg", "not a binary PPM"),
        (b"P6\n10 5\n65535\n", "255 shades"),
        (b"P6\n10 5\n255\nabc", "breaks off; expected 10 x 5"),
        (b"", "not a binary PPM"),
    ],
)
def test_another_format_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], data: bytes, said: str
) -> None:
    path = tmp_path / "world.ppm"
    path.write_bytes(data)
    assert main([str(write_inputs(tmp_path / "in")), "--blue-marble", str(path)]) == 2
    assert said in capsys.readouterr().err


def test_a_picture_of_another_size_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "world.ppm"
    path.write_bytes(world(1000))
    assert main([str(write_inputs(tmp_path / "in")), "--blue-marble", str(path)]) == 2
    assert "expected the whole world with 1440 x 720 pixels" in capsys.readouterr().err


def test_the_command_writes_the_green_and_then_finds_it_unchanged(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    inputs, path = write_inputs(tmp_path / "in"), tmp_path / "world.ppm"
    path.write_bytes(world())
    command = [str(inputs), "--blue-marble", str(path)]
    assert main([*command, "--check"]) == 1
    assert main(command) == 0
    assert main([*command, "--check"]) == 0
    assert (inputs / GREEN).read_text(encoding="utf-8").count("\n") == 6
    assert "is not what" in capsys.readouterr().out


def test_towns_are_looked_up_in_geonames(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    inputs, table = write_inputs(tmp_path / "in"), tmp_path / "cities500.txt"
    table.write_text("1\tMill\tMill\t\t50.001\t30.002\n2\tFar\tFar\t\t51.0\t31.0\n", encoding="utf-8")
    assert main([str(inputs), "--geonames", str(table)]) == 0
    table.write_text("2\tFar\tFar\t\t51.0\t31.0\n", encoding="utf-8")
    capsys.readouterr()
    assert main([str(inputs), "--geonames", str(table)]) == 1
    assert "mill: nothing of GeoNames lies near (30.0, 50.0); the nearest is Far" in capsys.readouterr().out
    table.write_text("2\tFar\n", encoding="utf-8")
    assert main([str(inputs), "--geonames", str(table)]) == 2
    assert "cities500.txt:1: not a row" in capsys.readouterr().err
