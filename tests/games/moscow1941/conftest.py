"""The components of Moscow 1941 on a plain map, read once for all tests."""

import pytest
from tests.games.moscow1941.plain_map import plain_layers

from grognard.games.moscow1941.components import Components, read


@pytest.fixture(scope="session")
def components() -> Components:
    return read(plain_layers())
