"""One test per layer, and per way in which a head moves."""

from __future__ import annotations

import pytest

from tests.extras.versions.made import changed, told
from treecompare.extras.versions.kind import DEPENDENCIES
from treecompare.extras.versions.results import count_table


def test_columns_as_they_stand() -> None:
    found = changed("dog LEMMA:dog UPOS:NOUN XPOS:NN", "dog LEMMA:hound UPOS:VERB XPOS:_")
    assert told(found) == [
        ("1", "LEMMA", "-", "dog", "hound", "-"), ("1", "UPOS", "-", "NOUN", "VERB", "-"), ("1", "XPOS", "-", "NN", None, "-"),
    ]  # fmt: skip


def test_features_are_sets_of_values_by_key() -> None:
    found = changed("dog FEATS:A=1|B=x,y|C=3", "dog FEATS:B=y,x|C=4|D=5")
    assert told(found) == [
        ("1", "FEATS", "A", "1", None, "-"), ("1", "FEATS", "C", "3", "4", "-"), ("1", "FEATS", "D", None, "5", "-"),
    ]  # fmt: skip


def test_miscellaneous_keys() -> None:
    found = changed("dog MISC:A=1|A=0|Flag|B=_", "dog MISC:A=0|A=1|B=2")
    assert told(found) == [("1", "MISC", "B", "_", "2", "-"), ("1", "MISC", "Flag", "", None, "-")]


def test_space_after_moves_with_multiword_tokens() -> None:
    base = "1-2~del de el MISC:SpaceAfter=No mar MISC:SpaceAfter=No"
    assert told(changed(base, "de el mar"), "MISC") == [("3", "MISC", "SpaceAfter", "No", None, "-")]


def test_comments_by_key_without_ids() -> None:
    found = changed("# sent_id = a; # checked; # k = 1; # k = 2; dog", "# sent_id = b; # k = 2; # k = 3; dog")
    assert told(found) == [("-", "COMMENT", "checked", "", None, "-"), ("-", "COMMENT", "k", "1 | 2", "2 | 3", "-")]


def test_relation_alone_and_its_subtype() -> None:
    found = changed("a/2/nsubj b/0/root c/2/obl", "a/2/csubj b/0/root c/2/obl:tmod")
    assert told(found) == [
        ("1", "DEPREL", "-", "nsubj", "csubj", "-"),
        ("3", "DEPREL", "-", "obl", "obl:tmod", "subtype"),
    ]


MOVES = {
    "up": ("a/2/x b/3/x c/0/root", "a/3/x b/3/x c/0/root", "1"),
    "up: m was the root": ("a/2/x b/0/root", "a/0/x b/1/root", "1"),
    "root": ("a/2/x b/3/x c/0/root", "a/0/x b/3/x c/0/root", "1"),
    "new word": ("many/2/x words/0/root", "many/3/x words/0/root new/2/y", "1"),
    "daughter": ("a/0/root b/1/x", "a/2/root b/0/x", "1"),
    "below": ("a/0/root b/1/x c/2/x", "a/3/root b/1/x c/0/x", "1"),
    "higher": ("a/2/x b/3/x c/4/x d/0/root", "a/4/x b/3/x c/4/x d/0/root", "1"),
    "sister": ("a/3/x b/3/x c/0/root", "a/2/x b/3/x c/0/root", "1"),
    "lower": ("a/4/x b/3/x c/4/x d/0/root", "a/2/x b/3/x c/4/x d/0/root", "1"),
    "elsewhere": ("a/2/x b/5/x c/4/x d/5/x e/0/root", "a/3/x b/5/x c/4/x d/5/x e/0/root", "1"),
}


@pytest.mark.parametrize("how", MOVES)
def test_how_a_head_moved(how: str) -> None:
    base, head, word = MOVES[how]
    found = {edit.base_word: edit.how for edit in changed(base, head).edits if edit.layer.startswith("HEAD")}
    assert found[word] == how.partition(":")[0]


