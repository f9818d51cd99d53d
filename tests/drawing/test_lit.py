"""What lies on top of a drawing and around it, as marks: what is lit and held, the strip of changes, a hand-out."""

from __future__ import annotations

import pytest

from treecompare.drawing.lit import (
    A4,
    LARGEST,
    MARGIN,
    Held,
    frame,
    handout,
    lit,
    place_of,
    shortened,
    strip,
    tick_at,
    x_of,
)
from treecompare.drawing.scene import (
    Dot,
    Entry,
    Grid,
    Label,
    PlainScene,
    Rect,
    SceneBox,
    Stroke,
    placed,
    points_along,
    spread,
)
from treecompare.drawing.seen import covers
from treecompare.drawing.style import ACCENT, FREE, NEAR_GROUND, SELECTION, TAKEN, estimated_width, rim


class BoxAt(SceneBox):
    def __init__(self, x: float, y: float, operation: str = "matched") -> None:
        super().__init__("", x, y, 40.0, operation)


def test_what_changed_keeps_its_ground_and_what_is_done_has_a_tick() -> None:
    same, changed = BoxAt(50, 50), BoxAt(150, 50, "deleted")
    marks = lit({same: False, changed: True}, [same], {same: True, changed: False})
    frames = [one for one in marks if isinstance(one, Rect)]
    assert [one.fill for one in frames] == [SELECTION, "", ""] and [one.ink for one in frames] == ["", ACCENT, ACCENT]
    assert frames[2].line > frames[1].line  # it is pinned
    assert [(one.x, one.y) for one in marks if isinstance(one, Dot)] == [(70, 40), (170, 40)]
    assert len([one for one in marks if isinstance(one, Stroke)]) == 1 + 1 + 2  # a line below, a tick, a cross


def test_a_line_leads_from_what_is_held_and_what_it_joins_can_be_read() -> None:
    held, near, far = BoxAt(50, 50), BoxAt(300, 60), BoxAt(500, 60)
    hands = Held([held], [far], held, [near, far], near, (300.0, 60.0))
    grounds = {one.fill for one in hands.marks if isinstance(one, Rect) and one.ink == FREE}
    assert NEAR_GROUND in grounds and len(grounds) == 2
    (line,) = (one for one in hands.marks if isinstance(one, Stroke))
    points = [line.start, *line.steps]
    for one in (held, near):
        around = frame(one, 4, 3)
        right, bottom = around.x + around.width, around.y + around.height
        assert not any(around.x <= x <= right and around.y <= y <= bottom for x, y in points)  # type: ignore[misc]
    assert max(y for _, y in points) > 70  # type: ignore[misc]  # it goes below what stands between
    assert line.ink == FREE and {one.ink for one in Held(held=held, end=(90.0, 90.0)).marks} == {TAKEN}
    assert Held(handles=[held]).marks and not Held(held=held, end=(50.0, 50.0)).marks[1:]


def test_the_strip_has_places_for_ticks_and_clicks() -> None:
    places, width = [(0.1, "deleted"), (0.9, "inserted"), (0.5, "swapped")], 200.0
    for number, (place, _) in enumerate(places):
        assert tick_at(places, x_of(place, width) + 3, width) == number
        assert place_of(x_of(place, width), width) == pytest.approx(place)
    assert tick_at(places, 60, width) == -1 and tick_at([], 60, width) == -1
    assert (place_of(-9, width), place_of(999, width)) == (0, 1)
    ticks = {
        one.fill: one for one in strip(places, 0, (0.2, 0.4), width).marks if isinstance(one, Rect) and not one.ink
    }
    upper, lower, whole = (ticks[rim(operation)] for _, operation in places)
    assert (
        upper.y < lower.y
        and upper.y + upper.height <= lower.y <= whole.y + whole.height
        and whole.height >= 2 * upper.height
    )
    assert len(strip(places, 0, (0.2, 0.4), width).marks) == 1 + 1 + 1 + 3
    assert len(strip(places, -1, (0.0, 1.0), width).marks) == 1 + 3  # all is seen, and one is at no change


