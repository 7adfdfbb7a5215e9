"""The style sheet of a drawing: every class of shape and lettering in the colours of a palette."""

from __future__ import annotations

import math

from grognard.board.cartography.mesh import UNIT
from grognard.board.cartography.style import Palette
from grognard.board.cartography.typeface import NARROW, NARROW_BOLD, SANS, SANS_BOLD, SERIF_BOLD, SERIF_ITALIC

NUMBER_SIZE = 8.0


def style_sheet(p: Palette, hex_size: float = UNIT) -> str:
    """Return the CSS rules of the map."""
    numbers = NUMBER_SIZE * math.sqrt(hex_size / UNIT)
    return "\n".join((_ground(p), _water(p), _ways(p), _grid(p, numbers), _lettering(p), _front(p)))


def _ground(p: Palette) -> str:
    return f"""
.ground{{fill:{p.ground}}}
.mottle{{opacity:{p.mottle_strength}}}
.mottle-light{{stop-color:{p.ground_light}}}
.mottle-dark{{stop-color:{p.ground_dark}}}
.woods{{fill:{p.woods}}}
.woods-haze{{fill:none;stroke:{p.woods};stroke-width:13;stroke-opacity:.4;stroke-linejoin:round}}
.canopy{{fill:url(#canopy);fill-opacity:.62}}
.tree,.tree-shadow,.tree-light{{fill:none;stroke-linecap:round}}
.tree{{stroke:{p.woods_crown};stroke-width:6.4}}
.tree-shadow{{stroke:{p.woods_shadow};stroke-width:6.8;stroke-opacity:.5}}
.tree-light{{stroke:{p.woods_light};stroke-width:3.2;stroke-opacity:.75}}
.marsh{{fill:{p.marsh}}}
.marsh-haze{{fill:none;stroke:{p.marsh};stroke-width:16;stroke-opacity:.45;stroke-linejoin:round}}
.reeds{{fill:none;stroke:{p.marsh_tuft};stroke-width:1.1;stroke-linecap:round}}
.marsh-water{{fill:none;stroke:{p.marsh_water};stroke-width:1.3;stroke-linecap:round}}
.rough{{fill:{p.relief};fill-opacity:.5}}
.relief-line{{fill:none;stroke:{p.relief_shadow};stroke-width:1.4;stroke-linejoin:round;stroke-linecap:round}}
.peak-sun{{fill:{p.relief}}}
.peak-shade{{fill:{p.relief_shadow}}}
.peak-snow{{fill:{p.halo}}}
.closed{{fill:{p.closed}}}
.closed-line{{fill:none;stroke:{p.closed_line};stroke-width:1.2}}
.hatching{{fill:url(#hatching)}}
.bastions{{fill:{p.built};stroke:{p.block_shadow};stroke-width:1.6;stroke-linejoin:round}}
.built{{fill:{p.built};stroke:{p.built_edge};stroke-width:1.2}}
.house{{fill:{p.block}}}
.house-shadow{{fill:{p.block_shadow};fill-opacity:.55}}""".strip()


def _water(p: Palette) -> str:
    lines = "".join(
        f".water-line-{step}{{stroke-width:{width};stroke-opacity:{opacity}}}"
        for step, width, opacity in ((1, 3, 0.5), (2, 9, 0.32), (3, 18, 0.24), (4, 30, 0.2))
    )
    return f"""
.lake{{fill:{p.lake}}}
.shore{{fill:none;stroke:{p.shore};stroke-width:2.6;stroke-linejoin:round}}
.water-line{{fill:none;stroke:{p.lake_deep};stroke-linejoin:round}}
{lines}
.river{{fill:{p.river}}}
.river-stroke{{fill:none;stroke:{p.river}}}
.river-bank{{fill:{p.shore};stroke:{p.shore};stroke-width:1.7;stroke-linejoin:round}}
.canal-bank,.canal-bed,.canal-water{{fill:none;stroke-linejoin:round}}
.canal-bank{{stroke:{p.shore}}}
.canal-bed{{stroke:{p.halo}}}
.canal-water{{stroke:{p.river}}}""".strip()


