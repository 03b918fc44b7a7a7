#!/usr/bin/python3
"""A server of feature flags: OFREP 0.3, the OpenFeature Remote Evaluation Protocol.

    server.py [--port 8092] [--key KEY] FILE

FILE is JSON, read anew for each question, so an edit changes a flag for everybody:

    {
      "flags": {
        "dark-mode": { "value": true },
        "new-checkout": { "value": false, "for": { "u-7": true } },
        "broken": { "errorCode": "PARSE_ERROR", "errorDetails": "no rule" }
      }
    }

Beside "flags" it may hold what goes wrong: "status" (such as 503), "retryAfter" (seconds), "delay"
(seconds), "text" (in place of the answer). With --key, questions need it: in X-API-Key, or as
Authorization: Bearer KEY.
"""

import argparse
import hashlib
import json
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

BULK = "/ofrep/v1/evaluate/flags"


def evaluate(key, flag, user):
    """The item of a flag for a user."""
    if "errorCode" in flag:
        return {"key": key, **{name: flag[name] for name in flag if name.startswith("error")}}
    match = user in flag.get("for", {})
    item = {"key": key, "reason": "TARGETING_MATCH" if match else "STATIC"}
    if match or "value" in flag:
        item["value"] = flag["for"][user] if match else flag["value"]
        item["variant"] = json.dumps(item["value"])
    return item


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        with open(options.file, encoding="utf-8") as file:
            state = json.load(file)
        time.sleep(state.get("delay", 0))
        if options.key and options.key not in (
            self.headers.get("X-API-Key"),
            (self.headers.get("Authorization") or "").removeprefix("Bearer "),
        ):
            return self.answer(401)
        if "status" in state:
            more = {"Retry-After": state["retryAfter"]} if "retryAfter" in state else {}
            return self.answer(state["status"], {"errorDetails": "as the file says"}, more)
        if "text" in state:
            return self.answer(200, state["text"])
        try:
            user = json.loads(body)["context"]["targetingKey"]
        except ValueError:
            return self.answer(400, {"errorCode": "PARSE_ERROR"})
        except (KeyError, TypeError):
            return self.answer(400, {"errorCode": "TARGETING_KEY_MISSING"})
        flags = state["flags"]
        if self.path == BULK:
            items = [evaluate(key, flag, user) for key, flag in flags.items()]
            return self.answer_all({"flags": items, "metadata": {"version": "1"}})
        key = self.path.removeprefix(BULK + "/")
        if key == self.path or key not in flags:
            return self.answer(404, {"key": key, "errorCode": "FLAG_NOT_FOUND"})
        item = evaluate(key, flags[key], user)
        self.answer(400 if "errorCode" in item else 200, item)

    def answer_all(self, value):
        etag = f'"{hashlib.sha256(json.dumps(value).encode()).hexdigest()[:16]}"'
        if self.headers.get("If-None-Match") == etag:
            return self.answer(304, more={"ETag": etag})
        self.answer(200, value, {"ETag": etag})

    def answer(self, status, value=None, more={}):
        text = value if isinstance(value, str) else "" if value is None else json.dumps(value)
        self.send_response(status)
        for name, content in more.items():
            self.send_header(name, str(content))
        if status != 304:
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(text.encode())))
        self.end_headers()
        self.wfile.write(text.encode())

    def log_message(self, *_):
        pass


parser = argparse.ArgumentParser()
parser.add_argument("--port", type=int, default=8092)
parser.add_argument("--key")
parser.add_argument("file")
options = parser.parse_args()
server = ThreadingHTTPServer(("127.0.0.1", options.port), Handler)
print(f"listening on http://127.0.0.1:{server.server_port}", flush=True)
server.serve_forever()
