"""Head rules: which daughter of a constituent is its head, and what relation the others have to it.

A table is a text file that people can write (``resources/head-rules`` holds the shipped ones, each explains itself)::

    title       what the table is
    punctuation , . :
    [heads]
    VP          left VBD > VBN > MD ; right NP NN ; left
    *           left
    [relations]
    SBJ         -SBJ
    OBJ         NP under VP beside VB* after

A line that begins with ``#`` is a comment, one that begins with a blank goes on with the line before.

Above the sections: ``title``; ``traces``, tags that go with their words before anything else; ``punctuation``, labels
that are heads only where a rule names them or nothing else is left, and that hang on the head of their mother like
every other daughter; ``conjunction``, tags of coordinating conjunctions: where the chosen head stands directly behind
one, the daughter before it is the head instead (one further if that is punctuation: Collins 1999, appendix A);
``root``, the relation of the root.

``[heads]``: labels of the mother, then steps, tried in order and separated by ``;``. ``left`` looks at the daughters
from the left, ``right`` from the right. Labels with blanks between them are equals: the first daughter with any of
them is taken; ``>`` begins a new step in the same direction. A direction without labels takes the first daughter that
is no punctuation. The only daughter is always the head. The first line that fits the mother counts.

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
from treecompare.trees.preparation import split_label

NO_RELATION = "_"
FUNCTION = "(function)"


@dataclass(frozen=True)
class Label:
    """A node's label: its category and its grammatical functions, without indices."""

    category: str
    functions: tuple[str, ...] = ()

    @classmethod
    def of(cls, text: str) -> Label:
        """The label that a treebank writes so."""
        category, functions = split_label(text)
        return cls(category or text, tuple(functions))


WORD_LABEL = Label("")
"""Of words that stand directly under a constituent: only ``*`` fits."""


@dataclass(frozen=True)
class Pattern:
    """Which labels a rule speaks of. ``category`` may end in ``*``; all of ``functions`` must be there."""

    category: str
    functions: frozenset[str]

    @classmethod
    def of(cls, text: str) -> Pattern:
        """As tables write it."""
        if text.startswith("-") and not text.endswith("-"):
            return cls("*", frozenset(text[1:].split("-")))
        category, functions = split_label(text)
        return cls(category or text, frozenset(functions))

    def fits(self, label: Label) -> bool:
        """Whether the rule speaks of that label."""
        if self.category.endswith("*") and label.category != self.category:
            if not label.category.startswith(self.category[:-1]):
                return False
        elif label.category != self.category:
            return False
        return self.functions <= set(label.functions)


def _any_fits(patterns: tuple[Pattern, ...], label: Label) -> bool:
    return any(one.fits(label) for one in patterns)


@dataclass(frozen=True)
class Step:
    """One look at the daughters: from which side, and for what; without ``patterns`` for anything but punctuation."""

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
class Choice:
    """Why a daughter is the head: ``daughter`` from 0 (None: no rule finds one), and the rule, for people."""

    daughter: int | None
    reason: str


