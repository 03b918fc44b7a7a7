#!/usr/bin/python3
"""A web service: takes orders and puts them into Redis; its worker moves them into the database.

    GET /     the number of visits and of stored orders
    POST /    an order: any text
"""
import argparse
import http.server
import json
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
import uuid


def notify(*lines):
    """sd_notify(3): one datagram to the socket that the service manager has for this program."""
    address = os.environ.get("NOTIFY_SOCKET")
    if address:
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sender:
            sender.sendto("\n".join(lines).encode(), address)


def log(priority, text):
    """One line for the journal: 3 is an error, 4 a warning, 6 information.

    With its end in the same piece, so that a line of the worker never comes in between.
    """
    sys.stdout.write(f"<{priority}>{text}\n")


class Redis:
    """A connection to Redis.

    A command is an array of strings, each after its length. The first character of a reply is its
    kind; strings and arrays are after their length, too.
    """

    def __init__(self, path):
        connection = socket.socket(socket.AF_UNIX)
        connection.connect(path)
        self.stream = connection.makefile("rwb")

    def __call__(self, *words):
        words = [str(word).encode() for word in words]
        self.stream.write(b"*%d\r\n" % len(words))
        for word in words:
            self.stream.write(b"$%d\r\n%s\r\n" % (len(word), word))
        self.stream.flush()
        return self.reply()

    def reply(self):
        line = self.stream.readline()
        if not line:
            raise ConnectionError("Redis closed the connection")
        kind, rest = chr(line[0]), line[1:-2].decode()
        if kind == "-":
            raise RuntimeError(f"Redis answered: {rest}")
        if kind == "$":
            return None if rest == "-1" else self.stream.read(int(rest) + 2)[:-2].decode()
        if kind == "*":
            return None if rest == "-1" else [self.reply() for _ in range(int(rest))]
        return int(rest) if kind == ":" else rest


def work(options):
    """The worker: moves orders into the database, one after the other, as long as it runs.

    An order is in the list `taken` until the database has it: whatever ends the worker, the next
    one finds it there. The order's identity keeps it from being stored twice.
    """
    redis = Redis(options.redis)
    database = sqlite3.connect(options.database, isolation_level=None)
    taken = redis("LRANGE", "taken", 0, -1)
    while True:
        order = taken.pop() if taken else redis("BLMOVE", "orders", "taken", "RIGHT", "LEFT", 0)
        fields = json.loads(order)
        if fields["text"]:
            database.execute(
                "INSERT OR IGNORE INTO orders VALUES (?, ?, datetime())",
                (fields["id"], fields["text"]),
            )
            log(6, f"stored order {fields['id']}: {fields['text']}")
        else:
            log(3, f"order {fields['id']} is empty")
        redis("LREM", "taken", 1, order)


class Page(http.server.BaseHTTPRequestHandler):
    """Answers one request."""

    options = None

    def do_GET(self):
        if self.path != "/":
            return self.answer(404, {"error": "there is only /"})
        visits = Redis(self.options.redis)("INCR", "visits")
        orders = sqlite3.connect(self.options.database).execute("SELECT count(*) FROM orders")
        self.answer(200, {"visits": visits, "orders": orders.fetchone()[0]})

    def do_POST(self):
        text = self.rfile.read(int(self.headers["Content-Length"])).decode()
        order = {"id": uuid.uuid4().hex, "text": text}
        Redis(self.options.redis)("LPUSH", "orders", json.dumps(order))
        self.answer(202, {"id": order["id"]})

    def answer(self, status, content):
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        self.wfile.write(json.dumps(content).encode() + b"\n")

    def log_request(self, code="-", size="-"):
        log(6 if int(code) < 400 else 4, f"{self.command} {self.path}: {int(code)}")


def serve(options):
    """The service: the page in threads, the worker in a process, and this thread to watch both."""
    # An end like any other: what is cleaned up at an exit is cleaned up.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))

    while os.path.exists(options.maintenance):
        # It is not late: it asks for more time than its timeout, again and again.
        notify("STATUS=waits for the end of the maintenance", "EXTEND_TIMEOUT_USEC=5000000")
        time.sleep(0.05)

    redis = Redis(options.redis)
    worker = subprocess.Popen([sys.executable, "-u", *sys.argv, "--worker"])
    Page.options = options
    page = http.server.ThreadingHTTPServer((options.host, options.port), Page)
    threading.Thread(target=page.serve_forever, daemon=True).start()
    notify("READY=1", f"STATUS=serves port {options.port}; its worker is process {worker.pid}")

    # Without a watchdog it looks every 10 s.
    pause = int(os.environ.get("WATCHDOG_USEC", 20_000_000)) / 2 / 1_000_000
    while True:
        # A ping means that the whole service works, not only that this process exists.
        redis("PING")
        notify("WATCHDOG=1")
        try:
            sys.exit(f"<3>the worker ended with {worker.wait(pause)}")
        except subprocess.TimeoutExpired:
            pass


arguments = argparse.ArgumentParser()
# Others reach 127.0.0.1 of a container neither by a published port nor by its own address.
arguments.add_argument("--host", default=os.environ.get("WEB_HOST", "127.0.0.1"))
arguments.add_argument("--port", type=int)
arguments.add_argument("--redis")
arguments.add_argument("--database")
arguments.add_argument("--maintenance")
arguments.add_argument("--worker", action="store_true")
options = arguments.parse_args()
(work if options.worker else serve)(options)
