"""The root that a format implies is no node: the same trees have the same figures in every format and under every preparation."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
import pytest

from tests.conftest import stride
from treecompare.cli import run_command
from treecompare.comparison.base import score
from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.comparison.settings import Settings
from treecompare.readers import Treebank, parse, read, read_content
from treecompare.trees.conversion import to_dependencies
from treecompare.trees.head_rules import head_rules
from treecompare.trees.preparation import NONE, prepare, terminals

PREPARATIONS = ("none", "standard", "standard-with-punctuation", "evalb", "spmrl")
FORMATS = ("export", "export3", "tigerxml", "discbrackets")


def treebank(content: str, format: str | None = None) -> Treebank:
    found = read_content(content.encode(), "x", format)
    assert isinstance(found, Treebank) and not found.problems
    return found


def export(*rows: str) -> Treebank:
    return treebank("#BOS 1\n" + "".join(row.replace(" ", "\t") + "\n" for row in rows) + "#EOS 1\n", "export")


def tigerxml(label: str, root: str = "") -> Treebank:
    over = f'<nt id="s1_V" cat="{root}"><edge label="--" idref="s1_5"/></nt>' if root else ""
    return treebank(
        '<corpus id="c"><body><s id="s1"><graph><terminals><t id="s1_1" word="a" pos="A"/>'
        '<t id="s1_2" word="b" pos="B"/></terminals>'
        f'<nonterminals><nt id="s1_5" cat="{label}"><edge label="--" idref="s1_1"/><edge label="--" idref="s1_2"/></nt>{over}'
        "</nonterminals></graph></s></body></corpus>\n"
    )


def alpino(label: str, root: str = "top") -> Treebank:
    words = "".join(
        f'<node begin="{place}" pos="{word.upper()}" rel="--" word="{word}"/>' for place, word in enumerate("ab")
    )
    top = f'<node begin="0" cat="{root}" rel="top">'
    return treebank(f'<alpino_ds>{top}<node begin="0" cat="{label}" rel="--">{words}</node></node></alpino_ds>')


def one_bracket(format: str, label: str) -> Treebank:
    """The sentence *a b* under one bracket."""
    rows = ("a -- A -- -- 500", "b -- B -- -- 500", f"#500 -- {label} -- --")
    return {
        "export": lambda: export(*rows[:2], f"{rows[2]} 0"),
        "export with a VROOT": lambda: export(*rows[:2], f"{rows[2]} 501", "#501 -- VROOT -- -- 0"),
        "tigerxml": lambda: tigerxml(label),
        "tigerxml with a VROOT": lambda: tigerxml(label, "VROOT"),
        "alpino": lambda: alpino(label),
        "brackets": lambda: parse(f"({label} (A a) (B b))"),
    }[format]()


@pytest.mark.parametrize("params", PREPARATIONS)
@pytest.mark.parametrize(
    "format", ["export", "export with a VROOT", "tigerxml", "tigerxml with a VROOT", "alpino", "brackets"]
)
def test_another_label_over_one_bracket_shares_nothing_with_it(format: str, params: str) -> None:
    gold = one_bracket(format, "S")
    assert [tree.brackets() for tree in gold.trees] == ["(S (A a) (B b))"]
    for label, share in (("NP", 0.0), ("S", 1.0)):
        found = score(ConstituentComparison(gold, [one_bracket(format, label)], Settings(params)))
        counts = found.table.part(0, "e.roof")
        assert (int(counts.gold[0]), int(counts.test[0])) == (1, 1)
        assert found.table.summary(0, "e.roof.dice", "pooled") == share


def test_roots_that_someone_drew_are_nodes() -> None:
    rows = ("a -- A -- -- 500", "b -- B -- -- 501")
    drawn = export(*rows, "#500 -- X -- -- 501", "#501 -- ROOT -- -- 0")
    beside = export("a -- A -- -- 500", "b -- B -- -- 0", "#500 -- VROOT -- -- 0")
    assert drawn.trees[0].brackets() == "(ROOT (X (A a)) (B b))"
    assert beside.trees[0].brackets() == "(VROOT (A a)) (B b)"
    assert alpino("np", "smain").trees[0].brackets() == "(smain (np (A a) (B b)))"


def test_a_root_that_a_tool_wrote_into_brackets_is_none_either() -> None:
    for text in ("(VROOT (S (A a)) (B b))", "( (S (A a)) (B b))", "(S (A a)) (B b)"):
        assert prepare(terminals(parse(text).trees, True), NONE)[0].brackets() == "(S (A a)) (B b)"


@pytest.mark.parametrize("table", ["tiger", "collins"])
def test_heads_are_found_as_below_a_root(table: str) -> None:
    """Of what hangs on nothing, one word is the root and the others hang on it."""
    rules = head_rules(table)
    rows = ("a -- VVFIN -- -- 500", "b -- NN -- OA 500", ". -- $. -- -- 0", "#500 -- S -- -- 0")
    under = to_dependencies(parse("(VROOT (S (VVFIN a) (NN-OA b)) ($. .))").trees, rules)
    beside = to_dependencies(export(*rows).trees, rules, implies_root=True)
    assert not beside.reasons()
    for name in ("heads", "relations"):
        assert list(getattr(beside.dependencies[0], name)) == list(getattr(under.dependencies[0], name))


def test_lemmas_and_secondary_edges_stay_with_their_words_below_a_root() -> None:
    rows = ("a la A -- X 500", "b lb B -- Y 0 Z 500", "c lc C -- W 0", "#500 -- S -- T 0")
    trees = export(*rows).trees
    rooted = trees.rooted("R")
    assert rooted[0].brackets() == "(R (S (A a)) (B b) (C c))"
    assert rooted.offsets.tolist() == [0, int(trees.offsets[-1]) + 1] and rooted.sizes[-1] == len(rooted.labels)
    assert trees.extras is not None and rooted.extras is not None
    for name, column in trees.extras.columns.items():
        assert rooted.extras.columns[name].tolist() == [*column.tolist(), -1]
    assert rooted.extras.secondary is not None and trees.extras.secondary is not None
    assert rooted.extras.secondary.tolist() == trees.extras.secondary.tolist()
    both = type(trees).joined([trees, trees, parse("(S (A a))").trees.translated(trees.symbols)]).rooted("R")
    assert [tree.brackets()[:4] for tree in both] == ["(R (", "(R (", "(S ("]
    assert both.extras is not None and both.extras.secondary is not None
    assert [[both[n].texts[node - int(both.offsets[n])] for node in edge[:2]] for n, edge in
            enumerate(both.extras.secondary.tolist())] == [["B", "S"], ["B", "S"]]  # fmt: skip


@cache
def read_once(path: Path) -> Treebank:
    return read(str(path))


def figures(gold: Path, test: Path, params: str) -> list[int | float]:
    table = score(ConstituentComparison(read_once(gold), [read_once(test)], Settings(params))).table
    counts = [table.part(0, part) for part in ("e.roof", "t.whole")]
    found = [int(np.sum(getattr(one, name))) for one in counts for name in ("matched", "gold", "test", "swapped")]
    return [*found, round(table.summary(0, "la", "pooled"), 9), table.sentences]


@pytest.fixture(scope="module")
def converted(shared: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with both sides in every format."""
    folder = tmp_path_factory.mktemp("converted")
    names = {"gold": "pcc316.gold.export", "test": "pcc316.discodop-pcc.export"}
    for side, name in names.items():
        for format in FORMATS:
            source = str(shared / "data/german-tiger" / name)
            assert run_command(["convert", source, str(folder / f"{side}.{format}"), "--to", format]) == 0
    return folder


