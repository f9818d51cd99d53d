"""Head rules: which daughter of a constituent is its head, and what relation the others have to it.

:mod:`treecompare.trees.head_rule_tables` says how rules are written down, and reads them.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from treecompare.trees.edge_labels import DASH, split_label

NO_RELATION = "_"
FUNCTION = "(function)"


@dataclass(frozen=True)
class Label:
    """A node's label: its category and its grammatical functions, without indices."""

    category: str
    functions: tuple[str, ...] = ()

    @classmethod
    def of(cls, text: str, separator: str = DASH, edge: str = "") -> Label:
        """The label that a treebank writes so; ``edge``: what stands on the edge above the node, a function, too."""
        category, functions = split_label(text, separator)
        functions += [edge] if edge and edge not in functions else []
        return cls(category or text, tuple(functions))


WORD_LABEL = Label("")
"""Of words that stand directly under a constituent: only ``*`` fits."""


@dataclass(frozen=True)
class Pattern:
    """Which labels a rule applies to. ``category`` may end in ``*``; all of ``functions`` must be there."""

    category: str
    functions: frozenset[str]

    @classmethod
    def of(cls, text: str, separator: str = DASH) -> Pattern:
        """As tables write it."""
        if text.startswith(separator) and not text.endswith(separator):
            return cls("*", frozenset(text.removeprefix(separator).split(separator)))
        category, functions = split_label(text, separator)
        return cls(category or text, frozenset(functions))

    def fits(self, label: Label) -> bool:
        """Whether the rule applies to that label."""
        if self.category.endswith("*") and label.category != self.category:
            if not label.category.startswith(self.category[:-1]):
                return False
        elif label.category != self.category:
            return False
        return self.functions <= set(label.functions)


def _any_fits(patterns: tuple[Pattern, ...], label: Label) -> bool:
    return any(pattern.fits(label) for pattern in patterns)


@dataclass(frozen=True)
class Step:
    """One step of a search for the head: from which side, and for which labels; without ``patterns``, anything but punctuation."""

    from_left: bool
    patterns: tuple[Pattern, ...]
    text: str


@dataclass(frozen=True)
class HeadRow:
    """The steps for some mothers; ``line`` of the file."""

    mothers: tuple[Pattern, ...]
    steps: tuple[Step, ...]
    line: int


@dataclass(frozen=True)
class RelationRow:
    """A relation and which daughters have it; empty patterns fit everything, ``before`` None either side."""

    relation: str
    daughters: tuple[Pattern, ...]
    under: tuple[Pattern, ...]
    beside: tuple[Pattern, ...]
    before: bool | None
    line: int

    def fits(self, daughter: Label, mother: Label, head: Label, before: bool) -> bool:
        """Whether the daughter has this relation."""
        return (
            _any_fits(self.daughters, daughter)
            and (not self.under or _any_fits(self.under, mother))
            and (not self.beside or _any_fits(self.beside, head))
            and self.before in (None, before)
            and (self.relation != FUNCTION or bool(daughter.functions))
        )


@dataclass(frozen=True)
class InnerRow:
    """In ``mothers``, what follows the first daughter that fits ``after`` becomes a node with that label."""

    label: str
    mothers: tuple[Pattern, ...]
    after: tuple[Pattern, ...]


@dataclass(frozen=True)
class Choice:
    """Why a daughter is the head: ``daughter`` from 0 (None: no rule finds one), and the rule, for people."""

    daughter: int | None
    reason: str


