"""Windows as the other tests of the window have them."""

from tests.app.conftest import *  # noqa: F403
from tests.app.frame.conftest import open_window  # noqa: F401
