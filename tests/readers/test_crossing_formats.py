"""Formats of treebanks whose branches cross: NEGRA export, TIGER-XML, Alpino XML, discontinuous brackets."""

from __future__ import annotations

import bz2
import gzip
import lzma
import random
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from tests.kernels import interpreted, needs_kernel
from tests.trials import sentences
from treecompare.errors import ReadError
from treecompare.readers import Treebank, brackets, conll, export, graphs, read, read_any, read_content
from treecompare.trees import crossing
from treecompare.trees.annotations import EDGE, LEMMA, MORPH
from treecompare.trees.tree import DEEPEST, WORD, Trees

V4 = """%% word	lemma	tag	morph	edge	parent	secedge
#BOS 7 0 0 0 %% s7
Darüber	darüber	PROAV	--	OP	501
muss	müssen	VMFIN	3.Sg	HD	502
man	man	PIS	--	SB	502	SB	501
nachdenken	nachdenken	VVINF	--	HD	501
.	--	$.	--	--	0
#501	--	VP	--	OC	502
#502	--	S	--	--	0
#EOS 7
"""
TREE = "(S (VP (PROAV Darüber) (VVINF nachdenken)) (VMFIN muss) (PIS man)) ($. .)"
V3 = "".join(
    line if line[0] in "%#" and not line.startswith("#50") else "\t".join(line.split("\t")[:1] + line.split("\t")[2:])
    for line in V4.replace("%% word\tlemma", "%% word").splitlines(keepends=True)
)
TIGER = """<?xml version="1.0" encoding="UTF-8"?>
<corpus id="c"><head/><body>
<s id="s7"><graph root="s7_502"><terminals>
<t id="s7_1" word="Darüber" lemma="darüber" pos="PROAV" morph="--"/>
<t id="s7_2" word="muss" lemma="müssen" pos="VMFIN" morph="3.Sg"/>
<t id="s7_3" word="man" lemma="man" pos="PIS"><secedge label="SB" idref="s7_501"/></t>
<t id="s7_4" word="nachdenken" lemma="nachdenken" pos="VVINF"/><t id="s7_5" word="." lemma="--" pos="$."/></terminals>
<nonterminals><nt id="s7_501" cat="VP"><edge label="HD" idref="s7_4"/><edge label="OP" idref="s7_1"/></nt>
<nt id="s7_502" cat="S"><edge label="OC" idref="s7_501"/><edge label="HD" idref="s7_2"/><edge label="SB" idref="s7_3"/></nt>
</nonterminals></graph></s></body></corpus>
"""
DISC = "(S (PIS 2=man) (VP (VVINF 3=nachdenken) (PROAV 0=Darüber)) (VMFIN 1=muss)) ($. 4=.)\n"
BEHIND = "(S (PIS 2) (VP (VVINF 3) (PROAV 0)) (VMFIN 1)) ($. 4)\tDarüber muss man nachdenken .\n"
ALPINO = """<?xml version="1.0" encoding="ISO-8859-1"?>
<alpino version="1.2"><alpino_ds version="1.2" id="0001">
<node begin="0" cat="VROOT" end="5" rel="top"><node cat="S" begin="0" rel="--">
<node begin="2" pos="PIS" rel="SB" index="1" word="man" lemma="man"/><node begin="0" cat="VP" rel="OC"><node index="1" rel="SB"/>
<node begin="3" pos="VVINF" rel="HD" word="nachdenken"/><node begin="0" pos="PROAV" rel="OP" word="Darüber"/></node>
<node begin="1" pos="VMFIN" rel="HD" word="muss"/></node><node begin="4" pos="$." rel="--" word="."/></node>
<sentence>Darüber muss man nachdenken .</sentence></alpino_ds></alpino>
"""
FILES = {
    "export": V4,
    "export 3": V3,
    "tigerxml": TIGER,
    "discbrackets": DISC,
    "words behind": BEHIND,
    "alpino": ALPINO,
}


def written(folder: Path, content: str | bytes, name: str = "gold.txt") -> str:
    (folder / name).write_bytes(content.encode() if isinstance(content, str) else content)
    return str(folder / name)


