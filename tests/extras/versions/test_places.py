"""Places: file and line, the words around, and by what a place is known again."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.extras.versions.made import bank, conllu
from treecompare.extras.versions import results
from treecompare.extras.versions.entries import Place, address, place_of_edit, words_around
from treecompare.extras.versions.sources import Read, read_version
from treecompare.extras.versions.versions import Diff, diff


def between(base: list[str], head: list[str]) -> Diff:
    return diff(Read.of("a", [("a.conllu", bank(*base))]), Read.of("b", [("b.conllu", bank(*head))]))


def test_lines_are_those_of_the_file(tmp_path: Path) -> None:
    sentences = [
        "# sent_id = a; # text = x; 1-2~del de el 2.1~nada mar 3.1~sal",
        "# x; 0.1~y hola",
        "adiós 2-3~al a el",
    ]
    text = conllu(*sentences)
    (tmp_path / "a.conllu").write_text(text, "utf-8")
    found = read_version(str(tmp_path / "a.conllu"))
    lines = text.split("\n")
    for sentence, words in enumerate((["de", "el", "mar"], ["hola"], ["adiós", "a", "el"])):
        for number, word in enumerate(words, 1):
            line = lines[found.line_of(sentence, number) - 1].split("\t")
            assert line[:2] == [str(number), word]
    assert [lines[found.line_of(one) - 1][:5] for one in range(3)] == ["# sen", "# x", "1\tadi"]


def test_lines_of_constituents_are_those_of_their_sentences(tmp_path: Path) -> None:
    (tmp_path / "a.mrg").write_text("(S (N a))\n\n(S (N b)\n (N c))\n", "utf-8")
    assert read_version(str(tmp_path / "a.mrg")).place(1, 2) == "a.mrg:3"


def test_words_stand_among_their_neighbours() -> None:
    found = between(["a b c d e f g"], ["a b c d e f g"])
    around = words_around(found, Place(1, 0, 4, 4), context=2)
    assert around == "… b c d e f …" and [one.text for one in around.pieces if one.look] == ["d"]
    assert words_around(found, Place(1, 0, 1, 2), context=2) == "a b c d …"
    assert words_around(found, Place(0, 0), context=2) == "a b c d e …"


@pytest.mark.parametrize(
    ("base", "head", "expected"),
    [
        ("We see # tag", "We see #tag", Place(1, 0, 3, 3)),
        ("We see it now", "We see it", Place(0, 0, 4, 4)),
        ("1-2~del de el mar", "1-2~Del de el mar", Place(1, 0, 1, 2)),
        ("a b 2.1~x UPOS:N", "a b", Place(0, 0, 2, 2)),
        ("# k = 1; a b", "# k = 2; a b", Place(1, 0, 0, 0)),
    ],
)
def test_edits_are_where_the_words_are(base: str, head: str, expected: Place) -> None:
    found = between([base], [head])
    places = [place_of_edit(edit) for edit in found.edits if edit.layer in ("WORDS", "MWT", "EMPTY", "COMMENT")]
    assert places == [expected]
    assert address(found, expected).startswith("ab"[expected.side] + ".conllu:")


BASE = [f"# sent_id = {n}; not/2/x UPOS:ADV so{n}/0/root not/2/x UPOS:ADV" for n in range(6)]
HEAD = [one.replace("UPOS:ADV", "UPOS:PART") for one in BASE[:5]] + BASE[5:]


def keys(base: list[str], head: list[str]) -> list[str]:
    table = results.left_over(between(base, head))
    place = [column.name for column in table.columns].index("key")
    return [str(row[place]) for row in table.rows]


def test_a_place_is_known_again_in_another_version() -> None:
    known = keys(BASE, HEAD)
    assert len(known) == 2 and known[0] != known[1]  # the first and the second of two equal words
    # other ids, another place in the file, another line, more places that follow the rule
    moved = [one.replace("sent_id = ", "sent_id = z") for one in [*BASE[5:], *BASE[:5], *BASE[:2]]]
    head = [moved[0], *(one.replace("UPOS:ADV", "UPOS:PART") for one in moved[1:])]
    assert keys(moved, head) == known
    assert not set(
        keys([one.replace("not", "nor") for one in BASE], [one.replace("not", "nor") for one in HEAD])
    ) & set(known)
    other = [one.replace("so5", "so9") for one in BASE], [one.replace("so5", "so9") for one in HEAD]
    assert not set(keys(*other)) & set(known)  # another sentence
    assert not set(keys(BASE, [one.replace("PART", "INTJ") for one in HEAD])) & set(known)  # another rule


def test_the_conditions_of_its_rule_are_part_of_what_a_place_is_known_by() -> None:
    # one effect, forgotten at the same word of the same sentence; once by its lemma, once by its tag
    others = [f"# sent_id = o{n}; so UPOS:ADV XPOS:b" for n in range(9)]
    by_lemma = [f"# sent_id = s{n}; not UPOS:ADV XPOS:b" for n in range(9)]
    by_tag = [*(f"# sent_id = s{n}; w{n} UPOS:ADV XPOS:a" for n in range(8)), "# sent_id = s8; not UPOS:ADV XPOS:a"]
    found = []
    for base in ([*by_lemma, *others], [*by_tag, *others]):
        head = [one.replace("UPOS:ADV", "UPOS:PART") if n < 8 else one for n, one in enumerate(base)]
        found.append(keys(base, head))
    assert [len(one) for one in found] == [1, 1] and found[0] != found[1]
