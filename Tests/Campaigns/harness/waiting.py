"""Waits for the thing itself."""

import time


def until(condition, seconds=30, pause=0.02):
    """Whether the condition came to hold within so many seconds."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(pause)
    return False
