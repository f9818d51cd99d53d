"""Tips stand beside what they are about, and cover as little as can be."""

from __future__ import annotations

from treecompare.drawing.scene import Sides
from treecompare.drawing.seen import free_place

VIEW = (600, 400)
ABOUT = (280.0, 190.0, 320.0, 210.0)


def meet(one: Sides, other: Sides) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def tip_at(x: int, y: int) -> Sides:
    return x, y, x + 100, y + 50


def test_a_tip_stands_beside_what_it_is_about() -> None:
    *place, is_free = free_place((100, 50), ABOUT, [ABOUT], VIEW)
    left, top, right, bottom = tip_at(*place)
    assert is_free and not meet((left, top, right, bottom), ABOUT)
    assert meet((left - 20, top - 20, right + 20, bottom + 20), ABOUT)
    below, beside = (0.0, 200.0, 600.0, 400.0), (0.0, 180.0, 275.0, 200.0)  # what is there moves it
    *place, is_free = free_place((100, 50), ABOUT, [ABOUT, below, beside], VIEW)
    assert is_free and not any(meet(tip_at(*place), one) for one in (ABOUT, below, beside))


def test_where_nothing_is_free_as_little_as_can_be_is_covered() -> None:
    _, y, is_free = free_place((100, 50), ABOUT, [(0.0, 0.0, 600.0, 360.0)], VIEW)
    assert not is_free and y >= 330
    assert free_place((700, 50), ABOUT, [], VIEW) == (0, 0, False)
