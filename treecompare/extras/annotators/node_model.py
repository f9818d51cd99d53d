"""A sentence of constituents while it is decided: chains of labels over sets of words, none of which cross."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from treecompare.errors import UsageError
from treecompare.extras.annotators.differences import NODES, XPOS, Difference, Place, unit_of, words_in
from treecompare.extras.annotators.settled import Fixed, Refusal, SentenceModel


def cross(one: int, other: int) -> bool:
    """Whether two sets of words (bits) cross: they share some, and either has words that the other lacks."""
    both = one & other
    return both not in (0, one, other)


class NodeModel(SentenceModel):
    """``chains``: of each file the labels over each set of words; ``tags``: those of the words, by file."""

    def __init__(
        self,
        differences: Sequence[Difference],
        words: Sequence[str],
        names: Sequence[str],
        chains: Sequence[Mapping[int, str]],
        tags: Sequence[Sequence[str]],
    ) -> None:
        super().__init__(differences, words, names)
        self.chains, self.tags = chains, tags
        self._sentence = differences[0].place.sentence if differences else 0

    @cached_property
    def _differing(self) -> dict[int, Difference]:
        return {words_in(one.place.unit): one for one in self.differences if one.place.field == NODES}

    def phrase(self, words: int) -> str:
        """A set of words as messages name it."""
        there = [word for place, word in enumerate(self.words) if words >> place & 1]
        return " ".join(there if len(there) < 8 else [*there[:3], "…", *there[-3:]])

    def _nodes(self, fixed: Mapping[Place, Fixed]) -> dict[int, Fixed]:
        return {words_in(place.unit): one for place, one in fixed.items() if place.field == NODES and one.value}

    def refusal(self, fixed: Mapping[Place, Fixed], place: Place, value: str) -> Refusal | None:
        if place.field != NODES or not value:
            return None
        new = words_in(place.unit)
        for other, one in fixed.items():
            if other.field == NODES and one.value and cross(new, words := words_in(other.unit)):
                return Refusal(
                    f"{value} over “{self.phrase(new)}” would cross {one.value} over “{self.phrase(words)}”. "
                    f"Decided before: {one.told}",
                    (other,),
                )
        return None

    def standing(self, fixed: Mapping[Place, Fixed]) -> tuple[dict[int, str], list[int]]:
        """The labels over each set of words that stand, in no order; and the sets that are dropped as they cross what is
        decided."""
        stands = {words: one.value for words, one in self._nodes(fixed).items()}
        decided = list(stands)
        gone = {words_in(place.unit) for place, one in fixed.items() if place.field == NODES and not one.value}
        dropped = []
        for words, labels in self.chains[
            0
        ].items():  # in preorder; what all agree on crosses nothing else of the first file
            if words in stands or words in gone or not labels:
                continue
            if any(cross(words, other) for other in decided):
                dropped.append(words)
            else:
                stands[words] = labels
        return stands, dropped

    def tags_with(self, fixed: Mapping[Place, Fixed]) -> list[str]:
        """The tag of each word: what is decided, else what most have, of several the earlier file's."""
        found = [max(of, key=of.count) for of in zip(*self.tags, strict=True)]
        for place, one in fixed.items():
            if place.field == XPOS:
                found[int(place.unit) - 1] = one.value
        return found

    def values(self, fixed: Mapping[Place, Fixed]) -> tuple[dict[Place, str], set[Place], bool]:
        stands, dropped = self.standing(fixed)
        tags = self.tags_with(fixed)
        values: dict[Place, str] = {}
        for one in self.differences:
            is_tag = one.place.field == XPOS
            values[one.place] = tags[int(one.place.unit) - 1] if is_tag else stands.get(words_in(one.place.unit), "")
        implied = {Place(self._sentence, unit_of(words), NODES) for words in dropped}
        values.update(dict.fromkeys(implied, ""))
        return values, implied, True

    def checked(self, place: Place, typed: str) -> str:
        labels = typed.split()
        if any(one in "()" for label in labels for one in label) or (place.field == XPOS and len(labels) != 1):
            what = "tag" if place.field == XPOS else "chain of labels"
            raise UsageError(
                f"'{typed[:40]}' is not a {what}; expected {'one label' if what == 'tag' else 'labels from the top'}"
            )
        return " ".join(labels)


def nested(sets: Iterable[int]) -> dict[int, list[int]]:
    """The sets below each of these sets of words (0: the top), those within no other one of them; in the order of their first
    words.
    """
    below: dict[int, list[int]] = {0: []}
    open_sets: list[int] = []
    ordered = sorted(sets, key=lambda one: (-one.bit_count(), one & -one))
    for one in ordered:
        mother = min((other for other in open_sets if other & one == one), key=int.bit_count, default=0)
        below.setdefault(mother, []).append(one)
        below.setdefault(one, [])
        open_sets.append(one)
    for daughters in below.values():
        daughters.sort(key=lambda one: one & -one)
    return below
