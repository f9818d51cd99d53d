"""What the field that finds sentences says of what may be typed: an example, the notation of patterns, what is wrong with one."""

from __future__ import annotations

import html

from treecompare.errors import UsageError
from treecompare.trees.expressions import ExpressionError
from treecompare.trees.pattern_syntax import PatternError
from treecompare.trees.tree_relations import RELATIONS
from treecompare.trees.word_patterns import WORD_RELATIONS


def hint(where: str, patterns: str) -> str:
    """An example of what is looked for in ``where``: "words", "labels", "tags" or "pattern"; ``patterns`` as in
    :meth:`FilterBar.offer`."""
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


def fault_of(error: UsageError) -> str:
    """What is said of a text that is no regular expression; no pattern, or not yet one."""
    if isinstance(error, ExpressionError):
        return f"Not a regular expression: {error}"
    if isinstance(error, PatternError) and error.missing:
        return f"Pattern not finished: {error.missing} expected (character {error.place + 1})"
    return str(error)
