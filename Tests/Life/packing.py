"""A life in a file, without the places in which it was lived."""

import json
import re
import urllib.parse

# What the environment file of one operation alone has at first.
OWN = "LIFE_OWN=1\n"


def marks(place):
    """What a recorded life has for each place of a life, the longer ones first."""
    found = [("@QUOTED@", urllib.parse.quote(place.folder, safe="")), ("@FOLDER@", place.folder), ("@BACKEND@", place.backend)]
    return found + ([("@SECURE@", place.backendTLS)] if place.backendTLS else [])


def packed(value, place):
    text = json.dumps(value)
    for mark, own in marks(place):
        text = text.replace(own, mark)
    return json.loads(text)


def unpacked(value, place):
    text = json.dumps(value)
    for mark, own in marks(place):
        text = text.replace(mark, own)
    return json.loads(text)


def own_files(life):
    """The environment files, by name, that drawing this life has made beside those of every place."""
    return sorted(set(re.findall(r"@FOLDER@/files/([\w.-]+\.env)", json.dumps(life))) - {"a.env", "b.env", "c.env", "missing.env"})


def make_files(life, place):
    for name in own_files(life):
        with open(f"{place.files}/{name}", "w") as file:
            file.write(OWN)
