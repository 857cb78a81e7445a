"""Enlargeable pictures: each picture is a link to its own file, which a phone or a browser can zoom."""

from __future__ import annotations

from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.osutil import relative_uri


def link_pictures(app: Sphinx, doctree: nodes.document, page: str) -> None:
    """Put a link around each picture that has none."""
    if app.builder.format != "html":
        return
    folder = relative_uri(app.builder.get_target_uri(page), app.builder.imagedir)
    for image in list(doctree.findall(nodes.image)):
        kept = app.env.images.get(image["uri"])
        if kept is None or isinstance(image.parent, nodes.reference):
            continue
        # Classes of the picture, such as one for dark pages, also apply to the link around it.
        classes = ["enlargeable", *image.get("classes", ())]
        link = nodes.reference(refuri=f"{folder}/{kept[1]}", internal=True, classes=classes)
        image.replace_self(link)
        link += image


def setup(app: Sphinx) -> dict[str, Any]:
    """Connect the handler."""
    app.connect("doctree-resolved", link_pictures)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