@dataclass(frozen=True)
class HeadRules:
    """A table. ``name``: what signatures call it.

    ``separator``: what functions follow in labels. ``transparent``: nodes that are left out, their daughters move up; ``inner``:
    nodes that are put in. ``chain``: the relations of conjunctions and conjuncts that depend on each other in a row. ``down``: the
    relation of full verbs to auxiliaries, and those of what moves down to the full verb.
    """

    name: str
    path: str
    heads: tuple[HeadRow, ...]
    relations: tuple[RelationRow, ...]
    title: str = ""
    traces: frozenset[str] = frozenset()
    punctuation: tuple[Pattern, ...] = ()
    conjunctions: tuple[Pattern, ...] = ()
    root: str = "ROOT"
    separator: str = DASH
    transparent: tuple[Pattern, ...] = ()
    inner: tuple[InnerRow, ...] = ()
    chain: tuple[str, ...] = ()
    down: tuple[str, ...] = ()
    _rows: dict[Label, HeadRow | None] = field(default_factory=dict, repr=False, compare=False)

    def label(self, text: str, edge: str = "") -> Label:
        """A label as the table reads it."""
        return Label.of(text, self.separator, edge)

    def is_punctuation(self, label: Label) -> bool:
        """Whether a daughter with that label is punctuation."""
        return _any_fits(self.punctuation, label)

    def is_conjunction(self, label: Label) -> bool:
        """Whether a daughter with that label is a coordinating conjunction."""
        return _any_fits(self.conjunctions, label)

    def row(self, mother: Label) -> HeadRow | None:
        """The first line that fits a mother."""
        if mother not in self._rows:
            self._rows[mother] = next((row for row in self.heads if _any_fits(row.mothers, mother)), None)
        return self._rows[mother]

    def has_line_for(self, category: str) -> bool:
        """Whether a line names mothers of that category, not only all that no other line names."""
        return any(pattern.category == category for row in self.heads for pattern in row.mothers)

    def rank(self, mother: Label, daughter: Label) -> tuple[int, bool] | None:
        """The rank of a daughter as head and the side of the search; None: never the head.

        The least rank among daughters wins; between equal ranks the first from that side. Ranks are twice the step's
        place, and one more for punctuation that nothing names.
        """
        row = self.row(mother)
        for place, step in enumerate(row.steps if row else ()):
            if _any_fits(step.patterns, daughter):
                return 2 * place, step.from_left
            if not step.patterns:
                return 2 * place + self.is_punctuation(daughter), step.from_left
        return None

    def relation(self, daughter: Label, mother: Label, head: Label, before: bool) -> str:
        """The relation of a daughter to the head of its mother; ``before``: it stands before the head daughter."""
        row = next((row for row in self.relations if row.fits(daughter, mother, head, before)), None)
        if row is None:
            return NO_RELATION
        return "-".join(daughter.functions) if row.relation == FUNCTION else row.relation

    def choose(self, mother: str, daughters: list[str]) -> Choice:
        """The head among daughters, by their labels as the treebank writes them, and which rule says so.

        Punctuation and traces count as any other daughter here; :func:`treecompare.trees.conversion.to_dependencies`
        removes traces first.
        """
        if len(daughters) == 1:
            return Choice(0, "the only daughter is the head")
        above, labels = self.label(mother), [self.label(daughter) if daughter else WORD_LABEL for daughter in daughters]
        row = self.row(above)
        keys = []
        for place, label in enumerate(labels):
            rank = self.rank(above, label)
            if rank is not None:
                keys.append((rank[0], place if rank[1] else -place, place))
        if row is None or not keys:
            return Choice(None, f"no rule of {self.name} finds a head of {mother or 'a bracket without a label'}")
        rank_, _, head = min(keys)
        step = row.steps[rank_ // 2]
        side = "left" if step.from_left else "right"
        what = f"the first of {step.text} from the {side}" if step.patterns else f"the first from the {side}"
        if not step.patterns and self.is_punctuation(labels[head]):
            what += ", punctuation for want of anything else"
        reason = f"{self.name}, line {row.line}: {what}"
        before = self.before_conjunction(labels, head)
        if before != head:
            return Choice(before, f"{reason}; it follows a conjunction, so the daughter before that is the head")
        return Choice(head, reason)

    def before_conjunction(self, labels: list[Label], head: int) -> int:
        """Where the head stands directly behind a conjunction: what stands before that, past one punctuation mark."""
        if head < 2 or not self.is_conjunction(labels[head - 1]):
            return head
        before = head - 2
        if self.is_punctuation(labels[before]):
            before -= 1
        return head if before < 0 or self.is_punctuation(labels[before]) else before
