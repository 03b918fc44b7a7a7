#!/usr/bin/python3
"""Takes orders on port 8093 for what the catalogue has, as long as the backend is there.

    desk.py ITEMS
"""
import http.server
import os
import socket
import sys
import threading
import time

items = sys.argv[1].split(", ")


def notify(*lines):
    """sd_notify(3): one datagram to the socket that the service manager has for this program."""
    address = os.environ.get("NOTIFY_SOCKET")
    if address:
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sender:
            sender.sendto("\n".join(lines).encode(), address)


class Desk(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        item = self.rfile.read(int(self.headers["Content-Length"])).decode()
        known = item in items
        print(f"<6>ordered {item}" if known else f"<4>there is no {item}")
        self.send_response(201 if known else 404)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        self.wfile.write(b"{}")


def is_there(host, port):
    try:
        socket.create_connection((host, port), timeout=1).close()
        return True
    except OSError:
        return False


desk = http.server.ThreadingHTTPServer(("127.0.0.1", 8093), Desk)
threading.Thread(target=desk.serve_forever, daemon=True).start()
notify("READY=1", f"STATUS=sells {', '.join(items)}")

# A short outage is none: only the third miss in a row counts.
misses = 0
while misses < 3:
    time.sleep(0.3)
    misses = 0 if is_there("127.0.0.1", 8094) else misses + 1
    if misses == 1:
        notify("STATUS=misses the backend")
    elif misses == 0:
        notify(f"STATUS=sells {', '.join(items)}")
sys.exit("<3>the backend is gone")
