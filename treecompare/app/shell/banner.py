"""What could not be opened: one line across the window that hides nothing and waits until people put it away."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path

from treecompare.app.common.errors import show_error
from treecompare.app.common.notice import Notice
from treecompare.errors import ReadError


def in_short(error: BaseException) -> str:
    """An error without the folder of its file, and without what was expected."""
    text = str(error)
    if isinstance(error, ReadError):
        text = f"{Path(error.path).name}: {error.reason}"
    elif ": " in text:
        place, _, reason = text.partition(": ")
        text = f"{Path(place).name}: {reason}" if "/" in place or "\\" in place else text
    return text.split("; expected")[0].rstrip(".") + "."


def file_of(error: BaseException) -> str:
    """The file that an error is about, as it is called there."""
    return error.path if isinstance(error, ReadError) else re.sub(r":\d+$", "", str(error).partition(": ")[0])


class Banner(Notice):
    """A line below the tool bar, shown while there is something to tell. ``errors``: what it tells of."""

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("look", "warning")
        self.errors: list[BaseException] = []
        self._intro = ""
        self._retry: Callable[[], object] | None = None
        self.details_button = self.add_button("Details", "", self.show_details)
        self.retry_button = self.add_button("", "", self._try_again)
        self.dismissed.connect(self.clear)

    def tell(
        self,
        errors: Sequence[BaseException],
        intro: str = "",
        retry: tuple[str, str, Callable[[], object]] | None = None,
    ) -> None:
        """Tells of errors; those of before that nobody has put away stay among the details.

        ``intro``: a sentence before them in the details. ``retry``: title, tip and action of a button that tries again.
        """
        known = {str(one) for one in errors}
        self.errors = [*(one for one in self.errors if str(one) not in known), *errors]
        self._intro, self._retry = intro, retry[2] if retry is not None else None
        if retry is not None:
            self.retry_button.setText(retry[0])
            self.retry_button.setToolTip(retry[1])
        text = in_short(errors[-1])
        files = list(dict.fromkeys(map(file_of, self.errors)))  # of one of them there may be several messages
        if len(files) > 1:
            names = ", ".join(Path(one).name for one in files)
            text = f"{len(files)} files could not be opened: {names}"
        self.retry_button.setVisible(self._retry is not None)
        self.say(text, is_alert=True)

    def show_details(self) -> None:
        """Every error in full."""
        show_error(self.window(), self.errors, self._intro)

    def _try_again(self) -> None:
        retry = self._retry
        self.clear()
        if retry is not None:
            retry()

    def clear(self) -> None:
        """Nothing is to be told any more."""
        self.errors, self._retry = [], None
        self.say("")
