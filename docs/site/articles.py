"""The articles of the Swift library, which DocC shows too, as pages that need no JavaScript."""
import pathlib
import re

import markdown

# The article that is looked for before any other one, so among the first pages.
FIRST = "Coming-from-other-frameworks"


def addresses(root):
    """The addresses of the articles of every documented module, by their file and in order."""
    files = sorted(
        root.glob("Sources/*/*.docc/*.md"),
        key=lambda file: (file.parent.parent.name, file.stem != "Slipway", file.stem))
    return {str(file.relative_to(root)): f"articles/{file.stem.lower()}.html" for file in files}


def pages(root, addresses):
    """The articles; symbols are code, as their pages are DocC's."""
    names = {pathlib.PurePath(path).stem: pathlib.PurePath(path).name for path in addresses}
    for path, address in addresses.items():
        text = translated((root / path).read_text(), names)
        page = markdown.page(text, path, addresses, root, "../")
        page.part, page.address = "Begin" if FIRST in path else "In Swift", address
        page.label, page.title = page.title, f"Swift: {page.title}"
        yield page


def translated(text, names):
    """DocC's Markdown as plain Markdown: links to articles, and symbols as code."""
    text = re.sub(r"^@\w+(\(.*?\))? \{.*?^\}\n", "", text, flags=re.MULTILINE | re.DOTALL)

    def article(match):
        name = match[1]
        return f"[{name.replace('-', ' ')}]({names[name]})" if name in names else f"`{name}`"

    text = re.sub(r"<doc:([\w-]+)>", article, text)
    text = re.sub(r"``/?([^`\n]+)``", lambda match: f"`{match[1].split('/')[-1]}`", text)
    # A list of symbols alone says nothing here.
    return re.sub(r"^## Topics\n.*", "", text, flags=re.MULTILINE | re.DOTALL)