def column(trees: Trees, name: str) -> dict[str, str]:
    """What a column says of the tags and constituents of the first sentence, by their labels."""
    assert trees.extras is not None
    labels = (trees.symbols[int(label)] for label in trees.labels)
    said = dict(zip(labels, trees.extras.columns[name].tolist(), strict=True))
    return {label: trees.symbols[number] for label, number in said.items() if number >= 0}


@pytest.mark.parametrize("name", FILES)
def test_the_same_sentence_is_the_same_tree_in_every_format(name: str, tmp_path: Path) -> None:
    found = read(written(tmp_path, FILES[name].encode("latin-1" if name == "alpino" else "utf-8")))
    assert (found.format, found.problems, found.warnings) == (
        {"export 3": "export", "words behind": "discbrackets"}.get(name, name), {}, [],
    )  # fmt: skip
    tree = found.trees[0]
    assert tree.brackets() == TREE
    assert tree.words == ["Darüber", "muss", "man", "nachdenken", "."]
    sets = {tree.texts[node]: words for node, words in enumerate(tree.word_sets) if tree.kinds[node] != WORD}
    assert (sets["VP"], sets["S"], sets["PIS"], sets["$."]) == (0b1001, 0b1111, 0b100, 0b10000)
    vp = tree.texts.index("VP")
    assert (tree.starts[vp], tree.ends[vp]) == (0, 4)
    assert found.trees.crossing.tolist() == [True]
    if "disc" not in name and name != "words behind":
        edges = {"PROAV": "OP", "VMFIN": "HD", "PIS": "SB", "VVINF": "HD", "VP": "OC"}
        assert column(found.trees, EDGE) == edges
        assert found.ids == (["0001"] if name == "alpino" else ["s7"])
        assert found.trees.extras is not None
        assert found.trees.extras.secondary is not None
        [(node, mother, label)] = found.trees.extras.secondary.tolist()
        assert [tree.texts[node], tree.texts[mother], found.trees.symbols[label]] == ["PIS", "VP", "SB"]
    if name in ("export", "tigerxml"):
        assert column(found.trees, LEMMA)["VMFIN"] == "müssen"
    if name in ("export", "export 3", "tigerxml"):
        assert column(found.trees, MORPH) == {"VMFIN": "3.Sg"}


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize(
    "pack",
    [gzip.compress, bz2.compress, lzma.compress, lambda data: data.replace(b"\n", b"\r\n"),
     lambda data: b"\n \n" + data, lambda data: data.decode().encode("utf-16")],
    ids=["gzip", "bzip2", "xz", "line ends", "blanks", "utf-16"],
)  # fmt: skip
def test_packed_and_in_other_encodings(name: str, pack: Callable[[bytes], bytes], tmp_path: Path) -> None:
    content = FILES[name].replace("ISO-8859-1", "UTF-8").encode()
    found = read_any(written(tmp_path, pack(content)))
    assert isinstance(found, Treebank)
    assert [tree.brackets() for tree in found.trees if len(tree)] == [TREE]


def test_a_sentence_stays_what_it_is_however_it_is_cut_joined_or_prepared() -> None:
    from treecompare.readers.export import read_export

    both = read_export((V4 + V4.replace(" 7", " 8").replace("man\tman", "er\ter")).encode(), "gold", "gold").trees
    assert [tree.words[2] for tree in both] == ["man", "er"]
    for trees in (both.part(1, 2), both.chosen([1]), Trees.joined([both.part(1, 2), both.part(0, 1)])):
        assert trees[0].words == ["Darüber", "muss", "er", "nachdenken", "."]
        assert trees.extras is not None
        assert trees.extras.secondary is not None
        assert trees[0].texts[trees.extras.secondary[0, 1]] == "VP"
    kept = both.kept(both.labels != both.symbols.find("muss"))
    assert [tree.words for tree in kept] == [["Darüber", w, "nachdenken", "."] for w in ("man", "er")]
    assert kept[0].word_sets[kept[0].texts.index("VP")] == 0b101
    without = both.kept(both.labels != both.symbols.find("VP"))
    assert without.extras is not None
    assert without.extras.secondary is not None
    assert len(without.extras.secondary) == 0
    assert without.crossing.tolist() == [True, True]


