#!/usr/bin/python3
"""Makes a session of what is known about a user; prints it as JSON.

    session.py NAME LANGUAGE
"""
import json
import sys

name, language = sys.argv[1:]
greetings = {"de": "Willkommen", "en": "Welcome", "fr": "Bienvenue"}
print(json.dumps({"name": name, "greeting": greetings.get(language, "Hello")}))
