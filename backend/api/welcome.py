"""The first-run page, with three steps that the page's script marks as done."""

from __future__ import annotations

from flask import Blueprint, render_template

from backend.api.page_text import page_context
from backend.api.services import ServicesView
from backend.api.shown import reader_language
from backend.extension_folder import extension_folder

PATH = "/welcome"
SENTENCE = "The Earth is flat."
"""A claim that every installation can check, even offline."""


def blueprint(services: ServicesView) -> Blueprint:
    """Return the route `GET /welcome`."""
    routes = Blueprint("welcome", __name__)

    @routes.get(PATH)
    def welcome() -> str:
        # If the service needs a token, the browser may run on another machine, which does not have the folder.
        folder = "" if services.settings.token else str(extension_folder())
        context = page_context(reader_language())
        return render_template("welcome.html", folder=folder, sentence=SENTENCE, url=services.settings.url, **context)

    return routes
