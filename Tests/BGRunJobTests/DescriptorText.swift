// Descriptors for the tests of this room, and what comes of reading them.
import BGRunJob
import BGRunJSON

/// One descriptor that uses every key.
let everyKey = """
    {
      "identifier": "org.example.backup",
      "title": "Back up the home directory",
      "kind": "refresh",
      "command": ["/usr/bin/restic", "backup", "--one-file-system", "/home/me"],
      "environment": {"RESTIC_REPOSITORY": "/mnt/backup", "LANG": "C.UTF-8", "EMPTY": ""},
      "workingDirectory": {"path": "/home/me", "make": true},
      "umask": "0077",
      "environmentFile": "-/etc/default/restic",
      "credentials": {"password": "/home/me/.restic", "key.pem": "/etc/ssl/key"},
      "user": "backup",
      "group": "disk",
      "standardInput": "one line\\n",
      "standardOutput": {"path": "/home/me/backup.log", "maxSize": "10M", "keep": 3},
      "standardError": "/home/me/backup.errors",
      "earliestBeginDate": "2026-03-29T02:30:00+02:00",
      "schedule": [
        {"cron": "30 2 * * 1-5", "timeZone": "Europe/Berlin", "except": ["Sat", "12-25", "2026-12-24/2027-01-01"]},
        {"calendar": "Sat *-*-* 04:00 America/New_York"},
        {"every": "6h", "from": "completion"},
        {"event": "wake", "delay": "2m"},
        {"event": "wake", "asleep": "1h"},
        {"device": {"ID_FS_UUID": "1234-*"}, "delay": "5s"},
        {"mount": "UUID=1234-ABCD"},
        {"path": "/etc/apt", "settle": "5s", "recursive": true}
      ],
      "missed": "all",
      "maxLateness": "12h",
      "randomDelay": "10m",
      "fixedDelay": "20m",
      "accuracy": "15m",
      "spacing": "30s",
      "until": "2027-03-29T02:30:00+02:00",
      "maxRuns": 100,
      "allowedHours": ["22:00-06:00", "12:00-13:00"],
      "onAllowedHoursEnd": "freeze",
      "latestBegin": "3d",
      "priority": "high",
      "keepAwake": {"when": "onExternalPower", "withLidClosed": true},
      "wakeSystem": "always",
      "beforeSleep": "stop",
      "requiresExternalPower": true,
      "requiresNetwork": true,
      "requires": {
        "batteryLevel": 60,
        "charging": true,
        "idle": "10m",
        "locked": true,
        "load": 0.8,
        "pressure": {"cpu": 20, "io": 10, "memory": 5},
        "freeSpace": [{"path": "/", "atLeast": "10G"}, {"path": "/home", "atLeast": 4096}],
        "pathExists": ["/mnt/backup/.here", "/etc/fstab"],
        "mounted": ["/mnt/backup", "UUID=1234-ABCD"],
        "device": {"SUBSYSTEM": "block", "ID_FS_UUID": "1234-*"},
        "lid": "closed",
        "powerSaver": false,
        "temperature": 70,
        "command": {"command": ["/usr/bin/test", "-e", "/x"], "every": "10m", "timeBudget": "20s"},
        "anyOf": [{"externalPower": true}, {"batteryLevel": 80, "not": {"lid": "open"}}],
        "not": {"network": {"ssid": "Train"}}
      },
      "prefers": {
        "network": {
          "unmetered": true, "interface": ["eth0", "wl*"], "transport": ["ethernet", "wifi"], "ssid": "Home", "vpn": "wg0",
          "online": true, "reachable": ["nas.local:22", "[fe80::1]:443"]
        },
        "for": "3d"
      },
      "timeBudget": "20m",
      "maxTimeBudget": "1h",
      "watchdog": "5m",
      "gracePeriod": "30s",
      "stopSignal": "INT",
      "resources": {
        "nice": 5, "ioClass": "best-effort", "cpuWeight": 50, "ioWeight": 10000, "memoryMax": "500M",
        "swapMax": 0, "tasksMax": 100
      },
      "onRequirementLost": "finish",
      "onExpiration": "drop",
      "enabled": false,
      "noNewPrivileges": true,
      "tags": ["media", "night"],
      "conflictGroup": "disk-heavy",
      "conflicts": ["org.example.index", {"group": "disk-heavy"}],
      "exclusive": true,
      "queue": {"name": "disk", "limit": 2},
      "after": ["org.example.snapshot", "org.example.check"]
    }
    """

func descriptor(_ text: String, rules: DescriptorRules? = nil) throws -> JobDescriptor {
    try JobDescriptor(json: Array(text.utf8), rules: rules)
}

/// What the reader says of `text`, one line a mistake; "accepted" where it says nothing.
func refusal(of text: String, rules: DescriptorRules? = nil) -> String {
    refusal(of: Array(text.utf8), rules: rules)
}

func refusal(of bytes: [UInt8], rules: DescriptorRules? = nil) -> String {
    do {
        _ = try JobDescriptor(json: bytes, rules: rules)
        return "accepted"
    } catch {
        return error.description
    }
}

/// What the reader says of a sound job that also has these members.
func refusal(ofMember member: String, rules: DescriptorRules? = nil) -> String {
    refusal(of: #"{"identifier": "a", "command": ["true"], \#(member)}"#, rules: rules)
}
