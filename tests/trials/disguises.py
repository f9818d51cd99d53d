"""The same treebank as other people write it: escaped, respelt, shuffled, numbered anew, with blank columns, wrapped, encoded.

Works on the text of files with code of its own, so that nothing of the program decides what it is given. A disguise gets a gold and
a system of equal words and returns what stands in the system's file; ``plant`` puts words that it is about into both before.
"""

from __future__ import annotations

import random
import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass, field, replace

Node = list["Node | str"]
"""A label and what stands below it; a word is a text."""
ID, FORM, LEMMA, UPOS, XPOS, FEATS, HEAD, DEPREL, DEPS, MISC = range(10)


@dataclass
class Rows:
    """A sentence of CoNLL-U: its id, and ten columns a line (words, ranges, empty nodes)."""

    name: str
    rows: list[list[str]]

    @property
    def own(self) -> list[list[str]]:
        """The lines of its words."""
        return [row for row in self.rows if row[ID].isdigit()]

    @property
    def words(self) -> list[str]:
        return [row[FORM] for row in self.own]

    @property
    def free(self) -> list[int]:
        """The places of words that are no part of a longer token."""
        inside: set[int] = set()
        for row in self.rows:
            if "-" in row[ID]:
                first, last = map(int, row[ID].split("-"))
                inside.update(range(first, last + 1))
        return [place for place, row in enumerate(self.own) if int(row[ID]) not in inside]

    def spelt(self, words: dict[int, str]) -> Rows:
        """With other forms at some places."""
        rows = [list(row) for row in self.rows]
        own = [row for row in rows if row[ID].isdigit()]
        for place, word in words.items():
            own[place][FORM] = word
        return Rows(self.name, rows)

    def text(self) -> str:
        lines = [f"# sent_id = {self.name}"] if self.name else []
        return "\n".join([*lines, *("\t".join(row) for row in self.rows)]) + "\n\n"


def conllu(text: str) -> list[Rows]:
    """Reads a file; comments other than ids are left out."""
    found = []
    for block in text.replace("\r\n", "\n").split("\n\n"):
        lines = [line for line in block.split("\n") if line]
        rows = [line.split("\t") for line in lines if not line.startswith("#")]
        if rows:
            names = [line.partition("=")[2].strip() for line in lines if line.startswith("# sent_id")]
            found.append(Rows(names[0] if names else "", [row for row in rows if "." not in row[ID]]))
    return found


@dataclass
class Tree:
    """A sentence in brackets, without its wrapper."""

    node: Node
    name: str = ""

    @property
    def leaves(self) -> list[Node]:
        """The nodes over one word."""
        return _leaves(self.node)

    @property
    def words(self) -> list[str]:
        return [str(leaf[1]) for leaf in self.leaves]

    @property
    def free(self) -> list[int]:
        return list(range(len(self.leaves)))

    def spelt(self, words: dict[int, str]) -> Tree:
        copied = _copied(self.node)
        leaves = _leaves(copied)
        for place, word in words.items():
            leaves[place][1] = word
        return Tree(copied, self.name)

    def text(self) -> str:
        return _bracketed(self.node) + "\n"


def _leaves(node: Node) -> list[Node]:
    found: list[Node] = []
    todo = [node]
    while todo:
        one = todo.pop()
        if len(one) == 2 and isinstance(one[1], str):
            found.append(one)
            continue
        for below in reversed(one[1:]):
            assert isinstance(below, list)
            todo.append(below)
    return found


def _copied(node: Node) -> Node:
    return [one if isinstance(one, str) else _copied(one) for one in node]


def _bracketed(node: Node) -> str:
    return f"({' '.join(one if isinstance(one, str) else _bracketed(one) for one in node)})"


def brackets(text: str) -> list[Tree | None]:
    """Reads a file of trees, one a line; None where there is no tree. Wrappers go."""
    return [_tree(line) for line in text.splitlines() if line.strip()]


def _tree(line: str) -> Tree | None:
    open_: list[Node] = [[]]
    for part in line.replace("(", " ( ").replace(")", " ) ").split():
        if part == "(":
            open_.append([])
        elif part == ")":
            done = open_.pop()
            open_[-1].append(done)
        else:
            open_[-1].append(part)
    node = open_[0][0] if open_[0] else []
    if not isinstance(node, list):
        return None
    while node and (isinstance(node[0], list) or node[0] in ("TOP", "ROOT", "S1", "VROOT")):
        below = [one for one in node if isinstance(one, list)]
        if len(below) != 1:
            return None
        node = below[0]
    if len(node) < 2 or not _is_whole(node):
        return None
    return Tree(node)


