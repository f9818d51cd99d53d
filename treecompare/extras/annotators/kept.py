"""What a comparison file keeps of decisions between analyses: opened with its treebanks, and joined with those of another file.

Decisions and rules are annotations like notes: stored at once, undone step by step, rescued, and found again by the words of their
sentences where the treebanks have changed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from treecompare.comparison.files import Files, is_comparison_file
from treecompare.comparison.judgements import CORRECT, NO, UNCLEAR, YES, marked
from treecompare.errors import ReadError, UsageError
from treecompare.extras.annotators.adjudication import Adjudication, Change, Misfit, conflict_told, joined
from treecompare.extras.annotators.checked_gold import PROPOSED
from treecompare.extras.annotators.decisions import WHOLE_FILE, read_decision
from treecompare.extras.annotators.differences import MOST, Analyses, Place, analyses_of, unit_of, words_in
from treecompare.readers.treebank import AnyTreebank
from treecompare.saved.opening import read_again
from treecompare.saved.project import Project, new_places
from treecompare.saved.rows import DECISION, RULE, Key

STATE = "adjudication"
"""Under which name a comparison file keeps which analyses are decided between: their names, ``between``."""


@dataclass
class OpenAdjudication:
    """Decisions of a comparison file with its treebanks. ``remarks``: what to know of it; ``conflicts``: of files that were
    joined."""

    adjudication: Adjudication
    remarks: list[str] = field(default_factory=list)
    conflicts: list[str] = field(default_factory=list)


VERDICTS = {
    "first": ("First right", YES, NO), "second": ("Second right", NO, YES), "both": ("Both acceptable", YES, YES),
    "neither": ("Neither", NO, NO), "unclear": ("Unclear", UNCLEAR, UNCLEAR),
}  # fmt: skip
"""What can be judged of two analyses without deciding: in words, and what it says of each of them."""


def judged(names: Sequence[str], place: Place, row: int, is_sentence: bool, said: str) -> list[tuple[Key, str]]:
    """A judgement on both analyses, as a comparison file takes it: on the whole sentence, or on the words of a difference as an
    occurrence of its field. ``row``: in which the sentence stands; ``said``: a key of VERDICTS."""
    words = unit_of(words_in(place.unit))
    mark = "" if is_sentence else marked(place.field, words if "-" in words else f"{words}-{words}")
    _, *verdicts = VERDICTS[said]
    return [(Key(CORRECT, row, name, mark), verdict) for name, verdict in zip(names, verdicts, strict=False)]


def decided_in(entries: Mapping[Key, str], names: Iterable[str]) -> tuple[int, int]:
    """How much is decided between analyses of these names, and in checks of a gold. What was decided between others is kept, too,
    and not counted."""
    known, found = {*names, PROPOSED}, [0, 0]
    for key, text in entries.items():
        if key.kind == DECISION:
            with suppress(ValueError):
                decision = read_decision(text)
                found[PROPOSED in decision.values] += (
                    decision.is_decided and len(known.intersection(decision.values)) > 1
                )
    return found[0], found[1]


def entries_in(project: Project) -> dict[Key, str]:
    """The decisions and rules of a file."""
    return project.values(DECISION) | project.values(RULE)


def joined_files(project: Project, other: Project) -> tuple[list[Change], list[Key]]:
    """What adds the decisions and rules of another file to one's own, and where both say something else."""
    added, conflicts = joined(entries_in(project), entries_in(other))
    return added, [entry for entry, _, _ in conflicts]


def lost_in(project: Project) -> list[Misfit]:
    """Decisions whose sentences are gone, as a window found."""
    return [
        _gone(key._replace(sentence=-1), text, words) for key, text, words in project.lost() if key.kind == DECISION
    ]


def _gone(entry: Key, text: str, words: str) -> Misfit:
    try:
        decision = read_decision(text)
    except ValueError:
        decision = None
    return Misfit(entry, text, f"its sentence is gone: {words[:60]}{'…' if len(words) > 60 else ''}", decision)


def followed(
    entries: Mapping[Key, str], words: Mapping[int, str], texts: Sequence[str]
) -> tuple[dict[Key, str], list[Misfit]]:
    """The same entries by the sentences that have the words now that theirs had, and those that find none."""
    places = new_places(list(words.items()), texts)
    found: dict[Key, str] = {}
    gone = []
    for key, text in entries.items():
        sentence = key.sentence
        if sentence == WHOLE_FILE or sentence in places or sentence not in words:
            found[key._replace(sentence=places.get(sentence, sentence))] = text
        else:
            gone.append(_gone(key._replace(sentence=-1), text, words[sentence]))
    return found, gone


