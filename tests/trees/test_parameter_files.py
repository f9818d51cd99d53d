"""Parameter files: which program one is for is said, or told by its directives, never by a label."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import SHARED
from treecompare.comparison.base import score
from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.comparison.settings import Settings
from treecompare.errors import ReadError
from treecompare.readers import Treebank, parse, read, read_content
from treecompare.trees.preparation import SPMRL, parameters


def written(folder: Path, text: str) -> str:
    path = folder / "own.prm"
    path.write_text(text, "utf-8")
    return str(path)


def scores(gold: str, system: str, params: str) -> tuple[ConstituentComparison, list[int]]:
    """The comparison of one sentence, and brackets of gold, of system, matched."""
    comparison = score(ConstituentComparison(parse(gold), [parse(system)], Settings(params=params, preterminals="yes")))
    [counts] = comparison.table.counts(0, slice(0, 1))
    return comparison, [counts["e.roof"][name] for name in ("gold", "test", "matched")]


def test_a_file_that_deletes_vroot_is_evalbs_unless_it_is_said_otherwise(tmp_path: Path) -> None:
    path = written(tmp_path, "DELETE_LABEL VROOT\nDELETE_LABEL $.\n")
    evalb, spmrl = parameters(path), parameters(f"spmrl:{path}")
    assert (evalb.cut_at, evalb.deletes_words, evalb.shown) == ("-=", True, "own.prm")
    assert (spmrl.cut_at, spmrl.deletes_words, spmrl.shown) == (SPMRL.cut_at, False, "spmrl:own.prm")
    assert (len(evalb.remarks), spmrl.remarks) == (1, ())
    assert f" spmrl:{path} " in evalb.remarks[0]
    comparison, counts = scores("(VROOT (S (NP (N a))) ($. .))", "(VROOT (S (NP (N a)) ($. .)))", path)
    assert counts == [2, 2, 2]
    assert evalb.remarks[0] in comparison.warnings
    assert scores("(VROOT (S (NP (N a))) ($. .))", "(VROOT (S (NP (N a)) ($. .)))", f"spmrl:{path}")[1] == [2, 2, 1]


def test_directives_that_nobody_knows_are_told_and_passed_over(tmp_path: Path) -> None:
    found = parameters(written(tmp_path, "NEW_KEY 1\nDELETE_LABEL TOP\nNEW_KEY 2\n"))
    assert found.deleted == {"TOP"}
    assert len(found.remarks) == 1 and ":1: the directive 'NEW_KEY' is not known" in found.remarks[0]
    with pytest.raises(ReadError, match=r"own\.prm:1: 'some' is no directive"):
        parameters(written(tmp_path, "some words\nand more\n"))


def test_words_are_deleted_by_their_form_and_by_the_tags_of_the_gold(tmp_path: Path) -> None:
    path = written(tmp_path, "DELETE_LABEL P\nDELETE_WORD !\n")
    gold, system = "(S (NP (N a) (P ,)) (VP (V b)) (Z !))", "(S (NP (N a)) (X (Z ,) (VP (V b) (Z !))))"
    assert scores(gold, system, path)[1] == [3, 4, 3]


def test_only_discontinuous_constituents_of_disco_dop(tmp_path: Path) -> None:
    path = written(tmp_path, "DELETE_WORD ,\nDISC_ONLY 1\n")
    sides = [
        read_content(text, "f", "discbrackets")
        for text in (
            b"(S (VP (A 0=a) (C 3=c)) (B 1=b) (P 2=,))\n(S (VP (A 0=a) (C 2=c)) (P 1=,))\n",
            b"(S (VP (A 0=a) (C 3=c) (P 2=,)) (B 1=b))\n(S (VP (A 0=a) (C 2=c)) (P 1=,))\n",
        )
    ]
    gold, system = (one for one in sides if isinstance(one, Treebank))
    comparison = score(ConstituentComparison(gold, [system], Settings(params=path, preterminals="yes")))
    counts = comparison.table.counts(0, slice(0, 2))
    assert [[one["e.roof"][name] for one in counts] for name in ("gold", "test", "matched")] == [[1, 0], [1, 0], [1, 0]]


LABELS, WORDS = (
    "NOPARSE TOP ROOT VROOT $, $( $[ $. PUNCT punct LET , : `` '' . -NONE-",
    ". , : ; ' ` \" `` '' - ( ) / & $ ! !!! ? ?? ??? .. ... « »",
)
PROPER = "".join(
    f"{key} {one}\n" for key, some in (("DELETE_LABEL", LABELS), ("DELETE_WORD", WORDS)) for one in some.split()
)


@pytest.mark.skipif(not SHARED.is_dir(), reason="there is no folder 'shared' beside the checkout")
@pytest.mark.parametrize(("only", "f"), [(0, 61.37), (1, 20.59)])
def test_pcc316_as_disco_dop_scores_it(only: int, f: float, tmp_path: Path) -> None:
    folder = SHARED / "data" / "german-tiger"
    sides = [read(str(folder / f"pcc316.{name}.export")) for name in ("gold", "discodop-pcc")]
    params = written(tmp_path, f"{PROPER}EQ_LABEL ADVP PRT\nDISC_ONLY {only}\n")
    comparison = score(ConstituentComparison(sides[0], [sides[1]], Settings(params=params, preterminals="yes")))
    assert round(100 * comparison.table.summaries("e.roof.dice", "pooled")[0], 2) == f
