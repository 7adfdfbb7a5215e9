"""The set-ups as the rule book prints them, transcribed for the tests, and what each printed name means.

A line is a formation; an entry is `unit @hex`, with the efficiency levels that the entry has lost.
"""

from __future__ import annotations

import re
from typing import NamedTuple

TYPHOON_AXIS = """
XX Corps: HQ @6427; ART @6427; 183 INF @6325; 3 MOT @6125; 191 AG-BR @6125; 258 INF @6026
VII Corps: HQ @5430; ART @5430; 292 INF @5926; 7 INF @5527; 197 INF @5327; 267 INF @5028
IX Corps: HQ @4731; 78 INF @4828; 87 INF @4629; 252 INF @4429
XXXX Corps: HQ @4133; ART @4133; 10 ARM @4031; 5 ARM @4230; SS MOT [DR] @4230
XXXXVI Corps: HQ @3335; ART @3335; 2 ARM @3333; 11 ARM @3633
V Corps: HQ @3035; ART @3035; 35 INF @3033; 106 INF @2833
LVI Corps: HQ @1828; ART @1828; 6 ARM @1826; 14 MOT @2028; 7 ARM @2330; 210 AG-BR @2330; 36 MOT @1434
XXVII Corps: HQ @0830; ART @0830; 184 AG-BR @0830; 189 AG-BR @0830; 86 INF @0826; 129 INF @0626; 303/162
    INF-R @1126; 314/162 INF-R @1326; 329/162 INF-R @1526
XXXXI Corps: HQ @0427; ART @0427; 600 AG-BR @0427; 110 INF @Kalinin; 1 ARM @0730 -3; 39/26 INF-R @0132;
    77/26 INF-R @0329; 78/26 INF-R @0331; 900 MOT-BR @0534
"""

TYPHOON_SOVIET = """
-: Moskwa INF-D @Moscow; 135 ARM-BR @Moscow; 136 ARM-BR @Moscow; 140 ARM-BR @Moscow; 144 ARM-BR @Moscow; 332
    INF @Moscow; 354 INF @5008; 44 CAV-D @5008; 257/185 INF-B @4713; 256 INF @0224
29 Army: 183 INF @0230; HQ @0228; 252 INF @0228; 246 INF @0127
30 Army: HQ @Klin; 133 INF @Klin; 25 ARM-BR @Klin; 31 ARM-BR @Klin; 5 INF @0524; 21 ARM-BR @0824; 46 CAV-D
    @1124; 107 MOT-D @1925; 17 CAV-D @2127; 24 CAV-D @2329; 58 ARM-D @2318; 8 ARM-BR @1719
1 Assault Army: HQ @3403; 29 INF-BR @2302; 66 INF-BR @2603; 44 INF-BR @3102; 50 INF-BR @3403; 55 INF-BR
    @3804
20 Army: HQ @4901; 28 INF-BR @4305; 64 INF-BR @4606; 331 INF @5004
16 Army: HQ @3627; 2 Art. @3627; 1 Art. @3824; 4 ARM-BR @3824; 27 ARM-BR @3429; 126 INF @3031; 316 INF
    @3331; 50 CAV-D @3631; 28 ARM-BR @3828; 108 INF @4618; 53 CAV-D @3929; 18 INF @4228; 78 INF @4527
5 Army: HQ @5422; 144 INF @4827; 1 Art. @4923; 29 ARM-BR @4923; 2 Art. @5523; 50 INF @5126; 82 MOT-D @5426;
    32 INF @5625; 1310/18 INF-B @5018; 20 ARM-BR @5517; 22 ARM-BR @5517; 18 ARM-BR @5818; 19 ARM-BR @5818
33 Army: HQ @5818; 222 INF @5925; 110 INF @6425; 1 MOT-D @6225; 1 Art. @6122; 5 ARM-BR @6122; 2 Art. @6422;
    110 ARM-BR @6422
"""

RED_SNOW_AXIS = """
XX Corps: HQ @6325; ART @6325; 183 INF @6324 -2; 3 MOT @5924 -1; 258 INF @6124 -2
VII Corps: HQ @5428; ART @5428; 292 INF @5725 -2; 7 INF @5525 -3; 197 INF @5325 -2; 267 INF @5026 -1
IX Corps: HQ @4627; 78 INF @5024 -2; 87 INF @4922 -3
XXXX Corps: HQ @4221; ART @4221; 452/252 INF-R @4618; 461/252 INF-R @4720; 472/252 INF-R @4822; 10 ARM @4514
    -2; 5 ARM @4313 -1; SS MOT [DR] @4615 -2
XXXXVI Corps: HQ @3414; ART @3414; 2 ARM @4208 -1; 11 ARM @4212 -2; 35 INF @4109 -1
V Corps: HQ @Klin; ART @Klin; 106 INF @Klin -3
LVI Corps: HQ @2707; ART @2707; 6 ARM @4007 -2; 14 MOT @2604/2305; 7 ARM @3104/3303 -1; 36 MOT @2309/2312
XXVII Corps: HQ @1719; ART @1719; 184 AG-BR @1719; 189 AG-BR @1719; 167/86 INF-R @1818; 184/86 INF-R @1221
    -1; 216/86 INF-R @1519; 303/162 INF-R @2214; 314/162 INF-R @2017; 329/162 INF-R @2115
XXXXI Corps: HQ @0427; ART @0427; 600 AG-BR @0427; 110 INF @Kalinin; 1 ARM @0730 -3; 39/26 INF-R @0132;
    77/26 INF-R @0329; 78/26 INF-R @0331; 900 MOT-BR @0534; 427/129 INF-R @0524; 428/129 INF-R @0723;
    430/129 INF-R @0921; 23 INF @3507
"""

