"""Trees that are written and read again are the same: NEGRA export, TIGER-XML, discontinuous brackets."""

from __future__ import annotations

import bz2
import gzip
import lzma
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.conftest import stride
from treecompare.__main__ import main
from treecompare.readers import Treebank, read, read_content
from treecompare.readers.constituent_text import constituent_text
from treecompare.readers.graphs import Graph, GraphBuilder
from treecompare.trees.tree import Trees

FORMATS = ("export", "export3", "tigerxml", "discbrackets")
LABEL = st.sampled_from(["S", "VP", "NP", "VROOT", "$(", "X-SBJ", "--", "é", "500"])
WORD = st.sampled_from(["a", "ß", "-LRB-", "1=2", "&lt;", '"', "\N{NO-BREAK SPACE}", "0", "--"])
SAID = st.none() | st.sampled_from(["SB", "HD", "3.Sg", "&", "'"])
AWKWARD = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=4) | st.sampled_from(
    ["#500", "#BOS", "#EOS", "%%", "%% word", "(", ")", " ", "", "0=", "\x01", "\r\n", "<s>", "]]>", "\uffff"]
)


@st.composite
def graphs(draw: st.DrawFn, label: st.SearchStrategy[str], word: st.SearchStrategy[str]) -> Graph:
    """A sentence as the readers have it: words that hang anywhere, so that branches cross."""
    graph = Graph()
    inner: list[str] = []
    mothers: list[str | None] = []
    for number in range(500, 500 + draw(st.integers(0, 5))):
        mothers.append(draw(st.sampled_from([None, *inner])))
        inner.append(str(number))
    words = [draw(st.sampled_from([None, *inner])) for _ in range(draw(st.integers(0, 6)))]
    # one without words would stand elsewhere
    kept = [key for place, key in enumerate(inner) if key in (*mothers[place:], *words)]
    mothers_of = {key: mother for key, mother in zip(inner, mothers, strict=True) if key in kept}

    def add(key: str, mother: str | None, form: str | None) -> None:
        edge, lemma, morph = (draw(SAID) for _ in range(3))
        one = draw(label)
        # a constituent over a single word is its tag wherever it is read again
        is_alone = form is not None and mother is not None and [*mothers_of.values(), *words].count(mother) == 1
        if form is not None:
            graph.words.append(len(graph.nodes))
        graph.nodes.append((key, mother, one or "T" if is_alone else one, form, edge, lemma, morph, 0))

    for key, mother in mothers_of.items():
        add(key, mother, None)
    for number, mother in enumerate(words, 1):
        add(f"word {number}", mother, draw(word))
    if kept and draw(st.booleans()):
        graph.secondary.append(
            (draw(st.sampled_from([key for key, *_ in graph.nodes])), draw(st.sampled_from(kept)), "CO")
        )
    return graph


def treebank(found: Sequence[Graph]) -> Treebank:
    build = GraphBuilder(roots=("VROOT", ""))
    for number, graph in enumerate(found, 1):
        build.add(lambda graph=graph: graph, number, str(number))
    trees = build.trees()
    assert not build.problems
    return Treebank("made", "made", "made", trees, np.array(build.lines, np.int64), build.ids)


def same(one: Trees, other: Trees, columns: Sequence[str] = ("edge", "lemma", "morph"), secondary: bool = True) -> None:
    """Whether two treebanks are the same, node by node; ``columns``: which of theirs are compared."""
    other = other.translated(one.symbols)
    for name in ("labels", "kinds", "sizes", "offsets", "ranks"):
        assert getattr(one, name).tolist() == getattr(other, name).tolist(), name
    said = []
    for trees in (one, other):
        extras = trees.extras
        known = {} if extras is None else {name: list(extras.columns.get(name, [])) for name in columns}
        edges = [] if extras is None or extras.secondary is None else extras.secondary.tolist()
        said.append(({name: column for name, column in known.items() if column}, sorted(edges) if secondary else []))
    assert said[0] == said[1]


