"""What a triage found, as tables: those that scripts compare, and those for people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

from treecompare import __version__
from treecompare.extras.annotators.several import MISSING
from treecompare.extras.annotators.triage import Triage, Unit
from treecompare.extras.annotators.triage_sample import (
    FEWEST_SENTENCES,
    Drawn,
    Share,
    by_agreement,
    by_length,
    by_relation,
    line_of,
    split,
    sum_of,
    wrong_in,
)
from treecompare.scores.result import UNDEFINED, Column, ResultTable, Value, count_column, share_column, text_column


def _written(value: float | None) -> str:
    return UNDEFINED if value is None else str(value) if isinstance(value, int) else f"{value:.6f}"


def script_tables(triage: Triage, sample: Drawn | None) -> dict[str, list[list[str]]]:
    """Tables by the name of their file. Shares have six digits; what nobody checked is undefined."""
    ids = triage.several.ids
    crossed = split(triage, triage.words, [by_agreement, by_relation, by_length])
    rows = [["agreement", "relation", "length", "words", "wrong"]]
    for units in crossed.values():
        one = units[0]
        relation = triage.relation_class(one)
        rows.append([one.agreement, relation, one.length_class, str(len(units)), _written(wrong_in(units))])
    out = {"strata": rows, "patterns": [["pattern", "words", "wrong", "wrong_head"]]}
    out["patterns"] += [
        [name, str(count), _written(wrong), _written(heads)] for name, count, wrong, heads in _patterns(triage)
    ]
    out["queue"] = [["sentence", "words", "unclear", "open"]]
    out["queue"] += [[ids[one.row], str(one.words), str(one.unclear), str(one.open)] for one in triage.queue]
    return out | ({"to_check": blind_table(triage, sample)} | drawn_tables(triage, sample) if sample else {})


def units_to_check(sample: Drawn) -> list[Unit]:
    """The sample in the order of the sentences, whatever its strata: whoever checks must not see what was accepted."""
    return sorted((one for stratum in sample.strata for one in stratum.drawn), key=lambda one: (one.row, one.word))


def blind_table(triage: Triage, sample: Drawn) -> list[list[str]]:
    """What somebody is given to check: sentence, number of the word, the word, and all words; not what any file says."""
    several = triage.several
    rows = [["sentence", "word", "form", "text"]]
    for one in units_to_check(sample):
        file, at = next((file, at) for file, at in enumerate(several.rows[one.row]) if at != MISSING)
        words = several.words[file][at]
        form = words[one.word - 1] if one.word else "-"
        rows.append([several.ids[one.row], str(one.word or "-"), form, " ".join(words)])
    return rows


def drawn_tables(triage: Triage, sample: Drawn) -> dict[str, list[list[str]]]:
    """``draws`` and ``samples``: those of a sample only."""
    ids = triage.several.ids
    out = {}
    out["samples"] = [["draw", "stratum", "sentence", "word", "wrong"]]
    out["samples"] += [
        [sample.seed, stratum.name, ids[one.row], str(one.word or "-"), _written(one.wrong)]
        for stratum in sample.strata
        for one in stratum.drawn
    ]
    heads = "draw design stratum units checked wrong_in_sample wrong_in_all estimate low high covers"
    out["draws"] = [heads.split()]
    for line in sample.lines:
        found, covers = line.share, line.covers
        shares = (found.estimate, found.low, found.high) if found else (None, None, None)
        numbers = line.units, line.checked, line.wrong, line.wrong_in_all, *shares
        said = UNDEFINED if covers is None else "yes" if covers else "no"
        out["draws"].append([sample.seed, sample.design.said, line.stratum, *map(_written, numbers), said])
    return out


def _patterns(triage: Triage) -> list[tuple[str, int, int | None, int | None]]:
    found: dict[str, list[Unit]] = {}
    for one in triage.words:
        found.setdefault(one.pattern, []).append(one)
    out = []
    for name, units in sorted(found.items()):
        wrong = wrong_in(units)
        out.append((name, len(units), wrong, None if wrong is None else sum(one.wrong_heads or 0 for one in units)))
    return out


def people_tables(triage: Triage, sample: Drawn | None) -> list[ResultTable]:
    """The sample, what accepting more or less leaves to do, and who agrees with whom."""
    return [*([sample_table(triage, sample)] if sample else []), thresholds(triage, sample), pattern_table(triage)]


def sample_table(triage: Triage, sample: Drawn) -> ResultTable:
    """What the sample says of each stratum and of all."""
    columns = (
        text_column("stratum"), count_column(sample.design.counts, "units"), count_column("checked"), count_column("wrong"),
        share_column("% wrong", "estimate"), share_column("% low", "low"), share_column("% high", "high"),
    )  # fmt: skip
    rows: list[list[Value]] = []
    for line in sample.lines:
        found: list[Value] = [None] * 3
        if line.share and line.checked:
            found = [line.share.estimate, line.share.low, line.share.high]
        rows.append([line.stratum, line.units, line.checked, line.wrong if line.checked else None, *found])
    notes = ["Low and high are the ends of intervals of 95 %."]
    if not sample.is_checked:
        notes = ["Nothing is checked yet: to_check.tsv lists what to check; what is checked is read as a treebank."]
    elif sample.unanswered:
        notes.append(
            f"Not checked, or with other words: {sample.unanswered:,} of the sample. The figures hold only if chance left them out."
        )
    if sample.is_checked and sample.total.share is None:
        notes.append(
            f"There is no total: fewer than {FEWEST_SENTENCES} sentences are checked."
            if sample.design.is_whole
            else "There is no total: of a stratum nothing is checked."
        )
    if sample.is_checked and any(one.stratum.startswith("after: ") for one in sample.lines):
        notes.append("Of many strata, 1 interval in 20 misses.")
    if said := _remaining(triage, sample):
        notes.append(said)
    signature = f"triage|design:{sample.text}|seed:{sample.seed}|files:{','.join(triage.several.names)}|v:{__version__}"
    return ResultTable(
        f"Checked sample of {sample.design.said}", columns, rows, note="\n".join(notes), signatures=(signature,)
    )


def _remaining(triage: Triage, sample: Drawn) -> str:
    """What is wrong and accepted unseen, once the sample is mended."""
    total = sample.total
    if not sample.design.is_accepted or not total.checked or total.share is None:
        return ""
    low, high = (max(0, round(one * total.units) - total.wrong) for one in (total.share.low, total.share.high))
    everything = triage.all_words if sample.design.counts == "words" else len(triage.found)
    return (
        f"Wrong among the {sample.design.said} that were not checked: {low:,} to {high:,} ({100 * low / everything:.2f} to "
        f"{100 * high / everything:.2f} % of all {everything:,} {sample.design.counts}). What is missed in the rest comes on top."
    )


def thresholds(triage: Triage, sample: Drawn | None) -> ResultTable:
    """What is left to do if words are accepted from an agreement on, and how many errors the sample lets expect among them."""
    levels = sorted({_level(one) for one in triage.words}, reverse=True)
    rows: list[list[Value]] = []

    def add(said: str, words: int, sentences: int, expected: Sequence[float] | None) -> None:
        left = triage.all_words - words
        rows.append([said, words, left, left / triage.all_words, sentences, *(expected or (None, None, None))])

    for level in levels:
        inside = [one for one in triage.words if _level(one) >= level]
        waiting = triage.undecided | {one.row for one in triage.words if _level(one) < level}
        said = "every word"
        if level == 1:
            said = "words on which all agree"
        elif level != levels[-1]:
            said = f"words with {level.numerator} of {level.denominator} or more"
        add(said, len(inside), len(waiting), _expected(sample, level, len(inside)) if sample else None)
    whole = [one for one in triage.sentences if one.is_accepted]
    expected = None
    if sample and sample.design.counts == "sentences" and sample.is_checked and sample.total.share:
        expected = _times(sample.total.share, len(whole))
    words, left = sum(one.length for one in whole), len(triage.found) - len(whole)
    add("sentences in which all agree", words, left, expected)
    columns = (
        text_column("accepted unseen", "accepted"), count_column("words"), count_column("words left", "words_left"),
        share_column("% left", "share_left"), count_column("sentences left", "sentences_left"),
        _errors_column("errors expected", "errors"), _errors_column("at least", "errors_low"),
        _errors_column("at most", "errors_high"),
    )  # fmt: skip
    note = "Errors are wrong words among the accepted ones; in the last row, wrong sentences."
    if sample is None or not sample.is_checked:
        note += " How many there are only a checked sample can say: agreement is not truth."
    elif sample.design.is_accepted:
        note += " A sample of agreement-length:N says it of all rows of words."
    return ResultTable("What is left to do", columns, rows, note=note)


def _errors_column(title: str, key: str) -> Column:
    return Column(title, lambda value: f"{value:,.0f}", key=key)


def _level(unit: Unit) -> Fraction:
    """The share of files that have the word's arc; 0 where only one file has the sentence, which agrees with nobody."""
    return Fraction(unit.votes, unit.files) if unit.files > 1 else Fraction(0)