def test_where_no_branch_crosses_nothing_is_kept_of_the_order() -> None:
    from treecompare.readers.discbrackets import read_discbrackets

    assert read_discbrackets(b"(S (A 0=a) (B 1=b))\n", "gold", "gold").trees.extras is None


ROW = "a\tb\tA\t--\t--\t0\n"


@pytest.mark.parametrize(
    ("body", "line", "reason"),
    [
        ("a\tb\tA\t--\t--\t500\n", 2, "'word 1' is below '500', which is not there"),
        ("a\tb\tA\t--\t--\tx\n", 2, "the mother is 'x'; expected 0 or the number of a constituent"),
        ("a\tb\tA\t--\t--\t500\n#500\t--\tX\t--\t--\t501\n#501\t--\tY\t--\t--\t500\n", 3, "'500' is below itself"),
        (ROW + "#500\t--\tX\t--\t--\t0\n#500\t--\tY\t--\t--\t0\n", 4, "there are two lines #500"),
        (ROW + "a\tb\tA\t--\t--\t0\tSB\n", 3, "the line has 7 columns; expected 6 (word, lemma"),
        (ROW + "a\tb\n", 3, "the line has 2 columns"),
        (ROW + "a\tb\tA\t--\t--\t0\tSB\t509\n", 3, "'word 2' is below '509'"),
    ],
)
def test_a_faulty_sentence_of_an_export_file_is_told_and_no_other_lost(body: str, line: int, reason: str) -> None:
    from treecompare.readers.export import read_export

    found = read_export(f"#BOS 1\n{body}#EOS 1\n#BOS 2\n{ROW}#EOS 2\n".encode(), "gold", "gold")
    assert [problem.line for problem in found.problems.values()] == [line]
    assert reason in found.problems[0].reason
    assert [tree.words for tree in found.trees] == [[], ["a"]]
    assert found.lines.tolist()[0] == 1


@pytest.mark.parametrize(
    ("content", "counts"),
    [
        (f"#BOS 1\n{ROW}#BOS 2\n{ROW}#EOS 2\n", ["expected #EOS 1"]),
        (f"#BOS 1\n{ROW}#EOS 9\n#BOS 2\n{ROW}#EOS 2\n", ["ends with #EOS 9; expected #EOS 1"]),
        (f"#BOS 1\n{ROW}#EOS 1\n#BOS 2\n{ROW}", ["expected #EOS 2"]),
    ],
)
def test_sentences_without_end(content: str, counts: list[str]) -> None:
    from treecompare.readers.export import read_export

    found = read_export(content.encode(), "gold", "gold")
    assert len(found.trees) == 2
    assert [expected in one.reason for expected, one in zip(counts, found.problems.values(), strict=True)] == [True]


@pytest.mark.parametrize("blanks", [" " * 100_000, "\t\n" * 100_000, " " * 99_990, "\r\n" * 60_000])
@pytest.mark.parametrize("name", FILES)
def test_formats_are_recognised_behind_many_blanks(name: str, blanks: str, tmp_path: Path) -> None:
    path = written(tmp_path, blanks + FILES[name].replace("ISO-8859-1", "UTF-8"))
    found = read_any(path)
    assert isinstance(found, Treebank)
    assert found.format == {"export 3": "export", "words behind": "discbrackets"}.get(name, name)
    assert found.trees[len(found.trees) - 1].brackets() == TREE


@pytest.mark.parametrize(
    ("content", "found"),
    [
        ("(S (A a))\n", "brackets"),
        ("[S [NP it ] fell ]\n", "square"),
        ('(NP\n    :Head (N :t "it"))\n', "cgel"),
        ("# text = a\n1\ta\t_\tX\t_\t_\t0\troot\t_\t_\n\n", "conllu"),
        ("# global.columns = ID FORM HEAD\n1\ta\t0\n\n", "conlluplus"),
        ("1\ta\ta\tT\tT\t_\t0\tROOT\t_\t_\n\n", "conllx"),
        ("a\tT\t0\tROOT\n\n", "dependency-tab"),
        ("<FoLiA a='b'>\n</FoLiA>\n", "looks like FoLiA"),
        ("1 a _ X _ _ 0 root _ _\n", ":30001: the columns stand between blanks; expected tabs"),
    ],
)
def test_other_formats_are_recognised_behind_many_lines(content: str, found: str, tmp_path: Path) -> None:
    path = written(tmp_path, "    \n" * 30_000 + content)
    try:
        assert read_any(path).format == found
    except ReadError as error:
        assert found in str(error)


