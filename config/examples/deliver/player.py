#!/usr/bin/python3
"""A music player that runs all the time, and gets its songs as launch actions.

    player.py SOCKET
"""
import os
import socket
import sys
import time

import actions

SONGS = {"waltz": 3, "tango": 2}


def notify(text):
    """sd_notify(3): one datagram to the socket that the service manager has for this program."""
    address = os.environ.get("NOTIFY_SOCKET")
    if address:
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sender:
            sender.sendto(text.encode(), address)


def play(kind, payload, attempt):
    song = payload["song"]
    if song not in SONGS:
        raise ValueError(f"there is no song '{song}'; there are {', '.join(SONGS)}")
    print(f"plays {song}, attempt {attempt}")
    time.sleep(payload.get("seconds", 0))
    return {"beats": SONGS[song]}


server = actions.listen(sys.argv[1], play)
notify("READY=1")
server.serve_forever()