@dataclass(frozen=True)
class HeadRules:
    """A table. ``name``: what signatures call it."""

    name: str
    path: str
    heads: tuple[HeadRow, ...]
    relations: tuple[RelationRow, ...]
    title: str = ""
    traces: frozenset[str] = frozenset()
    punctuation: tuple[Pattern, ...] = ()
    conjunctions: tuple[Pattern, ...] = ()
    root: str = "ROOT"
    _rows: dict[Label, HeadRow | None] = field(default_factory=dict, repr=False, compare=False)

    def is_punctuation(self, label: Label) -> bool:
        """Whether a daughter with that label is punctuation."""
        return _any_fits(self.punctuation, label)

    def is_conjunction(self, label: Label) -> bool:
        """Whether a daughter with that label is a coordinating conjunction."""
        return _any_fits(self.conjunctions, label)

    def row(self, mother: Label) -> HeadRow | None:
        """The line that counts for a mother."""
        if mother not in self._rows:
            self._rows[mother] = next((one for one in self.heads if _any_fits(one.mothers, mother)), None)
        return self._rows[mother]

    def rank(self, mother: Label, daughter: Label) -> tuple[int, bool] | None:
        """How early a daughter is taken as the head, the side it is looked for from; None: never.

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
        row = next((one for one in self.relations if one.fits(daughter, mother, head, before)), None)
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
        above, labels = Label.of(mother), [Label.of(one) if one else WORD_LABEL for one in daughters]
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


def shipped() -> list[str]:
    """Names of the tables that come with the program."""
    return sorted(one.stem for one in resources.path("head-rules").glob("*.txt"))


def head_rules(name: str) -> HeadRules:
    """A shipped table by its name, or the table of that path.

    Raises:
        ReadError: the file cannot be read; says line and what was expected.
        UsageError: there is neither such a table nor such a file.
    """
    if name in shipped():
        return read_head_rules(str(resources.path(f"head-rules/{name}.txt")), name)
    if not Path(name).is_file():
        raise UsageError(
            f"{name}: no such head rules; expected {', '.join(shipped())} or the path of a table of head rules"
        )
    return read_head_rules(name)


def read_head_rules(path: str, name: str | None = None) -> HeadRules:
    """A table of head rules; ``name``: the file's name without it.

    Raises:
        ReadError: as :func:`head_rules`.
    """
    try:
        text = Path(path).read_text("utf-8")
    except UnicodeDecodeError as error:
        raise ReadError(path, 0, "is not UTF-8; expected a table of head rules") from error
    except OSError as error:
        raise ReadError(path, 0, f"cannot be read: {error.strerror}; expected a table of head rules") from error
    return parse_head_rules(text, path, name or Path(path).stem)


_LISTS = ("traces", "punctuation", "conjunction")


def parse_head_rules(text: str, path: str = "rules", name: str = "rules") -> HeadRules:
    """The table of a text.

    Raises:
        ReadError: as :func:`head_rules`.
    """
    section = ""
    said: dict[str, str] = {}
    heads: list[HeadRow] = []
    relations: list[RelationRow] = []
    for line, content in _logical_lines(text, path):
        first, *rest = content.split()
        if content.startswith("["):
            section = content
            if section not in ("[heads]", "[relations]"):
                raise ReadError(path, line, f"section '{content[:40]}'; expected [heads] or [relations]")
        elif section == "[heads]":
            heads.append(_head_row(path, line, content.split()))
        elif section == "[relations]":
            relations.append(_relation_row(path, line, first, rest))
        elif first not in (*_LISTS, "title", "root"):
            raise ReadError(
                path, line, f"'{first[:40]}'; expected title, traces, punctuation, conjunction, root or [heads]"
            )
        elif not rest or first in said:
            why = "nothing follows" if not rest else "stands here a second time"
            raise ReadError(path, line, f"{first}: {why}; expected one line '{first} …'")
        else:
            said[first] = " ".join(rest)
    if not heads:
        raise ReadError(path, 0, "there are no head rules; expected a section [heads] with at least one line")
    lists = {key: said.get(key, "").split() for key in _LISTS}
    return HeadRules(
        name, path, tuple(heads), tuple(relations), said.get("title", name), frozenset(lists["traces"]),
        _patterns(lists["punctuation"]), _patterns(lists["conjunction"]), said.get("root", "ROOT"),
    )  # fmt: skip


def _logical_lines(text: str, path: str) -> list[tuple[int, str]]:
    """Number and content of each line, with those that go on with it; comments and empty lines left out."""
    found: list[tuple[int, str]] = []
    for line, content in enumerate(text.splitlines(), 1):
        if not content.strip() or content.startswith("#"):
            continue
        if content[0] not in " \t":
            found.append((line, content.strip()))
        elif found:
            found[-1] = found[-1][0], f"{found[-1][1]} {content.strip()}"
        else:
            raise ReadError(path, line, "begins with a blank; expected a line that it could go on with")
    return found


def _patterns(words: list[str]) -> tuple[Pattern, ...]:
    return tuple(Pattern.of(word) for word in words)


def _head_row(path: str, line: int, words: list[str]) -> HeadRow:
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
            steps.append(Step(direction == "left", _patterns(group.split()), group.strip()))
    return HeadRow(_patterns(words[:start]), tuple(steps), line)


def _relation_row(path: str, line: int, relation: str, words: list[str]) -> RelationRow:
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
    daughters, under, beside = (_patterns(parts[key]) for key in ("", "under", "beside"))
    return RelationRow(relation, daughters, under, beside, before, line)
