#!/usr/bin/python3
"""Stands in for a backend, on port 8094: it listens at once and is of use a little later.

    backend.py [SECONDS]

GET /catalogue is answered with 503 for so many seconds (1), and then with what there is to buy.
"""
import http.server
import json
import sys
import time

warm = time.monotonic() + float((sys.argv[1:] or ["1"])[0])


class Backend(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200 if time.monotonic() >= warm else 503)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        self.wfile.write(json.dumps({"items": "shoes, shirts, hats"}).encode())


http.server.ThreadingHTTPServer(("127.0.0.1", 8094), Backend).serve_forever()