def test_a_file_of_blanks_is_an_empty_treebank(tmp_path: Path) -> None:
    assert read_any(written(tmp_path, " " * 300_000)).format == "brackets"


def test_tables_comments_blanks_and_missing_edge_labels_of_export_files() -> None:
    from treecompare.readers.export import read_export

    text = (
        "%% made by hand\n#FORMAT 3\n#BOT ORIGIN\n0 a\n#BOS\n#EOT ORIGIN\n#BOS 1 0 0 0 %% first\n%% a comment\n"
        "a  A   -- 500 %% said of it\nb B -- HD 500 SB 0\n#500 X -- 0\n#EOS 1\nprose\n\n#BOS 2\n#EOS 2\n"
    )
    found = read_export(text.replace("#BOS\n", "").encode(), "gold", "gold")
    assert [tree.brackets() for tree in found.trees] == ["(X (A a) (B b))", ""]
    assert not found.problems
    assert found.warnings == ["1 line stands outside of sentences and is left out; the first is line 12"]
    for faulty, line, reason in (
        ("#FORMAT 5\n", 1, "#FORMAT is '5'; expected 3 or 4"),
        ("#BOT X\n1 a\n", 1, "the table X does not end; expected #EOT"),
        ("%% x\n", 1, "there is no sentence; expected '#BOS'"),
    ):
        with pytest.raises(ReadError) as raised:
            read_export(faulty.encode(), "gold", "gold")
        assert (raised.value.line, raised.value.reason[: len(reason)]) == (line, reason)


def test_no_deep_or_long_export_sentence_is_a_danger() -> None:
    from treecompare.readers.export import read_export

    rows = "".join(f"#{500 + n}\t--\tX\t--\t--\t{501 + n}\n" for n in range(6000))
    text = f"#BOS 1\na\t--\tA\t--\t--\t500\n{rows}#6500\t--\tX\t--\t--\t0\n#EOS 1\n"
    assert "nested deeper than 5,000" in read_export(text.encode(), "gold", "gold").problems[0].reason


@pytest.mark.parametrize(
    ("change", "line", "reason"),
    [
        (('idref="s7_4"', 'idref="s7_9"'), 8, "an edge leads to 's7_9'; expected a node of the sentence"),
        (('label="SB" idref="s7_3"', 'label="SB" idref="s7_4"'), 9, "'s7_4' has two mothers; expected a tree"),
        (('id="s7_2" ', 'id="s7_1" '), 5, "there are two nodes 's7_1'"),
        (('word="man" ', ""), 6, 'a <t> has no word; expected word="…"'),
        (('label="OC" idref="s7_501"', 'label="OC" idref="s7_502"'), 9, "'s7_502' is below itself"),
        (('"SB" idref="s7_501"', '"SB" idref="s7_1"'), 6, "'s7_3' is below 's7_1', which is a word"),
    ],
)
def test_a_faulty_sentence_of_tiger_xml(change: tuple[str, str], line: int, reason: str, tmp_path: Path) -> None:
    good = TIGER[TIGER.index("<s ") : TIGER.index("</body>")]
    assert change[0] in TIGER
    text = TIGER.replace(*change).replace("</body>", f"{good}</body>")
    found = read(written(tmp_path, text))
    assert [(one.line, one.reason[: len(reason)]) for one in found.problems.values()] == [(line, reason)]
    assert [tree.brackets() for tree in found.trees] == ["", TREE]


