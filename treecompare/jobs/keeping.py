"""A comparison that is kept: what people say is stored at once, other files and settings follow, and all of it is one history."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from treecompare import resources
from treecompare.analyses.conditions import condition_of
from treecompare.analyses.sentences import MARKED, NOTED, WRONG
from treecompare.comparison import judgements as said
from treecompare.comparison.base import Comparison
from treecompare.comparison.files import SUFFIX, Files
from treecompare.comparison.judgements import STATE, Questions
from treecompare.comparison.roles import added, names_treebank
from treecompare.comparison.settings import Settings
from treecompare.errors import TooLarge, TreecompareError, UsageError, counted
from treecompare.folders import SUFFIXES
from treecompare.jobs import base
from treecompare.jobs.base import ANEW, Answer, Command, Make, Opening, Read, Say
from treecompare.jobs.compare import PATTERNS, CompareJob
from treecompare.jobs.compare_list import CHOSEN, chosen_by
from treecompare.jobs.remembered import Remembered
from treecompare.jobs.scoring import Source
from treecompare.saved.kept import Event, Kept
from treecompare.saved.opening import Opened, Request, room_for
from treecompare.saved.project import Project, digest_of
from treecompare.saved.rows import Key
from treecompare.scores.result import Found
from treecompare.scores.table import PARTIAL, SCORED, SKIPPED

# -- what comparison files of versions 0.1 and 0.2 say -----------------------------------------------------------------


_JUDGED = {MARKED: "marked", NOTED: "note", WRONG: "wrong"}
_STATUS = {SCORED: "scored", PARTIAL: "words differ", SKIPPED: "no parse"}


def carried_over(state: Mapping[str, Any], comparison: Comparison) -> dict[str, Any]:
    """How a job of a comparison was left, by the state of its file: ``view`` and ``place``, which stay there as they are; empty
    where that says nothing."""
    view, place = state.get("view", {}), state.get("place", {})
    row = place.get("sentence", -1)
    found: dict[str, Any] = seen(view, comparison)
    found["place"] = comparison.ids[row] if 0 <= row < comparison.sentences else ""
    if "system" in place:
        found["state"]["system"] = place["system"]
    return found if view or place else {}


def seen(view: Mapping[str, Any], comparison: Comparison) -> dict[str, Any]:
    """What a view of the sentences shows, as a job is left: the window's own, or one of ``views``, which were kept by number."""
    left = {name: view[name] for name in ("system", "a", "b", "target") if name in view}
    wish = view.get("filter", {})
    chosen = wish.get("chosen")
    tokens = [one for one in _tokens(wish) if is_condition(one, comparison)]
    if chosen:
        name = chosen["text"].replace('"', "'")
        left["chosen"] = {name: chosen["sentences"]}
        tokens.insert(0, f'{CHOSEN} "{name}"')  # a note without a text stands last
    return {"find": " ".join(tokens), "state": left}


def is_condition(token: str, comparison: Comparison) -> bool:
    """Whether a token asks for anything here."""
    try:
        condition_of(token, comparison)
    except TreecompareError:
        return False
    return True


def _tokens(wish: Mapping[str, Any]) -> list[str]:
    """A filter as it is kept, as tokens that ask for the same; what no token can say is left out."""
    text, where, is_regex = wish.get("text", ""), wish.get("where", "words"), wish.get("is_regex", False)
    found = []
    if text and where == "pattern":
        found.append(text)
    elif text and where in ("labels", "tags") and not is_regex:
        found.append(f'{where.removesuffix("s")} "{text}"')
    elif text and where == "words":
        found.append(f"/{text}/" if is_regex else f'"{text}"')
    for name, sign in (("shortest", ">="), ("longest", "<=")):
        found += [f"length {sign} {wish[name]}"] if wish.get(name) else []
    if far := wish.get("difference"):
        found.append(f"A−B >= {far:g} | A−B <= -{far:g}")
    for name, token in (("differing", "differs"), ("all_differ", "all systems differ"), ("discontinuous",) * 2):
        found += [token] if wish.get(name) else []
    found += [_STATUS[wish["status"]]] if wish.get("status") in _STATUS else []
    if outcome := wish.get("outcome"):
        found.append(f'answer "{outcome}"')
    if judged := wish.get("judged"):
        found.append(_JUDGED.get(judged, f'phenomenon "{judged}"'))
    return found