def test_a_mother_in_another_sentence_is_elsewhere() -> None:
    found = changed(["aaaa/2/x bbbb/0/root", "cccc/2/x dddd/0/root"], "aaaa/2/x bbbb/4/y cccc/2/x dddd/0/root")
    assert told(found, "HEAD", "HEAD+DEPREL") == [
        ("2", "HEAD+DEPREL", "-", "0:root root", "4:dddd y", "elsewhere"),
        ("1", "HEAD", "-", "2:dddd", "2:bbbb", "elsewhere"),
    ]


PRESIDENT = "The/2/det President/4/nsubj Bush/2/flat spoke/0/root well/4/advmod"
BUSH = "The/3/det President/3/nmod:desc Bush/4/nsubj spoke/0/root well/4/advmod"


def test_what_follows_when_a_word_yields() -> None:
    found = changed(PRESIDENT, BUSH)
    heads = {
        edit.base_word: (edit.layer, edit.how, edit.follows) for edit in found.edits if edit.layer.startswith("HEAD")
    }
    assert heads == {
        "1": ("HEAD", "sister", 1),  # another daughter, which keeps its relation
        "2": ("HEAD+DEPREL", "daughter", -1),
        "3": ("HEAD+DEPREL", "up", 1),  # has the mother and the relation now
    }
    assert ["edits", "that follow another", "2"] in count_table(DEPENDENCIES, found)


def test_no_edit_follows_that_changed_the_relation_or_took_another_place() -> None:
    found = changed(PRESIDENT, "The/3/nummod President/3/nmod:desc Bush/4/obj spoke/0/root well/4/advmod")
    assert [edit.follows for edit in found.edits if edit.layer.startswith("HEAD")] == [-1, -1, -1]
    # the relation that President had, but another mother
    elsewhere = changed(PRESIDENT, "The/2/det President/3/nmod:desc Bush/5/nsubj spoke/0/root well/4/advmod")
    assert [edit.follows for edit in elsewhere.edits if edit.layer.startswith("HEAD")] == [-1, -1]


def test_sides_are_those_of_before_and_after() -> None:
    found = changed("a/2/x b/0/root c/2/x", "a/0/root b/1/x c/2/x")
    assert [edit.side for edit in found.edits if edit.side] == [("left", "root"), ("root", "right")]


EDGES = {
    "rel before head": ("2:x|3:y", "2:y", [("edge", "3:c y", None), ("rel", "2:b x", "2:b y")]),
    "head": ("2:x", "3:x", [("head", "2:b x", "3:c x")]),
    "first with first": ("2:x|2:y", "2:v|2:w", [("rel", "2:b x", "2:b v"), ("rel", "2:b y", "2:b w")]),
    "removed and added": ("2:x", "3:y", [("edge", "2:b x", None), ("edge", None, "3:c y")]),
    "order is nothing": ("2:x|3:y", "3:y|2:x", []),
}


@pytest.mark.parametrize("name", EDGES)
def test_enhanced_edges(name: str) -> None:
    base, head, expected = EDGES[name]
    found = changed(f"a/2/q DEPS:{base} b/0/root c/2/q", f"a/2/q DEPS:{head} b/0/root c/2/q")
    assert [(edit.key, edit.old, edit.new) for edit in found.edits] == expected


def test_an_edge_that_mirrors_the_basic_one_is_counted_apart() -> None:
    found = changed("a/2/x DEPS:2:x:of b/0/root c/2/z", "a/2/y DEPS:2:y:of|3:y b/0/root c/2/z")
    assert [(edit.layer, edit.key, edit.old, edit.new) for edit in found.edits] == [
        ("DEPREL", "-", "x", "y"),
        ("DEPS", "edge", None, "3:c y"),
        ("DEPS.mirror", "-", "2:b x:of", "2:b y:of"),
    ]
    other = changed("a/2/x DEPS:2:xx b/0/root", "a/2/y DEPS:2:yy b/0/root")  # not x and y with subtypes
    assert [edit.layer for edit in other.edits] == ["DEPREL", "DEPS"]


