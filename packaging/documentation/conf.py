"""How Sphinx builds the site; ``build.py`` puts its pages together and starts it."""

from pathlib import Path

from treecompare import __version__, resources

ICON = str(resources.path("icon.svg"))
project = "treecompare"
author = "the treecompare authors"
copyright = "2026, the treecompare authors"
version = release = __version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "sphinx.ext.viewcode"]
myst_enable_extensions = ["colon_fence", "html_image"]
myst_heading_anchors = 4
# keys and angle brackets of the help's indented blocks are no Python
highlight_language = "text"

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
maximum_signature_line_length = 80
autodoc_type_aliases = {name: name for name in ("Source", "Sources", "Keys", "Average", "Averages")}
napoleon_google_docstring = True
python_use_unqualified_type_names = True
default_role = "code"

html_theme = "furo"
html_title = f"treecompare {release}"
html_static_path = [str(Path(__file__).with_name("site.css")), ICON]
html_css_files = ["site.css"]
html_favicon = ICON
html_copy_source = False
html_show_sourcelink = False
html_theme_options = {"light_logo": "icon.svg", "dark_logo": "icon.svg"}
