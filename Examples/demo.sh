#!/bin/bash
# Shows bgrun at work on an emulated laptop: a job waits for power, starts, is ended, and goes on. `make run` calls it.
#
# Everything happens in a scratch directory, with a daemon of its own that reads an emulated /sys. It takes half a
# minute, and leaves nothing behind.
set -euo pipefail
cd "$(dirname "$0")/.."

built=${BUILT:-$PWD/.build/release}
scratch=$(mktemp -d "${TMPDIR:-/tmp}/bgrun-demo.XXXXXX")
supplies=$scratch/sys/class/power_supply
daemon=
export BGRUN_SOCKET=$scratch/run/org.bgrun.Scheduler
# The demonstration leaves the daemons and directories of this machine alone.
export HOME=$scratch/home XDG_CONFIG_HOME=$scratch/home/config XDG_STATE_HOME=$scratch/home/state

# ---- showing

bold='' plain=''
if [ -t 1 ]; then bold=$'\e[1m' plain=$'\e[0m'; fi

heading() { printf '\n%s== %s%s\n' "$bold" "$*" "$plain"; }
say() { printf '%s\n' "$*"; }
# Prints a command as a person would type it, then runs it.
show() {
    printf '%s$ %s%s\n' "$bold" "$*" "$plain"
    "$@"
}
bgrun() { "$built/bgrun" "$@"; }

# ---- waiting, always with a deadline

# Waits until a command succeeds, for at most so many seconds.
await() {
    local deadline=$((SECONDS + $1)) what=$2
    shift 2
    until "$@" >/dev/null 2>&1; do
        if [ "$SECONDS" -ge "$deadline" ]; then
            say "demo: waited in vain until $what; the daemon said:" >&2
            tail -n 30 "$scratch/daemon.log" >&2
            exit 1
        fi
        sleep 0.1
    done
}
answers() { bgrun status; }
is() { bgrun status "$1" --json | grep -qE "\"state\" ?: ?\"$2\""; }
has_logged() { bgrun logs "$1" | grep -qF "$2"; }
has_stepped() { [ "$(cat "$scratch"/state/jobs/*/org.example.in-pieces/step)" -ge "$1" ]; }
has_ended() { bgrun history "$1" --json | grep -qE "\"outcome\" ?: ?\"$2\""; }
is_gone() { ! kill -0 "$daemon"; }

# ---- the emulated laptop

supply() {
    mkdir -p "$supplies/$1"
    printf '%s\n' "$3" >"$supplies/$1/$2"
}
unplug() {
    supply AC online 0
    supply BAT0 status Discharging
}
plug() {
    supply AC online 1
    supply BAT0 status Charging
}

stop_daemon() {
    [ -n "$daemon" ] || return 0
    kill -TERM "$daemon" 2>/dev/null || true
    await 20 "the daemon has left" is_gone
    wait "$daemon" || say "demo: the daemon left with status $?" >&2
    daemon=
}
# Whatever happens, nothing stays: the daemon ends its runs, and if it can't, it goes.
leave() {
    local status=$?
    trap - EXIT
    if [ -n "$daemon" ]; then
        kill -TERM "$daemon" 2>/dev/null || true
        for _ in {1..100}; do
            is_gone 2>/dev/null && break
            sleep 0.1
        done
        kill -KILL "$daemon" 2>/dev/null || true
    fi
    rm -rf "$scratch"
    exit "$status"
}
trap leave EXIT
trap 'exit 130' INT TERM HUP

# ---- the demonstration

heading "A laptop on battery"
mkdir -p "$scratch"/{run,state,jobs.d,home}
supply AC type Mains
supply BAT0 type Battery
supply BAT0 present 1
supply BAT0 capacity 62
unplug
cat >"$scratch/policy.json" <<'POLICY'
{
    "settle": { "externalPower": "1s" },
    "lossSettle": { "externalPower": "1s", "contradictedPower": "1s" }
}
POLICY
say "The power supplies are files in a scratch directory: AC is offline, BAT0 discharges at 62 %."
say "For this demonstration power has to hold for 1 s, and be lost for 1 s; usually it is 5 s and 2 s."
"$built/bgrund" --user --socket "$BGRUN_SOCKET" --state-directory "$scratch/state" \
    --runtime-directory "$scratch/run" --jobs-directory "$scratch/jobs.d" --sysfs-root "$scratch/sys" \
    --policy "$scratch/policy.json" >"$scratch/daemon.log" 2>&1 </dev/null &
daemon=$!
await 10 "the daemon answers" answers
show bgrun conditions

heading "Four jobs"
show bgrun submit Examples/org.example.in-pieces.json
show bgrun submit --identifier org.example.at-once -- echo "this one needs nothing"
show bgrun submit --identifier org.example.in-two-hours --in 2h -- echo "not yet"
show bgrun submit --identifier org.example.endless --budget 2s -- sleep 1000
await 10 "the first job has run" has_ended org.example.at-once succeeded

heading "One waits for power, and says so"
show bgrun status
show bgrun why org.example.in-pieces

heading "Power in: the job starts, by event"
plug
await 10 "the job runs" is org.example.in-pieces running
show bgrun status
await 10 "it has worked for a while" has_stepped 15

heading "Power out: the job gets SIGTERM and its reason"
unplug
await 10 "the run has ended" has_ended org.example.in-pieces interrupted
show bgrun logs org.example.in-pieces
show bgrun why org.example.in-pieces

heading "Power in again: it goes on where it was"
plug
await 20 "all steps are done" has_ended org.example.in-pieces succeeded
show bgrun logs org.example.in-pieces

heading "And the one that took longer than its time budget"
await 10 "the endless job has expired" has_ended org.example.endless expired
show bgrun why org.example.endless

heading "All that happened"
show bgrun status
show bgrun history

heading "The daemon leaves at SIGTERM, and everything is removed"
stop_daemon
say "Done in $SECONDS seconds."