def written_and_read(found: list[Graph], format: str) -> tuple[Treebank, Treebank, str, Counter[str]]:
    """A treebank of them, what is read of the text that is written of it, that text, and what is told."""
    if format == "discbrackets":  # (()) holds the place of a sentence without words
        found = [graph for graph in found if graph.words]
    made = treebank(found)
    told: Counter[str] = Counter()
    text = "".join(constituent_text(made, format, told))
    again = read_content(text.encode(), "again", format.rstrip("3"))
    assert isinstance(again, Treebank)
    assert not again.problems
    return made, again, text, told


KEPT = {"export": ("edge", "lemma", "morph"), "export3": ("edge", "morph"), "tigerxml": ("edge", "lemma", "morph")}


@pytest.mark.parametrize("format", FORMATS)
@settings(max_examples=150 // stride(5))
@given(found=st.lists(graphs(LABEL, WORD), min_size=1, max_size=3))
def test_what_is_read_and_written_is_read_as_the_same(format: str, found: list[Graph]) -> None:
    made, again, text, told = written_and_read(found, format)
    same(made.trees, again.trees, KEPT.get(format, ()), format != "discbrackets")
    assert all(reason.startswith("lost ") for reason in told)
    if format == "discbrackets":
        extras = made.trees.extras
        assert bool(told) == (extras is not None and bool(extras.columns or extras.secondary is not None))
    assert "".join(constituent_text(again, format, Counter())) == text


@pytest.mark.parametrize("format", FORMATS)
@settings(max_examples=150 // stride(5))
@given(found=st.lists(graphs(AWKWARD, AWKWARD), min_size=1, max_size=2))
def test_whatever_stands_in_texts_the_tree_is_kept_and_the_change_told(format: str, found: list[Graph]) -> None:
    made, again, _, told = written_and_read(found, format)
    for name in ("kinds", "sizes", "offsets", "ranks"):
        assert getattr(made.trees, name).tolist() == getattr(again.trees, name).tolist(), name
    if any(not reason.startswith("lost ") for reason in told):
        return
    assert [tree.texts for tree in made.trees] == [tree.texts for tree in again.trees]


def test_what_is_lost_is_told_sentence_by_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    gold = tmp_path / "gold.export"
    gold.write_text(
        "#BOS 1\nzu\tzu\tPTKZU\t--\tPM\t500\tMO\t501\ntun\t--\tVV\tInf\tHD\t500\n"
        "#500\t--\tVZ\t--\tOC\t501\n#501\t--\tS\t--\t--\t0\n#EOS 1\n"
        "#BOS 2\na\t--\tX\t--\t--\t0\n#EOS 2\n",
        "utf-8",
    )
    for target, lost in (
        ("brackets", {"edge labels", "lemmas", "morphology", "secondary edges"}),
        ("discbrackets", {"edge labels", "lemmas", "morphology", "secondary edges"}),
        ("export3", {"lemmas"}), ("export", set()), ("tigerxml", set()),
    ):  # fmt: skip
        assert main(["convert", str(gold), "-", "--to", target]) == 0
        told = capsys.readouterr().err.splitlines()
        assert {line.partition(" lost ")[2] for line in told} == lost, target
        assert all(f"{gold}: 1 sentence lost" in line for line in told)
        assert main(["convert", str(gold), "-", "--to", target, "--strict"]) == bool(lost)
        capsys.readouterr()


def test_trees_without_tags_or_root_are_told_and_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    gold, out = tmp_path / "gold.mrg", tmp_path / "out"
    gold.write_text("(S (NP the (N dog)) barks)\n(ROOT (X y))\n(())\n(VROOT (VROOT (A a)))\n(VROOT z)\n", "utf-8")
    kept = ["(S (NP the (N dog)) barks)", "(ROOT (X y))", "", "(A a)", "(VROOT z)"]
    assert main(["convert", str(gold), str(out), "--to", "tigerxml"]) == 0
    assert [tree.brackets() for tree in read(out).trees] == kept
    assert "1 sentence lost an outermost bracket VROOT or without a label" in capsys.readouterr().err
    assert main(["convert", str(gold), str(out), "--to", "export"]) == 0
    tagged = [kept[0].replace("the", "(-- the)").replace("barks", "(-- barks)"), *kept[1:]]
    assert [tree.brackets() for tree in read(out).trees] == tagged
    assert "1 sentence with words without tags, which became --" in capsys.readouterr().err


def test_what_cannot_be_read_keeps_its_place(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    gold, out = tmp_path / "gold.dbr", tmp_path / "out.xml"
    gold.write_text("(S (A 0=a) (B 2=b))\n(S (A 1=a) (B 0=b))\n", "utf-8")
    assert main(["convert", str(gold), str(out)]) == 0
    assert "1 sentence became sentences without words: line 1, the word '2=b'" in capsys.readouterr().err
    assert [tree.words for tree in read(out).trees] == [[], ["b", "a"]]
    assert read(out).ids == ["s1", "s2"]


def test_ids_of_bracketed_trees_stay(tmp_path: Path) -> None:
    gold, out = tmp_path / "gold.mrg", tmp_path / "out.mrg"
    gold.write_text("# sent_id = a1\n(S (A a))\n# sent_id = b2\n(S (B b))\n", "utf-8")
    assert main(["convert", str(gold), str(out), "--strict"]) == 0
    assert out.read_text("utf-8") == gold.read_text("utf-8")
    assert main(["convert", str(gold), str(tmp_path / "out.xml")]) == 0
    assert read(tmp_path / "out.xml").ids == ["a1", "b2"]
    assert main(["convert", str(gold), str(tmp_path / "out.export")]) == 0
    assert "#BOS 2 0 0 0 %% b2\n" in (tmp_path / "out.export").read_text("utf-8")


EXPORT_IDS = {
    "a word each": (["0 0 0 %% s5", "0 0 0 %% s7", "%%s9"], ["s5", "s7", "s9"]),
    "numbers of others": (["%% 2", "%% 3", "%% 4"], ["2", "3", "4"]),
    "one is there twice": (["%% a", "%% a", "%% b", "%% c"], ["1", "2", "b", "c"]),
    "one has none": (["%% a", "", "%% b"], ["a", "2", "b"]),
    "several words": (["%% a", "%% not sure", "%% b"], ["a", "2", "b"]),
    "a remark": (["", "%% @SB2AV@", ""], ["1", "2", "3"]),
    "the number of another": (["%% 3", "%% b", ""], ["1", "2", "3"]),
}


@pytest.mark.parametrize("name", EXPORT_IDS)
def test_the_comment_of_an_export_sentence_is_its_id(name: str, tmp_path: Path) -> None:
    """It comes into other formats, and the file back as it was."""
    behind, ids = EXPORT_IDS[name]
    gold, xml, again = tmp_path / "gold.export", tmp_path / "out.xml", tmp_path / "again.export"
    sentences = [f"#BOS {n} {said}".rstrip() + f"\na\t--\tA\t--\t--\t0\n#EOS {n}\n" for n, said in enumerate(behind, 1)]
    gold.write_text("#FORMAT 4\n" + "".join(sentences), "utf-8")
    assert read(gold).ids == ids
    assert main(["convert", str(gold), str(xml), "--strict"]) == 0
    assert [one.removeprefix("s") for one in read(xml).ids or ()] == [one.removeprefix("s") for one in ids]
    assert main(["convert", str(gold), str(again)]) == 0
    assert again.read_bytes() == gold.read_bytes()


def test_ids_that_xml_cannot_have_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    gold, out = tmp_path / "gold.mrg", tmp_path / "out.xml"
    gold.write_text("# sent_id = a:1\n(S (A a))\n# sent_id = 2b\n(S (B b))\n", "utf-8")
    assert main(["convert", str(gold), str(out), "--strict"]) == 1
    assert "1 sentence with ids that TIGER-XML cannot have, which became s and their number" in capsys.readouterr().err
    assert read(out).ids == ["s1", "s2b"]


@pytest.mark.parametrize(
    ("ending", "unpack"), [("gz", gzip.decompress), ("bz2", bz2.decompress), ("xz", lzma.decompress)]
)
def test_the_ending_says_how_it_is_packed(ending: str, unpack: object, tmp_path: Path) -> None:
    gold, out = tmp_path / "gold.dbr", tmp_path / f"out.export.{ending}"
    gold.write_text("(S (A 1=a) (B 0=b))\n", "utf-8")
    assert main(["convert", str(gold), str(out)]) == 0
    assert unpack(out.read_bytes()).startswith(b"#FORMAT 4\n")  # type: ignore[operator]
    assert read(out).trees[0].words == ["b", "a"]


# -- whole treebanks ---------------------------------------------------------------------------------------------------------

ONE_FORM = [
    "pcc25.export4.export", "pcc25.export3.export.gz", "pcc25.dbr.gz", "pcc.export4.export.gz", "pcc.export3.export.gz",
    "pcc.dbr.gz", "pcc316.gold.export",
]  # fmt: skip


@pytest.mark.parametrize("name", ONE_FORM)
def test_a_real_treebank_comes_back_byte_for_byte(name: str, shared: Path, tmp_path: Path) -> None:
    path = shared / "data/german-tiger" / name
    target = "discbrackets" if ".dbr" in name else "export3" if "export3" in name else "export"
    assert main(["convert", str(path), str(tmp_path / "out"), "--to", target]) == 0
    data = path.read_bytes()
    assert (tmp_path / "out").read_bytes() == (gzip.decompress(data) if path.suffix == ".gz" else data)


def test_the_same_corpus_is_the_same_in_every_format(shared: Path, tmp_path: Path) -> None:
    """All that export has, TIGER-XML has; discontinuous brackets have the trees, and no bracket in words."""
    export = read(shared / "data/german-tiger/pcc25.export4.export")
    for name in ("a.xml", "a.dbr"):
        assert main(["convert", export.path, str(tmp_path / name)]) == 0
    xml, brackets = read(tmp_path / "a.xml"), read(tmp_path / "a.dbr")
    same(export.trees, xml.trees)
    texts = [
        text.replace("(", "-LRB-").replace(")", "-RRB-") if text != "$(" else text
        for text in export.trees.symbols.texts
    ]
    spelt = replace(
        export.trees, symbols=type(export.trees.symbols)(texts), extras=replace(export.trees.extras, columns={})
    )  # type: ignore[type-var]
    same(spelt, brackets.trees, (), False)
    assert main(["convert", xml.path, str(tmp_path / "b.xml")]) == 0
    assert (tmp_path / "b.xml").read_bytes() == (tmp_path / "a.xml").read_bytes()
    assert main(["convert", xml.path, str(tmp_path / "b.export")]) == 0
    same(export.trees, read(tmp_path / "b.export").trees)


def test_real_ids_go_from_export_to_tiger_xml(shared: Path, tmp_path: Path) -> None:
    path = shared / "data/german-tiger/squoia-de.export4.export.gz"
    assert main(["convert", str(path), str(tmp_path / "a.xml")]) == 0
    ids = read(tmp_path / "a.xml").ids or []
    assert (ids[0], len(ids), len(set(ids))) == ("s1422", 4166, 4166)
    said = re.findall(r"(?m)^#BOS .*%% (\S+)$", gzip.decompress(path.read_bytes()).decode())
    assert ids == said


def test_tiger_xml_of_others_keeps_trees_ids_and_columns(shared: Path, tmp_path: Path) -> None:
    path = shared / "data/german-tiger/GREG_SQUOIA_DE.xml.gz"
    assert main(["convert", str(path), str(tmp_path / "a.xml"), "--strict"]) == 0
    given, again = read(path), read(tmp_path / "a.xml")
    same(given.trees, again.trees)
    assert (given.ids, len(given.trees)) == (again.ids, 550)


def test_alpino_xml_becomes_export_without_its_root(
    shared: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    gold, out = tmp_path / "gold.xml", tmp_path / "out.export"
    with gzip.open(shared / "data/alpino/alpino-cdb.xml.gz") as file:
        gold.write_bytes(b"".join(file.read(600_000).rpartition(b"</alpino_ds>")[:2]) + b"</alpino>")
    assert main(["convert", str(gold), str(out)]) == 0
    assert capsys.readouterr().err == ""
    with gzip.open(shared / "data/alpino/cdb.export4.export.gz") as file:
        (tmp_path / "theirs.export").write_bytes(file.read(600_000).rpartition(b"#BOS")[0])
    ours, theirs = read(out), read(tmp_path / "theirs.export")
    assert len(ours.trees) > 150
    for index, tree in enumerate(ours.trees):
        assert [text.upper() for text in tree.texts] == [text.upper() for text in theirs.trees[index].texts]
        assert tree.word_sets == theirs.trees[index].word_sets
