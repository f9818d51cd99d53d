"""Damaged versions of a treebank: every sentence is in one row, figures add up, pages are whole, what is the same is told so."""

from __future__ import annotations

import random
from unittest import mock

from tests.pages.checked import Checked
from tests.trials.mutations import damaged
from tests.trials.trial_readers import BRACKETS, CONLLU, CONLLX
from treecompare import reading
from treecompare.errors import ReadError, UsageError
from treecompare.extras.versions import results
from treecompare.extras.versions.report import comment, report
from treecompare.extras.versions.results import all_tables
from treecompare.extras.versions.sources import Read
from treecompare.extras.versions.versions import Diff, diff
from treecompare.pages.html import as_html, as_markdown
from treecompare.readers import read_any
from treecompare.scores.tables import as_text

BRIEF, FULL = 150, 20_000
PLUS = (
    b"# global.columns = ID FORM UPOS HEAD DEPREL MISC X:Y\n1\ta\tN\t2\tdet\t_\t*\n2\tb\tV\t0\troot\tK=1\t1:a\n\n"
    b"1\tc\tN\t0\troot\t_\t*\n\n"
)
DOCUMENTS = (CONLLU * 2, CONLLX * 2, PLUS, BRACKETS)


def _read(data: bytes, parts: int) -> Read:
    """A treebank, or several files of it."""
    with mock.patch.object(reading, "_content_of_file", lambda path, most, expected: data):
        return Read.of("version", [(f"{number}.txt", read_any(f"{number}.txt")) for number in range(parts)])


def _check(found: Diff) -> None:
    for side, version in enumerate(found.changes.found.sides):
        rows = [one for row in found.changes.found.rows for one in row.sides[side]]
        assert sorted(rows) == list(range(len(version)))
    paired = found.changes.found.words
    assert all(paired.head[other] == word for word, other in enumerate(paired.base.tolist()) if other >= 0)
    files = results.files(found)
    names = [one.title for one in files.columns]
    whole = dict(zip(names, files.rows[-1], strict=True))
    assert whole["changes"] == len(found.edits) == sum(number for _, number in results.layers(found))
    assert sum(int(value or 0) for name, value in whole.items() if "rule" in name or name == "outside") in (
        0,
        len(found.edits),
    )
    assert len(found.rules.explained) <= found.rules.in_reach <= len(found.edits)
    Checked(as_html(report(found))).check_alone()
    as_markdown(comment(found))
    as_text(results.for_scripts(found), "json")
    for table in all_tables(found.kind, found.changes, found.rules).values():
        assert all("\n" not in cell for row in table for cell in row)


def run(rounds: int, seed: int) -> str:
    refused = unchanged = 0
    for turn in range(rounds):
        rng = random.Random(seed * 1_000_003 + turn)
        document = rng.choice(DOCUMENTS)
        both = [damaged(rng, document, rng.choice(DOCUMENTS)) if rng.random() < 0.8 else document for _ in range(2)]
        try:
            sides = [_read(data, rng.choice((1, 1, 2))) for data in both]
            found = diff(sides[0], sides[1])
        except (ReadError, UsageError) as error:
            refused += 1
            assert "\n" not in str(error) and "expected" in str(error), f"round {turn}: {error}"
            continue
        try:
            _check(found)
            assert diff(sides[0], sides[0]).is_unchanged
        except Exception as error:
            raise AssertionError(f"round {turn}, {both!r}: {error!r}") from error
        unchanged += found.is_unchanged
    return f"{rounds:,} pairs of versions, {refused:,} refused in one sentence, {unchanged:,} the same, no fault"
