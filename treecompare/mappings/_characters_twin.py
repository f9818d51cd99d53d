"""The readable twin of the compiled ``_characters``: least-cost paths through the characters of two texts.

How much the rest of a path costs is found from the end, diagonal by diagonal (Ukkonen 1985): per cost, how far back one gets on
each diagonal. Then all least-cost paths are walked at once from the beginning, cost by cost, and the best one is kept per point.
"""

from __future__ import annotations

from array import array
from heapq import heapify, heappop, heappush
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

WORD_BREAK, SENTENCE_BREAK = 1, 2
REPLACED, MATCHED = 1, 2

Point = tuple[int, int]
_DIAGONAL, _DELETE, _INSERT = 0, 1, 2


class Layer(NamedTuple):
    """How far one gets from the end at some cost.

    For each diagonal from ``first`` (test characters behind a point less gold characters behind it), the most gold
    characters behind a point on it.
    """

    first: int
    farthest: array[int]

    def at(self, diagonal: int) -> int:
        """The most gold characters behind a point on a diagonal, -1 for none."""
        place = diagonal - self.first
        return self.farthest[place] if 0 <= place < len(self.farthest) else -1


def align_blocks(
    gold: NDArray[np.int32], gold_breaks: NDArray[np.uint8], test: NDArray[np.int32], test_breaks: NDArray[np.uint8],
    blocks: NDArray[np.int64], most_edits: int, most_points: int, gold_steps: NDArray[np.uint8],
    test_steps: NDArray[np.uint8], costs: NDArray[np.int64], spans: NDArray[np.int64], cancel: NDArray[np.int32],
) -> int:  # fmt: skip
    """Aligns blocks (rows: first and last gold character, first and last test character) of two texts, each for itself.

    ``gold``, ``test``: 2 x code point, + 1 for letters and digits. ``…_breaks``: at each offset WORD_BREAK, SENTENCE_BREAK or
    both; both ends of each block are sentence breaks. Writes ``…_steps`` (REPLACED or MATCHED, nothing for characters without
    counterpart), ``costs``, and into ``spans`` the stretches (as the blocks) between the points of the path where both sides
    have a sentence break. Returns how many stretches there are, -1 if ``cancel[0]`` ended the work. A block whose cost is
    above ``most_edits``, or with more than about ``most_points`` points on least-cost paths, gets the cost -1, and nothing else.
    """
    count = 0
    for block, (g, g_last, t, t_last) in enumerate(blocks.tolist()):
        if cancel[0]:
            return -1
        found = _path(
            gold[g:g_last].tolist(), gold_breaks[g : g_last + 1].tolist(), test[t:t_last].tolist(),
            test_breaks[t : t_last + 1].tolist(), most_edits, most_points, cancel,
        )  # fmt: skip
        if cancel[0]:
            return -1
        costs[block] = -1
        if found is None:
            continue
        costs[block], path = found
        last = path[0]
        for (x, y), (next_x, next_y) in pairwise(path):
            if next_x > x and next_y > y:
                same = gold[g + x] == test[t + y]
                gold_steps[g + x] = test_steps[t + y] = MATCHED if same else REPLACED
            if gold_breaks[g + next_x] & test_breaks[t + next_y] & SENTENCE_BREAK:
                spans[count] = g + last[0], g + next_x, t + last[1], t + next_y
                last = next_x, next_y
                count += 1
    return count


def _path(
    gold: list[int], gold_breaks: list[int], test: list[int], test_breaks: list[int],
    most_edits: int, most_points: int, cancel: NDArray[np.int32],
) -> tuple[int, list[Point]] | None:  # fmt: skip
    """The cost and the points of the best path; None if there is too much to do."""
    x, y = _before_equal_end(gold, gold_breaks, test, test_breaks)
    behind = [(x + step, y + step) for step in range(1, len(gold) - x + 1)]
    if x == 0 or y == 0:
        # nothing to choose: deletions only, or insertions only
        before = [(here, 0) for here in range(x + 1)] if x else [(0, here) for here in range(y + 1)]
        return x + y, before + behind
    layers = _layers(gold[:x], test[:y], most_edits, cancel)
    if layers is None:
        return None
    path = _best(gold[:x], gold_breaks, test[:y], test_breaks, layers, most_points, cancel)
    return None if path is None else (len(layers) - 1, path + behind)


