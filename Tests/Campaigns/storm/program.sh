#!/bin/sh
# A program of the storm: `program.sh FOLDER NAME deaf|polite`. Notes each start, and misbehaves when asked.
#
# It keeps a child. SIGUSR1 lets a grandchild leave for a session of its own; SIGUSR2 makes it eat memory
# until its limit ends it. A deaf one ignores SIGTERM.
folder=$1
name=$2
if [ "$3" = deaf ]; then trap '' TERM; else trap 'kill "$child"; exit 0' TERM; fi
trap 'setsid sleep 4242 >/dev/null 2>&1 </dev/null & echo "$name" >>"$folder/left"' USR1
trap 'echo "$name" >>"$folder/ate"; head -c 1000000000 /dev/zero | tail; kill -ABRT $$' USR2
sleep 4343 &
child=$!
echo "$name $$" >>"$folder/starts"
echo READY
while :; do wait "$child" || kill -0 "$child" 2>/dev/null || { sleep 4343 & child=$!; }; done
