"""The search: an index of all headings with their words, and a page whose script looks them up."""
import json
import re

from markdown import Page


def page():
    body = """<h1>Search</h1>
<form action="search.html" role="search" class="large"><input type="search" name="q" aria-label="Search" autofocus></form>
<noscript><p>The search needs JavaScript; <a href="pages.html">all pages</a> does not.</p></noscript>
<p id="count" aria-live="polite"></p>
<ol id="found"></ol>
<script src="index.js"></script>
<script src="search.js"></script>"""
    return Page("Search", body, [], address="search.html")


def index(pages):
    """A script that has every section: address, page, heading, words. It is a script so that a file can load it."""
    rows = []
    for page in pages:
        if not page.part:
            continue
        for level, anchor, text, paragraphs in page.headings:
            words = re.sub(r"\s+", " ", " ".join(paragraphs)).strip()
            address = page.address if level == 1 else f"{page.address}#{anchor}"
            rows.append([address, page.title, "" if level == 1 else text, words])
    return "const sections = " + json.dumps(rows, ensure_ascii=False, indent=0) + ";\n"
