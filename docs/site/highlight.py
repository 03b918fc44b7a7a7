"""Blocks of code as HTML: what is typed, comments, keys and strings stand out; the rest is as it is."""
import html
import re

KEYWORDS = (
    "actor async await break case catch class continue default defer do else enum extension fallthrough final for func "
    "guard if import in init internal let mutating nil package private protocol public return self some static struct "
    "switch throw throws try typealias var where while true false @main").split()
RULES = {
    "yaml": r'(?P<comment>(?:(?<=\s)|^)#.*$)|(?P<key>^\s*(?:- )?[\w.-]+(?=:(?:\s|$)))|(?P<string>"[^"\n]*")',
    "swift": r'(?P<comment>//.*$)|(?P<string>"(?:\\.|[^"\\\n])*")|(?P<key>(?<![\w.])(?:%s)\b)' % "|".join(KEYWORDS),
    "sh": r'(?P<comment>(?:(?<=\s)|^)#.*$)|(?P<string>"[^"\n]*"|\'[^\'\n]*\')',
}


def guess(text):
    """The language of an indented block: a configuration, or text."""
    return "yaml" if re.match(r"[\w-]+:( |$)", text) else "text"


def block(text, language):
    inner = console(text) if language == "console" else coloured(text, language)
    return f'<pre class="{html.escape(language)}" tabindex="0"><code>{inner}</code></pre>\n'


def coloured(text, language):
    rule = RULES.get({"bash": "sh"}.get(language, language))
    if rule is None:
        return html.escape(text, quote=False)
    parts, end = [], 0
    for match in re.finditer(rule, text, re.MULTILINE):
        parts.append(html.escape(text[end:match.start()], quote=False))
        parts.append(f'<span class="{match.lastgroup}">{html.escape(match[0], quote=False)}</span>')
        end = match.end()
    return "".join(parts) + html.escape(text[end:], quote=False)


def console(text):
    """What is typed is bold; the prompt before it is not selected when the block is copied."""
    lines, continued = [], False
    for line in text.rstrip("\n").split("\n"):
        typed = line.startswith(("$ ", "# "))
        if typed:
            lines.append(f'<span class="prompt">{line[0]} </span><b>{html.escape(line[2:], quote=False)}</b>')
        elif continued:
            lines.append(f"<b>{html.escape(line, quote=False)}</b>")
        else:
            lines.append(html.escape(line, quote=False))
        continued = (typed or continued) and line.endswith(("\\", "|"))
    return "\n".join(lines) + "\n"
