"""The manual pages that the command writes, as HTML by mandoc(1)."""
import html
import pathlib
import re
import subprocess
import tempfile

from markdown import Page


def pages(slipway):
    """Every manual page of the command `slipway`, those for all before those of single commands."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([slipway, "manual-pages", folder], check=True)
        files = sorted(
            pathlib.Path(folder).glob("man*/*"),
            key=lambda file: ("-" in file.name, not file.name.startswith("slipway"), file.name))
        names = {file.name: f"man/{file.name}.html" for file in files}
        for file in files:
            made = subprocess.run(
                ["mandoc", "-T", "html", "-O", "fragment", str(file)], check=True, stdout=subprocess.PIPE, text=True)
            name, section = file.name.rsplit(".", 1)
            body = arranged(made.stdout, names)
            yield Page(f"{name}({section})", body, headings(body), part="Manual", address=names[file.name])


def arranged(body, names):
    """The page below one heading, with links to the other pages that it names."""
    body = re.sub(r'<table class="head">.*?</table>', "", body, count=1, flags=re.DOTALL)
    body = re.sub(r'<table class="foot">.*?</table>', "", body, flags=re.DOTALL)
    body = re.sub(r"<(/?)h2\b", r"<\1h3", body)
    body = re.sub(r"<(/?)h1\b", r"<\1h2", body)
    # In a block every line is one already.
    body = re.sub(r"<pre>.*?</pre>", lambda block: re.sub(r"<br/?>\n?", "", block[0]), body, flags=re.DOTALL)
    body = body.replace("<pre>", '<pre tabindex="0">')
    # mandoc leaves an anchor in each of several definitions of one word; the first one is meant.
    taken = set()

    def once(match):
        if match[1] in taken:
            return ""
        taken.add(match[1])
        return match[0]

    body = re.sub(r' id="([^"]*)"', once, body)

    # A page's name that is a term of a list is a link to the page, not to the term.
    body = re.sub(r'<a class="permalink" href="[^"]*">(<b>[\w.-]+</b>\([1578]\))</a>', r"\1", body)

    def linked(match):
        target = names.get(f"{match[2]}.{match[3]}")
        return f'<a href="../{target}">{match[0]}</a>' if target else match[0]

    return re.sub(r"(<b>)?\b([a-z][\w.-]*)(?:</b>)?\(([1578])\)", linked, body)


def headings(body):
    """The sections, with their text for the search."""
    found = []
    for part in re.split(r"(?=<h[23] )", body):
        match = re.match(r'<h([23])[^>]*id="([^"]*)"[^>]*>(.*?)</h[23]>', part, re.DOTALL)
        if match:
            text = html.unescape(re.sub(r"<[^>]*>", " ", part[match.end():]))
            heading = html.unescape(re.sub(r"<[^>]*>", "", match[3]))
            found.append([int(match[1]), match[2], heading.capitalize(), [text]])
    return found
