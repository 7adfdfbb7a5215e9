"""A made-up country of twelve lines and ten places, as inputs for the workshop."""

from __future__ import annotations

from pathlib import Path

FILES = {
    "fit.toml": """
lines = 12
places = 10
origin = [30.0, 50.0]
terms = [6.5, 0.0, -0.4, 5.5, -0.35, 0.0]
reach = 4.0
stiffness = 0.25
mosaic = { west = 29.0, south = 49.5, east = 31.0, north = 50.5, mesh = 4 }

[[anchor]]
name = "Mill"
at = [30.0, 50.0]
grid = [6.0, 6.0]
weight = 3.0
reason = "made up: the mill stands in 0606"
""",
    "places.csv": """id,name,lon,lat,source
mill,Mill,30.0,50.0,geography:geonames
ferry,Ferry,30.12,50.045,geography:hand
hamlet,Hamlet,29.9,49.95,geography:hand
""",
    "rivers.toml": """
[[river]]
id = "brook"
name = "Brook"
kind = "river"
from = "spring"
to = "lake"
course = [[29.87, 50.03], [30.05, 50.025], [30.13, 49.98]]

[[river]]
id = "rill"
name = "Rill"
kind = "stream"
from = "edge"
to = "brook"
course = [[30.03, 50.2], [30.03, 50.06], [30.04, 50.03]]
""",
    "roads.toml": """
[[link]]
id = "post-road"
name = "Post Road"
kind = "main"
course = ["town:0707", "mill", "ferry"]

[[link]]
id = "railway"
name = "Railway"
kind = "rail"
course = [[29.8, 49.96], "mill", [30.3, 50.0]]
""",
    "labels.toml": """
[[label]]
text = "Brook"
kind = "river"
river = "brook"
part = 0.5

[[label]]
text = "Post Road"
kind = "road"
link = "post-road"
size = 3

[[label]]
text = "The Mere"
kind = "lake"
at = "0703"
""",
    "cover.toml": """
[[wood]]
name = "North Wood"
pull = 0.9
ring = [[29.8, 50.07], [30.2, 50.07], [30.2, 50.2], [29.8, 50.2]]

[[open]]
name = "Fields"
pull = -0.9
ring = [[29.8, 49.8], [30.2, 49.8], [30.2, 49.95], [29.8, 49.95]]

[[marsh]]
name = "Moss"
ring = [[29.88, 49.88], [29.98, 49.88], [29.98, 49.94], [29.88, 49.94]]
""",
    "curation.toml": """
[[city]]
id = "town"
name = "Town"
hexes = "0707 0708"
source = "design"
reason = "two hexes make a city"

[[lake]]
name = "The Mere"
hexes = "0703 0803"
reason = "where the brook ends"

[[place]]
id = "hamlet"
reason = "too small to count"

[[place]]
id = "ferry"
hex = "0403"
source = "rulebook:made-up;design"
reason = "the book gives the hex"

[[river_pin]]
river = "brook"
sides = ["0505/0605"]
reason = "two lines face each other across it"

[[link_pin]]
link = "railway"
hexes = ["0909"]
reason = "the station of the south"

[[front]]
id = "start"
name = "Start"
source = "design"
reason = "half and half"
first_axis_place = "1:6 2:6 3:6 4:6 5:6 6:6 7:6 8:6 9:6 10:6 11:6 12:6"

[[entry]]
id = "entry-east"
name = "East"
hexes = "0601"
source = "design"
reason = "where help comes from"

[[region]]
id = "lesson"
name = "Lesson"
lines = [3, 4]
places = [2, 3]
source = "design"
reason = "a cut-out"

[[fact]]
hexes = "0403"
what = "place"
value = "ferry"
source = "rulebook:made-up"
reason = "stated"

[[terrain]]
kind = "swamp"
hexes = "1201"
source = "design"
reason = "a corner nobody wants"
""",
    "blue_marble_green.csv": "# green\nlat,29.5,30.0,30.5\n50.25,44,44,44\n50.0,50,52,50\n49.75,60,60,60\n",
}


TURNED = {
    "fit.toml": """
lines = 3
places = 3
first_line = 52
first_place = 3
turned = true

[conic]
meridian = 40.0
cone = 0.7
reach = 100.0
line_scale = 1.28
place_scale = 1.11
line = 53.0
place = -51.0

[words]
time = "summer 1942"
letters = { clear = ".", sea = "~" }
carried = { railway = "rail" }
""",
    "places.csv": """id,name,lon,lat,source,kind,depot
haven,Haven,40.0,51.3,geography:hand,port,north
""",
    "rivers.toml": "river = []",
    "roads.toml": """
[[link]]
id = "line"
name = "Line"
kind = "railway"
course = ["5204", "5304", "5405"]

[[link]]
id = "path"
name = "Path"
kind = "path"
course = ["5204", "5304", "5405"]
""",
    "labels.toml": "label = []",
    "curation.toml": """
[[lake]]
hexes = "5305"
reason = "made up"

[[terrain]]
kind = "sea"
hexes = "5305"
reason = "made up"

[[zone]]
id = "upper"
name = "Upper"
kind = "region"
last_place = "52:4 53:3 54:3"
source = "design"
reason = "made up"

[[zone]]
id = "lower"
name = "Lower"
kind = "region"
last_place = "52:4 53:3 54:3"
rest = true
source = "design"
reason = "made up"

[[zone]]
id = "beach"
name = "Beach"
kind = "region"
shore = "5305"
source = "design"
reason = "made up"

[[border]]
id = "front"
name = "Front"
kind = "line"
zone = "upper"
without = "5304/5403"
source = "design"
reason = "made up"
""",
}


def write_inputs(folder: Path, **changed: str) -> Path:
    """Write the inputs of the small country, some files changed; `fit_toml` stands for `fit.toml`."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in FILES.items():
        key = name.replace(".", "_")
        (folder / name).write_text(changed.get(key, text), encoding="utf-8")
    return folder
