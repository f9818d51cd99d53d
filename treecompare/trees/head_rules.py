r"""Head rules: which daughter of a constituent is its head, and what relation the others have to it; and the tables in which they
are written.

A table is a text file that people can write; ``resources/head-rules`` holds the shipped ones, each explains itself::

    title       what the table is
    punctuation , . :
    [heads]
    VP          left VBD > VBN > MD ; right NP NN ; left
    *           left
    [relations]
    SBJ         -SBJ
    OBJ         NP under VP beside VB* after

A line that begins with ``#`` is a comment, one that begins with a blank goes on with the line before. A label that begins
with ``#`` is written ``\#`` where it stands first in its line.

Above the sections: ``title``; ``traces``, tags that go with their words before anything else; ``punctuation``, labels
that are heads only where a rule names them or nothing else is left, and that depend on the head of their mother like
every other daughter; ``conjunction``, tags of coordinating conjunctions: where the chosen head stands directly behind
one, the daughter before it is the head instead (one further if that is punctuation: Collins 1999, appendix A);
``root``, the relation of the root; ``separator``, what functions follow in labels, if not the dash (and before them in the table);
``heads``, a shipped table whose ``[heads]`` follow those given here. Labels of edges are functions, too.
``transparent``, nodes that go before heads are looked for, so that their daughters are those of their mothers (topological fields);
``chain``, the relations of conjunctions and conjuncts, each of which depends on the one before it; ``down``, the relation of full
verbs to auxiliaries, then those that move from the auxiliary down to the full verb.

``[inner]``: a label, labels of mothers, ``after``, labels of daughters: what follows such a daughter becomes a node with that
label, if it is more than one daughter: ``NP-NK PP after -AC`` makes ``(PP in (NP-NK der Stadt))`` of ``(PP in der Stadt)``.

``[heads]``: labels of the mother, then steps, tried in order and separated by ``;``. ``left`` looks at the daughters
from the left, ``right`` from the right. Labels with blanks between them are equals: the first daughter with any of
them is taken; ``>`` begins a new step in the same direction. A direction without labels takes the first daughter that
is not punctuation. The only daughter is always the head. The first line that fits the mother counts.

``[relations]``: the relation, then which daughters have it: their labels, labels of the mother (``under``), of the
head daughter (``beside``), and whether they stand ``before`` or ``after`` it. The first line that fits counts; where
none does the relation is ``_``. ``(function)`` as a relation is what follows the dash of the daughter's label, as in
TIGER; such a line fits only daughters that have one.

A label is a category (``NP``), one with functions (``NP-SBJ``), a function (``-SBJ``), the beginning of a category
(``VB*``), or any (``*``).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

from treecompare import resources
from treecompare.errors import ReadError, UsageError
from treecompare.reading import exists, lines_of, read_lines, unescaped, words_of
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


# -- tables of head rules ----------------------------------------------------------------------------------------------


def shipped() -> list[str]:
    """Names of the tables that come with the program."""
    return resources.head_rule_tables()


def head_rules(name: str) -> HeadRules:
    """A shipped table by its name, or the table of that path. Raises ReadError: the file cannot be read; says line and what was
    expected; UsageError: there is neither such a table nor such a file."""
    if name in shipped():
        return read_head_rules(str(resources.path(f"head-rules/{name}.txt")), name)
    if not exists(name):
        raise UsageError(
            f"{name}: no such head rules; expected {', '.join(shipped())} or the path of a table of head rules"
        )
    return read_head_rules(name)


def read_head_rules(path: str, name: str | None = None) -> HeadRules:
    """A table of head rules; ``name``: the file's name without it. Raises ReadError: as :func:`head_rules`."""
    lines = read_lines(path, "expected a table of head rules")
    return parse_head_rules("\n".join(lines), path, name or Path(path).stem)


_LISTS = ("traces", "punctuation", "conjunction", "transparent", "chain", "down")
_SECTIONS = ("[heads]", "[relations]", "[inner]")