def _is_whole(node: Node) -> bool:
    """Every node has a label, and above a word stands nothing but its tag."""
    if not node or not isinstance(node[0], str):
        return False
    if len(node) == 2 and isinstance(node[1], str):
        return True
    return len(node) > 1 and all(isinstance(one, list) and _is_whole(one) for one in node[1:])


Sentence = Rows | Tree


@dataclass
class Case:
    """What is given to the program: ``gold`` and ``system``, the contents of both files, made of ``golds`` and ``systems``.

    ``options``: of the comparison. ``lost``: texts of sentences that the system has no longer; ``blank``: columns that it has no
    longer; ``changed``: what the figures have to say otherwise, ``tags`` or ``heads``.
    """

    kind: str
    golds: list[Sentence]
    systems: list[Sentence]
    gold: bytes = b""
    system: bytes = b""
    options: dict[str, str] = field(default_factory=dict)
    lost: frozenset[str] = frozenset()
    blank: frozenset[int] = frozenset()
    changed: str = ""

    def written(self) -> Case:
        return replace(
            self,
            gold=self.gold or "".join(one.text() for one in self.golds).encode(),
            system=self.system or "".join(one.text() for one in self.systems).encode(),
        )


Worn = Callable[[random.Random, Case], Case]


@dataclass(frozen=True)
class Disguise:
    """``kinds``: of treebanks; ``planted``: words that are put into both sides before, in some places."""

    name: str
    kinds: str
    worn: Worn
    planted: tuple[str, ...] = ()


DISGUISES: list[Disguise] = []
DEPENDENCIES, CONSTITUENTS = "dependencies", "constituents"
BOTH = f"{DEPENDENCIES} {CONSTITUENTS}"


def _disguise(name: str, kinds: str = BOTH, planted: tuple[str, ...] = ()) -> Callable[[Worn], Worn]:
    def add(worn: Worn) -> Worn:
        DISGUISES.append(Disguise(name, kinds, worn, planted))
        return worn

    return add


def _spelt(case: Case, change: Callable[[str], str]) -> Case:
    """Every word of the system written otherwise, and the tokens above words too."""
    out: list[Sentence] = []
    for one in case.systems:
        new = one.spelt({place: change(word) for place, word in enumerate(one.words)})
        if isinstance(new, Rows):
            for row in new.rows:
                if "-" in row[ID]:
                    row[FORM] = change(row[FORM])
        out.append(new)
    return replace(case, systems=out)


def _mapped(table: dict[str, str]) -> Worn:
    def change(word: str) -> str:
        for old, new in table.items():
            word = word.replace(old, new)
        return word

    return lambda rng, case: _spelt(case, change)


_ESCAPED = re.compile("-[LR][RSC]B-")
ESCAPES = {"(": "-LRB-", ")": "-RRB-", "[": "-LSB-", "]": "-RSB-", "{": "-LCB-", "}": "-RCB-"}
_disguise("brackets escaped", DEPENDENCIES, ("(", ")", "[x]", "a(b)", "{"))(_mapped(ESCAPES))
_disguise("slashes escaped", BOTH, ("1/2", "and/or", "*"))(_mapped({"/": "\\/", "*": "\\*"}))
_disguise("brackets behind backslashes", DEPENDENCIES, ("(", ")", "a(b)", "{", "]"))(
    _mapped({one: "\\" + one for one in ESCAPES})
)
_disguise("quotes as in the Penn Treebank", BOTH, ('"', "'"))(_mapped({'"': "''"}))
_disguise("quotes opened", BOTH, ('"',))(_mapped({'"': "``"}))
_disguise("curly quotes", BOTH, ('"', "'", "it's", "'s"))(_mapped({'"': "”", "'": "’"}))
_disguise("dots", BOTH, ("...", "well..."))(_mapped({"...": "…"}))
_disguise("other hyphens", BOTH, ("well-known", "-", "e-mail"))(
    lambda rng, case: _spelt(case, lambda word: word if _ESCAPED.search(word) else word.replace("-", "‐"))
)
_disguise("blanks as underlines", DEPENDENCIES, ("Đài Loan", "ad hoc", "in order to"))(_mapped({" ": "_"}))
_disguise("blanks that do not break", DEPENDENCIES, ("ad hoc", "10 000"))(_mapped({" ": "\u00a0"}))
_disguise("composed otherwise", BOTH, ("café", "Çok", "güzel", "ệ"))(
    lambda rng, case: _spelt(case, lambda word: unicodedata.normalize("NFD", word))
)
_disguise("capitals", DEPENDENCIES)(lambda rng, case: _spelt(case, str.upper) if _is_plain(case) else case)


