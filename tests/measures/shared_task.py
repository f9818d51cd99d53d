"""The measures of the CoNLL 2018 shared task once more, word by word in plain Python: an oracle for random treebanks.

Written from the rules of Zeman et al. 2018 and held to the reference program's figures in tests/oracles. Whole files of trees only.
Words are aligned between the sentence breaks that both files have. The program itself goes on through the file, so that after
a token that it could not align, it may align a word with one of the sentence before, over other characters.
"""

from __future__ import annotations

import unicodedata
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, field

from treecompare.measures.words import CONTENT, FUNCTION, UNIVERSAL_FEATURES

Span = tuple[int, int]
Score = tuple[int, int, int, int]


@dataclass(eq=False)
class Word:
    span: Span
    multiword: bool
    form: str
    lemma: str
    upos: str
    xpos: str
    feats: str
    relation: str
    parent: Word | None = None
    functions: list[Word] = field(default_factory=list)
    edges: set[tuple[Hashable, str]] = field(default_factory=set)


@dataclass
class File:
    characters: str = ""
    tokens: list[Span] = field(default_factory=list)
    sentences: list[Span] = field(default_factory=list)
    words: list[Word] = field(default_factory=list)


def load(text: str) -> File:
    """Reads well-formed CoNLL-U."""
    file = File()
    for block in text.strip("\n").split("\n\n"):
        first, heads, covered, begin = len(file.words), [], 0, len(file.characters)
        deps: dict[str, list[list[str]]] = {}
        for line in block.splitlines():
            columns = line.split("\t")
            if line.startswith("#"):
                continue
            deps[columns[0]] = [one.split(":", 1) for one in columns[8].split("|") if ":" in one]
            if "." in columns[0]:
                continue
            form = "".join(one for one in columns[1] if unicodedata.category(one) != "Zs")
            is_word = "-" not in columns[0]
            inside = is_word and int(columns[0]) <= covered
            if not inside:
                file.tokens.append((len(file.characters), len(file.characters) + len(form)))
                file.characters += form
            if not is_word:
                covered = int(columns[0].split("-")[1])
                continue
            feats = "|".join(sorted(one for one in columns[5].split("|") if one.split("=")[0] in UNIVERSAL_FEATURES))
            relation = columns[7].split(":")[0]
            file.words.append(Word(file.tokens[-1], inside, form, *columns[2:5], feats, relation))
            heads.append(int(columns[6]))
        file.sentences.append((begin, len(file.characters)))
        for number, word in enumerate(file.words[first:], 1):
            for head, path in paths_to(str(number), deps, frozenset()):
                is_word = head in deps
                word.edges.add(
                    (file.words[first + int(head) - 1] if is_word else "root" if head == "0" else head, path)
                )
        for word, head in zip(file.words[first:], heads, strict=True):
            if head:
                word.parent = file.words[first + head - 1]
                if word.relation in FUNCTION:
                    word.parent.functions.append(word)
    return file


def paths_to(node: str, deps: dict[str, list[list[str]]], taken: frozenset[str]) -> Iterator[tuple[str, str]]:
    """Where the paths through empty nodes to a node begin, and their relations."""
    for head, relation in deps[node]:
        if "." not in head or head not in deps:
            yield head, relation
        elif head not in taken:
            for top, path in paths_to(head, deps, taken | {head}):
                yield top, f"{path}>{relation}"


def counterparts(gold: File, test: File) -> dict[Word, Word]:
    """The test word of each gold word that has one."""
    pairs: dict[Word, Word] = {}
    starts = [[word.span[0] for word in side.words] for side in (gold, test)]
    g = t = 0
    for end in sorted({stop for _, stop in gold.sentences} & {stop for _, stop in test.sentences}):
        g_next, t_next = (bisect_left(places, end) for places in starts)
        pairs |= aligned(gold.words[g:g_next], test.words[t:t_next])
        g, t = g_next, t_next
    return pairs


