"""How much of two trees is folded: as little as the room allows. No Qt."""

from __future__ import annotations

from treecompare.drawing.columns import GOLD, Maker, Way, ends_text
from treecompare.drawing.style import FONT_SIZE, GAP
from treecompare.mappings.mapping import Mapping


def fitting_maker(mapping: Mapping, parts: dict[int, int], way: Way) -> Maker:
    """Columns and levels in their places, with as few of the ``parts`` folded as the room allows, large ones first; without a room
    all are."""
    if way.room is None or not parts:
        maker = Maker(mapping, parts, way)
        maker.place()
        return maker
    words = [way.measure(word, FONT_SIZE) + 8 + GAP for word in mapping.gold.words]
    saved = {}
    for node in parts:
        first, last = int(mapping.gold.starts[node]), int(mapping.gold.ends[node])
        saved[node] = (
            sum(words[first:last]) - way.measure(ends_text(mapping.gold.words[first:last]), FONT_SIZE) - 8 - GAP
        )
    waiting = sorted(parts, key=lambda node: saved[node])
    folds: dict[int, int] = {}
    number = 1 if way.stacked or way.arrangement != "side-by-side" else 2  # of trees beside each other
    width = number * (sum(words) - GAP)
    while True:
        while waiting and not way.has_room(width):
            node = waiting.pop()
            folds[node] = parts[node]
            width -= number * saved[node]
        maker = Maker(mapping, folds, way)
        maker.place()
        if waiting and maker.is_too_high():
            high = [node for node in waiting if maker.levels[GOLD][node] > 2]
            folds |= {node: parts[node] for node in high}
            waiting = [node for node in waiting if node not in folds]
            width = maker.whole_width - number * sum(saved[node] for node in high)
            if high:
                continue
        if not waiting or way.has_room(maker.whole_width):
            return maker
        width = maker.whole_width