def _is_plain(case: Case) -> bool:
    """Whether lower case undoes upper case in all words (not so of ß and others)."""
    return all(word.upper().lower() == word.lower() for one in case.systems for word in one.words)


@_disguise("signs that are not seen")
def _unseen(rng: random.Random, case: Case) -> Case:
    signs = "\u200b\ufeff\u00ad\u200e\u2060\u200c\u200d"
    chance = rng.choice((0.05, 0.5))

    def change(word: str) -> str:
        place = rng.randrange(len(word) + 1)
        return word[:place] + rng.choice(signs) + word[place:] if rng.random() < chance else word

    return _spelt(case, change)


@_disguise("blanks beside words", DEPENDENCIES)
def _padded(rng: random.Random, case: Case) -> Case:
    blanks = ("", "", "", " ", "\u00a0", "\u3000", "\u2009")
    return _spelt(case, lambda word: rng.choice(blanks) + word + rng.choice(blanks))


@_disguise("files put together")
def _together(rng: random.Random, case: Case) -> Case:
    """The mark of UTF-8 stands before some sentences, as where files were joined that begin with it."""
    texts = [("\ufeff" if rng.random() < 0.2 else "") + one.text() for one in case.systems]
    return replace(case, system="".join(texts).encode())


@_disguise("heads left open", DEPENDENCIES)
def _headless(rng: random.Random, case: Case) -> Case:
    out: list[Sentence] = []
    for one in case.systems:
        assert isinstance(one, Rows)
        rows = [list(row) for row in one.rows]
        for row in rows:
            if row[ID].isdigit() and rng.random() < 0.1:
                row[HEAD] = "_"
                if rng.random() < 0.5:
                    row[DEPREL] = "_"
        out.append(Rows(one.name, rows))
    return replace(case, systems=out, changed="heads")


