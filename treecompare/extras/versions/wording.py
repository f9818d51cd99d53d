"""Rules and edits in words: ``DEPREL amod → compound``, ``where NOUN "year" or "years" left of its head``."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from treecompare.extras.versions.atoms import ABSENT, ANY, COMPOSITIONS, FIRST, LAST, THERE, Atom, Condition
from treecompare.extras.versions.edits import Edit
from treecompare.extras.versions.rules import Family
from treecompare.scores.rich import Piece, Rich, quiet, small, strong

ARROW = " → "
LAYER_NAMES = {
    "WORDS": "words cut in another way",
    "COMMENT": "comments",
    "MWT": "multiword tokens",
    "EMPTY": "empty nodes",
}
"""What layers are called whose names say little."""
EVERYWHERE = "everywhere"
MOST_VALUES = 8
"""So many values of a condition are told."""
MOVES = {
    "attached": "to a first head",
    "detached": "to none",
    "up": "to the head of its head",
    "root": "becomes the root",
    "new word": "to a word that is new",
    "daughter": "to a former dependent of its own",
    "below": "to a word that was below it",
    "higher": "to a word further up",
    "sister": "to a former sister",
    "lower": "to a word that was below its head",
    "elsewhere": "to another word",
}
"""How a head moved."""
_FUNCTIONS = {
    "FORM": "the form",
    "lower(FORM)": "the form in lower case",
    "lower(LEMMA)": "lower case",
    "title(LEMMA)": "a capital and lower case",
    "M.DEPREL": "the relation of its head",
    "~": "without its subtype",
    **{name: f"the same, {'' if form == 'NFC' else 'de'}composed ({form})" for name, form in COMPOSITIONS.items()},
    ANY: "another value",
}


def effect_in_words(family: Family) -> Rich:
    """What a rule does: layers small, values strong."""
    parts: list[str | Piece] = []
    for atom, old in zip(family.effect, family.before, strict=True):
        parts += [", " if parts else "", *_atom(atom, old)]
    return Rich(*parts)


def _atom(atom: Atom, old: str) -> list[str | Piece]:
    if atom.layer == "HEAD":
        return [small("HEAD"), " ", strong(MOVES[atom.value])]
    if atom.layer == "DEPS":
        return [small("DEPS"), " ", strong(edge_in_words(atom.value))]
    name: list[str | Piece] = [small(atom.layer), " "]
    if atom.key == "-":
        return [*name, strong(_change(old, _value(atom)))]
    if atom.value == "=_":
        return [*name, strong(f"− {atom.key}" if old == ANY else f"− {atom.key}={old}")]
    if old == ABSENT:
        return [*name, strong(f"+ {atom.key}" if atom.value == ANY else f"+ {atom.key}={_value(atom)}")]
    if atom.value == ANY:
        return [*name, strong(f"{atom.key} changed" if old == ANY else f"{atom.key}={old} changed")]
    return [*name, strong(f"{atom.key}: {_change(old, _value(atom))}")]


def _change(old: str, new: str) -> str:
    return f"→ {new}" if old == ANY else f"{old}{ARROW}{new}"


def _value(atom: Atom) -> str:
    if atom.value.startswith("="):
        return atom.value[1:]
    if atom.value.startswith("~:"):
        return f"the same with the subtype {atom.value[2:]}"
    if atom.value.startswith(("MISC.", "FEATS.")):
        layer, _, key = atom.value.partition(".")
        return f"what {key} is in {layer}"
    return _FUNCTIONS[atom.value]


def edge_in_words(value: str) -> str:
    """What happened to an enhanced edge, as atoms have it: ``+nsubj``, ``obl>obl:unmarked``."""
    if value.startswith(("+", "-")):
        return f"{'+' if value[0] == '+' else '−'} {value[1:]}"
    return value.replace(">", ARROW)


def conditions_in_words(family: Family) -> str:
    """Where a rule holds: ``where NOUN "year" or "years" that is nmod``; everywhere, if it says nothing."""
    told = {one.name: (one, family.values(one)) for one in family.rules[0].conditions}
    for atom, old in zip(family.effect, family.before, strict=True):  # what was there before is said of the effect
        name = atom.layer if atom.key == "-" else f"{atom.layer}.{atom.key}"
        if name in told and told[name][1] == [old]:
            del told[name]

    def take(*names: str, quoted: bool = False) -> str:
        for name in names:
            if name in told:
                return alternatives(told.pop(name)[1], quoted)
        return ""

    # what the word is, then how it is attached, then what is around it
    said = [take("UPOS"), take("XPOS")]
    said += [f"lemma {lemma}" if (lemma := take("LEMMA", quoted=True)) else "", take("FORM", quoted=True)]
    if relation := take("DEPREL"):
        said.append(f"that is {relation}" if any(said) else relation)
    if subtype := take("SUB"):
        said.append("without a subtype" if subtype == ABSENT else f"with the subtype {subtype}")
    said.append(_keyed(list(_keys(told))))
    of_head = [take("M.UPOS"), f"lemma {lemma}" if (lemma := take("M.LEMMA", quoted=True)) else ""]
    if relation := take("M.DEPREL"):
        of_head.append(f"that is {relation}" if any(of_head) else relation)
    side = take("SIDE")
    head = " ".join(filter(None, of_head))
    if side == "root":
        said.append("that is the root")
    elif side == ABSENT:
        said.append("without a head")
    elif side:
        said.append(f"{side} of its head{f' ({head})' if head else ''}")
    elif head:
        said.append(f"whose head is {head}")
    for name, edge, word in (("PREV", FIRST, "after"), ("NEXT", LAST, "before")):
        if name in told:
            said.append(_beside(told.pop(name)[1], edge, word))
    if dependents := [one.value for one in family.rules[0].conditions if one.name == "HAS"]:
        said.append(f"with a dependent {' and '.join(dependents)}")
    whole = " ".join(filter(None, said))
    return f"where {_with_noun(whole)}" if whole else EVERYWHERE


def _keys(told: dict[str, tuple[Condition, list[str]]]) -> Iterable[tuple[Condition, list[str]]]:
    for name in [name for name in told if name.startswith(("FEATS.", "MISC."))]:
        yield told.pop(name)


def _keyed(conditions: Sequence[tuple[Condition, list[str]]]) -> str:
    there, absent = [], []
    for one, values in conditions:
        layer, _, key = one.name.partition(".")
        where = " in MISC" if layer == "MISC" else ""
        if values == [ABSENT]:
            absent.append(f"{key}{where}")
        else:
            there.append(f"{key}{where}" if values == [THERE] else f"{key}={alternatives(values)}{where}")
    said = f"with {' and '.join(there)}" if there else "", f"without {' and '.join(absent)}" if absent else ""
    return " ".join(filter(None, said))


def _beside(values: Sequence[str], edge: str, word: str) -> str:
    others = [one for one in values if one != edge]
    said = [f"{word} {alternatives(others, quoted=True)}"] if others else []
    if edge in values:
        said.append("at the beginning of the sentence" if edge == FIRST else "at the end of the sentence")
    return " or ".join(said)


def alternatives(values: Sequence[str], quoted: bool = False) -> str:
    """Values of which any holds: ``a, b or c``."""
    shown = [f"“{one}”" if quoted else one for one in values[:MOST_VALUES]]
    if len(values) > MOST_VALUES:
        return f"{', '.join(shown)} or {len(values) - MOST_VALUES} others"
    return " or ".join(filter(None, (", ".join(shown[:-1]), shown[-1])))


def _with_noun(said: str) -> str:
    """What is described only by how it is attached is a word."""
    first = said.split(" ")[0]
    return (
        f"a word {said}"
        if first in ("with", "without", "that", "whose", "left", "right", "after", "before", "at")
        else said
    )


def edit_in_words(edit: Edit) -> Rich:
    """What an edit changed."""
    old, new = ("nothing" if one is None else one or "“”" for one in (edit.old, edit.new))
    if edit.layer == "DEPS" and edit.key in ("rel", "head"):
        return Rich(small("DEPS"), " ", strong(f"{old}{ARROW}{new}"))
    name: list[str | Piece] = [small(edit.layer), " "]
    if edit.old is None or edit.new is None:
        sign, value = ("+", new) if edit.old is None else ("−", old)
        key = "" if edit.key in ("-", "edge") else f"{edit.key}{'=' if value != '“”' else ''}"
        return Rich(*name, strong(f"{sign} {key}{'' if key and value == '“”' else value}"))
    key = "" if edit.key == "-" else f"{edit.key}: "
    how = f" ({edit.how})" if edit.how != "-" and edit.layer.startswith("HEAD") else ""
    return Rich(*name, strong(f"{key}{old}{ARROW}{new}"), quiet(how))


def edits_in_words(edits: Sequence[Edit], most: int = 6) -> Rich:
    """Several edits, the first ones of many."""
    parts: list[str | Piece] = []
    for edit in edits[:most]:
        parts += [", " if parts else "", edit_in_words(edit)]
    return Rich(*parts, quiet(f", {len(edits) - most} more") if len(edits) > most else "")