def test_edges_are_the_same_though_words_are_numbered_anew() -> None:
    base = "see/0/root DEPS:0:root #/1/case DEPS:1:case tag/1/obj DEPS:1:obj big/1/amod DEPS:1:amod so/4/advmod DEPS:4:advmod"
    head = "see/0/root DEPS:0:root #tag/1/obj DEPS:1:obj big/1/amod DEPS:1:amod so/3/advmod DEPS:3:advmod"
    assert [edit.layer for edit in changed(base, head).edits] == ["WORDS"]


def test_empty_nodes_pair_by_the_word_they_follow() -> None:
    base = "a/2/x b/0/root DEPS:2.1:y 2.1~ate UPOS:VERB"
    assert not changed(base, base).edits
    assert told(changed(base, "a/2/x b/0/root DEPS:2.1:y 2.1~ate UPOS:AUX")) == [
        ("2.1", "UPOS", "-", "VERB", "AUX", "-")
    ]
    gone = changed(base, "a/2/x b/0/root DEPS:0:root")
    assert told(gone) == [("2", "DEPS", "edge", "2.1:ate y", None, "-"), ("2", "DEPS", "edge", None, "0:root root", "-"),
                          ("2.1", "EMPTY", "-", "ate", None, "-")]  # fmt: skip
    more = changed(base, "a/2/x 1.1~new b/0/root DEPS:2.1:y 2.1~ate UPOS:VERB")
    assert told(more) == [("-", "EMPTY", "-", None, "new", "-")]
    # as the k-th behind the same word
    second = changed(base, "a/2/x b/0/root DEPS:2.1:y 2.1~ate UPOS:VERB 2.2~new")
    assert told(second) == [("-", "EMPTY", "-", None, "new", "-")]


def test_edges_of_empty_nodes_are_told_like_those_of_words() -> None:
    base = "a/0/root DEPS:0:root 1.1~e DEPS:1:x|1:gone b/1/y DEPS:1.1:y"
    head = "a/0/root DEPS:0:root 1.1~e DEPS:1:z|2:new b/1/y DEPS:1.1:y"
    assert told(changed(base, head)) == [
        ("1.1", "DEPS", "edge", "1:a gone", None, "-"),
        ("1.1", "DEPS", "edge", None, "2:b new", "-"),
        ("1.1", "DEPS", "rel", "1:a x", "1:a z", "-"),
    ]


def test_multiword_tokens_pair_by_first_and_last_word() -> None:
    found = changed("1-2~Del FEATS:A=1 de el mar", "1-2~del MISC:B=2 de el mar")
    assert told(found) == [
        ("1-2", "FEATS", "A", "1", None, "-"), ("1-2", "MISC", "B", None, "2", "-"), ("1-2", "MWT", "-", "Del", "del", "-"),
    ]  # fmt: skip


@pytest.mark.parametrize(("base", "head"), [("1-2~Del de el", "1-2~del de el"), ("a 1.1~b UPOS:N", "a 1.1~b UPOS:V")])
def test_edits_beside_the_words_are_of_the_row_of_their_sentence(base: str, head: str) -> None:
    before, after = "# sent_id = new; quite another sentence", "# sent_id = old; this one has gone"
    two = [before, before.replace("new", "newer")]
    found = changed([after, f"# sent_id = s; {base}"], [*two, f"# sent_id = s; {head}"])
    (edit,) = (one for one in found.edits if one.layer in ("MWT", "UPOS"))
    row = found.found.rows[edit.row]
    assert (row.base, row.head) == ((edit.base,), (edit.head,)) == ((1,), (2,))


def test_an_empty_node_has_the_number_of_each_version() -> None:
    words = "one/0/x two/1/y three/1/y four/1/y"
    found = changed(f"{words} 4.1~e UPOS:N", f"{words.replace('three', 'new/1/y three')} 5.1~e UPOS:V")
    (edit,) = (one for one in found.edits if one.layer == "UPOS")
    assert (edit.base_word, edit.head_word) == ("4.1", "5.1")


def test_a_row_of_edits_counts_changed_words_once() -> None:
    found = changed("dog UPOS:NOUN XPOS:NN cat", "dog UPOS:VERB XPOS:VB cat")
    assert ["words", "with an edit", "1"] in count_table(DEPENDENCIES, found)
    assert ["edits", "all but DEPS.mirror", "2"] in count_table(DEPENDENCIES, found)
