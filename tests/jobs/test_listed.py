"""Rows and columns of the list: which columns have room."""

from __future__ import annotations

import numpy as np

from treecompare.jobs.base import SPARE, Column, Places
from treecompare.jobs.listed import LEAST_WORDS, WIDE, Listed


def test_columns_go_by_rank_and_spare_ones_stand_in_a_wide_list_only() -> None:
    listed = Listed()
    ranks = {"number": (5, 3), "words": (0, 0), "own": (6, 0), "spare": (4, SPARE)}
    columns = [Column(key, "", "figure", width, str, rank=rank) for key, (width, rank) in ranks.items()]
    listed.show(Places(np.arange(3), columns), 0)

    def there(letters: int) -> list[str]:
        widths = listed.fit(10 * letters, 10, 0, len)
        assert sum(widths) == 10 * letters
        return [one.key for one, width in zip(columns, widths, strict=True) if width]

    assert there(WIDE) == ["number", "words", "own", "spare"]
    assert there(WIDE - 1) == there(5 + 6 + LEAST_WORDS) == ["number", "words", "own"]
    assert there(5 + 6 + LEAST_WORDS - 1) == ["words", "own"]
