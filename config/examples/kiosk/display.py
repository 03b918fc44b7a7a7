#!/usr/bin/python3
"""Stands in for a display: prints what its clients draw.

    display.py SOCKET

A client gets a line with the size of the display; each line that it sends is drawn.
"""
import contextlib
import os
import socketserver
import sys


class Client(socketserver.StreamRequestHandler):
    def handle(self):
        # A client that only looks whether there is a display is gone by now: Slipway's is one.
        with contextlib.suppress(BrokenPipeError):
            self.wfile.write(b"1920x1080\n")
        for line in self.rfile:
            print(f"shows {line.decode().strip()}")


path = sys.argv[1]
if os.path.exists(path):
    os.remove(path)
socketserver.ThreadingUnixStreamServer(path, Client).serve_forever()