def test_where_there_is_little_room_signs_and_figures_stay() -> None:
    counts = [Entry("1,234 gold only", "X<", "deleted"), Entry("7 nodes matched"), Entry("2 made by repair", "*")]
    assert [(one.sign, one.text) for one in shortened(counts)] == [("X<", "1,234"), ("*", "2")]
    said = [Entry("Identical"), Entry("2 made by repair", "*")]
    assert shortened(said) == said and shortened([]) == []


def test_what_is_drawn_in_a_corner_is_known() -> None:
    corner = (0.0, 0.0, 30.0, 20.0)
    curve = Stroke((0.0, 100.0), ((0.0, 0.0, 100.0, 0.0),))  # passes the corner of what is around it
    assert not covers(spread([curve]), corner) and covers(spread([curve]), (20.0, 20.0, 20.0, 20.0))
    assert covers(spread([Stroke((0.0, 10.0), ((100.0, 10.0),))]), corner) and not covers(
        spread([Label(80, 10, "word")]), corner
    )
    assert covers(spread([Label(40, 10, "word")]), corner) and covers(spread([Rect(20, 10, 30, 30, "line")]), corner)
    assert not covers(spread([Rect(40, 10, 30, 30, "line")]), corner)
    assert covers(spread([Rect(5, 5, 10, 10, "line")]), corner)  # whole within it
    both = [*spread([Rect(20, 10, 30, 30, "line"), Label(80, 10, "word")])]
    assert covers(both, corner) and not covers(both, corner, Label)
    xs = [x for x, _ in points_along(curve)]
    assert xs == sorted(xs) and (xs[0], xs[-1]) == (0, 100)


@pytest.mark.parametrize("scale", [0.8, 1.0, 1.25, 2.0])
def test_lines_lie_on_pixels(scale: float) -> None:
    grid = Grid(scale, scale, 0.3, 0.0)
    line = placed(Stroke((10.2, 0.0), ((10.2, 40.0), (25.0, 55.0))), 0.1, 0.0, grid)
    assert (
        isinstance(line, Stroke) and line.start[0] == line.steps[0][0] and line.steps[1] == pytest.approx((25.1, 55.0))
    )
    left = (line.start[0] - line.width / 2) * scale + 0.3
    assert left == pytest.approx(round(left)) and line.width * scale == pytest.approx(round(line.width * scale))
    assert placed(Stroke((10.2, 0.0), ((10.2, 40.0),)), 0.1, 0.0, None) == Stroke(
        (10.2 + 0.1, 0.0), ((10.2 + 0.1, 40.0),)
    )


@pytest.mark.parametrize(("width", "height"), [(300.0, 200.0), (2000.0, 400.0), (100.0, 5000.0)])
def test_all_of_a_hand_out_is_on_its_page(width: float, height: float) -> None:
    long = "x" * 300
    scores = [("T-Dice", "84.13", f"2·3 < 7 {number} {long}") for number in range(9)]
    texts = "a title", f"some words {long} and שלום", "a legend"
    page, (x, y, scale) = handout(texts, scores, "the foot", PlainScene(width, height, ()), estimated_width)
    assert (page.width, page.height) == (A4[::-1] if width == 2000 else A4) and 0 < scale <= LARGEST
    assert x >= MARGIN - 0.01 and x + scale * width <= page.width - MARGIN + 0.01
    said = [one for one in page.marks if isinstance(one, Label)]
    for one in said:
        wide = estimated_width(one.text, one.size)
        assert MARGIN - 1 <= (one.x if one.anchor == "start" else one.x - wide) <= page.width - MARGIN - wide + 1
    words = " ".join(one.text for one in said)
    assert (
        all(f"2·3 < 7 {number}" in words for number in range(9))
        and words.count("x") == 10 * 300
        and "the foot" in words
    )
    assert min(one.y for one in said if "T-Dice" in one.text) > y + scale * height
