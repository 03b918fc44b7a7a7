"""Checks JSON documents against a schema.

validate.py SCHEMA DOCUMENTS: one document a line; prints, one line each, a JSON list of what is
wrong with it.
"""

import json
import sys

import jsonschema

with open(sys.argv[1]) as file:
    schema = json.load(file)
jsonschema.Draft202012Validator.check_schema(schema)
validator = jsonschema.Draft202012Validator(schema)
with open(sys.argv[2]) as file:
    for line in file:
        print(json.dumps([error.message for error in validator.iter_errors(json.loads(line))]))
