"""What people mean by a text that they type to find sentences: words, a label, or a pattern of trees; and what is said of it."""

from __future__ import annotations

import html
import re
from collections.abc import Sequence

from treecompare.errors import UsageError
from treecompare.trees.joined_patterns import EITHER, compile_joined, quoted
from treecompare.trees.pattern_syntax import PatternError
from treecompare.trees.tree_relations import RELATIONS
from treecompare.trees.word_patterns import WORD_RELATIONS

_LABELS = re.compile(r"^!?[(\s]*[A-Z][A-Z$|=-]*\b.*[^\w\s(]+\s*!?\(?\s*(?:[A-Z*/][A-Z$|=-]*)")
_BEGUN = re.compile(r"^!?[(\s]*[A-Z][A-Z$|-]*(=\w+)?\s*([<>]|\$[.,]|\$\s)")
"""A label and a relation, whatever follows."""
_CALLED = re.compile(r"\s*!?\(?[A-Z][A-Z$|-]*=[a-z]+\s*")
"""A label alone that is given a name."""
_OF_WORDS = re.compile(r"\s*!?\(?[\w:|]*[^\W\d][\w:|]*(=\w+)?\s*(<|>|\$)|\s*!?[\w:|]+=[\w:|]+\s*$")
"""In dependencies: a relation or a part of speech, perhaps with a name, and how it stands to what follows; or a name or a value."""


def looks_like_pattern(text: str, kind: str = "constituents", systems: Sequence[str] = ()) -> bool:
    """Whether a text that might be words is a pattern, or the beginning of one: it names a tree, gives a label a name, or puts
    labels (in capitals, of constituents) in relation."""
    names = "|".join(["gold", "test", "system", *(re.escape(quoted(name)) for name in systems)])
    is_named = re.match(rf"\s*!?\s*({names}):", text) is not None
    if kind == "dependencies":
        is_whole = is_begun = _OF_WORDS.match(text) is not None
    else:
        is_whole = _LABELS.match(text) is not None or _CALLED.fullmatch(text) is not None
        has_relation = re.search(r"[<>]|\$\.|\$,|\s\$\s", text) is not None or _CALLED.fullmatch(text) is not None
        is_begun = (is_whole and has_relation) or _BEGUN.match(text) is not None
    if not is_named and not is_begun:
        return False
    try:
        return bool(compile_joined(text, kind)) and (is_named or is_whole)
    except UsageError as error:  # it is told what is wrong with it, or missing
        return is_named or (isinstance(error, PatternError) and bool(error.missing))


def names_no_tree(text: str, kind: str) -> bool:
    """Whether a pattern is looked for in gold or system, since it does not say where."""
    try:
        return any(part.side == EITHER for part in compile_joined(text, kind or "constituents").parts)
    except UsageError:  # it is not whole yet
        return False


def as_label(text: str, kind: str) -> str:
    """The pattern for a text that might be a label instead of words, such as PP, or acl:relcl; empty for others."""
    form = r"[A-Z]+|[a-z]+:[a-z]+" if kind == "dependencies" else r"[A-Z][A-Z$|-]*"
    return f"{text.strip()}=x" if kind and re.fullmatch(form, text.strip()) else ""


def read_as(text: str, where: str, patterns: str, systems: Sequence[str] = (), looks_at: str = "") -> str:
    """That a text is read as a pattern, where that was not chosen (``where``), in which trees it looks, and what in it had another
    meaning once; that it is looked for among the words, where it might be a label. Empty for others.

    ``looks_at``: how the trees were prepared in which patterns look.
    """
    from treecompare.trees.joined_patterns import about_turning

    if where == "words" and as_label(text, patterns):
        return "Looked for among the words."
    if text.strip() and is_pattern(text, where, patterns, systems):
        guessed = "Read as a tree pattern." if where != "pattern" else ""
        trees = "In either tree." if names_no_tree(text, patterns) else ""
        turned = about_turning(text, patterns).removeprefix("pattern: ")
        return " ".join(filter(None, (guessed, trees, looks_at, turned)))
    return ""


def is_pattern(text: str, where: str, patterns: str, systems: Sequence[str] = ()) -> bool:
    """Whether a text is looked for as a pattern: because that was chosen, or because it looks like one."""
    return where == "pattern" or (where == "words" and bool(patterns) and looks_like_pattern(text, patterns, systems))


def hint(where: str, patterns: str) -> str:
    """An example of what is looked for in ``where``: "words", "labels", "tags" or "pattern"; ``patterns`` as in
    :func:`looks_like_pattern`, empty where there are none."""
    is_words = patterns == "dependencies"
    words = f"Find words or a pattern, as {'obl=x > NOUN' if is_words else 'PP=x > NP'}" if patterns else "Find words"
    return {
        "words": words,
        "labels": "A label, such as PP or nsubj",
        "tags": "A tag, such as VBD",
        "pattern": "gold: obl=x > NOUN  system: x > VERB" if is_words else "gold: PP=x > NP  system: x > VP",
    }[where]


def notation(patterns: str) -> str:
    """What a pattern may say, as rich text."""
    is_words = patterns == "dependencies"
    meanings = WORD_RELATIONS if is_words else {sign: text for sign, (_, text) in RELATIONS.items()}
    rows = "".join(
        f"<tr><td><code>A {html.escape(sign)} B</code>&nbsp;</td><td>A {html.escape(text)} B</td></tr>"
        for sign, text in meanings.items()
    )
    trees = (
        "gold:, system: or the name of a system says in which tree. =x calls a node x; x in another tree is the node "
        "over the same words with the same label. ! before a tree: there is no such node. Help, Patterns has examples."
    )
    labels = "NP|VP one of two labels, /^NP/ a regular expression, * any node, ! not, ( ) around patterns within."
    words = (
        'A name is a relation or a part of speech, "of" a form; lemma=be, Number=Plur; & joins them; * any word, ! not.'
    )
    head = words if is_words else labels
    return f"<p>{html.escape(trees)}</p><p>{html.escape(head)}</p><table>{rows}</table>"
