#!/bin/bash
# package.sh DEB [APPLICATION-DEB]: what installing, upgrading, removing and purging the package does, under systemd as PID 1 in
# name spaces of this machine, over a Debian of its own. No virtual machine: it is up in two seconds.
#
# Needs root, cgroup v2 and overlayfs. The Debian is made once, in $BGRUN_BOX_CACHE (.build/box).
# shellcheck disable=SC2317 # What `holds` and `until_true` call, they call by name.
set -euo pipefail
cd "$(dirname "$0")/../.."

[ $# -ge 1 ] || { sed -n '2,5s/^# \{0,1\}//p' "$0" >&2; exit 2; }
[ "$(id -u)" -eq 0 ] || { echo "package.sh: this needs root, for name spaces and mounts" >&2; exit 2; }
cache=$(realpath -m "${BGRUN_BOX_CACHE:-.build/box}")
work=$(mktemp -d)
packages=$work/packages
mkdir -p "$cache" "$packages" "$work/box"
cp "$1" "$packages/bgrun.deb"
[ -z "${2:-}" ] || cp "$2" "$packages/application.deb"

# Of the release that this machine has, so that the programs find their libraries. Made anew when what is asked for changes.
make_debian() {
    local wanted suite
    suite=$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release)
    wanted="$suite apt,dbus-user-session,init-system-helpers,iproute2,libcurl4,libpam-systemd,libsqlite3-0,libstdc++6"
    wanted+=",libudev1,passwd,procps,systemd,systemd-sysv,tzdata,udev,util-linux"
    [ "$(cat "$cache/made-of" 2>/dev/null)" != "$wanted" ] || return 0
    rm -rf "$cache/root" "$cache/made-of"
    mmdebstrap --quiet --variant=minbase --include="${wanted#* }" "$suite" "$cache/root"
    echo "$wanted" >"$cache/made-of"
}

groups=$(awk '$3 == "cgroup2" { print $2; exit }' /proc/mounts)/bgrun-box.$$
first=

stop_box() {
    if [ -n "$first" ] && [ -d "/proc/$first" ]; then
        # systemd's own signal for halting at once; what is left after that goes with its first process.
        kill -s RTMIN+14 "$first" 2>/dev/null || true
        timeout 10 tail --pid="$first" -f /dev/null || kill -s KILL "$first" 2>/dev/null || true
    fi
    wait || true
    find "$groups" -depth -type d -exec rmdir {} + 2>/dev/null || true
    rm -rf "$work"
}
trap stop_box EXIT

start_box() {
    mkdir "$groups"
    (
        echo "$BASHPID" >"$groups/cgroup.procs"
        exec unshare --mount --pid --fork --net --uts --ipc --cgroup --propagation private \
            Tests/System/box-root "$cache/root" "$work/box" "$packages"
    ) </dev/null >"$work/log" 2>&1 &
    local outer=$!
    until_true "systemd to be there" eval "first=\$(pgrep -P $outer) && [ \"\$(cat /proc/\$first/comm)\" = systemd ]"
    until_true "the Debian to be up" is_up --system
}

# Asks again until COMMAND succeeds, for half a minute.
until_true() {
    local what=$1 end=$((SECONDS + 30))
    shift
    until "$@" >/dev/null 2>&1; do
        [ "$SECONDS" -lt "$end" ] || { echo "package.sh: waited in vain for $what" >&2; cat "$work/log" >&2; exit 1; }
        sleep 0.1
    done
}

inside() {
    nsenter -t "$first" -m -u -i -n -p -C -r -w \
        env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"
}
is_up() { [[ $(inside systemctl "$@" is-system-running --wait) =~ running|degraded ]]; }
as_anna() { inside runuser -u anna -- env XDG_RUNTIME_DIR=/run/user/1000 "$@"; }

failed=0
# holds SENTENCE COMMAND...: the sentence is true when the command succeeds.
holds() {
    local sentence=$1 output
    shift
    if output=$("$@" 2>&1); then
        echo "  ✓ $sentence"
    else
        echo "  ✗ $sentence: $*: $output"
        failed=1
    fi
}
fails() { ! "$@"; }
is() { [ "$("${@:2}")" = "$1" ] || { "${@:2}"; return 1; }; }
has() { "${@:2}" | grep -q -- "$1"; }

daemon() { inside systemctl show --value --property MainPID bgrund.service; }
own_daemon() { inside systemctl --user --machine=1000@ show --value --property MainPID bgrund.service; }
# The number of the process that a job has started, as it wrote it.
run_of() { inside cat "/tmp/$1"; }
begin() {
    local name=$1
    shift
    "$@" submit --identifier "org.example.$name" -- sh -c "echo \$\$ >/tmp/$name; exec sleep 1000"
    until_true "$name to run" inside test -s "/tmp/$name"
}

make_debian
start_box

echo "installing"
holds "installs" inside dpkg --install /packages/bgrun.deb
holds "has the daemon and its socket started, and started at each boot" \
    inside systemctl --quiet is-active bgrund.service bgrund.socket