def aligned(gold: list[Word], test: list[Word]) -> dict[Word, Word]:
    """The same for words over the same characters."""
    pairs: dict[Word, Word] = {}
    g = t = 0
    while g < len(gold) and t < len(test):
        if not (gold[g].multiword or test[t].multiword):
            if gold[g].span == test[t].span:
                pairs[gold[g]] = test[t]
                g, t = g + 1, t + 1
            elif gold[g].span[0] <= test[t].span[0]:
                g += 1
            else:
                t += 1
            continue
        if gold[g].multiword:
            end = gold[g].span[1]
            t += not test[t].multiword and test[t].span[0] < gold[g].span[0]
        else:
            end = test[t].span[1]
            g += not gold[g].multiword and gold[g].span[0] < test[t].span[0]
        g_first, t_first = g, t

        def inside(words: list[Word], place: int, end: int) -> bool:
            if place >= len(words):
                return False
            start, stop = words[place].span
            return start < end if words[place].multiword else stop <= end

        while inside(gold, g, end) or inside(test, t, end):
            take_gold = g < len(gold) and (t >= len(test) or gold[g].span[0] <= test[t].span[0])
            word = gold[g] if take_gold else test[t]
            g, t = g + take_gold, t + (not take_gold)
            if word.multiword:
                end = max(end, word.span[1])
        pairs |= subsequence(gold[g_first:g], test[t_first:t])
    return pairs


def subsequence(gold: list[Word], test: list[Word]) -> dict[Word, Word]:
    """By the recurrence itself."""
    lengths: dict[tuple[int, int], int] = {}

    def length(g: int, t: int) -> int:
        return lengths.get((g, t), 0)

    def same(g: int, t: int) -> bool:
        return gold[g].form.lower() == test[t].form.lower()

    for g in reversed(range(len(gold))):
        for t in reversed(range(len(test))):
            lengths[g, t] = max(
                length(g + 1, t), length(g, t + 1), same(g, t) + length(g + 1, t + 1) if same(g, t) else 0
            )
    pairs = {}
    g = t = 0
    while g < len(gold) and t < len(test):
        if same(g, t):
            pairs[gold[g]] = test[t]
            g, t = g + 1, t + 1
        elif length(g, t) == length(g + 1, t):
            g += 1
        else:
            t += 1
    return pairs


def evaluate(gold: File, test: File) -> dict[str, Score]:
    """Gold, test, right and aligned words of every measure."""
    assert gold.characters == test.characters
    test_of = counterparts(gold, test)
    gold_of = {test_word: gold_word for gold_word, test_word in test_of.items()}

    def score(right: Callable[[Word, Word], bool], content: bool = False) -> Score:
        chosen = [[word for word in side.words if not content or word.relation in CONTENT] for side in (gold, test)]
        pairs = [(word, test_of[word]) for word in chosen[0] if word in test_of]
        return len(chosen[0]), len(chosen[1]), sum(right(*pair) for pair in pairs), len(pairs)

    def spans(one: list[Span], other: list[Span]) -> Score:
        return len(one), len(other), len(set(one) & set(other)), len(one)

    def head(a: Word, b: Word) -> bool:
        return b.parent is None if a.parent is None else b.parent is not None and gold_of.get(b.parent) is a.parent

    def attached(a: Word, b: Word) -> bool:
        return head(a, b) and a.relation == b.relation

    def edges(cut: Callable[[str], str]) -> Score:
        right = 0
        for word, other in test_of.items():
            theirs = Counter(
                (gold_of.get(head) if isinstance(head, Word) else head, cut(path)) for head, path in other.edges
            )
            own = Counter((head, cut(path)) for head, path in word.edges if head == "root" or isinstance(head, Word))
            right += (own & theirs).total()
        sizes = [sum(len(word.edges) for word in side.words) for side in (gold, test)]
        return *sizes, right, sizes[0]

    def lemma(a: Word, b: Word) -> bool:
        return a.lemma in ("_", b.lemma)

    def key(word: Word) -> Hashable:
        return word.relation, word.upos, word.feats

    def functions(a: Word, b: Word) -> bool:
        theirs = [(gold_of.get(child), key(child)) for child in b.functions]
        return theirs == [(child, key(child)) for child in a.functions]

    return {
        "tokens": spans(gold.tokens, test.tokens),
        "sentences": spans(gold.sentences, test.sentences),
        "words": score(lambda a, b: True),
        "upos": score(lambda a, b: a.upos == b.upos),
        "xpos": score(lambda a, b: a.xpos == b.xpos),
        "ufeats": score(lambda a, b: a.feats == b.feats),
        "alltags": score(lambda a, b: (a.upos, a.xpos, a.feats) == (b.upos, b.xpos, b.feats)),
        "lemmas": score(lemma),
        "uas": score(head),
        "las": score(attached),
        "label-accuracy": score(lambda a, b: a.relation == b.relation),
        "clas": score(attached, content=True),
        "mlas": score(lambda a, b: attached(a, b) and key(a) == key(b) and functions(a, b), content=True),
        "elas": edges(str),
        "eulas": edges(lambda path: ">".join(step.split(":")[0] for step in path.split(">"))),
        "blex": score(lambda a, b: attached(a, b) and lemma(a, b), content=True),
    }
