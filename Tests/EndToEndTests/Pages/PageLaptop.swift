// The laptop on which the commands of a page are typed: a home, a network and a user of its own, and a daemon that is theirs.
import BGRunTestSupport
import Foundation
import Testing

/// An emulated laptop on battery with 62 %, whose user is called `me`. Its mounts and its network are its own.
struct PageLaptop {
    /// A number that the bus knows, too.
    private static let me = Person.nobody
    /// As much as fits on a narrow terminal, and no pager.
    private static let terminal = "stty columns 80 rows 500 -echo"
    /// What the commands that a page hides may say beside those of a shell.
    private static let stage = """
        plug() { echo 1 >$SYS/AC/online; echo Charging >$SYS/BAT0/status; }
        unplug() { echo 0 >$SYS/AC/online; echo Discharging >$SYS/BAT0/status; }
        shows() { for _ in {1..600}; do [[ $("${@:2}" 2>&1) == *"$1"* ]] && return; sleep 0.05; done; false; }
        state() { shows '"state": "'$2'"' bgrun status $1 --json; }
        """
    /// Begins the daemon where nothing of the machine can be changed. The home lies in memory.
    private static let world = """
        set -e
        mount -t tmpfs none /home
        sed "s|^[^:]*:x:$0:.*|me:x:$0:$0:Me:/home/me:/bin/bash|" /etc/passwd >/home/.passwd
        sed "s|^[^:]*:x:$0:.*|me:x:$0:|" /etc/group >/home/.group
        for file in passwd group; do mount --bind /home/.$file /etc/$file; done
        install -d -o me -g me /home/me /home/me/bin
        ip link set lo up
        ip link add wlan0 type veth peer name air
        ip link set air up
        ip addr add 192.0.2.2/24 dev wlan0
        ip link set wlan0 up
        ip route add default via 192.0.2.1
        exec setpriv --reuid $0 --regid $0 --clear-groups "$@"
        """

    let laptop: EmulatedLaptop

    init() throws {
        laptop = try EmulatedLaptop()
        let daemon = laptop.daemon
        try laptop.bus.admitEveryone()
        try daemon.supply("BAT0", ["capacity": "62"])
        try daemon.scratch.file("policy.json", #"{"settle": {"externalPower": "0s"}}"#)
        try daemon.belong(to: Self.me)
        daemon.starter = ["/usr/bin/unshare", "--mount", "--net", "/bin/bash", "-c", Self.world, Self.me]
        daemon.environment["PATH"] = "/usr/sbin:/usr/bin:/sbin:/bin"
        daemon.environment["HOME"] = "/home/me"
        daemon.environment["TZ"] = "Europe/Berlin"
        let jobs = try #require(daemon.arguments.firstIndex(of: daemon.jobsDirectory))
        daemon.arguments[jobs] = "/home/me/.config/bgrun/jobs.d"
        try daemon.start()
    }

    /// What somebody at the terminal sees of a command; nothing is typed into it.
    func types(_ command: String) throws -> (status: Int32, lines: [String]) {
        let ran = try Command.run(
            ["nsenter", "--target", "\(laptop.daemon.processIdentifier)", "--mount", "--net"]
                + ["--setuid", Self.me, "--setgid", Self.me, "env", "--ignore-environment"]
                + variables.map { "\($0)=\($1)" } + ["TYPED=\(command)"]
                + ["script", "--quiet", "--return", "--command"]
                + ["\(Self.terminal); cd; \(Self.stage)\n{ eval \"$TYPED\"; } </dev/null", "/dev/null"])
        let text = String(String.UnicodeScalarView(ran.output.unicodeScalars.filter { $0 != "\r" }))
        return (
            ran.status,
            text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
        )
    }

    private var variables: [String: String] {
        let programs = URL(filePath: Repository.program("bgrun")).deletingLastPathComponent()
        return [
            "PATH": "\(programs.path(percentEncoded: false)):/home/me/bin:/usr/bin:/bin", "HOME": "/home/me",
            "SHELL": "/bin/bash", "TERM": "xterm", "NO_COLOR": "1", "LANG": "C.UTF-8", "TZ": "Europe/Berlin",
            "BGRUN_SOCKET": laptop.daemon.socket, "DBUS_SYSTEM_BUS_ADDRESS": laptop.bus.address,
            "SYS": laptop.daemon.scratch.path("sys/class/power_supply"),
            "REPOSITORY": Repository.root.path(percentEncoded: false),
        ]
    }
}