def chosen(names: Sequence[str], between: Sequence[str]) -> list[int]:
    """The places of the analyses that are decided between: those of these names, or all. Raises UsageError: there is no
    analysis of a name, or there are more than three and none is chosen."""
    for name in between:
        if name not in names:
            raise UsageError(f"there is no analysis '{name}'; expected some of {', '.join(names)}")
    if not between and len(names) > MOST:
        raise UsageError(
            f"{len(names)} analyses are open: {', '.join(names)}; expected two or three of them to decide between"
        )
    return [place for place, name in enumerate(names) if name in between] if between else list(range(len(names)))


def treebanks_in(files: Files, read: Mapping[str, AnyTreebank]) -> dict[str, AnyTreebank]:
    """The treebanks of a comparison by name; ``read``: by path, as they were read. Decisions are kept by the sentences of the
    first."""
    treebanks = [read[path] for path in (files.gold, *(path for _, path in files.systems))]
    return dict(zip(names_of([one.name for one in treebanks]), treebanks, strict=True))


def analyses_in(named: Mapping[str, AnyTreebank], between: Sequence[str]) -> Analyses:
    """The analyses of a comparison that are decided between. Raises UsageError: see :func:`chosen`; or they cannot be compared."""
    names, treebanks = list(named), list(named.values())
    places = chosen(names, between)
    return analyses_of([names[one] for one in places], [treebanks[one] for one in places], treebanks[0])


def remembered(state: Mapping[str, object]) -> list[str]:
    """The names of the analyses that were chosen last time; ``state``: of a comparison file."""
    known = state.get(STATE)
    between = known.get("between", []) if isinstance(known, dict) else []
    return [one for one in between if isinstance(one, str)] if isinstance(between, list) else []


def names_of(names: Sequence[str]) -> list[str]:
    """Names of analyses, no two of which are the same: a second one gets a number."""
    found: list[str] = []
    for name in names:
        number, made = 2, name
        while made in found:
            made, number = f"{name} {number}", number + 1
        found.append(made)
    return found


def open_adjudication(
    path: str,
    between: Sequence[str] = (),
    join: str = "",
    make: Callable[[Mapping[str, AnyTreebank]], Adjudication] | None = None,
) -> OpenAdjudication:
    """Reads what a comparison file names, and what was decided there.

    ``between``: names of two or three analyses; else those that were chosen in the window, or all. ``join``: a second comparison
    file, whose decisions are added to the first one as a step that can be undone. ``make``: makes what is decided of the
    treebanks by name; None: the analyses are decided between.

    Raises TreecompareError: a file is not a comparison file, or what it names cannot be read or decided between.
    """
    for one in filter(None, (path, join)):
        if not is_comparison_file(one):
            raise ReadError(one, 0, "is not a comparison file; expected one that treecompare saved (.treecompare)")
    project = Project.open(Path(path))
    try:
        read = read_again(project)
        named = treebanks_in(read.files, read.treebanks)
        made = make(named) if make else Adjudication(analyses_in(named, between or remembered(project.state)))
        texts = read.comparison.gold_texts()
        found = OpenAdjudication(made, list(project.remarks))
        own, gone = followed(entries_in(project), project.sentence_words(), texts)
        if join:
            own |= _join(project, own, join, texts, found)
        made.put(own.items())
        misfits = *made.misfits, *lost_in(project), *gone
        found.remarks += [f"does not fit any more: {misfit_told(one)}" for one in misfits]
        return found
    finally:
        project.close()


def _join(
    project: Project,
    own: Mapping[Key, str],
    path: str,
    texts: Sequence[str],
    found: OpenAdjudication,
) -> dict[Key, str]:
    """Adds what was decided in another file."""
    other = Project.open(Path(path))
    try:
        theirs, words = entries_in(other), other.sentence_words()
    finally:
        other.close()
    placed, gone = followed(theirs, words, texts)
    if gone:
        found.remarks.append(
            f"{len(gone):,} decisions of {path} are about sentences that are not here, and were not joined"
        )
    added, conflicts = joined(own, placed)
    names = Path(project.path).stem, Path(path).stem
    found.conflicts += [conflict_told(one, names) for one in conflicts]
    if added:
        project.write(added, f"Joined {Path(path).name}", words=texts)
    return {entry: text for entry, text in added if text is not None}


def misfit_told(misfit: Misfit) -> str:
    """A decision that is kept and not applied, in words."""
    kind, sentence, name, unit = misfit.entry
    if kind == RULE:
        return f"rule {unit}: {misfit.reason}"
    where = f"sentence {sentence + 1}, " if sentence >= 0 else ""
    said = f"{misfit.decision.source} {misfit.decision.value}".rstrip() if misfit.decision is not None else "a decision"
    return f"{where}{unit} {name}: {said}; {misfit.reason}"
