#!/usr/bin/python3
"""One program of the shop that the supervisors run: `shop.py api|web|worker`.

web (port 8201) asks api (port 8202), which counts in redis; worker reads a list from redis. Each says
when it is ready and alive as sd_notify(3) wants it, if its supervisor listens, and writes what happened
to it into the folder SHOP, for the program that measures: a line "TIME ROLE start|term|end PID" in the
file `events`. A file ROLE.fault in that folder makes it misbehave.
"""
import http.server
import os
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.request

ROLE = sys.argv[1]
SHOP = os.environ["SHOP"]
REDIS = os.path.join(SHOP, "redis.sock")


def event(what):
    line = f"{time.monotonic():.3f} {ROLE} {what} {os.getpid()}\n"
    with open(os.path.join(SHOP, "events"), "a") as events:
        events.write(line)


def notify(text):
    address = os.environ.get("NOTIFY_SOCKET")
    if address:
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sender:
            sender.sendto(text.encode(), address.replace("@", "\0", 1))


def redis(command):
    """The answer to a command, one line; raises OSError when redis is away."""
    with socket.socket(socket.AF_UNIX) as connection:
        connection.settimeout(2)
        connection.connect(REDIS)
        connection.sendall(command.encode() + b"\r\n")
        return connection.makefile().readline().strip()


class Answer(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        try:
            if self.path == "/slow":
                time.sleep(1)
            if ROLE == "api":
                body = redis("INCR visits")
            else:
                body = urllib.request.urlopen("http://127.0.0.1:8202" + self.path, timeout=4).read().decode()
            self.send_response(200)
        except OSError as error:
            body = str(error)
            self.send_response(503)
        self.end_headers()
        self.wfile.write(body.encode())

    def log_message(self, *arguments):
        pass


def misbehave():
    """Waits for a fault, and for the next one."""
    path = os.path.join(SHOP, ROLE + ".fault")
    while True:
        time.sleep(0.05)
        if not os.path.exists(path):
            continue
        fault = open(path).read().strip()
        os.remove(path)
        if fault == "flood":
            line = "x" * 99 + "\n"
            for _ in range(2000):
                sys.stdout.write(line * 1000)
                sys.stdout.flush()
            event("flooded")
        elif fault == "memory":
            kept = []
            try:
                while len(kept) < 40:
                    kept.append(bytearray(50 << 20))
            except MemoryError:
                event("starved")
                os.abort()
            event("sated")
        elif fault == "fork":
            subprocess.Popen(["/bin/sleep", "987654"], start_new_session=True)


def ignore_term():
    return os.path.exists(os.path.join(SHOP, ROLE + ".ignores-term"))


def end(*_):
    event("term")
    if ignore_term():
        return
    threading.Thread(target=finish).start()


def finish():
    if ROLE != "worker":
        server.shutdown()
        server.server_close()  # waits for requests in flight
    event("end")
    os._exit(0)


event("start")
signal.signal(signal.SIGTERM, end)
try:
    redis("PING")
except OSError as error:
    print(f"cannot reach redis: {error}")
    if ROLE != "web":
        event("failed")
        sys.exit(1)
threading.Thread(target=misbehave, daemon=True).start()

if ROLE == "worker":
    notify("READY=1")
    while True:
        notify("WATCHDOG=1")
        print("looked for work")
        time.sleep(0.5)


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = False
    allow_reuse_address = True

    def service_actions(self):
        notify("WATCHDOG=1")


server = Server(("127.0.0.1", 8201 if ROLE == "web" else 8202), Answer)
notify("READY=1")
server.serve_forever()
signal.pause()
