"""Conditions on sentences as people type them: ``length > 30``, ``not differs``, ``error PP``, ``worse than sm3 | no parse``;
words, a label, or a pattern of trees.

A sentence that has no score, no rank, or no number of changes is found by no condition on that figure, nor by its opposite: neither
``A > 50`` nor ``not A > 50``; ``no parse`` and ``not scored`` find it.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial, reduce

import numpy as np
from numpy.typing import NDArray

from treecompare.analyses.sentences import MARKED, NOTED, WRONG, Filter, SentenceData
from treecompare.comparison.base import Cancel, Comparison
from treecompare.comparison.judgements import UNCLEAR, YES
from treecompare.drawing.names import short_names
from treecompare.errors import UsageError, named
from treecompare.mappings.errors import ErrorType
from treecompare.reading import is_folder, is_pattern
from treecompare.scores.ranks import wins
from treecompare.scores.table import PARTIAL, SCORED, SKIPPED, Mask
from treecompare.trees.arcs import check
from treecompare.trees.joined_patterns import compile_joined, quoted
from treecompare.trees.pattern_syntax import PatternError

_OF_LABELS = re.compile(r"^!?[(\s]*[A-Z][A-Z$|=-]*\b.*[^\w\s(]+\s*!?\(?\s*(?:[A-Z*/][A-Z$|=-]*)")
_BEGUN = re.compile(r"^!?[(\s]*[A-Z][A-Z$|-]*(=\w+)?\s*([<>]|\$[.,]|\$\s)")
"""A label and a relation, whatever follows."""
_CALLED = re.compile(r"\s*!?\(?[A-Z][A-Z$|-]*=[a-z]+\s*")
"""A label alone that is given a name."""
_OF_WORDS = re.compile(r"\s*!?\(?[\w:|]*[^\W\d][\w:|]*(=\w+)?\s*(<|>|\$)|\s*!?[\w:|]+=[\w:|]+\s*$")
"""In dependencies: a relation or a part of speech, perhaps with a name, and how it stands to what follows; or a name or a value."""
_BETWEEN_SLASHES = re.compile("/[^/]+/")


def looks_like_pattern(text: str, kind: str = "constituents", systems: Sequence[str] = ()) -> bool:
    """Whether a text that might be words is a pattern, or the beginning of one: it names a tree, gives a label a name, or puts
    labels (in capitals, of constituents) in relation."""
    names = "|".join(["gold", "test", "system", *(re.escape(quoted(name)) for name in systems)])
    is_named = re.match(rf"\s*!?\s*({names}):", text) is not None
    said = _BETWEEN_SLASHES.sub("X", text)
    if kind == "dependencies":
        is_whole = is_begun = _OF_WORDS.match(said) is not None
    else:
        is_whole = _OF_LABELS.match(said) is not None or _CALLED.fullmatch(said) is not None
        has_relation = re.search(r"[<>]|\$\.|\$,|\s\$\s", said) is not None or _CALLED.fullmatch(said) is not None
        is_begun = (is_whole and has_relation) or _BEGUN.match(said) is not None
    if not is_named and not is_begun:
        return False
    try:
        return bool(compile_joined(text, kind)) and (is_named or is_whole)
    except UsageError as error:  # it is told what is wrong with it, or missing
        return is_named or (isinstance(error, PatternError) and bool(error.missing))


def as_label(text: str, kind: str) -> str:
    """The pattern for a text that might be a label instead of words, such as PP, or acl:relcl; empty for others."""
    form = r"[A-Z]+|[a-z]+:[a-z]+" if kind == "dependencies" else r"[A-Z][A-Z$|-]*"
    return f"{text.strip()}=x" if kind and re.fullmatch(form, text.strip()) else ""


Found = Callable[[SentenceData], Mask]
_OR = re.compile(r"\s+\|\s+")
_FIGURE = re.compile(r"(length|changes|A|B|A ?[-−] ?B)\s*(<=|>=|[<>=≤≥])\s*(.*)")
_PARTING = re.compile(r"(?<=\S),$")
_NUMBER = r"([-−]?(?:[\d.]|,(?=\d))+)"
_RANGE = re.compile(rf"(length|changes|A|B|A ?[-−] ?B)\s+{_NUMBER}\s?[–-]\s?{_NUMBER}")
_NUMBERS = re.compile(r"No\.?\s*(\d(?:,?\d){0,8})(?:\s?[–-]\s?(\d(?:,?\d){0,8}))?")
_CHANGE = re.compile(r"(\S+)\s*→\s*(\S+?)(?=,?(?:\s|$))")
_QUOTED = re.compile(r'"(.*)"', re.DOTALL)
_EXPRESSION = re.compile(r"/(.+)/", re.DOTALL)
_UNCLOSED = re.compile(r"(?:.*\s)?/[^\s/][^/]*", re.DOTALL)
_TYPED_FIGURE = re.compile(rf"(length|changes|A|B|A ?[-−] ?B)\s*(<=|>=|[<>=≤≥])\s*{_NUMBER}")
_TYPED_QUOTES = re.compile(r'"[^"]*"')
_TYPED_EXPRESSION = re.compile(r"/[^/]+/")
_SIGNS = {
    "<": operator.lt, ">": operator.gt, "<=": operator.le, ">=": operator.ge, "≤": operator.le, "≥": operator.ge,
}  # fmt: skip
MOST_OFFERED = 30
"""So many values are offered; of more none is."""
_SHOWN = 0.005
"""Scores are equal to what is typed where two decimals of them are."""


@dataclass(frozen=True)
class Condition:
    """``token``: as it was typed; ``matching``: which sentences it finds. ``filter``: the same, where a filter can say it;
    ``opposite``: what ``not`` before it finds, where that is not simply all others; ``ready``: what it rests on that takes long,
    counted with a switch that ends it; None: nothing is."""

    token: str
    matching: Found
    filter: Filter | None = None
    opposite: Found | None = None
    ready: Callable[[SentenceData, Cancel], object] | None = None


@dataclass(frozen=True)
class Name:
    """A word that begins conditions: what it finds, whether something follows it, and in which comparisons there are any."""

    about: str
    found: Callable[[Comparison, str], Found | Filter]
    follows: str = ""
    can_be: Callable[[Comparison], bool] = lambda _: True
    alone: bool = False
    """It may stand without what follows."""
    values: Callable[[Comparison], Iterable[str]] = lambda _: ()
    """What may follow, as far as that is known; of several words they need no quotes."""
    is_common: bool = False
    """It is a word of sentences, too: a condition only with one of the values that may follow."""


def conditions(comparison: Comparison) -> dict[str, str]:
    """The names of conditions in a comparison, as they are typed, each with what it finds. What may follow one is in capitals;
    where it is one of a few, there is one with each of them, too."""
    figures = {
        "length": "Words of the gold sentence: length > 30, length 8–40",
        "A": "Score under measure A: A < 50",
        "B": "Score under measure B: B > 90",
        "A−B": "Rank under A minus rank under B: A−B > 100",
        "changes": "Nodes or words that differ: changes > 5",
        "No.": "Number of the sentence: No. 660, No. 660–700",
    }
    names = {}
    for name, one in NAMES.items():
        if one.can_be(comparison):
            names[f"{name} {one.follows}".strip()] = one.about
            known = list(dict.fromkeys(one.values(comparison)))
            names |= {f"{name} {value}": "" for value in (known if len(known) <= MOST_OFFERED else ())}
    if _has_labels(comparison):
        names["LABEL → LABEL"] = "What the gold has under the first label has the second in the system"
    return figures | names


def condition_of(token: str, comparison: Comparison) -> Condition:
    """What a token asks for: a condition, several of which one has to hold (``|``), or what is not to hold (``not``).

    What is none of :func:`conditions` is a pattern or words to look for; quotes make words of anything.

    Raises:
        UsageError: it is empty, or the beginning of a condition that is not one.
    """
    parts = [token] if _QUOTED.fullmatch(token) or _TYPED_EXPRESSION.fullmatch(token) else _OR.split(token)
    found = [_negated(part.strip(), comparison) for part in parts]
    if len(found) == 1:
        return replace(found[0], token=token)
    slow = [one.ready for one in found if one.ready is not None]
    return Condition(
        token, lambda rows: reduce(np.logical_or, (one.matching(rows) for one in found)),
        ready=(lambda rows, cancel: [ready(rows, cancel) for ready in slow]) if slow else None,
    )  # fmt: skip


def tokens_in(text: str, comparison: Comparison, also: Sequence[str] = ()) -> list[str]:
    """The conditions in what was typed one after the other, as :func:`condition_of` takes them: ``length > 30, differs also`` are
    three. Words, and patterns with their expressions, stay together. ``also``: further names, each with something after it."""
    found: list[str] = []
    loose: list[str] = []
    is_or = False

    def put(token: str) -> None:
        nonlocal is_or
        if is_or and found:
            token = f"{found.pop()} | {token}"
        found.append(token)
        is_or = False

    def put_loose() -> None:
        if loose:
            put(_PARTING.sub("", " ".join(loose)))
            loose.clear()

    rest = text.strip()
    while rest:
        here = _begins(rest, comparison, also, " ".join(loose))
        if here:
            put_loose()
            put(rest[:here])
        else:
            here = len(rest.split(maxsplit=1)[0])
            if rest[:here] == "|" and (loose or found):
                put_loose()
                is_or = True
            else:
                loose.append(rest[:here])
        rest = rest[here:].removeprefix(",").lstrip()
    put_loose()
    return found


def _begins(text: str, comparison: Comparison, also: Sequence[str], before: str) -> int:
    """Length of the condition with which a text begins; 0 where it is words or, perhaps with those ``before``, a pattern."""
    skipped = len(text) - len(text.removeprefix("not ").lstrip())
    text = text[skipped:]
    for form in (_TYPED_FIGURE, _RANGE, _NUMBERS, _CHANGE, _TYPED_QUOTES, _TYPED_EXPRESSION):
        if (match := form.match(text)) and not text[match.end() : match.end() + 1].strip(",").strip():
            longer = [f"{before} {match[0]}", " ".join([match[0], *text[match.end() :].split()[:1]])]
            is_part = form is _TYPED_EXPRESSION and any(_is_pattern(one, comparison) for one in longer)
            return 0 if is_part else skipped + match.end()
    for name in sorted((*NAMES, *also), key=len, reverse=True):
        if text != name and not text.startswith((f"{name} ", f"{name},")):
            continue
        one = NAMES.get(name)
        if one is not None and not one.can_be(comparison):
            continue
        after = text[len(name) :].lstrip() * (text[len(name) :][:1] != ",")
        begin = len(text) - len(after)
        if one is not None and not one.follows:
            return skipped + len(name)
        if after and (size := _value_at(after, one, comparison)):
            return skipped + begin + size
        if one is not None and one.alone:
            return skipped + len(name)
    return 0


def _value_at(text: str, of: Name | None, comparison: Comparison) -> int:
    """Length of what follows the name of a condition: one of the known values, something in quotes, or a word; 0: none can be."""
    if quoted := _TYPED_QUOTES.match(text):
        return quoted.end()
    for value in sorted(of.values(comparison) if of is not None else (), key=len, reverse=True):
        if text.casefold().startswith(value.casefold()) and not text[len(value) :][:1].strip(",").strip():
            return len(value)
    is_none = text.startswith("|") or (of is not None and of.is_common)
    return 0 if is_none else len(_PARTING.sub("", text.split(maxsplit=1)[0]))


def _negated(text: str, comparison: Comparison) -> Condition:
    if not text.startswith("not "):
        return _single(text, comparison)
    inner = _single(text.removeprefix("not ").strip(), comparison)
    return Condition(text, inner.opposite or (lambda rows: ~inner.matching(rows)), ready=inner.ready)


def _single(text: str, comparison: Comparison) -> Condition:
    if not text:
        raise UsageError("a condition is empty; expected words to look for, or one such as length > 30")
    if figure := _figure(text):
        return figure
    found = _numbered(text, comparison) or _named(text, comparison) or _changed(text, comparison)
    found = found or _looked_for(text, comparison)
    if isinstance(found, Filter):
        found.check()
        look = partial(SentenceData.look, wanted=found) if found.text else None
        return Condition(text, partial(SentenceData.passing, wanted=found), found, ready=look)
    is_error = text.startswith("error ")
    count = (lambda rows, cancel: rows.comparison.errors(rows.system, cancel.flag)) if is_error else None
    return Condition(text, found, ready=count)


def _looked_for(text: str, comparison: Comparison) -> Filter:
    """Words in quotes, a regular expression between slashes, a pattern, or words."""
    if quoted := _QUOTED.fullmatch(text):
        return Filter(quoted[1])
    if _is_pattern(text, comparison):
        comparison.compiled(text)
        return Filter(text, "pattern")
    if expression := _expression(text):
        return Filter(expression, is_regex=True)
    if re.fullmatch('"[^"]+', text):
        raise UsageError(f"'{text}': the quotation mark is not closed; expected another one behind the words")
    return Filter(text)


def _is_pattern(text: str, comparison: Comparison) -> bool:
    """Whether a text, or what is not to hold, is a pattern or the beginning of one."""
    kind = comparison.pattern_kind
    return bool(kind) and looks_like_pattern(text.removeprefix("not ").strip(), kind, comparison.table.systems)


def _expression(text: str) -> str:
    """The regular expression between slashes; empty: there is none. Raises UsageError: the second slash is not there."""
    if _UNCLOSED.fullmatch(text):
        raise UsageError(f"'{text}': the slash is not closed; expected another one behind the expression")
    return found[1] if (found := _EXPRESSION.fullmatch(text)) else ""


# -- figures -------------------------------------------------------------------------------------------------------------


def _figure(text: str) -> Condition | None:
    """A figure that is compared with a number, or lies between two of them."""
    if between := _RANGE.fullmatch(text):
        least, most = (_number(one) for one in between.groups()[1:])
        if least is not None and most is not None:
            return _of_figure(text, between[1], lambda values: (values >= least) & (values <= most))
    if (compared := _FIGURE.fullmatch(text)) is None:
        return None
    name, sign, number = compared[1], compared[2], _number(compared[3])
    if number is None:
        if name in ("A", "B") and compared[3]:  # labels of a pattern: A > NP
            return None
        raise UsageError(f"'{text}': expected a number after {name} {sign}, as in {name} {sign} 30")
    if sign == "=":
        return _of_figure(text, name, lambda values: np.abs(values - number) < _SHOWN)
    return _of_figure(text, name, lambda values: _SIGNS[sign](values, number))


def _of_figure(text: str, name: str, holds: Callable[[NDArray[np.float64]], Mask]) -> Condition:
    def opposite(rows: SentenceData) -> Mask:
        values = _values(rows, name)
        return ~holds(values) & ~np.isnan(values)

    return Condition(text, lambda rows: holds(_values(rows, name)), opposite=opposite)


def _number(text: str) -> float | None:
    with suppress(ValueError):
        return float(re.sub(r",(?=\d{3}(?!\d))", "", text.replace("−", "-")))  # 1,000 as it is shown
    return None


def _values(rows: SentenceData, name: str) -> NDArray[np.float64]:
    """A figure of each sentence as it is shown; NaN where there is none."""
    if name == "length":
        return rows.lengths.astype(float)
    if name == "changes":
        return np.where(rows.changed < 0, np.nan, rows.changed)
    if name in ("A", "B"):
        one, scores = (rows.a, rows.score_a) if name == "A" else (rows.b, rows.score_b)
        return 100 * scores if one.percent else scores
    return rows.ranks.difference


def _numbered(text: str, comparison: Comparison) -> Found | None:
    if (found := _NUMBERS.fullmatch(text)) is None:
        return None
    most = comparison.gold_sentences
    first, last = (int(_number(one) or 0) for one in (found[1], found[2] or found[1]))
    if not 0 < first <= last <= most:
        raise UsageError(f"'{text}': expected numbers from 1 to {most:,}")
    wanted = {comparison.row_of(number - 1) for number in range(first, last + 1)}
    return lambda rows: np.isin(np.arange(len(rows)), sorted(wanted))


# -- names ---------------------------------------------------------------------------------------------------------------


def _named(text: str, comparison: Comparison) -> Found | Filter | None:
    """A condition by its name, the longest that the text begins with; None where it is none, or only words."""
    for name, one in sorted(NAMES.items(), key=lambda entry: -len(entry[0])):
        has_more = bool(one.follows) and text.startswith(f"{name} ")
        if not has_more and (text != name or (one.follows and not one.alone)):
            continue
        what = text.removeprefix(name).strip()
        quoted = _QUOTED.fullmatch(what)
        if one.is_common and not (one.can_be(comparison) and (quoted or _value_at(what, one, comparison) == len(what))):
            continue
        if not one.can_be(comparison):
            raise UsageError(f"'{text}': there is no such condition here; in quotes it is looked for among the words")
        return one.found(comparison, quoted[1] if quoted else what)
    return None


def _state(which: Callable[[SentenceData], Mask]) -> Callable[[Comparison, str], Found]:
    return lambda comparison, what: which


def _filtered(**wanted: object) -> Callable[[Comparison, str], Filter]:
    return lambda comparison, what: Filter(**wanted)  # type: ignore[arg-type]


def _in(where: str) -> Callable[[Comparison, str], Filter]:
    def filtered(comparison: Comparison, what: str) -> Filter:
        expression = _expression(what)
        return Filter(expression or what, where, is_regex=bool(expression))

    return filtered


def _with_id(comparison: Comparison, what: str) -> Found:
    sought = what.removesuffix("…").casefold()
    return lambda rows: np.fromiter((sought in one.casefold() for one in rows.ids), np.bool_, len(rows))


def _files(comparison: Comparison) -> list[str]:
    """The files of a gold that is kept in several, where its sentences are called by them: ``wsj_0001:3``."""
    path = str(comparison.gold.path)
    if not (is_folder(path) or is_pattern(path)):
        return []
    places = [one.rpartition(":") for one in comparison.ids]
    return list(dict.fromkeys(name for name, colon, _ in places if colon))


def _in_file(comparison: Comparison, what: str) -> Found:
    if what.casefold() not in [one.casefold() for one in _files(comparison)]:
        raise UsageError(f"'{what}': no such file; expected one of {named(_files(comparison))}")
    begin = f"{what}:".casefold()
    return lambda rows: np.fromiter((one.casefold().startswith(begin) for one in rows.ids), np.bool_, len(rows))


def _crossing(comparison: Comparison, _: str) -> Found:
    """Sentences in which the gold or the system has an arc that crosses another."""

    def matching(rows: SentenceData) -> Mask:
        checks = (check(one.sentences) for one in (comparison.gold, comparison.systems[rows.system]))
        sides = [one.counted(one.non_projective) > 0 for one in checks]
        both = (comparison.sentences_of(rows.system, row) for row in range(len(rows)))
        found = (any(bool(side[of].any()) for side, of in zip(sides, one, strict=True) if of) for one in both)
        return np.fromiter(found, np.bool_, len(rows))

    return matching


def _only(comparison: Comparison, what: str) -> Found:
    """Sentences that one system alone has like the gold: every other one differs, or has no parse."""
    system = _system_called(comparison, what)
    others = [one for one in range(len(comparison.table.systems)) if one != system]

    def matching(rows: SentenceData) -> Mask:
        changed = rows.table.changed
        return reduce(np.logical_and, (changed(other) != 0 for other in others), changed(system) == 0)

    return matching


def errors_of(token: str, comparison: Comparison) -> list[ErrorType]:
    """The types of the errors that a token looks for; none where it looks for something else, or is no condition."""
    named = [part.strip().removeprefix("error ") for part in _OR.split(token) if part.strip().startswith("error ")]
    with suppress(UsageError):
        return [kind for what in named for kind in _types_called(comparison, what.strip().strip('"'))]
    return []


def _types_called(comparison: Comparison, what: str) -> list[ErrorType]:
    """Those whose key or title begins with a text, or has it as a word. Raises UsageError: there are none."""
    known = (*comparison.error_types, *comparison.error_kinds)
    sought = what.casefold()
    kinds = [one for one in known if sought in (one.key.casefold(), one.title.casefold())]
    kinds = kinds or [one for one in known if sought in re.split(r"\W+", one.title.casefold())]
    kinds = kinds or [one for one in known if one.title.casefold().startswith(sought)]
    if not kinds:
        raise UsageError(
            f"'{what}': no such error; expected one of {', '.join(dict.fromkeys(one.title for one in known))}"
        )
    return kinds


def _with_errors(comparison: Comparison, what: str) -> Found:
    """Sentences with errors of such a type."""
    kinds = _types_called(comparison, what)

    def matching(rows: SentenceData) -> Mask:
        errors = comparison.errors(rows.system)
        chosen = reduce(np.logical_or, (one.among(errors) for one in kinds))
        return errors.per_sentence(chosen) > 0

    return matching


def _against(is_better: bool) -> Callable[[Comparison, str], Found]:
    """Sentences on which the system is better, or worse, under A than another system."""

    def found(comparison: Comparison, what: str) -> Found:
        other = _system_called(comparison, what)

        def matching(rows: SentenceData) -> Mask:
            found = wins(rows.table, rows.system, other, rows.a)
            return found.better if is_better else found.worse

        return matching

    return found


def _system_called(comparison: Comparison, what: str) -> int:
    """The number of a system. Raises UsageError: there is none of that name."""
    systems = comparison.table.systems
    called = dict(zip(short_names(comparison.gold.name, systems), range(len(systems)), strict=True))
    called |= {name: place for place, name in enumerate(systems)}
    if what not in called:
        raise UsageError(f"'{what}': no such system; expected one of {named(list(systems))}")
    return called[what]


def _with_note(comparison: Comparison, what: str) -> Found | Filter:
    if not what:
        return Filter(judged=NOTED)
    notes, sought = comparison.judgements.notes, what.casefold()
    return lambda rows: np.fromiter((sought in notes.get(row, "").casefold() for row in range(len(rows))), np.bool_)


def _tagged(comparison: Comparison, what: str) -> Filter:
    known = comparison.judgements.phenomena
    if what not in known:
        raise UsageError(f"'{what}': no sentence has this phenomenon; expected one of {named(sorted(known)) or 'none'}")
    return Filter(judged=what)


def _judged(verdict: str) -> Callable[[Comparison, str], Found]:
    """Sentences in which the system, or an occurrence in it, is judged so."""

    def matching(rows: SentenceData) -> Mask:
        said, name = rows.judgements, rows.name
        places = (place for place in said.judged if place[1] == name and said.verdict(place) == verdict)
        return np.isin(np.arange(len(rows)), sorted({sentence for sentence, _, _ in places}))

    return _state(matching)


def _has_several(comparison: Comparison) -> bool:
    return len(comparison.table.systems) > 1


def _systems(comparison: Comparison) -> list[str]:
    return [*comparison.table.systems, *short_names(comparison.gold.name, comparison.table.systems)]


def _has_labels(comparison: Comparison) -> bool:
    return bool(_LABELS.keys() & comparison.item_keys.keys())


NAMES = {
    "id": Name("Name of the sentence", _with_id, "NAME"),
    "file": Name(
        "In which file of the gold it stands", _in_file, "NAME", lambda one: bool(_files(one)), values=_files, is_common=True
    ),
    "differs": Name("Gold and system differ", _filtered(differing=True)),
    "identical": Name("Gold and system are the same", _state(lambda rows: rows.changed == 0)),
    "all systems differ": Name("Every system differs from the gold", _filtered(all_differ=True), can_be=_has_several),
    "no parse": Name("There is no usable analysis", _filtered(status=SKIPPED)),
    "scored": Name("The sentence could be compared", _filtered(status=SCORED)),
    "partial": Name("Compared under some measures only", _state(lambda rows: rows.status == PARTIAL)),
    "words differ": Name(
        "Words or breaks of sentences are not the gold's", _filtered(status=PARTIAL), can_be=lambda one: one.can_be_partial
    ),
    "other characters": Name(
        "Words are written with other characters", _state(lambda rows: rows.table.respelt[rows.system] > 0)
    ),
    "discontinuous": Name(
        "A constituent has words that stand apart", _filtered(discontinuous=True),
        can_be=lambda one: one.has_crossing_branches and one.table.has("e.discontinuous"),
    ),
    "crossing": Name("An arc of gold or system crosses another", _crossing, can_be=lambda one: one.kind == "dependencies"),
    "error": Name(
        "An error of that type: error PP", _with_errors, "TYPE", lambda one: bool(one.error_types),
        values=lambda one: [kind.title for kind in (*one.error_types, *one.error_kinds)],
    ),
    "gold only": Name(
        "The gold alone has such a node or word", lambda one, what: _with_items(one, lambda gold, system: system < 0, what),
        "LABEL", _has_labels,
    ),
    "system only": Name(
        "The system alone has such a node or word", lambda one, what: _with_items(one, lambda gold, system: gold < 0, None, what),
        "LABEL", _has_labels,
    ),
    "relabelled": Name(
        "Gold and system have another label for the same",
        lambda one, _: _with_items(one, lambda gold, system: (gold != system) & (gold >= 0) & (system >= 0)),
        can_be=_has_labels,
    ),
    "worse than": Name("Worse under A than another system", _against(False), "SYSTEM", _has_several, values=_systems),
    "better than": Name("Better under A than another system", _against(True), "SYSTEM", _has_several, values=_systems),
    "only": Name("That system alone has what the gold has", _only, "SYSTEM", _has_several, values=_systems, is_common=True),
    "phenomenon": Name("Tagged with it", _tagged, "NAME", values=lambda one: one.judgements.phenomena),
    "note": Name("There is a note, or one with that text", _with_note, "TEXT", alone=True),
    "right": Name("Judged right", _judged(YES)),
    "wrong": Name("Judged wrong", _filtered(judged=WRONG)),
    "unclear": Name("Looked at without a verdict", _judged(UNCLEAR)),
    "marked": Name("Tagged, judged or noted", _filtered(judged=MARKED)),
    "unmarked": Name("Nothing was said of it", _state(lambda rows: ~np.isin(np.arange(len(rows)), sorted(rows.marked)))),
    "label": Name("Gold or system has the label, or one that fits: label NP, label /^NP/", _in("labels"), "LABEL"),
    "tag": Name("Gold or system has the tag, or one that fits: tag VB, tag /^VB/", _in("tags"), "TAG"),
    "answer": Name(
        "The answer came to that", lambda one, what: Filter(outcome=what), "OUTCOME", lambda one: bool(one.outcomes)
    ),
}  # fmt: skip
"""All conditions that are words. What is said of the file, the systems and the kind of comparison decides which there are."""
_ANY = re.compile(
    rf"(?<!\S)(?:{'|'.join(sorted((one for one in NAMES if not NAMES[one].is_common), key=len, reverse=True))}|/[^/]+/|"
    r"No\.(?=\s*\d)|(?:length|changes|A ?[-−] ?B|A|B)(?=\s*[<>=≤≥]))(?![^\s,<>=≤≥])"
)


def check_words(text: str, known: Sequence[str]) -> None:
    """Raises UsageError: the text uses a condition of sentences that does not exist here (``known``: those that do)."""
    strange = [one for one in _ANY.findall(_TYPED_QUOTES.sub("", text)) if one not in known]
    if strange and known:
        raise UsageError(
            f"'{strange[0]}': no such condition here; expected words, {named(known)}; anything in quotes is taken as words"
        )


# -- changes -------------------------------------------------------------------------------------------------------------

_LABELS = {"constituents": "label", "tags": "label", "words": "relation"}
"""What is compared, and which of its columns has the label that is seen."""


def _changed(text: str, comparison: Comparison) -> Found | None:
    found = _CHANGE.fullmatch(text)
    if found is None or not _has_labels(comparison):
        return None
    return _with_items(comparison, lambda gold, system: (gold >= 0) & (system >= 0), found[1], found[2])


def _with_items(
    comparison: Comparison,
    which: Callable[[NDArray[np.int32], NDArray[np.int32]], Mask],
    gold: str | None = None,
    system: str | None = None,
) -> Found:
    """Sentences with an item that has these labels, and of which the codes of gold and system (-1: none) are as wanted."""

    def matching(rows: SentenceData) -> Mask:
        found = np.zeros(len(rows), np.bool_)
        for what in _LABELS.keys() & comparison.item_keys.keys():
            items = comparison.items(rows.system, what)
            names, of_gold, of_system = items.codes(_LABELS[what])
            chosen = which(of_gold, of_system)
            for wanted, codes in ((gold, of_gold), (system, of_system)):
                if wanted is not None:
                    chosen = chosen & (codes == (names.index(wanted) if wanted in names else -2))
            found[items.sentences[chosen]] = True
        return found

    return matching