FRAME, MOST_LEFT = "frame", 40
"""The name under which a comparison file keeps how jobs were left, and how many it keeps."""
VIEWS, SCHEME = "views", "scheme"
TREEBANKS = [("Treebanks", " *.".join((*SUFFIXES, "txt", "jsonl", "gz"))), ("All files", "*")]
"""What is chosen as a system."""
TABLES = [("Tables", "tsv"), ("Text", "txt"), ("All files", "*")]
ANOTHER = "\0file"
"""The option that asks for a file, beside those that are there."""


class Keeping(Kept):
    """What is kept of a comparison, while jobs follow each other that show it with other files and settings.

    ``holders``: these jobs by their ids, among them one that is being made (in another thread). ``left``: how jobs were left, by
    their kind. ``told``: what people have been told of what is so still. ``most``: so many bytes of a file are read; None: what
    the memory allows.
    """

    def __init__(self, memory: Remembered, most: int | None = None) -> None:
        super().__init__()
        self.memory, self.most = memory, most
        self.holders: set[int] = set()
        self.left: dict[str, dict[str, Any]] = {}
        self.told: set[str] = set()

    def take_heard(self) -> list[Event]:
        """What happened since it was asked last."""
        heard, self.heard = self.heard, []
        return heard


class KeptJob(CompareJob):
    """A comparison of ``files`` under ``settings``; :meth:`with_files` answers with another in its place.

    ``anew``: what makes the job that takes its place, of a ``request``, the files ``shown`` and the ``system``; ``path``: of the
    comparison file that names the files; ``system``: the one that is looked at; None: that of before; ``takes``: done in place of
    beginning with what is kept.
    """

    of_file = frozenset((
        "save", "save-as", "add-systems", "read-anyway", "remove-system", "swap-sides", "against", "no-gold", "rename", "gold",
        "as-baseline", "scoring", "choose-scheme", "read-judgements", "save-judgements",
    ))  # fmt: skip

    def __init__(
        self,
        opened: Opened,
        kept: Keeping,
        anew: Callable[..., Opening],
        overview: Callable[..., base.Job] | None = None,
        path: Path | None = None,
        system: int | None = None,
        takes: Callable[[], object] | None = None,
    ) -> None:
        made = partial(overview, keep=self._keep_asked) if overview is not None else None
        super().__init__(opened.comparison, made, opened.sentences)
        self.source = Source(opened.files, partial(self.with_files, what="Comparing"), opened.treebanks)
        self.opened, self.kept, self.files, self.settings = opened, kept, opened.files, opened.comparison.settings
        self._anew, self._make_tables, self._path, self._wanted, self._takes = anew, overview, path, system, takes
        self._plain_title = self.title
        self._remarks: list[str] = []
        kept.holders.add(id(self))

    def begin(self) -> None:
        opened = self.opened
        if self._takes is not None:
            self._takes()
        else:
            if self._path is not None:  # now that nobody else here has it open
                try:
                    opened = replace(opened, request=replace(opened.request, project=Project.open(self._path)))
                except TreecompareError as error:
                    self._remarks.append(f"{error}")
            self.kept.begin(opened)
        kept, comparison = self.kept, self.comparison
        comparison.questions = Questions.of(kept.stored(STATE), kept.stored(PATTERNS) or {})
        self._read_scheme(kept.memory.text(SCHEME))
        unread = [f"{one.name}: {said}" for one, _ in comparison.treebanks() for said in one.unread_because]
        remarks = [*map(str, opened.errors), *self._heard_remarks(), *unread, *comparison.warnings, *self._partly()]
        self._remarks += [one for one in dict.fromkeys(remarks) if one not in kept.told]
        kept.told = {*remarks}
        self._called()
        if kept.named is not None:
            kept.memory.add_known(kept.named)
        kept.memory.add_recent(Files(str(kept.named), ()) if kept.named else replace(self.files, swapped=""))
        self.forget()

    def _called(self) -> None:
        self.title = " – ".join(filter(None, (self.kept.name, self._plain_title)))
        if self._beside is not None:
            self._beside.title = self.title

    def _partly(self) -> list[str]:
        """That it was stopped before all sentences were compared."""
        statuses = self.comparison.table.statuses
        done, total, of = int(np.count_nonzero(statuses)), statuses.size, "of all systems " * (len(statuses) > 1)
        said = f"Stopped: {done:,} of {total:,} sentences {of}are compared. Read files again compares all."
        return [said] if done < total else []

    def remarks(self) -> Sequence[str]:
        return self._remarks

    def close(self) -> None:
        super().close()
        self.kept.holders.discard(id(self))
        if not self.kept.holders:
            self.kept.close()

    # -- what is said, stored at once --------------------------------------------------------------------------------------

    def _keep(self, changes: Sequence[said.Change], title: str) -> None:
        """What cannot be stored is kept in memory, and said. Raises UsageError: the gold that was opened has no sentence there."""
        if not all(self.kept.sentences_in(row) for _, row, *_ in changes):
            raise UsageError(
                f"{self.files.gold}: has no such sentence, so nothing can be noted on it; swap the sides back, or note it elsewhere"
            )
        self.kept.write([(Key(kind, row, system, mark), value) for kind, row, system, mark, value in changes], title)
        self.forget()

    def _said(self, title: str, changes: Sequence[said.Change]) -> Sequence[Answer]:
        return [*super()._said(title, changes), *self._heard()]

    def _keep_asked(self, state: dict[str, Any]) -> None:
        """Stores something that people made beside the sentences. What cannot be stored is said with the next answer."""
        self.kept.keep(state)

    def _heard(self) -> list[Answer]:
        """What happened in the file, as answers."""
        found: list[Answer] = []
        for event in self.kept.take_heard():
            if event.kind == "compared":
                found.append(self.with_files(event.what.files, event.what.settings))
            elif event.kind == "told":
                found.append(Say(event.what))
            elif event.kind in ("failed", "refused") and str(event.what) not in self.kept.told:
                # once: a full disk would else be told with every word that is typed
                self.kept.told.add(str(event.what))
                found.append(Say(_unstored(event)))
        return found

    def _heard_remarks(self) -> list[str]:
        heard = [one for one in self.kept.take_heard() if one.kind in ("told", "failed", "refused")]
        return [one.what if one.kind == "told" else _unstored(one) for one in heard]

    # -- one history -------------------------------------------------------------------------------------------------------

    def history(self) -> tuple[str, str] | None:
        what, refusal = self.kept.history.last(self.kept.project, self._name)
        return what or refusal.partition(":")[0], self.kept.history.next(self.kept.project)

    def turn(self, is_undo: bool) -> Sequence[Answer]:
        kept = self.kept
        refusal = kept.history.last(kept.project, self._name)[1] if is_undo else ""
        if refusal:
            return [Say(refusal)]
        what = kept.undo(self._name) if is_undo else kept.redo()
        rows = [row for event in kept.heard if event.kind == "changed" for row in event.what if row >= 0]
        self.forget()
        answers = self._heard()
        if any(isinstance(one, Make) for one in answers):
            return answers
        return [*([base.Go(place=min(rows))] if rows else []), base.turned(is_undo, what), *answers]

    # -- other files, other settings ---------------------------------------------------------------------------------------

    @property
    def is_compared(self) -> bool:
        """Whether all sentences are compared."""
        return bool((self.comparison.table.statuses != 0).all())

    def with_files(
        self, files: Files, settings: Settings | None = None, what: str = "Reading", system: int | None = None
    ) -> Make:
        """Other files, of which those that are open are not read again; without ``settings`` these stay."""
        return Make(self._opening(files, settings, self.opened.treebanks, system), what)

    def _opening(
        self, files: Files, settings: Settings | None, known: Mapping[str, Any], system: int | None = None
    ) -> Opening:
        settings = settings or self.settings
        wanted = self.opened.request.wanted
        if files.gold == self.files.gold:  # what is compared is not asked about again
            wanted |= {files.gold, *(path for _, path in self.files.systems)}
        shown = self.files if known and settings == self.settings and self.is_compared else None
        request = Request(files, settings, goes_on=True, known=dict(known), wanted=wanted)
        return self._anew(request=request, shown=shown, system=system)

    def again(self) -> Opening:
        return self._opening(self.files, None, {})

    # -- commands ----------------------------------------------------------------------------------------------------------

    def commands(self) -> Sequence[Command]:
        files, comparison, views = self.files, self.comparison, self.kept.stored(VIEWS) or {}
        several, has_golds = len(files.systems) > 1, bool(files.golds)
        is_gold, is_turned = comparison.is_gold, files.place_of_gold is not None
        large = any(isinstance(one, TooLarge) for one in self.opened.errors)
        extra = [Command("read-anyway", "Read what was too large", about="It may take all the memory")] * large
        golds = [
            Command("swap-sides", "Swap sides", is_on=is_turned, can=not comparison.needs_gold),
            Command("against", "System against system", is_on=is_turned, can=not comparison.needs_gold),
            Command("gold", "Another gold…"),
        ]
        return [
            *super().commands(),
            Command("save", "Save", about="Files, settings and notes in one file"),
            Command("save-as", "Save as…"),
            Command("add-systems", "Add systems…"),
            *extra,
            Command("read-judgements", "Read phenomena…", about="A table: sentence, phenomenon, and more"),
            base.to_export("save-judgements", "Phenomena and judgements…"),
            Command("choose-scheme", "Choose scheme…", about="The phenomena on offer"),
            Command("rename", "Rename…", about="Another name for the system"),
            Command("remove-system", "Remove system", can=several),
            *(golds if not has_golds else []),
            Command("no-gold", "Neither is gold", is_on=not is_gold, can=not comparison.needs_gold),
            Command("as-baseline", "Baseline: this system", can=several),
            *(Command(f"view:{number}", f"View {number}", about=_about(one)) for number, one in views.items()),
        ]

    def do(self, places: Sequence[int], action: str, value: Any = None) -> Sequence[Answer]:
        if action in self.of_file or action.startswith("view:"):  # also where nothing is listed
            return [*(self.answered(places, action, value) or ()), *self._heard()]
        return super().do(places, action, value)

    def _do_save(self, places: Sequence[int], _: Any) -> Sequence[Answer]:
        if not self.kept.name:
            return self._do_save_as(places, None)
        self._remember_now(places)
        return [Say(f"Saved: {self.kept.name}")]

    def _do_save_as(self, places: Sequence[int], path: str | None) -> Sequence[Answer]:
        """Raises TreecompareError: it cannot be written; all stays as it was."""
        if path is None:
            name = f"{Path(self.files.gold).stem}.{SUFFIX}"
            return [Read("Save the comparison", [("Comparison", SUFFIX)], "save-as", name=name)]
        self.kept.save_as(path)
        self._remember_now(places)
        self._called()
        self.kept.memory.add_known(path)
        self.kept.memory.add_recent(Files(str(Path(path).absolute()), ()))
        return [base.Shown(), Say(f"Saved: {path}. What you type from now on is stored there at once.")]

    def _remember_now(self, places: Sequence[int]) -> None:
        now = {"find": " ".join(one.value for one in self._tokens), "state": self.state()}
        place = {"place": self.name(places[0])} if places else {}
        self.remember(self.kind, {**self.kept.left.get(self.kind, {}), **now, **place})

    def _do_add_systems(self, _places: Sequence[int], value: Files | Sequence[str] | None) -> Sequence[Answer]:
        """``value``: what was chosen, or paths, about which people are asked if names do not say what is in them."""
        files, known = self.files, {*self.files.paths}
        if not isinstance(value, Files):
            new = [path for path in value or () if path not in known]
            if value and not new:
                return [Say("These files are compared already.")]
            if not new or not all(map(names_treebank, new)):
                return [base.AddFiles("add-systems", self.opened.treebanks.get(files.gold), new)]
            value = added(new)
        more = {
            name: tuple(one for one in getattr(value, name) if (one[1] if name == "systems" else one) not in known)
            for name in ("systems", "lattices", "segmentations")
        }
        if not any(more.values()):
            return [Say("These files are compared already.")]
        said: dict[str, Any] = {
            name: (*getattr(files, name), *getattr(value, name)) for name in ("formats", "encodings")
        }
        wanted: dict[str, Any] = {name: (*getattr(files, name), *new) for name, new in more.items()}
        return [self.with_files(replace(files, **wanted, **said))]

    def _do_read_anyway(self, _places: Sequence[int], _: Any) -> Sequence[Answer]:
        self.kept.most = room_for([one for one in self.opened.errors if isinstance(one, TooLarge)])
        return [self.with_files(self.opened.request.files)]

    def _do_remove_system(self, _places: Sequence[int], _: Any) -> Sequence[Answer]:
        files = self.files
        if len(files.systems) < 2:
            raise UsageError("The last system cannot be removed.")
        if self.system == files.place_of_gold:
            raise UsageError(f"Notes belong to {Path(files.gold).name}: swap the sides back before you leave it out.")
        left = (*files.systems[: self.system], *files.systems[self.system + 1 :])
        return [self.with_files(replace(files, systems=left), what="Comparing")]

    def _do_swap_sides(self, _places: Sequence[int], _: Any) -> Sequence[Answer]:
        before = self.files.place_of_gold
        return [self._swapped(self.system, self.system if before is None else before)]

    def _do_against(self, _places: Sequence[int], _: Any) -> Sequence[Answer]:
        """The next system takes the gold's place, or the gold takes it again; the system that is looked at stays."""
        before, systems = self.files.place_of_gold, len(self.files.systems)
        if before is None and systems < 2:
            return [Say("There is no other system.")]
        return [self._swapped((self.system + 1) % systems if before is None else before, self.system)]

    def _swapped(self, system: int, seen_then: int) -> Make:
        """A system stands on the gold's side, or the gold does again."""
        files = self.files
        chosen = files.systems[system][1] if system != files.place_of_gold else ""
        return self.with_files(replace(files, swapped=chosen), what="Swapping sides", system=seen_then)

    def _do_no_gold(self, _places: Sequence[int], _: Any) -> Sequence[Answer]:
        """No figure changes. Raises UsageError: there has to be a gold."""
        comparison, files = self.comparison, replace(self.files, no_gold=self.comparison.is_gold)
        if comparison.is_gold:
            comparison.call_by_names()
        else:
            comparison.is_gold = True

        def made(_cancel: Any, _tell: Any) -> base.Job:
            return KeptJob(
                replace(self.opened, files=files), self.kept, self._anew, self._make_tables,
                system=self.system, takes=partial(self.kept.take_files, files),
            )  # fmt: skip

        return [Make(made, "Calling both by their names")]

    def _do_rename(self, _places: Sequence[int], name: str | None) -> Sequence[Answer]:
        """Raises UsageError: another system has that name."""
        if name is None:
            return [base.Ask(base.Field("rename", f"Name of {self._name}", self._name, 1))]
        place = self.files.place_of_gold
        if self.system == place:
            raise UsageError(f"{self._name} is the gold that was opened; swap the sides back to rename a system")
        return [self.with_files(self.files.renamed(self.system, name.strip()), what="Comparing", system=self.system)]

    def _do_gold(self, _places: Sequence[int], path: str | None) -> Sequence[Answer]:
        """Raises UsageError: another one cannot take its place."""
        if path is None:
            systems = zip(self.comparison.table.systems, self.files.systems, strict=True)
            options = [base.Option(one, name, False) for name, (_, one) in systems if one != self.files.gold]
            return [base.Choose("gold", [*options, base.Option(ANOTHER, "Another file…")])]
        if path == ANOTHER:
            return [Read("Another gold", TREEBANKS, "gold")]
        return [self.with_files(self.files.with_gold(path), system=self.system)]

    def _do_as_baseline(self, places: Sequence[int], _: Any) -> Sequence[Answer]:
        if self._overview is not None:
            self._tables().do(places, "baseline", str(self.system))
        return [Say(f"Baseline: {self._name}. The others are compared with it.")]

    # -- schemes and tables of judgements ----------------------------------------------------------------------------------

    def _read_scheme(self, path: str) -> None:
        """The phenomena on offer are those of the scheme; none where it cannot be read any more."""
        try:
            self.scheme = said.read_scheme(path) if path else said.Scheme("", {}, {})
        except TreecompareError as error:
            self._remarks.append(str(error))

    def _do_choose_scheme(self, _places: Sequence[int], path: str | None) -> Sequence[Answer]:
        """Raises ReadError: it is no scheme."""
        now = self.kept.memory.text(SCHEME)
        if path is None:
            options = [base.Option(one, title, one == now) for one, title in resources.schemes().items()]
            return [base.Choose("choose-scheme", [*options, base.Option(ANOTHER, "Another file…")])]
        if path == ANOTHER:
            return [Read("Choose a scheme", TABLES, "choose-scheme")]
        self.scheme = said.read_scheme(path)
        self.kept.memory.store(SCHEME, path)
        return [ANEW]

    def _do_read_judgements(self, _places: Sequence[int], path: str | None) -> Sequence[Answer]:
        """Adds a table to what is there, as one step. Raises TreecompareError: it cannot be read."""
        comparison = self.comparison
        if path is None:
            return [Read("Choose a table of phenomena", TABLES, "read-judgements")]
        found = said.read_judgements(path, comparison.ids, comparison.sentence_names(), comparison.word_counts())
        changes = said.changes_of(found)
        self._keep(changes, f"judgements of {Path(path).name}")
        unknown = said.unknown_systems(found, comparison.table.systems)
        read = f"{counted(len(changes), 'entry', 'entries')} read from {path}"
        return [ANEW, Say("; ".join(filter(None, (read, unknown))))]

    def _do_save_judgements(self, _places: Sequence[int], _: Any) -> Sequence[Answer]:
        rows = said.judgement_rows(self.comparison.judgements, self.comparison.ids)
        text = said.as_lines(rows)
        return [base.Save("Save phenomena and judgements", [("TSV", "tsv")], "phenomena.tsv", lambda _form: text)]

    # -- as it was left ----------------------------------------------------------------------------------------------------

    def _do_view(self, _places: Sequence[int], number: str) -> Sequence[Answer]:
        """Shows what was kept as a view by an earlier version."""
        wanted = seen((self.kept.stored(VIEWS) or {}).get(number, {}), self.comparison)
        self.restore({**self.state(), **wanted["state"]})
        return [base.Go(find=wanted["find"]), ANEW]

    def state(self) -> dict[str, Any]:
        names = [chosen_by(one.value) for one in self._tokens]
        chosen = {name: self.chosen[name].sentences.tolist() for name in names if name in self.chosen}
        more = {"target": list(target)} if (target := getattr(self.comparison, "target", ())) else {}
        return super().state() | more | {"chosen": chosen}

    def restore(self, state: Mapping[str, Any]) -> None:
        targets: Sequence[Any] = getattr(self.comparison, "targets", ())
        target = state.get("target")
        if isinstance(target, list) and tuple(target) in targets:
            self.comparison.target = tuple(target)  # type: ignore[attr-defined]
        super().restore(state)
        chosen = state.get("chosen")
        for name, rows in chosen.items() if isinstance(chosen, dict) else ():
            if isinstance(rows, list) and all(type(one) is int for one in rows):
                there = [one for one in rows if 0 <= one < self.comparison.sentences]
                self.chosen.setdefault(name, Found(np.array(there, np.int64), None, name))
        if self._wanted is not None:  # what is called otherwise now is the same system
            self.system, self._wanted = min(self._wanted, len(self.comparison.table.systems) - 1), None

    def remember(self, kind: str, left: Mapping[str, Any]) -> bool:
        kept = self.kept
        row = self.place(str(left.get("place", ""))) if kind == self.kind else -1
        sentences = kept.sentences_in(row)
        kept.left[kind] = {**left, "sentence": sentences[0] if sentences else -1}
        if kept.project is None or kept.project.is_read_only:
            return False
        place = {"place": {"system": self._name, "sentence": row}} if kind == self.kind else {}
        others = [(one, left) for one, left in (kept.stored(FRAME) or {}).items() if one != self._named(kind)]
        kept.remember({FRAME: dict([*others[-MOST_LEFT:], (self._named(kind), kept.left[kind])]), **place})
        return True

    def _named(self, kind: str) -> str:
        """The key under which a file keeps how a job was left; without a file of its own, one for each set of files."""
        return kind if self.kept.named is not None else f"{kind} {digest_of(self.paths)}"

    def remembered(self, kind: str) -> Mapping[str, Any] | None:
        kept = self.kept
        left = kept.left.get(kind) or (kept.stored(FRAME) or {}).get(self._named(kind))
        if left is None and kind == self.kind and kept.project is not None and FRAME not in kept.project.state:
            left = carried_over(kept.project.state, self.comparison)
        if not left or kind != self.kind:
            return left or None
        # what came from a click is asked again as long as the same files are open
        row, clicked = kept.row_of(left.get("sentence", -1)), kept.left.get(kind, {}).get("state", {}).get("chosen", {})
        asked = [(one.value, chosen_by(one.value)) for one in self.tokens(left.get("find", ""))]
        there = [text for text, name in asked if (name in clicked if name else is_condition(text, self.comparison))]
        return {**left, "find": " ".join(there)} | ({"place": self.name(row)} if row >= 0 else {})


def _unstored(event: Event) -> str:
    """A failure of the file, with what it means for what people typed."""
    if event.kind == "refused":
        return f"{event.what}. What was typed before could not be read."
    return f"{event.what}. What you typed is kept in this window; save the comparison elsewhere."


def _about(view: Mapping[str, Any]) -> str:
    return f"{view.get('system', '')}, {view.get('a', '')} and {view.get('b', '')}, as it was kept"
