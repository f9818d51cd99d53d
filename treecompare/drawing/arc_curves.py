"""How arcs run: where those of a word begin and end beside each other, and the corners of each."""

from __future__ import annotations

from treecompare.drawing.arcs import LABEL_SIZE, ROW, ArcDrawing, Curve, Piece
from treecompare.drawing.style import estimated_width
from treecompare.mappings.mapping import MATCHED

BESIDE = 6.5
"""Arcs of one head begin so far beside each other."""


def curves_of(drawing: ArcDrawing) -> tuple[Curve, ...]:
    """One per piece."""
    landings, taken = _landings(drawing)
    shifts = _shifts(drawing, taken)
    return tuple(_curve(drawing, *one) for one in zip(drawing.pieces, shifts, landings, strict=True))


def _landings(drawing: ArcDrawing) -> tuple[list[float], dict[tuple[str, int], float]]:
    """How far from the middle of its word each piece ends: several beside each other, so that none crosses another. By side and
    place of a word, half of the room that they take."""
    ends: dict[tuple[str, int], list[int]] = {}
    for number, piece in enumerate(drawing.pieces):
        if not piece.goes:
            arc = drawing.arcs[piece.arc]
            ends.setdefault((arc.side, drawing.place_of[arc.word]), []).append(number)

    def order(number: int) -> float:
        arc, height = drawing.arcs[drawing.pieces[number].arc], drawing.pieces[number].height
        is_from_left = (arc.head < arc.word) != drawing.right_to_left
        return 0.0 if arc.head < 0 else height - 1e9 if is_from_left else 1e9 - height

    shifts, taken = [0.0] * len(drawing.pieces), {}
    for key, numbers in ends.items():
        taken[key] = BESIDE * (len(numbers) - 1) / 2
        for place, number in enumerate(sorted(numbers, key=order) if len(numbers) > 1 else ()):
            shifts[number] = BESIDE * place - taken[key]
    return shifts, taken


def _shifts(drawing: ArcDrawing, taken: dict[tuple[str, int], float]) -> list[float]:
    """Offset of each piece from the middle of its head: arcs to one side start beside each other, long ones inside.

    ``taken``: where arcs to it end.
    """
    beside: dict[tuple[str, int, bool], list[int]] = {}
    for place, piece in enumerate(drawing.pieces):
        arc = drawing.arcs[piece.arc]
        if arc.head >= 0 and not piece.comes:
            head, word = drawing.place_of[arc.head], drawing.place_of[arc.word]
            beside.setdefault((arc.side, head, word > head), []).append(place)
    shifts = [0.0] * len(drawing.pieces)
    for (side, head, _), places in beside.items():
        # what goes on in another row is the longest
        order = sorted(places, key=lambda place: (-abs(drawing.pieces[place].goes), -drawing.pieces[place].height))
        for number, place in enumerate(order):
            shifts[place] = BESIDE * (number + 1) + taken.get((side, head), 0.0)
    return shifts


def _curve(drawing: ArcDrawing, piece: Piece, beside: float, landing: float) -> Curve:
    arc, row = drawing.arcs[piece.arc], drawing.rows[piece.row]
    sign, base = (-1, row.base) if drawing.is_above(arc) else (1, row.base + ROW)
    peak = base + sign * piece.height
    x = drawing.centres[arc.word] + landing
    tip = (x, base + sign)
    away = 7.0 if arc.operation == MATCHED or drawing.is_dense else 0.0
    if arc.head < 0:
        return Curve(((x, peak), (x, base + sign * 3)), tip, (x, peak + sign * 7))
    edges = {-1: row.left, 1: row.right}
    start = edges[piece.comes] if piece.comes else drawing.centres[arc.head]
    end = edges[piece.goes] if piece.goes else x
    sign_x = 1 if start < end or arc.head == arc.word else -1
    start += 0 if piece.comes else -beside if arc.head == arc.word else sign_x * beside
    rise = ((start, peak),) if piece.comes else ((start, base), (start, peak))
    fall = ((end, peak),) if piece.goes else ((end, peak), (end, base + sign * 3))
    half = estimated_width(arc.text, LABEL_SIZE) / 2 + 2
    middle = min(max((start + end) / 2, half), max(drawing.width - half, half))
    return Curve((*rise, *fall), None if piece.goes else tip, (middle, peak + sign * away))
