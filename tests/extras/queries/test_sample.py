"""The shipped comparison with queries."""

from __future__ import annotations


def test_the_sample_of_queries_shows_what_it_says() -> None:
    """Its README: 85 sentences; the better parser by trees and queries finds 10 of 23 objects before their verbs; why."""
    from treecompare.analyses.catalogue import analysis
    from treecompare.comparison.base import score
    from treecompare.comparison.files import open_files, opened
    from treecompare.comparison.roles import sample_files
    from treecompare.resources import samples
    from treecompare.scores.result import View

    sample = next(one for one in samples() if one.key == "trust-in-queries")
    comparison = score(opened(open_files(sample_files(sample))).comparison)
    assert len(comparison.gold.sentence_names) == comparison.sentences == 85
    assert comparison.settings.params == "standard" and comparison.gold.format == "ppche"
    assert [int((one != 1).sum()) for one in comparison.table.statuses] == [0, 1]
    modern, period = (comparison.table.summary(system, "e.whole.dice", "pooled") for system in range(2))
    assert modern > period
    figures, _, errors, ranks = analysis("trust", "constituents").tables(comparison, View())
    found = {(row[0], row[1]): row[2:5] for row in figures.rows}
    assert len(found) == 18
    assert found["object-before-verb", "modern"] == [23, 10, 10]
    assert found["object-before-verb", "period"] == [23, 23, 23]
    assert found["pp-in-np", "modern"] == [40, 51, 37] and found["pp-in-np", "period"] == [40, 26, 26]
    best = [tuple(row[1:3]) for row in ranks.rows[:8]]
    assert best.count((1, 2)) == 6 and best.count((1, 1)) == best.count((2, 1)) == 1
    assert [row[0] for row in ranks.rows if row[3] == "no"] == ["do-support", "quantified-np", "object-before-verb"]
    of_objects = [row[1:6] for row in errors.rows if row[0] == "object-before-verb"]
    assert of_objects == [["modern", "missed", 13, "NP attachment", 13]]
