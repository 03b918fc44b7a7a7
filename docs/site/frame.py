"""What stands around the text of each page: navigation, search, and the headings of the page."""
import html
import re

from markdown import Page


def parts(pages, order, has_library):
    """The navigation: (part, [(address, title)]) in order."""
    found = [(name, [(page.address, page.label or page.title) for page in pages if page.part == name]) for name in order]
    if has_library:
        dict(found)["In Swift"].insert(1, ("library/documentation/index.html", "Every type (needs JavaScript and a server)"))
    return found


def escaped(text):
    return html.escape(text, quote=False)


def navigation(page, parts, up):
    lines = []
    for name, entries in parts:
        is_open = any(address == page.address for address, _ in entries) or name in ("Begin", "Use", "Rely on it")
        lines.append(f"<details{' open' if is_open else ''}><summary>{name}</summary><ul>")
        for address, title in entries:
            current = ' aria-current="page"' if address == page.address else ""
            lines.append(f'<li><a href="{up}{address}"{current}>{escaped(title)}</a></li>')
        lines.append("</ul></details>")
    return "\n".join(lines)


def contents(page, opened):
    """The headings of the page; nothing if there are few."""
    entries = [heading for heading in page.headings if heading[0] in (2, 3)]
    if len(entries) < 3:
        return ""
    lines = [f'<details class="contents"{" open" if opened else ""}><summary>On this page</summary><ul>']
    lines += [f'<li class="level-{level}"><a href="#{anchor}">{escaped(text)}</a></li>' for level, anchor, text, _ in entries]
    return "\n".join(lines + ["</ul></details>"])


def neighbours(page, parts, up):
    """The pages before and after this one, in the order of the navigation."""
    entries = [entry for name, entries in parts for entry in entries if not entry[0].startswith("library/")]
    position = next((i for i, (address, _) in enumerate(entries) if address == page.address), None)
    if position is None:
        return ""
    links = []
    if position > 0:
        address, title = entries[position - 1]
        links.append(f'<a rel="prev" href="{up}{address}">← {escaped(title)}</a>')
    if position + 1 < len(entries):
        address, title = entries[position + 1]
        links.append(f'<a rel="next" href="{up}{address}">{escaped(title)} →</a>')
    return f'<nav class="neighbours" aria-label="Neighbours">{"".join(links)}</nav>'


def summary(page):
    """The first sentence of a page; of the manual what follows the name."""
    if page.part == "Manual":
        text = next((" ".join(paragraphs) for _, _, _, paragraphs in page.headings), "").partition(" - ")[2]
    else:
        text = " ".join(page.headings[0][3][:1])
    text = re.split(r"(?<=[.;])\s", re.sub(r"\s+", " ", text).strip())[0]
    return text[:1].upper() + text[1:].rstrip(".:;")


def overview(parts, pages):
    """The page of all pages, each with its first sentence."""
    summaries = {page.address: summary(page) for page in pages}
    lines = ["<h1>All pages</h1>"]
    headings = [[1, "", "All pages", []]]
    for name, entries in parts:
        anchor = name.lower().replace(" ", "-")
        headings.append([2, anchor, name, []])
        lines.append(f'<h2 id="{anchor}">{name}</h2><ul>')
        for address, title in entries:
            words = f'<br><span class="summary">{escaped(summaries[address])}</span>' if address in summaries else ""
            lines.append(f'<li><a href="{address}">{escaped(title)}</a>{words}</li>')
        lines.append("</ul>")
    return Page("All pages", "\n".join(lines), headings, address="pages.html")


def document(page, parts):
    up = "../" * page.address.count("/")
    title = escaped(page.title) + ("" if page.title == "Slipway" else " · Slipway")
    body = page.body if "<h1" in page.body else f"<h1>{escaped(page.title)}</h1>\n{page.body}"
    # Where there is no room beside the text, the headings are below the title.
    body = body.replace("</h1>\n", f"</h1>\n{contents(page, False)}\n", 1)
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title}</title>
<link rel="icon" href="{up}icon.svg">
<link rel="stylesheet" href="{up}style.css">
</head>
<body>
<a class="skip" href="#text">To the text</a>
<header>
<a class="name" href="{up}index.html">Slipway</a>
<form action="{up}search.html" role="search"><input type="search" name="q" placeholder="Search" aria-label="Search"></form>
<a href="{up}pages.html">All pages</a>
</header>
<div class="columns">
<nav class="parts" aria-label="Pages"><details class="menu"><summary>Pages</summary>
{navigation(page, parts, up)}
</details><div class="list">
{navigation(page, parts, up)}
</div></nav>
<aside aria-label="On this page">
{contents(page, True)}
</aside>
<main id="text">
{body}
{neighbours(page, parts, up)}
</main>
</div>
</body>
</html>
"""
