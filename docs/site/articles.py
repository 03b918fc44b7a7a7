"""The articles of the Swift library, which DocC shows too, as pages that need no JavaScript."""
import re

import markdown


def pages(root):
    """The articles of every documented module; symbols are code, as their pages are DocC's."""
    files = sorted(
        root.glob("Sources/*/*.docc/*.md"),
        key=lambda file: (file.parent.parent.name, file.stem != "Slipway", file.stem))
    addresses = {str(file.relative_to(root)): f"articles/{file.stem.lower()}.html" for file in files}
    for file in files:
        path = str(file.relative_to(root))
        text = translated(file.read_text(), {other.stem: other.name for other in files})
        page = markdown.page(text, path, addresses, root, "../")
        page.part, page.address = "In Swift", addresses[path]
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