def _times(found: Share, units: int) -> list[float]:
    return [(found.estimate or 0.0) * units, found.low * units, found.high * units]


def _expected(sample: Drawn, level: Fraction, words: int) -> list[float] | None:
    """Errors among the words from a level on, where strata of the sample are exactly these."""
    if sample.design.counts != "words" or not sample.is_checked:
        return None
    inside = [stratum for stratum in sample.strata if all(_level(one) >= level for one in stratum.units)]
    if sample.design.is_whole:
        found = sample.total.share if inside else None
        return _times(found, words) if found else None
    lines = [line_of(one.name, one) for one in inside]
    if sum(one.units for one in lines) != words:
        return None
    found = lines[0].share if len(lines) == 1 else sum_of(lines).share
    return _times(found, words) if found else None


def pattern_table(triage: Triage) -> ResultTable:
    """How many words have which analyses agree, and how often these are wrong."""
    names = triage.several.names
    rows: list[list[Value]] = []
    for name, count, wrong, heads in _patterns(triage):
        shares = count / len(triage.words), wrong, None if wrong is None else wrong / count
        rows.append([name, _who(name, names), count, *shares, heads])
    columns = (
        text_column("pattern"), text_column("who agrees", "who"), count_column("words"), share_column("% of words", "share"),
        count_column("wrong"), share_column("% wrong", "share_wrong"), count_column("wrong heads", "wrong_heads"),
    )  # fmt: skip
    note = f"A figure per file ({', '.join(names)}): those with the same figure have the same arc; - has none."
    if triage.checked is not None:
        note += f" Wrong: the consensus is not as in {triage.checked.name}."
    return ResultTable("Who agrees with whom", columns, rows, note=note)


def _who(pattern: str, names: Sequence[str]) -> str:
    counts = Counter(pattern)
    groups = [
        " = ".join(name for name, here in zip(names, pattern, strict=True) if here == figure)
        for figure, count in counts.items()
        if figure != "-" and count > 1
    ]
    return "; ".join(groups) or "nobody"
