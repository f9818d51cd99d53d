"""How wide columns of a table are where it has little room, without a window."""

from __future__ import annotations

import pytest

from treecompare.scores.looks import ResultRows
from treecompare.scores.result import ResultTable, count_column, share_column, text_column

ROWS = ResultRows(
    ResultTable(
        "Differences",
        (text_column("system"), share_column("a"), share_column("b"), count_column("p (Holm)"), text_column("why")),
        [["attach-high", 0.25, 1.0, 1000, "because it is so"], ["low", 0.5, 0.125, 1, ""]],
    )
)


def widths(room: int, chosen: int = -1) -> tuple[list[int], int]:
    """Of letters that are ten pixels wide."""
    return ROWS.widths(ROWS.needed(lambda text: 10 * len(text), lambda text: 10 * len(text)), room, chosen)


def test_columns_come_closer_before_any_has_no_room() -> None:
    wide, seen = widths(1000)
    assert seen == 1000 and wide[1] == wide[2]  # bars span equally much
    for room in (sum(wide) - 1, sum(wide) - 31):
        found, seen = widths(room)
        assert sum(found) <= room == seen and all(one < before for one, before in zip(found, wide, strict=True))
    sorted_by = widths(room, chosen=3)[0]
    assert sorted_by[3] > found[3] and sorted_by[:3] == found[:3]  # the sign of the order stands beside its heading


def test_no_figure_is_cut_and_a_text_goes_on() -> None:
    closest, seen = widths(10)
    assert seen == 10  # nothing but the first column has room
    assert widths(closest[0] + 5) == (closest, closest[0])
    for columns, bars in ((2, 1), (3, 2)):
        room = sum(closest[:columns]) + 51
        found, seen = widths(room)
        more = 51 // bars
        assert found == [closest[0], closest[1] + more, closest[2] + more, *closest[3:]]  # no room is left beside bars
        assert seen == sum(found[:columns]) == room - 51 % bars
    end = sum(closest[:4])
    assert widths(end + 5) == (closest, end + 5)


@pytest.mark.parametrize(
    ("values", "span"),
    [((0.83, 0.97), (0.8, 1.0)), ((0.83, 1.0), (0.8, 1.0)), ((0.83, 1.01), (0.0, 1.0)), ((0.1, 0.97), (0.0, 1.0))],
)
def test_bars_begin_later_where_all_shares_are_large(values: tuple[float, ...], span: tuple[float, float]) -> None:
    table = ResultTable("Scores", (share_column("a"),), [[one] for one in values])
    assert ResultRows(table).looks.bar_span == pytest.approx(span)


def test_a_text_ends_in_dots_where_that_is_enough_and_is_told_as_a_whole() -> None:
    closest, _ = widths(10)
    end = sum(closest[:4])
    assert widths(end + 120) == ([*closest[:4], 120], end + 120)
    assert ROWS.told(0, 4) == "because it is so" and ROWS.told(0, 0) == ""