def parse_head_rules(text: str, path: str = "rules", name: str = "rules") -> HeadRules:
    """The table of a text. Raises ReadError: as :func:`head_rules`."""
    section = ""
    said: dict[str, str] = {}
    heads: list[HeadRow] = []
    relations: list[RelationRow] = []
    inner: list[InnerRow] = []
    for line, content in _logical_lines(text, path):
        separator = said.get("separator", DASH)
        first, *rest = words_of(content)
        first = unescaped(first)
        if content.startswith("["):
            section = content
            if section not in _SECTIONS:
                raise ReadError(path, line, f"section '{content[:40]}'; expected [heads], [relations] or [inner]")
        elif section == "[heads]":
            heads.append(_head_row(path, line, [first, *rest], separator))
        elif section == "[inner]":
            inner.append(_inner_row(path, line, first, rest, separator))
        elif section == "[relations]":
            relations.append(_relation_row(path, line, first, rest, separator))
        elif first not in (*_LISTS, *_TEXTS):
            expected = (
                "title, traces, punctuation, conjunction, root, heads, separator, transparent, chain, down or [heads]"
            )
            raise ReadError(path, line, f"'{first[:40]}'; expected {expected}")
        elif not rest or first in said:
            why = "nothing follows" if not rest else "stands here a second time"
            raise ReadError(path, line, f"{first}: {why}; expected one line '{first} …'")
        else:
            _check_value(path, line, first, rest)
            said[first] = " ".join(rest)
    if "heads" in said:
        heads += head_rules(said["heads"]).heads
    if not heads:
        raise ReadError(path, 0, "there are no head rules; expected a section [heads] with at least one line")
    lists = {key: said.get(key, "").split() for key in _LISTS}
    separator = said.get("separator", DASH)
    return HeadRules(
        name, path, tuple(heads), tuple(relations), said.get("title", name), frozenset(lists["traces"]),
        _patterns(lists["punctuation"], separator), _patterns(lists["conjunction"], separator), said.get("root", "ROOT"),
        separator, _patterns(lists["transparent"], separator), tuple(inner), tuple(lists["chain"]), tuple(lists["down"]),
    )  # fmt: skip


_TEXTS = ("title", "root", "separator", "heads")


def _check_value(path: str, line: int, key: str, values: list[str]) -> None:
    """What a line above the sections says has the form it should have."""
    if key == "chain" and len(values) != 2:
        raise ReadError(path, line, "chain: expected two relations, that of conjunctions and that of conjuncts")
    if key == "down" and len(values) < 2:
        raise ReadError(
            path, line, "down: expected the relation of full verbs and at least one that moves down to them"
        )
    if key in ("separator", "root") and len(values) > 1:
        raise ReadError(path, line, f"{key} is '{' '.join(values)[:40]}'; expected one text without blanks")
    if key == "heads" and " ".join(values) not in shipped():
        raise ReadError(path, line, f"heads '{' '.join(values)[:40]}'; expected {', '.join(shipped())}")


def _logical_lines(text: str, path: str) -> list[tuple[int, str]]:
    """Number and content of each line, with those that go on with it; comments and empty lines left out."""
    logical: list[tuple[int, str]] = []
    for line, content in enumerate(lines_of(text), 1):
        words = " ".join(words_of(content))
        if not words or content.startswith("#"):
            continue
        if content[0] not in " \t":
            logical.append((line, words))
        elif logical:
            logical[-1] = logical[-1][0], f"{logical[-1][1]} {words}"
        else:
            raise ReadError(path, line, "begins with a blank; expected a line that it could go on with")
    return logical


def _patterns(words: list[str], separator: str = DASH) -> tuple[Pattern, ...]:
    return tuple(Pattern.of(word, separator) for word in words)


def _inner_row(path: str, line: int, label: str, words: list[str], separator: str) -> InnerRow:
    place = words.index("after") if "after" in words else 0
    if not place or place == len(words) - 1:
        raise ReadError(path, line, f"'{' '.join([label, *words])[:40]}'; expected 'LABEL mothers after daughters'")
    return InnerRow(label, _patterns(words[:place], separator), _patterns(words[place + 1 :], separator))


def _head_row(path: str, line: int, words: list[str], separator: str) -> HeadRow:
    start = next((place for place, word in enumerate(words) if word in ("left", "right")), 0)
    if not start:
        raise ReadError(path, line, f"'{' '.join(words)[:40]}'; expected labels, then left or right")
    steps = []
    for part in re.split(r"(?:^| );(?: |$)", " ".join(words[start:])):
        direction, *labels = part.split() or [""]
        if direction not in ("left", "right"):
            raise ReadError(path, line, f"'{direction[:40]}'; expected left or right at the start and after each ';'")
        for group in re.split(r"(?:^| )>(?: |$)", " ".join(labels)):
            if labels and not group.strip():
                raise ReadError(path, line, "'>' without a label on either side; expected 'LABEL > LABEL'")
            steps.append(Step(direction == "left", _patterns(group.split(), separator), group.strip()))
    return HeadRow(_patterns(words[:start], separator), tuple(steps), line)


def _relation_row(path: str, line: int, relation: str, words: list[str], separator: str) -> RelationRow:
    parts: dict[str, list[str]] = {"": [], "under": [], "beside": []}
    before: bool | None = None
    here = ""
    for word in words:
        if word in ("before", "after"):
            before = word == "before"
        elif word in ("under", "beside"):
            here = word
        else:
            parts[here].append(word)
    empty = [key for key in ("under", "beside") if key in words and not parts[key]]
    if not parts[""] or empty:
        what = f"'{empty[0]}'" if empty else f"'{relation[:40]}'"
        raise ReadError(
            path, line, f"no label after {what}; expected 'RELATION labels [under …] [beside …] [before|after]'"
        )
    daughters, under, beside = (_patterns(parts[key], separator) for key in ("", "under", "beside"))
    return RelationRow(relation, daughters, under, beside, before, line)
