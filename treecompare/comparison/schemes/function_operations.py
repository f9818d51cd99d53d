"""Function trees of files shown, subsumed, generalised and unified, sentence by sentence (Tsarfaty et al. 2012, section 3.2).

The profile ``2011`` has the trees of Tsarfaty et al. 2011, section 3: one label per span; a head's own word is labelled ``*``,
which stands for any label.

As text a tree is bracketed like any: ``(root (sbj John) (hd loves) (obj Mary))``. A node is written with all its labels, joined by
``|`` and in alphabetical order, over the whole sentence the root's first; ∅ stands for no label. Words are escaped as in bracketed
treebanks, and so are brackets, blanks and ``|`` in labels. ``()`` stands where a sentence has no tree.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any

from treecompare.comparison.schemes.files import SchemeFile, SchemeSettings, what_is_wrong, word_differences
from treecompare.errors import UsageError
from treecompare.readers import AnyTreebank
from treecompare.trees.functions import BAR, NO_LABEL, MultiFunctionTree, Span, multifunction
from treecompare.trees.generalisation import (
    UnificationError,
    generalise,
    generalise_wildcards,
    subsumes,
    subsumes_wildcards,
    tl_unify,
    unify,
    unify_wildcards,
)
from treecompare.trees.symbols import Symbols

OPERATIONS = ("show", "generalise", "unify", "tl-unify", "subsumes")
PROFILES = ("2012", "2011")
NO_TREE = "()"
_ESCAPES = {"(": "-LRB-", ")": "-RRB-", " ": "\N{NO-BREAK SPACE}"}


@dataclass(frozen=True)
class Result:
    """What an operation makes of a sentence (from 0): a tree, or, of ``subsumes``, an answer; else why there is none.

    ``file``: the file that is shown; of ``subsumes`` the two files, None where there is one result for all files.
    """

    sentence: int
    words: tuple[str, ...]
    tree: MultiFunctionTree | None = None
    answer: bool | None = None
    reason: str = ""
    file: tuple[int, ...] | None = None


class FunctionFiles:
    """Files of the same sentences as function trees: those of a paper (``profile``, of PROFILES). Raises UsageError: there is no
    file, no such profile, or ``zero_cost`` is set for another one than ``2011``."""

    def __init__(self, treebanks: Sequence[AnyTreebank], settings: SchemeSettings, profile: str = "2012") -> None:
        if not treebanks:
            raise UsageError("no file; expected at least one treebank")
        if profile not in PROFILES:
            raise UsageError(f"--profile is '{profile}'; expected {' or '.join(PROFILES)}")
        self._has_wildcards = profile == "2011"
        if settings.zero_cost and not self._has_wildcards:
            raise UsageError(f"--zero-cost is not for the profile {profile}, which relabels nothing; expected 2011")
        symbols = Symbols()
        first = SchemeFile(treebanks[0], settings, symbols)
        self.files = [first, *(SchemeFile(one, settings, symbols, first) for one in treebanks[1:])]
        self.sentences = first.sentences
        self.ids = treebanks[0].sentence_names
        self._differing = [word_differences(first, one) for one in self.files]

    def results(self, operation: str, sentences: Sequence[int]) -> Iterator[Result]:
        """What an operation of OPERATIONS makes of some sentences. ``tl-unify`` gives the first file the labels of the others.
        Raises UsageError: there is no such operation, or it takes more files."""
        if operation not in OPERATIONS:
            raise UsageError(f"--operation is '{operation}'; expected {', '.join(OPERATIONS)}")
        if operation != "show" and len(self.files) < 2:
            raise UsageError(f"--operation {operation} takes at least two files, not {len(self.files)}")
        if operation == "tl-unify" and self._has_wildcards:
            raise UsageError(
                "--operation tl-unify is not for the profile 2011: there a node has one label; expected 2012"
            )
        everyone = tuple(range(len(self.files)))
        if operation == "show":
            for file in everyone:
                for sentence in sentences:
                    yield self._done("show", sentence, (file,), (file,))
            return
        pairs = [(one, other) for one in everyone for other in everyone if one != other]
        for sentence in sentences:
            if operation != "subsumes":
                yield self._done(operation, sentence, everyone, None)
                continue
            for pair in pairs:
                yield self._done(operation, sentence, pair, pair)

    def _done(self, operation: str, sentence: int, files: tuple[int, ...], shown: tuple[int, ...] | None) -> Result:
        words = self._words(sentence, files[0])
        for file in files:
            name, reasons = self.files[file].name, self.files[file].reasons
            if sentence in reasons:
                return Result(sentence, words, reason=f"{name} {what_is_wrong(reasons[sentence])}", file=shown)
            if sentence in self._differing[file] and len(files) > 1:
                return Result(sentence, words, reason=self._differing[file][sentence], file=shown)
        trees = [self._tree(file, sentence) for file in files]
        try:
            if operation == "subsumes":
                return Result(sentence, words, answer=self._subsumes(*trees), file=shown)
            return Result(sentence, words, self._applied(operation, trees, sentence), file=shown)
        except UnificationError as error:
            return Result(sentence, words, reason=str(error), file=shown)

    def _tree(self, file: int, sentence: int) -> MultiFunctionTree:
        one = self.files[file]
        if self._has_wildcards:
            return multifunction(one.collapsed.part(sentence, sentence + 1))[0]
        return one.multifunction[sentence]

    def _subsumes(self, general: MultiFunctionTree, special: MultiFunctionTree) -> bool:
        free = self.files[0].settings.zero_cost
        return subsumes_wildcards(general, special, free) if self._has_wildcards else subsumes(general, special)

    def _applied(self, operation: str, trees: Sequence[MultiFunctionTree], sentence: int) -> MultiFunctionTree:
        free = self.files[0].settings.zero_cost
        if operation == "show":
            return trees[0]
        if operation == "generalise" and self._has_wildcards:
            parts = [one.collapsed.part(sentence, sentence + 1) for one in self.files]
            return multifunction(generalise_wildcards(parts, free))[0]
        if operation == "generalise":
            return generalise(*trees)
        if operation == "unify":
            return unify_wildcards(*trees, free=free) if self._has_wildcards else unify(*trees)
        return reduce(tl_unify, trees)

    def _words(self, sentence: int, file: int) -> tuple[str, ...]:
        if sentence in self.files[file].reasons:
            return ()
        return tuple(self.files[file].functions.trees[sentence].words)


def as_brackets(result: Result) -> str:
    """The tree as text; see the top of this module."""
    tree = result.tree
    if tree is None:
        return NO_TREE
    whole = (0, tree.length)
    names = {span: sorted(labels) for span, labels in tree.nodes.items()}
    names[whole] = [*sorted(tree.root), *(label for label in names.get(whole, []) if label not in tree.root)]
    opened: dict[int, list[Span]] = {}
    for span in sorted(names, key=lambda one: (one[0], -one[1])):
        opened.setdefault(span[0], []).append(span)
    ends = [span[1] for span in names]
    parts = []
    for place, word in enumerate(result.words):
        heads = "".join(f"({_name(names[span])} " for span in opened.get(place, []))
        parts.append(heads + _escaped(word) + ")" * ends.count(place + 1))
    return " ".join(parts)


def _name(labels: Sequence[str]) -> str:
    return "|".join(_escaped(label).replace("|", BAR) for label in labels) or NO_LABEL


def _escaped(text: str) -> str:
    return "".join(_ESCAPES.get(character, character) for character in text)


def as_object(result: Result, files: FunctionFiles) -> dict[str, Any]:
    """The result for JSON; words from 1, spans as their first and last word."""
    found: dict[str, Any] = {"index": result.sentence + 1, "id": files.ids[result.sentence]}
    if result.file is not None:
        found["files"] = [files.files[file].name for file in result.file]
    found["words"] = list(result.words)
    if result.tree is not None:
        found["root"] = sorted(result.tree.root)
        found["nodes"] = [
            {"first": start + 1, "last": end, "labels": sorted(labels)}
            for (start, end), labels in result.tree.nodes.items()
        ]
    if result.answer is not None:
        found["subsumes"] = result.answer
    if result.reason:
        found["reason"] = result.reason
    return found