@_disguise("letters changed")
def _respelt(rng: random.Random, case: Case) -> Case:
    out: list[Sentence] = []
    for one in case.systems:
        long = [place for place in one.free if len(one.words[place]) > 3 and one.words[place].isalpha()]
        chosen = rng.sample(long, min(len(long), len(one.words) // 5))
        out.append(one.spelt({place: _typo(rng, one.words[place]) for place in chosen}))
    return replace(case, systems=out)


def _typo(rng: random.Random, word: str) -> str:
    place = rng.randrange(len(word))
    letter = rng.choice([one for one in "xqzjk" if one != word[place].lower()])
    return word[:place] + letter + word[place + 1 :]


@_disguise("shuffled")
def _shuffled(rng: random.Random, case: Case) -> Case:
    return replace(
        case, systems=rng.sample(case.systems, len(case.systems)), golds=rng.sample(case.golds, len(case.golds))
    )


@_disguise("neighbours swapped")
def _swapped(rng: random.Random, case: Case) -> Case:
    order = list(case.systems)
    for _ in range(rng.choice((1, 1, 3))):
        place = rng.randrange(max(1, len(order) - 1))
        order[place : place + 2] = order[place : place + 2][::-1]
    return replace(case, systems=order)


@_disguise("the other way round")
def _reversed(rng: random.Random, case: Case) -> Case:
    return replace(case, systems=case.systems[::-1])


@_disguise("a part stands elsewhere")
def _moved(rng: random.Random, case: Case) -> Case:
    first, last = sorted(rng.sample(range(len(case.systems) + 1), 2))
    part, rest = case.systems[first:last], case.systems[:first] + case.systems[last:]
    place = rng.randrange(len(rest) + 1)
    return replace(case, systems=rest[:place] + part + rest[place:])


@_disguise("shuffled and numbered anew", DEPENDENCIES)
def _shuffled_anew(rng: random.Random, case: Case) -> Case:
    worn = _shuffled(rng, case)
    return replace(
        worn,
        systems=[replace(one, name=str(number)) for number, one in enumerate(worn.systems, 1)],
        golds=[replace(one, name=str(number)) for number, one in enumerate(worn.golds, 1)],
    )


@_disguise("numbered anew", DEPENDENCIES)
def _numbered(rng: random.Random, case: Case) -> Case:
    numbered: list[Sentence] = [replace(one, name=str(number)) for number, one in enumerate(case.systems, 1)]
    golds: list[Sentence] = [replace(one, name=str(number)) for number, one in enumerate(case.golds, 1)]
    return replace(case, systems=numbered, golds=golds if rng.random() < 0.5 else case.golds)


@_disguise("numbered anew after some were lost", DEPENDENCIES)
def _lost(rng: random.Random, case: Case) -> Case:
    gone = set(rng.sample(range(len(case.systems)), max(1, len(case.systems) // 10)))
    kept = [one for place, one in enumerate(case.systems) if place not in gone]
    systems: list[Sentence] = [replace(one, name=str(number)) for number, one in enumerate(kept, 1)]
    golds: list[Sentence] = [replace(one, name=str(number)) for number, one in enumerate(case.golds, 1)]
    lost = frozenset("".join(one.words) for place, one in enumerate(case.systems) if place in gone)
    return replace(case, systems=systems, golds=golds, lost=lost)


@_disguise("without ids", DEPENDENCIES)
def _nameless(rng: random.Random, case: Case) -> Case:
    return replace(case, systems=[replace(one, name="") for one in case.systems])


@_disguise("with ids of other sentences", DEPENDENCIES)
def _misnamed(rng: random.Random, case: Case) -> Case:
    names = [one.name for one in case.systems]
    rng.shuffle(names)
    return replace(case, systems=[replace(one, name=name) for one, name in zip(case.systems, names, strict=True)])


@_disguise("columns left blank", DEPENDENCIES)
def _blank(rng: random.Random, case: Case) -> Case:
    columns = rng.sample((LEMMA, XPOS, FEATS, DEPS, MISC), rng.randrange(1, 5))
    out: list[Sentence] = []
    for one in case.systems:
        assert isinstance(one, Rows)
        out.append(
            Rows(one.name, [[("_" if at in columns else cell) for at, cell in enumerate(row)] for row in one.rows])
        )
    return replace(case, systems=out, blank=frozenset(columns))


def _without_long_tokens(case: Case) -> None:
    """In a file that has no ranges both sides are compared without them: only the text of words is left there."""
    for one in (*case.golds, *case.systems):
        assert isinstance(one, Rows)
        one.rows = one.own


@_disguise("as CoNLL-X", DEPENDENCIES, ("ad hoc",))
def _conllx(rng: random.Random, case: Case) -> Case:
    _without_long_tokens(case)
    lines = []
    for one in case.systems:
        assert isinstance(one, Rows)
        for row in one.own:
            word = row[FORM].replace(" ", "_")
            lines.append(
                "\t".join(
                    (row[ID], word, row[LEMMA], row[UPOS], row[XPOS], row[FEATS], row[HEAD], row[DEPREL], "_", "_")
                )
            )
        lines.append("")
    return replace(case, system="\n".join([*lines, ""]).encode())


@_disguise("in seven columns", DEPENDENCIES)
def _corenlp(rng: random.Random, case: Case) -> Case:
    _without_long_tokens(case)
    lines = []
    for one in case.systems:
        assert isinstance(one, Rows)
        lines += [
            "\t".join((row[ID], row[FORM], row[LEMMA], row[XPOS], "O", row[HEAD], row[DEPREL])) for row in one.own
        ]
        lines.append("")
    return replace(case, system="\n".join([*lines, ""]).encode(), blank=frozenset((UPOS, FEATS)))


@_disguise("with other line ends")
def _line_ends(rng: random.Random, case: Case) -> Case:
    content = case.written().system.replace(b"\n", b"\r\n")
    return replace(case, system=b"\xef\xbb\xbf" + content if rng.random() < 0.5 else content.rstrip() + b"\r\n")


LETTERS = {
    "gb18030": "中文句子", "big5": "中文句子", "euc-kr": "한국어문장", "shift_jis": "日本語の文", "koi8-r": "привет",
    "cp1251": "привет", "iso8859-1": "naïveté", "cp1252": "naïveté", "cp1253": "καλημέρα", "cp1255": "שלום", "utf-16": "中文",
}  # fmt: skip


def _encoded(name: str) -> Worn:
    def worn(rng: random.Random, case: Case) -> Case:
        text = case.written().system.decode()
        try:
            content = text.encode(name)
        except UnicodeEncodeError:  # a quote or a letter of the treebank is not in it
            return case
        return replace(case, system=content, options={"encoding": name})

    return worn


for _name, _word in LETTERS.items():
    _disguise(f"in {_name}", BOTH, (_word, _word[:2]))(_encoded(_name))


def _lines(change: Callable[[random.Random, int, str], str]) -> Worn:
    """The system's file of trees, one a line, with every line changed."""

    def worn(rng: random.Random, case: Case) -> Case:
        lines = [change(rng, number, one.text().rstrip("\n")) for number, one in enumerate(case.systems, 1)]
        return replace(case, system="".join(f"{line}\n" for line in lines).encode())

    return worn


_disguise("wrapped", CONSTITUENTS)(
    _lines(lambda rng, number, line: f"({rng.choice(('', 'TOP ', 'ROOT ', 'S1 '))}{line})")
)
_disguise("over lines", CONSTITUENTS)(_lines(lambda rng, number, line: f"( {line.replace(' (', chr(10) + '  (')} )\n"))
_disguise("with tabs", CONSTITUENTS)(
    _lines(lambda rng, number, line: line.replace(" ", "\t" if rng.random() < 0.9 else " ", 1))
)
_disguise("numbers before trees", CONSTITUENTS)(_lines(lambda rng, number, line: f"{number}\t{line}"))
_disguise("names before trees", CONSTITUENTS)(
    _lines(lambda rng, number, line: f"wsj_{number // 20:04}.{number}\t{line}")
)
_disguise("in tags of SGML", CONSTITUENTS)(_lines(lambda rng, number, line: f"<S ID={number}>\n{line}\n</S>"))
_disguise("stars between trees", CONSTITUENTS)(
    _lines(lambda rng, number, line: line + "\n*****" * (number == 1 or rng.random() < 0.3))
)
_disguise("headings between trees", CONSTITUENTS)(
    _lines(lambda rng, number, line: ("; section\n\n" if rng.random() < 0.2 else "") + line)
)
_disguise("sentences before trees", CONSTITUENTS)(_lines(lambda rng, number, line: f"# sentence {number}\n{line}"))
_disguise("numbers between trees", CONSTITUENTS)(_lines(lambda rng, number, line: f"{number}\n{line}"))
_disguise("lines drawn between trees", CONSTITUENTS)(_lines(lambda rng, number, line: f"{line}\n--------\n"))
_disguise("remarks of programs", CONSTITUENTS)(
    _lines(
        lambda rng, number, line: (
            ("Sentence skipped: no time left\n" if number % 7 == 3 else "") + f"Parsing [sent. {number}]\n{line}"
        )
    )
)
UNESCAPED = {escape: sign for sign, escape in ESCAPES.items() if sign in "()"}
_disguise("brackets as words", CONSTITUENTS, ("-LRB-", "-RRB-"))(_mapped(UNESCAPED))


@_disguise("brackets as words and tags", CONSTITUENTS, ("-LRB-", "-RRB-"))
def _unescaped(rng: random.Random, case: Case) -> Case:
    out: list[Sentence] = []
    for one in case.systems:
        assert isinstance(one, Tree)
        new = one.spelt({})
        for leaf in new.leaves:
            if leaf[1] in UNESCAPED:
                leaf[:] = [UNESCAPED[str(leaf[1])]] * 2
        out.append(new)
    # the tag is the bracket then, which the gold's is not
    return replace(case, systems=out, changed="tags")


@_disguise("brackets as words of the gold", CONSTITUENTS, ("-LRB-", "-RRB-"))
def _of_gold(rng: random.Random, case: Case) -> Case:
    golds = [one.spelt({at: UNESCAPED.get(word, word) for at, word in enumerate(one.words)}) for one in case.golds]
    return replace(case, golds=golds)


@_disguise("stars between trees, by evalb", CONSTITUENTS)
def _stars_by_evalb(rng: random.Random, case: Case) -> Case:
    golds, systems = (
        "".join(f"{one.text()}{sign}\n" for one in sentences).encode()
        for sentences, sign in ((case.golds, "*****"), (case.systems, rng.choice(("*****", "----", "; next"))))
    )
    return replace(case, gold=golds, system=systems, options={"params": "evalb"})


@_disguise("words with blanks", CONSTITUENTS, ("Đài_Loan", "ad_hoc", "phát_triển_mạnh"))
def _blanks(rng: random.Random, case: Case) -> Case:
    spaced = _spelt(case, lambda word: word.replace("_", " "))
    golds: list[Sentence] = [
        one.spelt({at: word.replace("_", " ") for at, word in enumerate(one.words)}) for one in case.golds
    ]
    return replace(spaced, golds=golds) if rng.random() < 0.5 else spaced


@_disguise("lemmas behind words", CONSTITUENTS)
def _lemmas(rng: random.Random, case: Case) -> Case:
    spelt = _spelt(case, lambda word: f"{word} {word.lower()}")
    golds: list[Sentence] = [
        one.spelt({at: f"{word} {word.lower()}" for at, word in enumerate(one.words)}) for one in case.golds
    ]
    return replace(spelt, golds=golds, options={"leaf": "word-lemma"})


@_disguise("as CoNLL-2012", CONSTITUENTS)
def _conll2012(rng: random.Random, case: Case) -> Case:
    lines = ["#begin document (a/b); part 000"]
    for one in case.systems:
        assert isinstance(one, Tree)
        pieces = _bracketed(_starred(one.node)).replace(") (", ")(").replace(" (", "(").replace(" *", "*").split("*")
        marks = [first[first.rfind(")") + 1 :] if at else first for at, first in enumerate(pieces[:-1])]
        ends = [piece[: piece.rfind(")") + 1] for piece in pieces[1:]]
        for number, (leaf, before, after) in enumerate(zip(one.leaves, marks, ends, strict=True)):
            lines.append(f"a/b 0 {number} {leaf[1]} {leaf[0]} {before}*{after} - - - - * -")
        lines.append("")
    return replace(case, system="\n".join([*lines, "#end document", ""]).encode())


def _starred(node: Node) -> Node | str:
    """The tree with a star for each word with its tag."""
    if len(node) == 2 and isinstance(node[1], str):
        return "*"
    return [node[0], *(_starred(one) for one in node[1:] if isinstance(one, list))]


def planted(rng: random.Random, case: Case, words: tuple[str, ...]) -> Case:
    """Both sides with some of the words in the same places."""
    if not words:
        return case
    golds, systems = [], []
    for gold, system in zip(case.golds, case.systems, strict=True):
        if len(gold.words) < 5:  # a sentence of such words alone may be read in several ways
            golds.append(gold.spelt({}))
            systems.append(system.spelt({}))
            continue
        free = (
            gold.free
            if isinstance(gold, Rows) and gold.free == system.free
            else gold.free
            if isinstance(gold, Tree)
            else []
        )
        chosen = {place: rng.choice(words) for place in rng.sample(free, min(len(free), rng.choice((0, 1, 1, 2))))}
        golds.append(gold.spelt(chosen))
        systems.append(system.spelt(chosen))
    return replace(case, golds=golds, systems=systems)


def attached(golds: list[Sentence], systems: list[Sentence]) -> tuple[int, int, int]:
    """Words, right heads, right heads with right relations (subtypes are left out) of sentences that stand in the same order."""
    counts = [0, 0, 0]
    for gold, system in zip(golds, systems, strict=True):
        assert isinstance(gold, Rows) and isinstance(system, Rows)
        for one, other in zip(gold.own, system.own, strict=True):
            same = one[HEAD] == other[HEAD]
            related = one[DEPREL].partition(":")[0] == other[DEPREL].partition(":")[0]
            counts = [counts[0] + 1, counts[1] + same, counts[2] + (same and related)]
    return counts[0], counts[1], counts[2]


def unlike(sentences: list[tuple[Sentence, Sentence]]) -> list[tuple[Sentence, Sentence]]:
    """One of each text, so that nothing but the text has to tell which stands for which."""
    found = {"".join(gold.words).casefold(): (gold, system) for gold, system in sentences}
    return list(found.values())
