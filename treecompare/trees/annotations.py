"""What some treebanks have beside their trees: words whose constituents cross, edge labels, lemmas, secondary edges."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

EDGE, LEMMA, MORPH = "edge", "lemma", "morph"
"""Names of columns: the label of the edge above a node, and what formats say of its word."""
REPAIR = "repair"
"""Name of a column: brackets that were made by repair of raw output."""
MADE_ARC = "Made=Repair"
"""In the column MISC of raw output: nobody answered the arc to this word."""
ABSENT = -1
"""In a column: nothing is said of the node."""


@dataclass(frozen=True, eq=False)
class Extras:
    """Further columns of trees; those of a treebank without any are None, and cost nothing.

    ``positions``: where the words stand, one entry per node (of no meaning at other nodes); it grows from word to word of the file,
    and only its order counts. None: all words stand in the order of the nodes. ``columns``: a symbol per node, or ABSENT.
    ``secondary``: ``[edges, 3]``: a node, its further mother (places in the columns of the trees), the symbol of the label;
    those of a sentence stand together, in the order of the sentences. ``origins``: which node each was before it was prepared, or
    ABSENT; None where nobody asked (``with_origins`` of ``preparation.py``).
    """

    positions: NDArray[np.int64] | None = None
    columns: dict[str, NDArray[np.int32]] = field(default_factory=dict)
    secondary: NDArray[np.int64] | None = None
    origins: NDArray[np.int32] | None = None

    @property
    def are_positions(self) -> bool:
        """Whether nothing is said of nodes, except where words stand."""
        return not self.columns and self.secondary is None and self.origins is None

    def _each(self, change: Callable[[NDArray[Any], int], NDArray[Any]], secondary: NDArray[np.int64] | None) -> Extras:
        """All columns changed; ``change`` gets what stands in one where nothing is said."""
        positions, origins = (
            None if one is None else change(one, none) for one, none in ((self.positions, 0), (self.origins, ABSENT))
        )
        columns = {name: change(column, ABSENT) for name, column in self.columns.items()}
        return Extras(positions, columns, secondary, origins)

    def taken(self, nodes: NDArray[np.int64], before: int) -> Extras:
        """Those of the chosen ones of ``before`` nodes; a secondary edge stays if both of its ends do."""
        secondary = self.secondary
        if secondary is not None and len(secondary):
            number = np.full(before, -1, np.int64)
            number[nodes] = np.arange(len(nodes))
            ends = number[secondary[:, :2]]
            stays = (ends >= 0).all(axis=1)
            secondary = np.column_stack((ends[stays], secondary[stays, 2]))
            secondary = secondary[np.argsort(secondary[:, 0], kind="stable")]
        return self._each(lambda column, _: column[nodes], secondary)

    def with_nodes(self, places: NDArray[np.int64], before: int) -> Extras:
        """The same with new nodes, of which nothing is said, before these places of ``before`` nodes."""
        secondary = self.secondary
        if secondary is not None:
            ends = secondary[:, :2]
            secondary = np.column_stack((ends + np.searchsorted(places, ends, side="right"), secondary[:, 2]))
        return self._each(lambda column, none: np.insert(column, places, none), secondary)

    def part(self, here: slice) -> Extras:
        """Those of whole sentences beside each other."""
        secondary = self.secondary
        if secondary is not None:
            first, last = np.searchsorted(secondary[:, 0], (here.start, here.stop)).tolist()
            secondary = secondary[first:last] - np.array([here.start, here.start, 0])
        return self._each(lambda column, _: column[here], secondary)

    def translated(self, numbers: NDArray[np.int32]) -> Extras:
        """The same with other symbols: ``numbers`` has the new number of each."""
        columns = {
            name: np.where(column < 0, ABSENT, numbers[column]).astype(np.int32)
            for name, column in self.columns.items()
        }
        secondary = self.secondary
        if secondary is not None and len(secondary):
            secondary = np.column_stack((secondary[:, :2], numbers[secondary[:, 2]]))
        return replace(self, columns=columns, secondary=secondary)

    def used(self) -> list[NDArray[np.int32]]:
        """The symbols that occur."""
        secondary = [] if self.secondary is None else [self.secondary[:, 2].astype(np.int32)]
        return [*(column[column >= 0] for column in self.columns.values()), *secondary]

    @classmethod
    def joined(cls, parts: Sequence[tuple[Extras | None, int]]) -> Extras | None:
        """Those of parts one after the other, each with its number of nodes; None where no part has any.

        What one part has and another has not is absent there.
        """
        some = [one for one, _ in parts if one is not None]
        if not some:
            return None
        extras, sizes = [one or cls() for one, _ in parts], [nodes for _, nodes in parts]

        def joined(columns: Sequence[NDArray[np.int32] | None]) -> NDArray[np.int32]:
            whole = zip(columns, sizes, strict=True)
            return np.concatenate([np.full(nodes, ABSENT, np.int32) if one is None else one for one, nodes in whole])

        names = dict.fromkeys(name for one in some for name in one.columns)
        pieces, secondary, last, shift = [], [], 0, 0
        for one, nodes in zip(extras, sizes, strict=True):
            own = np.arange(nodes) if one.positions is None else one.positions
            pieces.append(own - int(own.min(initial=0)) + last)
            last = int(pieces[-1].max(initial=last - 1)) + 1
            if one.secondary is not None:
                secondary.append(one.secondary + np.array([shift, shift, 0]))
            shift += nodes
        return cls(
            np.concatenate(pieces) if any(one.positions is not None for one in some) else None,
            {name: joined([one.columns.get(name) for one in extras]) for name in names},
            np.concatenate(secondary) if secondary else None,
            joined([one.origins for one in extras]) if any(one.origins is not None for one in some) else None,
        )
