"""Takes memory, a megabyte at a time: hog.py MEGABYTES [FILE], once FILE is there; then stays."""
import os
import sys
import time

while len(sys.argv) > 2 and not os.path.exists(sys.argv[2]):
    time.sleep(0.05)
taken = []
for _ in range(int(sys.argv[1])):
    taken.append(bytearray(os.urandom(1024) * 1024))
while True:
    time.sleep(60)