def _before_equal_end(gold: list[int], gold_breaks: list[int], test: list[int], test_breaks: list[int]) -> Point:
    """Where the last sentences with the same words in both texts begin: no path is better than the diagonal there."""
    x, y = len(gold), len(test)
    found = x, y
    while x and y and gold[x - 1] == test[y - 1] and gold_breaks[x - 1] == test_breaks[y - 1]:
        x, y = x - 1, y - 1
        if gold_breaks[x] & SENTENCE_BREAK:
            found = x, y
    return found


def _layers(gold: list[int], test: list[int], most_edits: int, cancel: NDArray[np.int32]) -> list[Layer] | None:
    """For every cost up to that of the whole, how far one gets from the end."""
    gold, test = gold[::-1], test[::-1]

    def along(u: int, diagonal: int) -> int:
        while u < len(gold) and u + diagonal < len(test) and gold[u] == test[u + diagonal]:
            u += 1
        return u

    layers = [Layer(0, array("i", [along(0, 0)]))]
    while layers[-1].at(len(test) - len(gold)) != len(gold):
        cost, before = len(layers), layers[-1]
        if cost > most_edits or cancel[0]:
            return None
        layer = Layer(-min(cost, len(gold)), array("i"))
        for diagonal in range(layer.first, min(cost, len(test)) + 1):
            u = before.at(diagonal)
            if 0 <= u < len(gold) and u + diagonal < len(test) and _replaceable(gold[u], test[u + diagonal]):
                u += 1
            u = max(u, before.at(diagonal - 1), before.at(diagonal + 1) + 1)
            layer.farthest.append(along(min(u, len(gold), len(test) - diagonal), diagonal))
        layers.append(layer)
    return layers


def _replaceable(gold: int, test: int) -> bool:
    """Letters and digits stand only for letters and digits, others only for others."""
    return (gold ^ test) & 1 == 0


def _best(
    gold: list[int], gold_breaks: list[int], test: list[int], test_breaks: list[int], layers: list[Layer],
    most_points: int, cancel: NDArray[np.int32],
) -> list[Point] | None:  # fmt: skip
    """The path with most common sentence breaks, then most common word breaks; None if too many points lie on such paths.

    Of equally good ones that which, read backwards, prefers a pair of characters, then a deletion, then an insertion.
    """
    # per point the common breaks up to there (less is better, as in a heap), and the step by which one comes there
    best: dict[Point, tuple[tuple[int, int], int]] = {}
    before: dict[Point, tuple[int, int]] = {}
    for layer in layers[::-1]:
        arrived: dict[Point, list[tuple[tuple[int, int], int]]] = {} if before else {(0, 0): [((0, 0), _DIAGONAL)]}
        for (x, y), value in before.items():
            for step, (to_x, to_y) in enumerate(((x + 1, y + 1), (x + 1, y), (x, y + 1))):
                if to_x > len(gold) or to_y > len(test) or (step == _DIAGONAL and not _replaceable(gold[x], test[y])):
                    continue
                diagonal = (len(test) - to_y) - (len(gold) - to_x)
                if layer.at(diagonal) >= len(gold) - to_x:
                    arrived.setdefault((to_x, to_y), []).append((value, step))
        todo = list(arrived)
        heapify(todo)
        before = {}
        while todo:
            x, y = heappop(todo)
            if (x, y) in before:
                continue
            value, step = min(arrived[x, y])
            common = gold_breaks[x] & test_breaks[y]
            value = value[0] - (common >= SENTENCE_BREAK), value[1] - (common & WORD_BREAK)
            before[x, y] = value
            best[x, y] = value, step
            if x < len(gold) and y < len(test) and gold[x] == test[y]:
                arrived.setdefault((x + 1, y + 1), []).append((value, _DIAGONAL))
                heappush(todo, (x + 1, y + 1))
        if len(best) > most_points or cancel[0]:
            return None
    x, y = len(gold), len(test)
    path = [(x, y)]
    while (x, y) != (0, 0):
        step = best[x, y][1]
        x, y = x - (step != _INSERT), y - (step != _DELETE)
        path.append((x, y))
    return path[::-1]