def test_what_is_no_xml_any_more_keeps_the_sentences_before_it(tmp_path: Path) -> None:
    found = read(written(tmp_path, TIGER.replace("</body>", "<s id='b'><graph>")))
    assert [tree.brackets() for tree in found.trees] == [TREE, ""]
    assert "is not well-formed XML" in found.problems[1].reason
    assert found.warnings[0].endswith("; 1 sentence before it was read")
    with pytest.raises(
        ReadError, match=r"gold.txt:[34]: is not well-formed XML \(.*\); expected sentences <s> of TIGER-XML"
    ):
        read(written(tmp_path, TIGER[:120]))
    with pytest.raises(ReadError, match="holds no <s>; expected sentences"):
        read(written(tmp_path, '<corpus id="c"><annotation/></corpus>'))
    with pytest.raises(ReadError, match="is not in ISO-8859-6, as its first line says"):
        read(written(tmp_path, ALPINO.replace("8859-1", "8859-6").encode("latin-1")))


def test_entities_are_neither_replaced_nor_fetched(tmp_path: Path) -> None:
    secret = written(tmp_path, "secret", "secret.txt")
    laughs = "".join(f'<!ENTITY l{n + 1} "{f"&l{n};" * 10}">' for n in range(9))
    for entities in (f'<!ENTITY l0 SYSTEM "file://{secret}">', f'<!ENTITY l0 "ha">{laughs}'):
        text = TIGER.replace("<corpus", f"<!DOCTYPE corpus [{entities}]><corpus", 1)
        for place in ("<head>&l0;</head>", "<head>&l9;</head>"):
            read_one = text.replace("<head/>", place)
            try:
                found: Treebank = read(written(tmp_path, read_one))
            except ReadError:
                continue
            assert "secret" not in "".join(found.trees.symbols.texts)
    with pytest.raises(ReadError):
        read(written(tmp_path, TIGER.replace("<corpus", f"<!DOCTYPE corpus [<!ENTITY l0 'ha'>{laughs}]><corpus", 1)
                     .replace('cat="VP"', 'cat="&l9;"')))  # fmt: skip


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("(S (A 0=a) (B 2=b))\n", "the word '2=b' stands where number 1 is expected"),
        ("(S (A 0=a) (B 0=b))\n", "the word '0=b' stands where number 1 is expected"),
    ],
)
def test_faulty_numbers_of_discontinuous_brackets(content: str, reason: str, tmp_path: Path) -> None:
    found = read(written(tmp_path, "(S (A 0=a))\n" + content))
    assert [(one.index, one.line) for one in found.problems.values()] == [(1, 2)]
    assert reason in found.problems[1].reason
    assert [tree.brackets() for tree in found.trees] == ["(S (A a))", ""]


@pytest.mark.parametrize("before", ["# 1\n", "%% pcc (part 1)\n", "sentence 1\n", "<s id=1>\n", "wsj_1\t", "1 "])
def test_discontinuous_brackets_are_known_by_their_trees(before: str, tmp_path: Path) -> None:
    found = read(written(tmp_path, f"{before}(S (VP (A 1=a) (B 3=b)) (C 0=c) (D 2=d))\n"))
    assert found.format == "discbrackets" and found.trees[0].words == ["c", "a", "d", "b"]


def test_a_word_without_number_among_others_is_told(tmp_path: Path) -> None:
    found = read(written(tmp_path, "(S (A 0=a) (B b))\n(S (A 0=a))\n"), "discbrackets")
    assert (
        "the word 'b' has no number; expected its place in the sentence, from 0, such as 0=b"
        in found.problems[0].reason
    )


def test_faulty_words_of_alpino_xml(tmp_path: Path) -> None:
    with pytest.raises(ReadError, match=":5: the word 'nachdenken' begins at 'x'; expected a number"):
        read(written(tmp_path, ALPINO.replace('begin="3"', 'begin="x"').encode("latin-1")))
    with pytest.raises(ReadError, match=":4: nothing has the index 2 that a node repeats"):
        read(written(tmp_path, ALPINO.replace('<node index="1"', '<node index="2"').encode("latin-1")))


# -- whole treebanks ---------------------------------------------------------------------------------------------------------


def constituents(trees: Trees, index: int) -> list[tuple[str, int]]:
    """Labels and word sets of a sentence, in the order of the nodes, without the root that disco-dop writes."""
    tree = trees[index]
    nodes = list(zip(tree.texts, tree.word_sets, strict=True))
    return nodes[:-1] if nodes[-1:] and nodes[-1][0] in ("ROOT", "TOP") else nodes


