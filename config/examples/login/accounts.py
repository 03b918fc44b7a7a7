#!/usr/bin/python3
"""Stands in for a server with users' accounts, on port 8091.

    accounts.py [--without PATH]...

POST /token gives a token; with it, one request at a time is answered. What it is without is
answered with 503.
"""
import argparse
import http.server
import json
import threading
import time

ANSWERS = {
    "/profile": {"name": "Ada", "picture": True},
    "/settings": {"language": "en"},
    "/picture": {"width": 64, "height": 64},
}


class Accounts(http.server.BaseHTTPRequestHandler):
    one_at_a_time = threading.Lock()

    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        self.answer(200, {"token": "t0ken"})

    def do_GET(self):
        if self.headers["Authorization"] != "Bearer t0ken":
            return self.answer(401, {"error": "a token is missing"})
        if self.path in options.without or self.path not in ANSWERS:
            return self.answer(503, {"error": f"{self.path} is not there"})
        if not self.one_at_a_time.acquire(blocking=False):
            return self.answer(429, {"error": "one request at a time"})
        # Long enough that two at a time would be noticed.
        time.sleep(0.1)
        self.one_at_a_time.release()
        self.answer(200, ANSWERS[self.path])

    def answer(self, status, content):
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        self.wfile.write(json.dumps(content).encode())


arguments = argparse.ArgumentParser()
arguments.add_argument("--without", action="append", default=[])
options = arguments.parse_args()
http.server.ThreadingHTTPServer(("127.0.0.1", 8091), Accounts).serve_forever()