RED_SNOW_SOVIET = """
-: Moskwa INF-BR @Moscow; 332 INF @Moscow; 50 CAV-D @4809; 53 CAV-D @4809 -2
29 Army: HQ @0129; Art. @0129; 246 INF @0129; 54 CAV-D @0131; 252 INF @0229; 183 INF @0227; 174 INF @0127
31 Army: HQ @0421; 243 INF @0125; 250 INF @0224; Art. @0223; 110 INF @0324; 256 INF @0523; 359 INF @0620;
    262 INF @0422
30 Army: HQ @1715; Art. @1715; 379 INF @1715; 5 INF @0722; 46 CAV-D @1119; 185 INF @1717; 82 CAV-D @1916;
    371 INF @2014; 365 INF @2012; 18 CAV-D @2006; 24 CAV-D @2009; 348 INF @1808; 363 INF @1505; 58 ARM-BR
    @1203 -1
1 Assault Army: HQ @3102; 55 INF-BR @3102; 29 INF-BR @2103; 50 INF-BR @2403; 44 INF-BR @2603; 66 INF-BR
    @2803; 71 INF-BR @3302; 84 INF-BR @3502
20 Army: HQ @4207; 28 INF-BR @4207; 257/185 INF-B @4207; 64 INF-BR @4005; 331 INF @4308; 133 INF @4305; 27
    ARM-BR @4305; 354 INF @4310; 44 CAV-D @4412 -1; 4 ARM-BR @4507 -1; 78 INF @4609 -1
16 Army: HQ @5013; 27 ARM-BR @5114; 1 Art. @4711; 28 ARM-BR @4711 -1; 2 Art. @4609; 316 INF @4513 -1; 18 INF
    @4713 -1; 126 INF @4815; 108 INF @4816
5 Army: HQ @5018; 1 Art. @5018; 1310/18 INF-B @4718; 2 Art. @5221; 22 ARM-BR @5020; 144 INF @5022; 50 INF
    @5123; 82 MOT-D @5324 -1; 136 ARM-BR @5018 -1; 144 ARM-BR @5422 -1; 32 INF @5524; 20 ARM-BR @5507; 29
    ARM-BR @5507 -2; 18 ARM-BR @5818; 19 ARM-BR @5818; 140 ARM-BR @5623
33 Army: HQ @6321; 1 Art. @6321; 2 Art. @6121; 135 ARM-BR @6321; 5 ARM-BR @6122 -1; 113 INF @6424; 110 INF
    @6224; 1 MOT-D @5923 -1; 222 INF @5724
"""

REINFORCEMENTS = """
16: 18 CAV-D (30) Kirmy; 365 INF (30) Kirmy; Art. (30) Kirmy
17: 82 CAV-D (30) Kirmy
18: 185 INF (30) Kirmy
19: 379 INF (30) Kirmy
20: 363 INF (30) Kirmy; 71 INF-BR (1) Dmitrow
23: 348 INF (30) Kirmy; 84 INF-BR (1) Dmitrow
24: 371 INF (30) Kirmy
"""


class Printed(NamedTuple):
    """An entry of a printed set-up."""

    formation: str
    unit: str
    at: str
    lost: int


def entries(text: str) -> list[Printed]:
    """The entries of a transcription."""
    found = []
    for line in re.sub(r"\n +", " ", text.strip()).splitlines():
        formation, _, rest = line.partition(": ")
        for entry in rest.split("; "):
            unit, at, lost = re.fullmatch(r"(.+) @(\S+)(?: -(\d))?", entry).groups()  # type: ignore[union-attr]
            found.append(
                Printed(formation.partition(" ")[0], unit, at.lower().replace("/", " "), int(lost or 0))
            )
    return found


GERMAN = (
    (r"HQ", "HQ.{formation}"),
    (r"ART", "Art.{formation}"),
    (r"(\d+) INF", "{0}ID"),
    (r"(\d+) MOT(?:-BR)?", "{0}Mot"),
    (r"(\d+) ARM", "{0}Pz"),
    (r"SS MOT \[DR\]", "DR"),
    (r"(\d+) AG-BR", "StuG.{0}"),
    (r"(\d+)/(\d+) INF-R", "{1}ID.{0}"),
    (r"638 INF-R", "638Fr"),
    (r"HQ VI", "HQ.VI"),
)
SOVIET = (
    (r"HQ", "HQ.{army}"),
    (r"Art\.", "Art.{army}"),
    (r"(\d) Art\.", "Art{0}.{army}"),
    (r"Moskwa INF-(?:D|BR)", "1Msk 2Msk 3Msk 4Msk 5Msk"),
    (r"(\d+) INF", "{0}RD"),
    (r"(\d+) INF-BR", "{0}RB"),
    (r"(\d+) ARM-BR", "{0}TB"),
    (r"(\d+) ARM-D", "{0}TD"),
    (r"(\d+) CAV-D", "{0}CD"),
    (r"(\d+) MOT-D", "{0}MD"),
    (r"(\d+)/(\d+) INF-B", "{0}.{1}RD"),
)


def ids(side: str, unit: str, formation: str) -> str:
    """The ids in units.csv of what a printed name means."""
    army = "1SA" if formation == "1" else f"{formation}A"
    if (unit, formation) == ("110 INF", "31"):
        return "110RD.31A"  # printed for two armies (ruling M42)
    for pattern, id in GERMAN if side == "axis" else SOVIET:
        found = re.fullmatch(pattern, unit)
        if found:
            return id.format(*found.groups(), formation=formation, army=army)
    raise LookupError(unit)
