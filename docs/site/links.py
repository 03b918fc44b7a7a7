"""Follows every link of the site that stays within it."""
import html.parser
import posixpath
import urllib.parse


class Links(html.parser.HTMLParser):
    """The anchors of a page, and what it refers to."""

    def __init__(self, text):
        super().__init__()
        self.anchors, self.targets, self.twice = set(), [], set()
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name == "id":
                (self.twice if value in self.anchors else self.anchors).add(value)
            elif name in ("href", "src", "action") and value:
                self.targets.append(value)


def faults(output):
    """What is wrong, a line each: targets that are not there, anchors that are no heading or twice there."""
    files = [file for file in sorted(output.rglob("*.html")) if "library" not in file.relative_to(output).parts[:1]]
    pages = {str(file.relative_to(output)): Links(file.read_text()) for file in files}
    found = []
    for path, page in pages.items():
        found += [f"{path}: the anchor '{anchor}' is there twice" for anchor in sorted(page.twice)]
        for target in page.targets:
            address = urllib.parse.urlsplit(target)
            if address.scheme or address.netloc:
                continue
            name = posixpath.normpath(posixpath.join(posixpath.dirname(path), urllib.parse.unquote(address.path)))
            name = path if not address.path else name
            if not (output / name).is_file():
                found.append(f"{path}: {target} is not there")
            elif address.fragment and name in pages and urllib.parse.unquote(address.fragment) not in pages[name].anchors:
                found.append(f"{path}: {target} is no heading")
    return found