def assert_same(one: Treebank, other: Treebank, upper: bool = False) -> None:
    """The whole files have equally many words and nodes everywhere; of large ones every fifth sentence is compared node by node."""
    assert one.trees.word_counts.tolist() == other.trees.word_counts.tolist()
    for index in range(0, len(one.trees), 5 if len(one.trees) > 1000 else 1):
        sides = [constituents(treebank.trees, index) for treebank in (one, other)]
        if upper:
            sides = [[(label.upper(), words) for label, words in side] for side in sides]
        spelt = [
            [(label.replace("-LRB-", "(").replace("-RRB-", ")"), words) for label, words in side] for side in sides
        ]
        assert spelt[0] == spelt[1], index


@pytest.mark.parametrize(
    ("name", "sentences", "words"),
    [("pcc25", 317, 4762), ("pcc", 2194, 33_230), ("squoia-de", 4166, 78_059), ("squoia-es", 4075, 90_207)],
)
def test_export_3_and_4_and_discontinuous_brackets_agree(shared: Path, name: str, sentences: int, words: int) -> None:
    folder = shared / "data/german-tiger"
    packed = "" if name == "pcc25" else ".gz"
    files = (f"{name}.export3.export.gz", f"{name}.export4.export{packed}", f"{name}.dbr.gz")
    first, second, third = (read(folder / file) for file in files)
    assert (len(first.trees), int(first.trees.word_counts.sum()), first.problems) == (sentences, words, {})
    assert_same(first, second)
    assert_same(second, third)


def test_tiger_xml_as_its_project_writes_it_agrees_with_export(shared: Path) -> None:
    folder = shared / "data/german-tiger"
    export = read(folder / "pcc25.export4.export")
    documents = [read(path) for path in sorted((folder / "pcc-tigerxml").iterdir())]
    place = 0
    for document in documents:
        ids = document.ids or []
        for index in range(len(document.trees)):
            assert constituents(document.trees, index) == constituents(export.trees, place), ids[index]
            place += 1
    assert place == len(export.trees) == 317


def test_alpino_xml_agrees_with_export_and_discontinuous_brackets(shared: Path) -> None:
    folder = shared / "data/alpino"
    xml, export, brackets = (
        read(folder / name) for name in ("alpino-cdb.xml.gz", "cdb.export4.export.gz", "cdb.dbr.gz")
    )
    assert (len(xml.trees), xml.problems, xml.warnings) == (7136, {}, [])
    assert_same(export, brackets)
    assert_same(xml, export, upper=True)


def test_more_words_out_of_their_places_than_are_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    text = b"(S (A 0=a) (B 1=b))\n" + 2 * b"(S (A 1=a) (B 2=b))\n"
    monkeypatch.setattr("treecompare.readers.treebank.MOST_PROBLEMS", 2)
    assert list(read_content(text, "x", "discbrackets").problems) == [1, 2]
    monkeypatch.setattr("treecompare.readers.treebank.MOST_PROBLEMS", 1)
    with pytest.raises(ReadError, match="words do not stand where their numbers say"):
        read_content(text, "x", "discbrackets")


