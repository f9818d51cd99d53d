"""Where two measures disagree, as a page: which parses, in which order, drawn; the same figures as the tables of ``rank``."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.analyses.conftest import compared
from tests.pages.checked import Checked
from treecompare import resources
from treecompare.analyses.rank_exports import Listed
from treecompare.analyses.rank_page import (
    LISTED,
    MOST,
    beginning,
    disagreeing,
    disagreement,
    rank_page,
)
from treecompare.cli import run_command
from treecompare.comparison.base import Comparison
from treecompare.pages.html import Folded, Listing, Paragraph, Picture, Table
from treecompare.scores.ranks import compare_ranks

KEYS = "e.whole.dice", "t.whole.dice"


def ranked(comparison: Comparison) -> dict[int, object]:
    systems = range(len(comparison.table.systems))
    return {system: compare_ranks(comparison.table, system, *KEYS) for system in systems}


def test_the_largest_difference_of_either_sign_comes_first(sample: Comparison) -> None:
    found = disagreeing(sample, ranked(sample))  # type: ignore[arg-type]
    sizes = [abs(compare_ranks(sample.table, system, *KEYS).difference[row]) for system, row in found]
    everything = sorted(
        (-abs(one), system, row)
        for system, of_system in ranked(sample).items()
        for row, one in enumerate(of_system.difference)  # type: ignore[attr-defined]
        if one == one and one
    )
    assert sizes == sorted(sizes, reverse=True)
    assert found == [(system, row) for _, system, row in everything]  # equal ones: the first system, the first row
    (section,) = disagreement(sample, KEYS)
    (listing,) = (part for part in section.parts if isinstance(part, Listing))
    assert [row[0] for row in listing.result.rows] == [sample.numbers_of(row) for _, row in found[:MOST]]
    assert section.title == f"Where A and B disagree: {MOST} of {len(found)} parses"


def test_only_listed_sentences_are_drawn(sample: Comparison) -> None:
    """The drawn ones are among those of the tables beside them."""
    numbers = frozenset({3, 20, 41})
    (section,) = disagreement(sample, KEYS, listed=Listed(numbers=numbers))
    (listing,) = (part for part in section.parts if isinstance(part, Listing))
    assert listing.result.rows and {str(row[0]) for row in listing.result.rows} <= set(map(str, numbers))


def test_what_is_too_long_is_counted_and_not_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("treecompare.analyses.rank_page.MOST_WORDS", 3)  # the first has so many
    long = " ".join(["(X x)"] * 120)
    gold = ["(S (NP (N a)) (V c) (X d))", f"(S (A (N a) (B (N a) (C (N a) (D (N a) {long} (Z z))))))"]
    system = ["(S (VP (NP (N a)) (V c)) (X d))", f"(S (A (N a) (B (N a) (C (N a) (D (N a) {long})))) (Z z))"]
    gold.append("(S (NP (N a) (N b) (N c)) (VP (V d) (N e)))")
    system.append("(S (A (N a) (N b) (N c)) (VP (V d) (N e)))")
    comparison, keys = compared("\n".join(gold), "\n".join(system)), ("e.roof.dice", "t.whole.dice")
    one = {0: compare_ranks(comparison.table, 0, *keys)}
    assert one[0].difference.tolist() == [-2, 2, 0] and disagreeing(comparison, one) == [(0, 0), (0, 1)]
    (section,) = disagreement(comparison, keys)
    (listing,) = (part for part in section.parts if isinstance(part, Listing))
    assert [row[0] for row in listing.result.rows] == [comparison.numbers_of(0)]
    assert section.title == "Where A and B disagree: 1 of 2 parses"
    for number, said in (
        (2, "All of these sentences have more than 3 words, and are not drawn."),
        (3, "Both measures rank all of the listed parses alike."),
    ):
        (section,) = disagreement(comparison, keys, listed=Listed(numbers=frozenset({number})))
        assert Paragraph(said) in section.parts


def test_where_nothing_has_ranks_it_is_not_called_alike() -> None:
    (section,) = disagreement(compared("(S (NN a))", "(S (NN b))"), KEYS)
    assert Paragraph("No parse has a rank under both measures.") in section.parts


def test_the_section_has_the_figures_of_the_tables(sample: Comparison) -> None:
    (section,) = disagreement(sample, KEYS)
    (listing,) = (part for part in section.parts if isinstance(part, Listing))
    system, row = disagreeing(sample, ranked(sample))[0]  # type: ignore[arg-type]
    one = compare_ranks(sample.table, system, *KEYS)
    place, words, said = listing.result.rows[0]
    assert place == sample.numbers_of(row) and str(words).endswith(f" · {sample.table.systems[system]}")
    assert str(words).startswith(beginning(sample.texts()[row]))
    sign = f"{one.difference[row]:+g}".replace("-", "−")
    assert said == f"{one.rank_a[row]:g} under A, {one.rank_b[row]:g} under B: {sign}"
    assert all(isinstance(parts[0], Picture) for parts in listing.inside.values()) and listing.opened == {0}
    tables = [part for part in section.parts if isinstance(part, Table | Folded)]
    assert isinstance(tables[0], Table) and len(tables) >= 1 + len(sample.table.systems)
    last = tables[-1]
    assert isinstance(last, Folded) and isinstance(last.parts[0], Table) and len(last.parts[0].result.rows) <= LISTED
    assert list(disagreement(sample, (KEYS[0], KEYS[0]))) == []


def test_only_a_system_is_told_of(sample: Comparison) -> None:
    name = sample.table.systems[1]
    (section,) = disagreement(sample, KEYS, limit=3, listed=Listed(system=name))
    (listing,) = (part for part in section.parts if isinstance(part, Listing))
    assert all(str(row[1]).endswith(f" · {name}") for row in listing.result.rows)
    last = section.parts[-1]
    assert isinstance(last, Folded) and isinstance(last.parts[0], Table) and len(last.parts[0].result.rows) == 3


def test_where_both_agree_it_is_said() -> None:
    gold = "\n".join(["(S (NP (N a) (N b)) (V c))"] * 3)
    (section,) = disagreement(compared(gold, gold), KEYS)
    assert Paragraph("Both measures rank all parses alike.") in section.parts


def test_the_command_writes_the_page(tmp_path: Path, capsys: pytest.CaptureFixture[str], sample: Comparison) -> None:
    files, page = resources.samples()[0], tmp_path / "ranks.html"
    command = ["rank", files.gold, *files.systems, "--a", KEYS[0], "--b", KEYS[1], "--html", str(page)]
    assert run_command(command) == 0 and not capsys.readouterr().out
    found = Checked(page.read_text("utf-8"))
    found.check_alone()
    assert "Again: treecompare rank" in found.text and "Where A and B disagree: 10 of " in found.text
    assert sample.table.signature(KEYS[0], "pooled") in found.text
    page_ = rank_page(sample, KEYS, "smallest", "mean", 5, Listed(numbers=frozenset({3, 4}), system="a b"))
    assert page_.foot.endswith("--average mean --ties smallest --limit 5 --system 'a b' --only 3-4 --html ranks.html")
