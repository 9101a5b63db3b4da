#!/bin/bash
# Plays the first minutes with bgrun on an emulated laptop: a nightly backup with restic, from nothing to its first run.
#
# docs/first-minutes.cast is a recording of it, as text, which a test holds to what happens now (PAUSE=0 leaves no time to read):
#   asciinema rec --cols 80 --rows 30 --command Examples/first-minutes.sh docs/first-minutes.cast
# Everything happens in a scratch directory, with a daemon of its own that reads an emulated /sys.
set -euo pipefail
cd "$(dirname "$0")/.."

PATH=${BUILT:-$PWD/.build/release}:$PATH
scratch=$(mktemp -d /tmp/laptop.XXXXXX)
export BGRUN_SOCKET=$scratch/run/org.bgrun.Scheduler HOME=$scratch/home XDG_CACHE_HOME=$scratch/cache NO_PAGER=1
supplies=$scratch/sys/class/power_supply
mkdir -p "$HOME/Documents" "$scratch"/{state,run,jobs} "$supplies"/{AC,BAT0}
daemon=
trap '[ -z "$daemon" ] || kill "$daemon" 2>/dev/null || true; wait; rm -rf "$scratch"' EXIT

printf 'Mains\n' >"$supplies/AC/type"
printf 'Battery\n' >"$supplies/BAT0/type"
printf '87\n' >"$supplies/BAT0/capacity"
plug() {
    printf '%s\n' "$1" >"$supplies/AC/online"
    if [ "$1" = 1 ]; then echo Charging; else echo Discharging; fi >"$supplies/BAT0/status"
}
plug 0
seq 20000 >"$HOME/Documents/numbers"
bgrund --user --state-directory "$scratch/state" --runtime-directory "$scratch/run" --jobs-directory "$scratch/jobs" \
    --sysfs-root "$scratch/sys" 2>"$scratch/log" &
daemon=$!
until bgrun status >/dev/null 2>&1; do sleep 0.1; done
cd "$HOME"

# Shows a command as somebody types it, runs it, and leaves time to read.
show() {
    printf '\n\e[1m$ %s\e[0m\n' "$*"
    sleep "${PAUSE:-1}"
    "$@" || true
    sleep "${PAUSE:-2}"
}
# The same for one that asks: somebody types these answers, in a terminal of its own.
answers() {
    local command=$1
    shift
    printf '\n\e[1m$ %s\e[0m\n' "$command"
    for answer; do
        sleep "${PAUSE:-3}"
        printf '%s\n' "$answer"
    done | script --quiet --return --command "stty cols 80 rows 30; $command" /dev/null
    sleep "${PAUSE:-2}"
}
say() { printf '\n\e[2m# %s\e[0m\n' "$*"; }

say "A laptop on battery, with nothing to do yet."
show bgrun
say "A backup each night, on external power. It asks for what it takes, and makes what is missing."
answers "bgrun new" "" "" "" "$HOME/backup" "" "" "" "" ""
show bgrun status
say "It need not wait for the night to be tried, but it waits for power."
show bgrun run restic --when-possible
show bgrun why restic
say "The plug goes in."
plug 1
until bgrun why restic | grep -qE 'is back|running'; do sleep 0.1; done
show bgrun wait restic --timeout 2m
show bgrun history restic
show bgrun