@pytest.mark.parametrize("at_once", [1, 30])
def test_blocks_change_neither_trees_nor_problems(at_once: int, monkeypatch: pytest.MonkeyPatch) -> None:
    faulty = V4.replace("VP\t--\tOC\t502", "VP\t--\tOC\t501").replace("OP\t501", "OP\t0").replace("HD\t501", "HD\t0")
    unknown, empty = V4.replace("HD\t501", "HD\t777"), "#BOS 7\n#EOS 7\n"
    other = V4.replace("nachdenken", "reden").replace("CO\t501", "CJ\t501")
    content = "".join((V4, faulty, other, empty, unknown, V4, faulty, other)).encode()
    whole = read_content(content, "f")
    monkeypatch.setattr("treecompare.readers.graphs._MOST_WAITING", at_once)
    parts = read_content(content, "f")
    assert list(parts.problems.items()) == list(whole.problems.items())
    assert {index: (one.line, one.reason.split(";")[0]) for index, one in whole.problems.items()} == {
        1: (18, "'501' is below itself"),
        4: (38, "'word 4' is below '777', which is not there"),
        6: (60, "'501' is below itself"),
    }
    assert parts.trees.symbols.texts == whole.trees.symbols.texts
    assert [one.brackets() for one in parts.trees] == [one.brackets() for one in whole.trees]
    assert whole.trees[7].brackets() == TREE.replace("nachdenken", "reden")
    assert parts.trees.extras is not None and whole.trees.extras is not None
    assert parts.trees.extras.secondary is not None and whole.trees.extras.secondary is not None
    assert parts.trees.extras.secondary.tolist() == whole.trees.extras.secondary.tolist()
    assert len(parts.trees.extras.secondary) == 4
    plain = read_content(
        b"#FORMAT 4\n" + b"#BOS 1\nEr\t--\tPRON\t--\t--\t0\nkommt\t--\tVERB\t--\t--\t0\n#EOS 1\n" * 3, "f"
    )
    assert len(plain.trees) == 3 and plain.trees.extras is None


@pytest.mark.parametrize("kind", ["export 4", "export 3", "tigerxml", "discbrackets", "words behind"])
def test_kernels_and_their_twins_read_the_same(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    needs_kernel("tokenizers")
    rng, format = random.Random(5), sentences.WRITERS[kind][0]
    files = [sentences.document(rng, kind, [sentences.sentence(rng, 9) for _ in range(6)]) for _ in range(12)]
    files += [b"\n".join(rng.sample(lines := one.split(b"\n"), len(lines) - 1)) for one in files[:6]]
    found = []
    for _ in range(2):
        found.append([])
        for data in files:
            try:
                one = read_content(data, "f", format)
            except ReadError as error:
                found[-1].append(str(error))
                continue
            columns = [one.trees.labels, one.trees.kinds, one.trees.sizes, one.trees.offsets, one.lines]
            if one.trees.extras is not None:
                columns += [one.trees.extras.positions, one.trees.extras.secondary, *one.trees.extras.columns.values()]
            numbers = [None if column is None else column.tolist() for column in columns]
            found[-1].append((numbers, one.trees.symbols.texts, one.problems, one.ids))
        for module in (brackets, conll, export, graphs, crossing):
            monkeypatch.setattr(module, "kernel", interpreted)
    assert found[0] == found[1]


def test_an_order_may_be_asked_for_however_deep_trees_are() -> None:
    """Where branches cross: of what readers read, nothing is too deep to be in order."""
    deep = DEEPEST - 2
    trees = read_content(f"(S {'(A ' * deep}(X 0=a)(X 2=c){')' * deep}(X 1=b))".encode(), "f", "discbrackets").trees
    assert trees[0].words == ["a", "b", "c"]


def test_more_sentences_of_export_than_trees_are_made_of_at_once() -> None:
    """Of an unfinished and a wrong one in the middle nothing is left, and those behind them are as those before."""
    rows, count = "".join(V4.splitlines(keepends=True)[2:-1]), 2 * export._AT_ONCE + 7
    bodies = [f"#BOS {number}\n{rows}#EOS {number}\n" for number in range(1, count + 1)]
    bodies[1200:1202] = ["#BOS 1201\na\n", bodies[1201].replace("#501\t--", "#502\t--")]
    found = read_content("".join(bodies).encode(), "f", "export")
    assert {index: one.line for index, one in found.problems.items()} == {1200: 10801, 1201: 10810}
    trees = found.trees
    assert trees.extras is not None and trees.extras.positions is not None and trees.extras.secondary is not None
    keep = np.diff(trees.offsets) > 0
    assert np.flatnonzero(~keep).tolist() == [1200, 1201]
    whole = np.arange(count - 2)
    for column in (trees.labels, trees.sizes, trees.ranks, *trees.extras.columns.values()):
        assert (column.reshape(len(whole), -1) == column[: len(column) // len(whole)]).all()
    assert (np.diff(trees.extras.positions[trees.word_nodes]) == 1).all()
    begins = trees.offsets[:-1][keep]
    assert (trees.extras.secondary[:, :2] - begins[:, None] == trees.extras.secondary[0, :2] - begins[0]).all()
