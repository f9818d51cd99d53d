"""Where the frozen program begins."""

import os
import sys

import platformdirs

from treecompare.__main__ import main

# what matplotlib knows of fonts is kept apart from that of other versions
os.environ.setdefault("MPLCONFIGDIR", platformdirs.user_cache_dir("treecompare", appauthor=False))
sys.exit(main())
