#!/usr/bin/python3
"""Stands in for the browser proper: reads a page, draws its title, and answers on a port.

    GET /json/version    whether it works
    POST /show/NAME      shows another page
"""
import argparse
import http.server
import os
import re
import socket
import subprocess
import sys
import threading


def notify(status, *arguments):
    """What the service manager is told; systemd's own program for it does the talking."""
    subprocess.run(["systemd-notify", f"--status={status}", *arguments], check=True)


class Display:
    """The connection to the display."""

    def __init__(self, path):
        connection = socket.socket(socket.AF_UNIX)
        connection.connect(path)
        self.stream = connection.makefile("rw")
        self.size = self.stream.readline().strip()

    def draw(self, text):
        print(text, file=self.stream, flush=True)

    def wait_for_end(self):
        while self.stream.readline():
            pass


def show(page):
    """Shows a page: from the cache if it is there."""
    for source in (options.cache, options.pages):
        path = os.path.join(source, os.path.basename(page))
        if source is options.pages or os.path.exists(path):
            with open(path) as file:
                title = re.search("<title>(.*)</title>", file.read())[1]
            display.draw(f"'{title}' from {source}")
            return


class Port(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.answer(200, b'{"Browser": "Stand-in/1.0"}\n')

    def do_POST(self):
        show(self.path)
        self.answer(200, b"{}\n")

    def answer(self, status, content):
        self.send_response(status)
        self.end_headers()
        self.wfile.write(content)

    def log_request(self, code="-", size="-"):
        """It is asked every few seconds: no line for that."""


arguments = argparse.ArgumentParser()
arguments.add_argument("--display")
arguments.add_argument("--pages")
arguments.add_argument("--cache")
arguments.add_argument("--port", type=int)
arguments.add_argument("start")
options = arguments.parse_args()

notify("waits for the display")
display = Display(options.display)
notify(f"loads {options.start} for {display.size}")
try:
    show(options.start)
except OSError as error:
    sys.exit(f"<3>cannot load {options.start}: {error.strerror}")
port = http.server.ThreadingHTTPServer(("127.0.0.1", options.port), Port)
threading.Thread(target=port.serve_forever, daemon=True).start()
notify(f"shows {options.start}", "--ready")
display.wait_for_end()
sys.exit("<3>the display is gone")
