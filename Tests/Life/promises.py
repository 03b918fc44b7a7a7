"""Holds the list of promises against the rules and the tests: each promise has one of them, and each rule a promise."""

import os
import re
from dataclasses import dataclass

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PAGE = "docs/GUARANTEES.md"


@dataclass(frozen=True)
class Row:
    """The first words of a sentence, and what holds it."""

    words: str
    rules: tuple = ()
    tests: tuple = ()
    is_promise: bool = True


def held(words, rules, rest=""):
    """Rules hold it; what these do not see of it is held by the tests `rest`."""
    return Row(words, tuple(rules.split()), tuple(rest.split()))


def unchecked(words, tests):
    """No life sees it: these tests hold it."""
    return Row(words, (), tuple(tests.split()))


def says(words):
    """The sentence promises nothing: it says how something is tested, or what is not promised."""
    return Row(words, is_promise=False)


def sentences(page):
    """The sentences of a page's sections; what stands before the first one introduces it."""
    found = []
    for block in re.split(r"\n(?=- |#|\n)", page[page.index("\n## ") :]):
        text = " ".join(block.split())
        if text and not text.startswith("#"):
            found += re.split(r"(?<=[.!?]) (?=[A-Z`])", text.removeprefix("- "))
    return found


def tests(root):
    """The test functions of the repository: the names of their files by their own."""
    found = {}
    for folder, _, names in os.walk(f"{root}/Tests"):
        for name in names if ".build" not in folder else []:
            if name.endswith(".swift"):
                with open(f"{folder}/{name}") as file:
                    text = file.read()
                for function in re.findall(r"@Test\b(?:(?!\bfunc\b).)*?\bfunc\s+(\w+)\(", text, re.DOTALL):
                    found.setdefault(function, set()).add(re.split(r"[+.]", name)[0])
    return found


def faults(page, rows, elsewhere, rules, known):
    """What is wrong with the table, as sentences. `elsewhere`: pairs of another page's text and its rows."""
    found = []
    promised = sentences(page)
    for sentence in promised:
        own = [row for row in rows if sentence.startswith(row.words)]
        if len(own) != 1:
            found.append(f"{len(own)} rows are for the sentence: {sentence}")
    for row in rows:
        if not any(sentence.startswith(row.words) for sentence in promised):
            found.append(f"no sentence of {PAGE} begins with: {row.words}")
    others = []
    for text, more in elsewhere:
        plain = " ".join(text.split())
        found += [f"its page does not say: {row.words}" for row in more if row.words not in plain]
        others += more
    for row in [*rows, *others]:
        found += [f"there is no rule '{rule}' ({row.words})" for rule in row.rules if rule not in rules]
        found += [f"there is no test '{test}' ({row.words})" for test in row.tests if test not in known]
        if row.is_promise and not row.rules and not row.tests:
            found.append(f"nothing holds: {row.words}")
    used = {rule for row in [*rows, *others] for rule in row.rules}
    found += [f"the rule '{rule}' holds no promise" for rule in rules if rule not in used]
    return found


def show():
    """Prints the table; the exit status."""
    import promised
    from rules import RULES

    known = tests(ROOT)
    elsewhere = [(_text(page), rows) for page, rows in promised.ELSEWHERE.items()]
    wrong = faults(_text(PAGE), promised.GUARANTEES, elsewhere, RULES, known)
    for page, rows in {PAGE: promised.GUARANTEES, **promised.ELSEWHERE}.items():
        print(f"\n{page}")
        for row in rows:
            if row.is_promise:
                print(f"  {row.words} …")
                print(*[f"      {rule}" for rule in row.rules] or ["      not checked here:"], sep="\n")
                print(*[f"        test {'/'.join(sorted(known.get(test, {'?'})))}.{test}" for test in row.tests], sep="\n",
                      end="\n" if row.tests else "")
    promises = [row for row in promised.GUARANTEES if row.is_promise]
    by_rules = [row for row in promises if row.rules]
    print(f"\n{len(RULES)} rules; of {len(promises)} promises in {PAGE} {len(by_rules)} are held by rules, and "
          f"{len(promises) - len(by_rules)} not checked here; {sum(map(len, promised.ELSEWHERE.values()))} promises of other pages")
    for fault in wrong:
        print(f"WRONG: {fault}")
    return int(bool(wrong))


def _text(page):
    with open(f"{ROOT}/{page}") as file:
        return file.read()