def _ways(p: Palette) -> str:
    return f"""
.road,.road-case,.highway,.highway-case,.rail,.rail-ties,.track{{fill:none;stroke-linejoin:round}}
.road,.road-case,.highway,.highway-case{{stroke-linecap:round}}
.track{{stroke:{p.road_case};stroke-width:1.4;stroke-dasharray:5 3}}
.road-case{{stroke:{p.road_case};stroke-width:4.2}}
.road{{stroke:{p.road};stroke-width:2.4}}
.highway-case{{stroke:{p.highway_case};stroke-width:6.4}}
.highway{{stroke:{p.highway};stroke-width:4.2}}
.rail{{stroke:{p.rail};stroke-width:1.5}}
.rail-ties{{stroke:{p.rail};stroke-width:5.4;stroke-dasharray:1.3 8.7}}
.bridge{{fill:none;stroke:{p.bridge};stroke-width:1.5;stroke-linecap:round;stroke-linejoin:round}}""".strip()


def _grid(p: Palette, numbers: float) -> str:
    return f"""
.grid{{fill:none;stroke:{p.grid};stroke-width:.9;stroke-opacity:{p.grid_strength}}}
#numbers{{{NARROW.css}font-size:{numbers:.3g}px;fill:{p.number};fill-opacity:{p.number_strength};text-anchor:middle}}""".strip()


def _lettering(p: Palette) -> str:
    halo = f"paint-order:stroke;stroke:{p.halo};stroke-linejoin:round;"
    return f"""
.label{{fill:{p.label};{halo}stroke-width:3.4;stroke-opacity:.85}}
.label-village{{{SANS.css}}}
.label-town{{{SANS_BOLD.css}}}
.label-city,.label-great_town,.label-fortress{{{SERIF_BOLD.css}}}
.label-peak{{{SERIF_ITALIC.css}}}
.label-water{{{SERIF_ITALIC.css}fill:{p.label_water};stroke-width:3;stroke-opacity:.75}}
.label-road{{{SERIF_ITALIC.css}fill:{p.highway_case};stroke-width:2.8;stroke-opacity:.8}}
.label-region{{{SERIF_ITALIC.css}fill:{p.label_region};stroke-width:2.6;stroke-opacity:.55}}
.frame-line{{fill:none;stroke:{p.frame}}}
.paper{{fill:{p.paper}}}
.title{{{SERIF_BOLD.css}fill:{p.ink}}}
.subtitle{{{SERIF_ITALIC.css}fill:{p.ink_soft}}}
.legend-text{{{SANS.css}fill:{p.ink}}}
.legend-small{{{SANS.css}fill:{p.ink_soft}}}
.legend-head{{{SANS_BOLD.css}fill:{p.accent}}}
.edge-number{{{NARROW_BOLD.css}fill:{p.ink_soft}}}
.ink{{fill:{p.ink}}}
.ink-line{{fill:none;stroke:{p.ink}}}
.accent{{fill:{p.accent}}}
.paper-fill{{fill:{p.halo}}}""".strip()


def _front(p: Palette) -> str:
    return f"""
.front-case{{fill:none;stroke:{p.halo};stroke-width:7;stroke-opacity:.7;stroke-linejoin:round}}
.front{{fill:none;stroke-width:3;stroke-linejoin:round;stroke-linecap:round}}
.front-teeth{{fill:none;stroke-width:2.2}}
.border{{fill:none;stroke-linejoin:round;stroke-linecap:round}}
.border-front-wide{{stroke:{p.border_front};stroke-width:9;stroke-opacity:.3}}
.border-front{{stroke:{p.border_front};stroke-width:3}}
.border-boundary-wide{{stroke:{p.halo};stroke-width:6.5;stroke-opacity:.6}}
.border-boundary{{stroke:{p.border_boundary};stroke-width:3.2;stroke-dasharray:16 7 1 7}}
.badge-ground{{stroke-width:1.3}}
.badge-sign{{fill:none;stroke-width:1.7;stroke-linejoin:round;stroke-linecap:round}}
.badge-figure{{{NARROW_BOLD.css}text-anchor:middle}}""".strip()
