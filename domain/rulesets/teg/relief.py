"""Mountains, woods and deserts on the land: small signs, as on old maps, between the labels."""

from typing import Final

# Each sign in steps from the middle of its foot.
_MOUNTAIN: Final = "m-13 0l9-17 4 7 5-10 9 20m-18-17l3 9m10-12l3 11"
_FIRS: Final = "m-4 0v-3m-4 0h8l-3-5h2l-3-7-3 7h2zm9 3v-3m-3 0h6l-2-4h1l-2-5-2 5h1z"
_TREE: Final = "v-5a4 4 0 0 1-5-5a4 4 0 0 1 4-4a5 5 0 0 1 7 2a4 4 0 0 1-3 7z"
_DUNES: Final = "m-12 0q6-7 12 0m-4-3q6-6 13 1"

_PLACES: Final = (
    (
        _MOUNTAIN,
        (
            "143,218 241,218 1177,288 202,311 1283,318 1406,319 1337,331 1279,381 1173,397 "
            "1057,410 977,412 1380,418 1308,438 1112,440 1154,448 1342,448 774,595 859,605 "
            "272,730"
        ),
    ),
    (
        _FIRS,
        (
            "1183,96 1283,112 364,128 1142,129 1282,135 287,137 1052,148 1204,185 1226,189 "
            "946,195 1319,200 915,201 313,221 1187,221 1451,222 342,223 388,223 462,226 971,226 "
            "1376,250 355,252 1410,257 1295,266 814,301 960,306 930,316 854,318 864,420"
        ),
    ),
    (
        _TREE,
        (
            "646,352 1309,483 1271,493 1193,500 488,534 509,572 403,574 730,611 686,613 "
            "1193,614 535,615 1325,617 485,651 360,670 387,670 501,691 696,711"
        ),
    ),
    (
        _DUNES,
        (
            "583,155 1139,236 1054,261 1084,286 1032,478 1039,492 829,500 623,512 834,515 "
            "625,526 1062,577 653,579 1369,685 1464,690 810,697 1376,704 1453,712 1494,740"
        ),
    ),
)
"""Each sign, and where its foot is."""

_DRAWN: Final = "".join(
    f"M{at.replace(',', ' ')}{steps}" for steps, places in _PLACES for at in places.split()
)
RELIEF: Final = (
    f'<path class="relief" d="{_DRAWN}" fill="none" stroke="#3b2c17" stroke-opacity=".5" '
    'stroke-width="1.3" stroke-linejoin="round" stroke-linecap="round" pointer-events="none"/>'
)
"""All signs as one path, through which the land below it is pointed at."""
