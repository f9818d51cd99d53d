"""The shipped sample of two annotators: its README says of every difference who is right."""

from __future__ import annotations

import re

import pytest

from treecompare import resources
from treecompare.comparison.files import open_files, opened
from treecompare.comparison.roles import sample_files
from treecompare.extras.annotators.adjudication import Adjudication
from treecompare.extras.annotators.differences import ARC
from treecompare.extras.annotators.kept import analyses_in, treebanks_in
from treecompare.trees.arcs import check

KEY = "two-annotators"
PLACE = re.compile(r"(\d+) \*(\w+)\*")


@pytest.fixture(scope="module")
def made() -> Adjudication:
    found = opened(open_files(sample_files(next(one for one in resources.samples() if one.key == KEY))))
    assert found.files.no_gold
    for one in found.treebanks.values():
        sentences = one.sentences  # type: ignore[union-attr]
        facts = check(sentences)
        assert not one.problems and not len(facts.irregular) and not facts.non_projective.any()
    named = treebanks_in(found.files, found.treebanks)
    assert list(named) == ["mara", "tom"] and found.comparison.sentences == 62
    return Adjudication(analyses_in(named, list(named)))


def rows() -> list[list[str]]:
    """The table of the README: both values, who is right where, why."""
    text = resources.path(f"samples/{KEY}/README.md").read_text("utf-8")
    lines = [line for line in text.splitlines() if line.startswith("| ")]
    return [line.strip("|").split("|") for line in lines[1:]]


def test_the_readme_says_of_every_difference_who_is_right(made: Adjudication) -> None:
    differing = {}
    for one in made.differences:
        word = made.analyses.words_of(one.place.sentence)[int(one.place.unit) - 1]
        values = [value.partition(":")[2] if one.place.field == ARC else value for value in one.values]
        is_elsewhere = one.place.field == ARC and one.kind.values[1][0] != "1"
        differing[one.place.sentence + 1, word, one.place.field] = *values, is_elsewhere
    said, right = {}, [0, 0, 0]
    for mara, tom, *places, _ in rows():
        first, second = (cell.partition(",")[0].strip(" `") for cell in (mara, tom))
        for number, cell in enumerate(places):
            for sentence, word in PLACE.findall(cell):
                field = "upos" if first.isupper() else ARC
                said[int(sentence), word, field] = first, second, "another head" in tom
                right[number] += 1
    assert said == differing and len(said) == 54 and len({sentence for sentence, *_ in said}) == 36
    assert right == [16, 35, 3]


def test_the_largest_kind_is_decided_by_one_rule(made: Adjudication) -> None:
    """Eight places, two of them exceptions."""
    kinds = [one.kind for one in made.differences]
    largest = max(kinds, key=kinds.count)
    assert largest == (ARC, ("1:nmod", "2:obl"), "NOUN")
    assert [one.place.sentence + 1 for one in made.differences if one.kind == largest] == [3, 8, 9, 16, 25, 32, 40, 46]
