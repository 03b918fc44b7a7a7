# Runs in the machine; see `limits` of Tests/Campaigns.
set -u
broken=0
# Also on the console, which is seen when the machine's time is up.
tell() { echo "$*" | tee /dev/console; }
ok() { tell "ok $*"; }
bad() { tell "BROKEN $*"; broken=$((broken + 1)); }
# expect WORDS COMMAND…: the command succeeds within some seconds.
expect() {
    local words=$1 tries=0
    shift
    until "$@" >/dev/null 2>&1; do
        tries=$((tries + 1))
        [ $tries -lt 120 ] || { bad "$words"; return 1; }
        sleep 0.25
    done
    ok "$words"
}
has() { grep -q -- "$1" <<<"$2"; }
wants() {
    local part
    [ -n "$only" ] || return 0
    for part in "$@"; do case ",$only," in *",$part,"*) return 0 ;; esac; done
    return 1
}
only=$(cat /exp/only)

cp /exp/slipway /exp/slipwayd /usr/bin/
cp /exp/systemd/slipway@.service /exp/systemd/slipway@.socket /etc/systemd/system/
cp /exp/sysusers.d/* /usr/lib/sysusers.d/ && systemd-sysusers
mkdir -p /etc/slipway /etc/systemd/system/slipway@app.service.d
cp /exp/app.yaml /etc/slipway/app.yaml
drop_ins=/etc/systemd/system/slipway@app.service.d
if [ -d /exp/libraries ]; then
    export LD_LIBRARY_PATH=/exp/libraries
    printf '[Service]\nEnvironment=LD_LIBRARY_PATH=/exp/libraries\n' >$drop_ins/libraries.conf
fi
cp /exp/control-groups/control-groups.conf $drop_ins/
systemctl daemon-reload
state=/var/lib/slipway/app
unit=/sys/fs/cgroup/system.slice/system-slipway.slice/slipway@app.service

pid() { head -n 1 "$(group $1)/cgroup.procs"; }
group() { ls -d $unit/program-$1-* | head -n 1; }
said() { journalctl -u slipway@app --no-pager -o cat | grep -q -- "$1"; }
lives() { pgrep -f "$1" >/dev/null; }
is_gone() { ! lives "$1"; }

if wants memory tasks cpu trees reload kill; then
    echo "-- under systemd, with the drop-in"
    slipway --version
    has 'cannot hold' "$(slipway check /etc/slipway/app.yaml --unit slipway@app)" \
        && bad "check finds limits that cannot hold" || ok "check finds that all limits hold"
    systemctl start slipway@app || { bad "the service starts"; journalctl -u slipway@app --no-pager | tail -n 30; }
    sleep 1
    slipway status --app app
    ls $unit
    has "/slipwayd" "$(cat /proc/$(systemctl show -P MainPID slipway@app)/cgroup)" \
        && ok "the daemon is in a group of its own" || bad "the daemon is in a group of its own"
    has "program-steady-" "$(cat /proc/$(pid steady)/cgroup)" \
        && ok "a program is in a group of its own" || bad "a program is in a group of its own"
    has ' MEMORY ' "$(slipway status --app app)" && ok "status shows what programs take" \
        || bad "status shows what programs take"
    slipway metrics --app app | grep -E 'program_(memory_bytes|cpu|tasks|memory_wait).*steady'
    [ "$(slipway metrics --app app | grep -cE '^slipway_program_(memory_bytes|cpu_seconds_total|tasks)\{.*"steady"')" = 3 ] \
        && ok "metrics have what programs take" || bad "metrics have what programs take"
    expect "a step that takes too much memory fails with the kernel's word" \
        said "'python3' was killed by the kernel: its memory reached memoryMax (48M)"
fi

if wants memory; then
    echo "-- memory"
    steady=$(pid steady) parent=$(pid parent)
    touch $state/eat
    expect "the end of a program without memory says why in the journal" \
        said "'eater' was killed by the kernel: its memory reached memoryMax (48M)"
    journalctl -u slipway@app --no-pager -o cat | grep 'killed by the kernel' | tail -n 3
    has 'was killed by the kernel: its memory reached memoryMax (48M)' "$(slipway status --app app)" \
        && ok "status says why" || { bad "status says why"; slipway status --app app; }
    slipway status --app app | grep eater
    has 'killed by the kernel' "$(systemctl show -P StatusText slipway@app)" && ok "STATUS says why" \
        || bad "STATUS says why: $(systemctl show -P StatusText slipway@app)"
    rm $state/eat
    touch $state/eat-child
    expect "a helper's end for lack of memory is in the journal" \
        said "the kernel killed one of its processes: its memory reached memoryMax (48M)"
    [ "$steady" = "$(pid steady)" ] && ok "its neighbour did not notice" || bad "its neighbour did not notice"
    [ "$parent" = "$(pid parent)" ] && ok "its main process went on" || bad "its main process went on"
    rm $state/eat-child
fi

if wants tasks; then
    echo "-- tasks"
    touch $state/explode
    sleep 5
    most=$(cat "$(group bomb)/pids.current")
    [ "$most" -le 40 ] && [ "$most" -gt 30 ] && ok "a fork bomb has $most of 40 tasks" || bad "a fork bomb has $most tasks"
    expect "the journal says that it has reached its limit" said 'it has reached tasksMax (40)'
    slipway status --app app >/dev/null && ok "the daemon answers beside it" || bad "the daemon answers beside it"
    begin=$(date +%s%N)
    slipway stop bomb --app app && ok "the bomb is stopped" || bad "the bomb is stopped"
    echo "measured the end of a fork bomb: $((($(date +%s%N) - begin) / 1000000)) ms (grace 3 s)"
    expect "its group is gone" test ! -e "$(group bomb 2>/dev/null || echo /none)"
    rm $state/explode
fi

if wants cpu; then
    echo "-- processors"
    usage() { sed -n 's/usage_usec //p' "$(group $1)/cpu.stat"; }
    before=$(usage busy)
    sleep 5
    percent=$((($(usage busy) - before) / 50000))
    [ $percent -ge 15 ] && [ $percent -le 25 ] && ok "a quota of 20% is $percent%" || bad "a quota of 20% is $percent%"
    touch $state/run
    sleep 1
    much=$(usage much) little=$(usage little)
    sleep 6
    much=$(($(usage much) - much)) little=$(($(usage little) - little))
    ratio=$((much * 10 / (little + 1)))
    [ $ratio -ge 60 ] && [ $ratio -le 150 ] && ok "weights 1000 and 100 are as ${ratio}:10" || bad "weights 1000 and 100 are as $ratio:10"
    slipway stop much --app app
    slipway stop little --app app
    rm $state/run
fi

if wants trees; then
    echo "-- trees"
    lives 'sleep 1001' || bad "something has forked away"
    slipway stop away --app app
    is_gone 'sleep 100[01]' && ok "what forked away ends with its program" || bad "what forked away ends with its program"
    expect "a program has groups in its own" test -e "$(group meddler)/one/two"
    sleep 1
    before=$(group meddler)
    slipway stop meddler --app app
    is_gone 'sleep 1002' && ok "a frozen process in a group of its own ends" || bad "a frozen process in a group of its own ends"
    expect "the groups that a program made are removed" test ! -e "$before"
    slipway start meddler --app app
fi

if wants reload; then
    echo "-- a reload"
    before=$(pid steady)
    sed -i 's/command: \[sleep, infinity\], ready: started/&, resources: { memoryMax: 32M, tasksMax: 7 }/' /etc/slipway/app.yaml
    slipway reload --app app | grep -i limits
    [ "$before" = "$(pid steady)" ] && ok "a program whose limits change goes on" || bad "a program whose limits change goes on"
    expect "its new limit is in the kernel" test "$(cat "$(group steady)/memory.max")" = 33554432
    slipway restart steady --app app
    [ "$(cat "$(group steady)/pids.max")" = 7 ] && ok "it has it after a restart, too" || bad "it has it after a restart, too"
    cp /exp/app.yaml /etc/slipway/app.yaml
    slipway reload --app app >/dev/null
    expect "without a limit it has none" test "$(cat "$(group steady)/memory.max")" = max
fi

if wants kill; then
    echo "-- the daemon is killed"
    before=$(ls -d $unit/program-*)
    main=$(systemctl show -P MainPID slipway@app)
    kill -9 "$main"
    renewed() { new=$(systemctl show -P MainPID slipway@app); [ "$new" != 0 ] && [ "$new" != "$main" ] && slipway wait --app app; }
    expect "the service comes back" renewed
    [ "$(ls -d $unit/program-steady-* | wc -l)" = 1 ] && ok "there is one group of each program" || bad "there is one group of each program"
    [ "$(pgrep -fc 'sleep 1001')" -le 2 ] && ok "nothing of it runs twice" || bad "nothing of it runs twice"
fi

if wants memory tasks cpu trees reload kill; then
    begin=$(date +%s%N)
    systemctl stop slipway@app
    echo "measured the stop of the service: $((($(date +%s%N) - begin) / 1000000)) ms"
    for rest in 'sleep infinity' 'sleep 100' hog.py; do is_gone "$rest" || bad "something is left: $rest"; done
    [ ! -e $unit ] && ok "no group is left" || bad "no group is left: $(ls $unit)"
fi

if wants controllers; then
    echo "-- without the controller of processors"
    sed -i 's/^Delegate=yes/Delegate=memory pids/' $drop_ins/control-groups.conf
    systemctl daemon-reload
    words="warning: cannot hold, and limits nothing: the kernel's controller 'cpu' is not there"
    has "busy.exec.resources.cpuQuota: $words" "$(slipway check /etc/slipway/app.yaml --unit slipway@app)" \
        && ok "check names the limit" || { bad "check names the limit"; slipway check /etc/slipway/app.yaml --unit slipway@app; systemctl show -p DelegateControllers slipway@app; }
    systemctl start slipway@app
    expect "the start names the limit" said "busy.exec.resources.cpuQuota: $words"
    [ "$(cat "$(group eater)/memory.max")" = 50331648 ] && ok "the others hold" || bad "the others hold"
    systemctl stop slipway@app
fi

if wants none; then
    echo "-- without the drop-in"
    rm $drop_ins/control-groups.conf
    systemctl daemon-reload
    words="eater.exec.resources.memoryMax: warning: cannot hold, and limits nothing"
    slipway check /etc/slipway/app.yaml --unit slipway@app | grep eater
    has "$words: unit 'slipway@app' lacks Delegate=yes and ProtectControlGroups=no" \
        "$(slipway check /etc/slipway/app.yaml --unit slipway@app)" && ok "check names the limits" || bad "check names the limits"
    systemctl start slipway@app && ok "the service starts all the same" || bad "the service starts all the same"
    expect "the start names the limits" said "$words: the service's control group is not delegated"
    has "slipway@app.service$" "$(cat /proc/$(pgrep -f 'sleep infinity' | head -n 1)/cgroup)" && ok "no group is made" || bad "no group is made"
    slipway stop away --app app
    is_gone 'sleep 100[01]' || echo "measured without groups: what forked away with another mark is found at the stop only"
    systemctl stop slipway@app
    is_gone 'sleep 100' && ok "its stop ends all" || bad "its stop ends all"
    printf '[Service]\nDelegate=yes\n' >$drop_ins/control-groups.conf
    systemctl daemon-reload
    systemctl start slipway@app
    expect "where it is read-only, the start says so" said "$words: the service's control group is read-only"
    systemctl stop slipway@app
fi

if wants users; then
    echo "-- a program of another user"
    cp /exp/control-groups/control-groups.conf /exp/other-users/other-users.conf $drop_ins/
    systemctl daemon-reload
    cat >/etc/slipway/app.yaml <<'Y'
name: app
operations:
  own: { exec: { command: [sh, -c, 'echo max >/sys/fs/cgroup$(sed -n s/^0:://p /proc/self/cgroup)/memory.max; echo raised: $?; exec sleep infinity'], ready: started, resources: { memoryMax: 48M } } }
  other: { exec: { command: [sh, -c, 'echo max >/sys/fs/cgroup$(sed -n s/^0:://p /proc/self/cgroup)/memory.max; echo raised: $?; exec sleep infinity'], ready: started, user: nobody, resources: { memoryMax: 48M } } }
Y
    systemctl start slipway@app || journalctl -u slipway@app --no-pager | tail -n 20
    sleep 2
    echo "measured memory.max of a program that raises it: $(cat "$(group own)/memory.max") as the service's user, $(cat "$(group other)/memory.max") as another"
    [ "$(cat "$(group other)/memory.max")" = 50331648 ] && ok "another user cannot raise its limit" || bad "another user cannot raise its limit"
    slipway stop other --app app && ok "it is ended" || bad "it is ended"
    systemctl stop slipway@app
    rm -f $drop_ins/control-groups.conf $drop_ins/other-users.conf
    systemctl daemon-reload
fi

if wants container; then
    echo "-- as the first process of a container"
    cat >/run/box.yaml <<'Y'
name: box
operations:
  web: { exec: { command: [sh, -c, "setsid sleep 1003 & exec sleep infinity"], ready: started, resources: { memoryMax: 48M } } }
Y
    cat >/run/box.sh <<'Y'
set -e
box=/sys/fs/cgroup/system.slice/box.service
case $1 in
outside)
    # As what starts containers does: it stays outside, and the container's group has controllers.
    mkdir $box/outside $box/inside
    echo $$ >$box/outside/cgroup.procs
    echo '+memory +pids +cpu' >$box/cgroup.subtree_control
    exec unshare --mount --pid --fork --kill-child=TERM --mount-proc sh /run/box.sh inside $2 ;;
inside)
    echo 0 >$box/inside/cgroup.procs
    exec unshare --cgroup --mount sh -c "mount -t tmpfs none /sys/fs/cgroup; mount -t cgroup2 none /sys/fs/cgroup; mount -o remount,bind,$2 /sys/fs/cgroup; cat /proc/self/cgroup; exec /usr/bin/slipwayd --config /run/box.yaml --socket /run/box.socket --state-directory /run/box-state" ;;
esac
Y
    box() {
        systemd-run --quiet --unit=box -p Delegate=yes -p Environment="LD_LIBRARY_PATH=${LD_LIBRARY_PATH:-}" \
            sh /run/box.sh outside $1
    }
    box rw
    expect "it is ready" slipway wait --socket /run/box.socket
    ls -d /sys/fs/cgroup/system.slice/box.service/*/ /sys/fs/cgroup/system.slice/box.service/inside/*/
    journalctl -u box --no-pager -o cat
    expect "a program has its limit" grep -q 50331648 /sys/fs/cgroup/system.slice/box.service/inside/program-web-1/memory.max
    systemctl stop box
    is_gone 'sleep 1003' && ok "it ends all" || bad "it ends all"
    systemctl reset-failed box 2>/dev/null
    box ro
    expect "read-only groups do not keep it from starting" slipway wait --socket /run/box.socket
    expect "it says that they are read-only" sh -c "journalctl -u box --no-pager -o cat | grep -q 'memoryMax: warning: cannot hold, and limits nothing: the service.s control group is read-only'"
    systemctl stop box
fi

if wants former; then
    echo "-- a daemon that is killed with its reapers, and started again"
    cat >/run/twice.sh <<'Y'
slipwayd --config /run/box.yaml --socket /run/box.socket --state-directory /run/box-state &
until slipway wait --socket /run/box.socket 2>/dev/null; do sleep 0.2; done
echo "first: $(ls -d /sys/fs/cgroup/system.slice/twice.service/program-* | xargs -n 1 basename)"
setsid sleep 1004 &
left=$!
kill -STOP $(pgrep slipway-reaper) 2>/dev/null
kill -9 $(pgrep slipwayd) $(pgrep slipway-reaper)
sleep 1
# As if something had outlived it.
mkdir -p /sys/fs/cgroup/system.slice/twice.service/program-web-99
echo $left >/sys/fs/cgroup/system.slice/twice.service/program-web-99/cgroup.procs
slipwayd --config /run/box.yaml --socket /run/box.socket --state-directory /run/box-state &
until slipway wait --socket /run/box.socket 2>/dev/null; do sleep 0.2; done
echo "second: $(ls -d /sys/fs/cgroup/system.slice/twice.service/program-* | xargs -n 1 basename)"
exec sleep infinity
Y
    [ -e /run/box.yaml ] || printf 'name: box\noperations:\n  web: { exec: { command: [sh, -c, "setsid sleep 1003 & exec sleep infinity"], ready: started, resources: { memoryMax: 48M } } }\n' >/run/box.yaml
    systemd-run --quiet --unit=twice -p Delegate=yes -p Environment="LD_LIBRARY_PATH=${LD_LIBRARY_PATH:-}" bash /run/twice.sh
    words() { journalctl -u twice --no-pager -o cat; }
    expect "it is ready again" sh -c "journalctl -u twice --no-pager -o cat | grep -q second:"
    words | tail -n 12
    has 'second: program-web-1$' "$(words)" && ok "groups of the earlier run are removed" || bad "groups of the earlier run are removed"
    has 'ended what an earlier run had left in .*program-web-99' "$(words)" && ok "it says what it ended" || bad "it says what it ended"
    [ "$(pgrep -fc 'sleep 1003')" -le 2 ] && is_gone 'sleep 1004' && ok "nothing of the earlier run lives" || bad "nothing of the earlier run lives"
    systemctl stop twice
fi

if wants cost; then
    echo "-- what a group costs"
    python3 - >/run/many.yaml <<'Y'
print("name: many\noperations:")
for number in range(50):
    print(f"  p{number}: {{ exec: {{ command: [sleep, infinity], ready: started }} }}")
Y
    for delegate in no yes; do
        for shield in no yes; do
            systemd-run --quiet --unit=many-$delegate-$shield -p Delegate=$delegate -p RestrictNamespaces=$shield -p Type=notify \
                -p Environment="LD_LIBRARY_PATH=${LD_LIBRARY_PATH:-}" slipwayd --config /run/many.yaml --socket /run/many.socket --state-directory /run/many-$delegate-$shield
            ready=$(slipway time --socket /run/many.socket | head -n 1)
            begin=$(date +%s%N)
            systemctl stop many-$delegate-$shield
            echo "measured 50 programs, groups: $delegate, clone3 filtered: $shield: $ready; stopped in $((($(date +%s%N) - begin) / 1000000)) ms"
        done
    done
fi

echo "$broken broken"
[ $broken = 0 ]