holds "has them enabled" inside systemctl --quiet is-enabled bgrund.service bgrund.socket
holds "finds nothing wrong" inside bgrun doctor
holds "knows the shipped jobs" has '"scheduled"' inside bgrun status org.bgrun.file-index --json
holds "has the program of backups where bgrun new looks for it" \
    has /usr/libexec/bgrun/backup inside bgrun new rsync --path /etc --repository /srv/copy
inside useradd --create-home --uid 1000 anna
inside loginctl enable-linger anna
until_true "anna's manager" is_up --user --machine=1000@
holds "starts no daemon of a user's own, unless asked" \
    is disabled inside bash -c 'systemctl --user --machine=1000@ is-enabled bgrund.service || true'

echo "upgrading while jobs run"
inside systemctl --user --machine=1000@ --quiet enable --now bgrund.service
begin root inside bgrun
begin anna as_anna bgrun
begin own as_anna bgrun --user
inside mkdir -p /etc/bgrun/jobs.d
echo '{"identifier": "org.example.kept", "command": ["/bin/true"], "schedule": {"every": "1d"}}' \
    | inside tee /etc/bgrun/jobs.d/org.example.kept.json >/dev/null
before=$(daemon) own_before=$(own_daemon)
declare -A process
for name in root anna own; do process[$name]=$(run_of "$name"); done
holds "upgrades" inside dpkg --install /packages/bgrun.deb
# The program that was replaced has no name any more.
until_true "the daemon to go on as the new program" fails inside sh -c "readlink /proc/$before/exe | grep deleted"
until_true "a user's own daemon to go on as the new program" fails inside sh -c "readlink /proc/$own_before/exe | grep deleted"
holds "keeps the daemon's process" is "$before" daemon
holds "keeps the process of a user's own daemon" is "$own_before" own_daemon
for name in root anna own; do
    holds "ends no run ($name)" inside kill -0 "${process[$name]}"
    holds "starts none twice ($name)" is "${process[$name]}" run_of "$name"
done
holds "hears how a run ends that the program before has begun" inside sh -c \
    "kill ${process[root]}; bgrun wait org.example.root; bgrun history org.example.root | grep -q 'signal 15'"
holds "still answers" has org.example.anna inside bgrun status --running
holds "keeps what was written in /etc/bgrun" inside test -e /etc/bgrun/jobs.d/org.example.kept.json

if [ -e "$packages/application.deb" ]; then
    echo "an application with a package of its own"
    holds "installs" inside dpkg --install /packages/application.deb
    until_true "its manifest to be read" has com.example.notes as_anna bgrun applications
    holds "has its task permitted to every user" has com.example.notes as_anna bgrun applications
    inside install -d -o anna /home/anna/notes
    echo "three more words" | inside tee /home/anna/notes/first.txt >/dev/null
    as_anna sh -c 'cd && exec example-notes notes' >/dev/null 2>&1 &
    until_true "the notes to be counted" inside test -s /home/anna/notes/counts.json
    # Its handler has submitted the next request.
    until_true "the next request" has com.example.notes.count as_anna bgrun status
    inside pkill example-notes
    inside rm /home/anna/notes/counts.json
    holds "has its task begun while it does not run" as_anna bgrun simulate launch com.example.notes.count
    until_true "the notes to be counted by a process that bgrund has started" inside test -s /home/anna/notes/counts.json
    inside dpkg --remove example-notes >/dev/null
    until_true "its manifest to go" fails has com.example.notes as_anna bgrun applications
    holds "may have none once it is removed" fails has com.example.notes as_anna bgrun applications
fi

echo "removing"
holds "removes" inside dpkg --remove bgrun
holds "stops the daemon and its socket" fails inside systemctl --quiet is-active bgrund.service bgrund.socket
holds "stops each user's own daemon" fails inside pgrep bgrund
holds "ends their runs" fails inside pgrep sleep
holds "keeps jobs and history" inside test -s /var/lib/bgrun/bgrun.sqlite
holds "keeps what was written in /etc/bgrun" inside test -e /etc/bgrun/jobs.d/org.example.kept.json
holds "installs again" inside dpkg --install /packages/bgrun.deb
until_true "the jobs to be there" has org.example.anna inside bgrun status --all
holds "has the jobs of before, which go on" has org.example.anna inside bgrun status --all

echo "purging while a user writes below /var/lib/bgrun"
# shellcheck disable=SC2016 # The box's shell expands it.
inside setsid --fork setpriv --reuid=1000 --regid=1000 --clear-groups \
    sh -c 'while :; do mkdir -p "/var/lib/bgrun/jobs/1000/org.example.anna/written/$(date +%N)"; done' >/dev/null 2>&1 </dev/null
until_true "the user to write" inside test -e /var/lib/bgrun/jobs/1000/org.example.anna/written
holds "purges" inside dpkg --purge bgrun
holds "leaves nothing outside of homes" is "" \
    inside find / -xdev \( -path /home -o -path /proc -o -path /packages -o -path /tmp \) -prune -o -name '*bgrun*' -print
holds "leaves nothing at run time" is "" inside find /run -name '*bgrun*' -not -path '/run/host/*' -not -path '/run/user/*'
holds "leaves a user's own jobs to the user" inside test -e /home/anna/.local/state/bgrun/bgrun.sqlite

exit "$failed"
