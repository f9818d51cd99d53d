"""The drawing of a sentence: which formats each kind of comparison can write."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from treecompare.errors import UsageError

if TYPE_CHECKING:
    from treecompare.mappings.mapping import Mapping


@dataclass(frozen=True)
class Wanted:
    """How a sentence is drawn. A kind of comparison ignores what does not apply to it.

    ``mapping``: T or E; ``part``: whole or roof; ``labelled``; ``layout``: mirrored, side-by-side or merged; ``elide``: whether
    parts that are the same on both sides are left out; ``theme``: light or dark. ``golds``: names of golds whose own trees are
    drawn above what several golds have in common. ``relabels``: function trees as tree distance with relabelling compares them.
    ``edge_labels``, ``secondary_edges``: of trees that have some.
    """

    mapping: str = "T"
    part: str = "whole"
    labelled: bool = True
    layout: str = "mirrored"
    elide: bool = True
    right_to_left: bool = False
    theme: str = "light"
    golds: tuple[str, ...] = ()
    relabels: bool = False
    edge_labels: bool = True
    secondary_edges: bool = True


DEFAULT = Wanted()


class SentenceDrawing(ABC):
    """Gold and system of one sentence. ``title``: which sentence, of which system."""

    of: ClassVar[str]
    """What is drawn, in the plural."""
    title: str

    @abstractmethod
    def writers(self) -> dict[str, Callable[[], str]]:
        """What can be written, by the name of the format: ``text``, ``svg``, ``latex`` and others."""

    def nodes(self) -> Mapping:
        """The mapping between the nodes of both trees that is drawn.

        Raises:
            UsageError: there are no such trees.
        """
        raise UsageError(f"{self.of} have no mapping of nodes; expected trees of constituents")

    def written(self, form: str) -> str:
        """The drawing in a format.

        Raises:
            UsageError: it cannot be drawn like that.
        """
        writers = self.writers()
        if form not in writers:
            *others, last = writers
            raise UsageError(f"{self.of} are drawn as {', '.join(others)} or {last}, not as '{form}'")
        return writers[form]()


def as_json(value: Any) -> str:
    """An object as the command line prints it."""
    return json.dumps(value, ensure_ascii=False, indent=1)
