"""Markdown to HTML: anchors as a code host makes them, links from file to file, tables that scroll, coloured code."""
import dataclasses
import pathlib
import posixpath
import re

from markdown_it import MarkdownIt

import highlight


@dataclasses.dataclass
class Page:
    """A page of the site."""

    title: str
    body: str
    # Level, anchor and text of each heading below the title, and the text below it.
    headings: list
    # The files of the repository that it shows or links to.
    files: set = dataclasses.field(default_factory=set)
    # The part of the navigation, and what the page is called there; the title if it is empty.
    part: str = ""
    label: str = ""
    address: str = ""


def slug(text, taken):
    """The anchor of a heading, as GitHub, GitLab and Gitea make it."""
    name = "".join(c for c in text.lower() if c.isalnum() or c in " -_").replace(" ", "-")
    anchor, number = name, 0
    while anchor in taken:
        number += 1
        anchor = f"{name}-{number}"
    taken.add(anchor)
    return anchor


def copied(path):
    """Where the site has a file of the repository: pictures beside the pages, others in a folder."""
    return pathlib.PurePath(path).name if path.endswith(".svg") else f"files/{path}"


def plain(inline):
    """The text of an inline token, without its marks."""
    return "".join(
        child.content if child.type in ("text", "code_inline") else " " if child.type == "softbreak" else ""
        for child in inline.children or [])


class Rendering:
    """One page on its way from Markdown to HTML."""

    def __init__(self, path, addresses, root, up=""):
        self.path, self.addresses, self.root, self.up = path, addresses, root, up
        self.files = set()

    def target(self, link):
        """The address in the site of what a link of the page names."""
        if re.match(r"[a-z]+:|#", link):
            return link
        name, _, anchor = link.partition("#")
        file = posixpath.normpath(posixpath.join(posixpath.dirname(self.path), name))
        ending = f"#{anchor}" if anchor else ""
        if file in self.addresses:
            return self.up + self.addresses[file] + ending
        if (self.root / file).is_file():
            self.files.add(file)
            return self.up + copied(file) + ending
        return link  # The check of the links says so.

    def prepare(self, tokens):
        """Gives headings their anchors and links their addresses; the headings come back."""
        taken, headings = set(), []
        for position, token in enumerate(tokens):
            if token.type == "heading_open":
                text = plain(tokens[position + 1])
                anchor = slug(text, taken)
                token.attrSet("id", anchor)
                token.meta = {"anchor": anchor}
                headings.append([int(token.tag[1]), anchor, text, []])
            elif token.type == "inline":
                for child in token.children or []:
                    for attribute in ("href", "src"):
                        if child.attrGet(attribute):
                            child.attrSet(attribute, self.target(child.attrGet(attribute)))
                if headings and tokens[position - 1].type != "heading_open":
                    headings[-1][3].append(plain(token))
            elif token.type in ("fence", "code_block") and headings:
                headings[-1][3].append(token.content)
        return headings


def heading_close(self, tokens, position, options, env):
    anchor = next(t for t in reversed(tokens[:position]) if t.type == "heading_open").meta["anchor"]
    level = tokens[position].tag
    link = "" if level == "h1" else f' <a class="anchor" href="#{anchor}" aria-label="Link to this heading">#</a>'
    return f"{link}</{level}>\n"


def fence(self, tokens, position, options, env):
    token = tokens[position]
    return highlight.block(token.content, token.info.strip().split(" ")[0] or "text")


def table_open(self, tokens, position, options, env):
    columns = sum(1 for t in tokens[position:position + 40] if t.type == "th_open")
    return f'<div class="table" tabindex="0" role="region" aria-label="Table"><table class="columns-{columns}">\n'


def table_close(self, tokens, position, options, env):
    return "</table></div>\n"


def comment(self, tokens, position, options, env):
    return ""  # Comments of the source; other HTML is in no page.


def page(text, path, addresses, root, up=""):
    """The page of a Markdown text; `addresses` has those of the other pages, by their file."""
    parser = MarkdownIt("commonmark").enable("table")
    for name, rule in [
        ("heading_close", heading_close), ("fence", fence), ("table_open", table_open),
        ("table_close", table_close), ("html_block", comment),
    ]:
        parser.add_render_rule(name, rule)
    parser.add_render_rule("code_block", lambda self, tokens, position, options, env: highlight.block(
        tokens[position].content, highlight.guess(tokens[position].content)))
    tokens = parser.parse(text)
    rendering = Rendering(path, addresses, root, up)
    headings = rendering.prepare(tokens)
    body = parser.renderer.render(tokens, parser.options, {})
    title = headings[0][2] if headings else path
    return Page(title, body, headings, rendering.files)