@pytest.mark.parametrize("params", PREPARATIONS[:: stride(3)])
def test_real_parses_score_the_same_in_every_format(converted: Path, params: str) -> None:
    first, *others = (figures(converted / f"gold.{one}", converted / f"test.{one}", params) for one in FORMATS)
    assert first[-1] == 316 and all(one == first for one in others)
    if params == "none":
        assert first[:3] == [1013, 1975, 1994]


def test_brackets_have_no_label_for_the_root(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = tmp_path / "gold.export"
    source.write_text("#BOS 1\na\t--\tA\t--\t--\t500\n.\t--\t$.\t--\t--\t0\n#500\t--\tS\t--\t--\t0\n#EOS 1\n", "utf-8")
    for format in ("brackets", "pretty"):
        assert run_command(["convert", str(source), "-", "--to", format]) == 0
        said = capsys.readouterr()
        assert said.out == "(S (A a)) ($. .)\n"
        assert "1 sentence with several roots, which stand side by side on their line" in said.err
    for format, written in (("export", 0), ("tigerxml", 1)):
        assert run_command(["convert", str(source), "-", "--to", format]) == 0
        assert capsys.readouterr().out.count('cat="VROOT"') == written


def test_only_what_the_format_implies_is_lost(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = tmp_path / "gold.mrg"
    for text, again, is_lost in (
        ("(ROOT (S (A a)))", "(ROOT (S (A a)))", False),
        ("(VROOT (S (A a)))", "(S (A a))", True),
        ("( (S (A a)) (B b))", "(S (A a)) (B b)", True),
        ("(VROOT (VROOT (S (A a)) (B b)))", "(S (A a)) (B b)", True),
    ):
        source.write_text(f"{text}\n", "utf-8")
        for format in ("export", "tigerxml"):
            target = tmp_path / f"again.{format}"
            assert run_command(["convert", str(source), str(target), "--to", format]) == 0
            assert read(str(target)).trees[0].brackets() == again
            assert ("lost an outermost bracket" in capsys.readouterr().err) is is_lost
