// Keys that people write and that there are not: what to write in their place.
import BGRunJSON

/// What is meant by keys of other programs, or by everyday words, where no similar spelling would tell.
struct MeantKey: Sendable {
    /// In small letters, without `-`, `_` and blanks.
    let words: Set<String>
    /// The member to write, `"externalPower": true`.
    let member: String
    /// Of a value that is shown on no screen the example alone is.
    private let isSecret: Bool

    init(_ words: Set<String>, _ member: String, isSecret: Bool = false) {
        self.words = words
        self.member = member
        self.isSecret = isSecret
    }

    private static let longest = 32

    /// The first member that a word stands for.
    static func member(for word: String, in meant: [MeantKey]) -> String? {
        all(for: word, in: meant).first?.member
    }

    /// All that a word may stand for, the likeliest first.
    static func all(for word: String, in meant: [MeantKey]) -> [MeantKey] {
        guard word.utf8.count <= longest else { return [] }
        let plain = String(word.lowercased().filter { !"-_ ".contains($0) })
        return meant.filter { $0.words.contains(plain) }
    }

    /// What to write in place of a key that there is not. What was written to it stays, where the other key takes that.
    ///
    /// - Parameter takes: Whether a key takes a value; nil where there is no such key. In a closure, since the code of a table is made for
    ///   each kind of object.
    static func member(
        for word: String, in meant: [MeantKey], of value: JSONValue,
        taking takes: (JSONValue, String) -> Bool?
    ) -> String? {
        let meant = all(for: word, in: meant)
        // An object of many keys is looked through for the few that stand for something.
        guard !meant.isEmpty, case .object(let object) = value, let value = object[word] else {
            return meant.first?.member
        }
        for candidate in meant {
            if let member = candidate.member(with: value), takes(value, candidate.key) == true {
                return member
            }
        }
        // Of what is asked for not to be there, the example would be the opposite.
        if value == .bool(false), takes(value, "not") != nil, let member = meant.first?.member {
            return "\"not\": {\(member)}"
        }
        return meant.first?.member
    }

    /// The key in ``member``.
    var key: String { String(member.dropFirst().prefix { $0 != "\"" }) }

    /// The key with what was written to the other one, where that is short.
    func member(with value: JSONValue) -> String? {
        switch value {
        // `"wifi": true` asks for more than `"network": true`.
        case .bool where member.hasSuffix(": true") || member.hasSuffix(": false"): break
        case .integer: break
        case .string(let text) where text.utf8.count <= Self.longest && !isSecret: break
        case .bool, .string, .number, .null, .array, .object: return nil
        }
        return "\"\(key)\": \(value.text(layout: .compact))"
    }
}

extension [MeantKey] {
    /// Inside `requires`.
    static let conditions: [MeantKey] =
        [
            MeantKey(power, #""externalPower": true"#),
            MeantKey(["onbattery", "batterypower", "unplugged"], #""not": {"externalPower": true}"#),
        ]
        + networks.map { MeantKey($0.words, #""network": \#($0.member)"#) } + more

    private static let power: Set = [
        "ac", "onac", "acpower", "acadapter", "power", "mains", "onpower", "plugged", "pluggedin", "charger",
        "adapter", "requirespower", "requiresexternalpower", "poweredon",
    ]

    /// What stands inside `network`.
    private static let networks = [
        MeantKey(["wifi", "wlan", "wireless"], #"{"transport": "wifi"}"#),
        MeantKey(["lan", "wired", "ethernet", "cable"], #"{"transport": "ethernet"}"#),
        MeantKey(["mobile", "cellular", "lte", "5g", "tethered"], #"{"transport": "mobile"}"#),
        MeantKey(["notmetered", "nometered", "unmeterednetwork", "wifionly"], #"{"unmetered": true}"#),
        MeantKey(["host", "ping", "server"], #"{"reachable": "nas.local:22"}"#),
        MeantKey(
            ["net", "internet", "connection", "connected", "requiresnetwork", "requiresnetworkconnectivity"],
            "true"),
    ]

    /// Inside `network`.
    static let insideNetwork =
        [
            MeantKey(["wifi", "wlan", "wireless"], #""transport": "wifi""#),
            MeantKey(["lan", "wired", "ethernet", "cable"], #""transport": "ethernet""#),
            MeantKey(["mobile", "cellular", "lte", "5g", "tethered"], #""transport": "mobile""#),
            MeantKey(["notmetered", "nometered"], #""unmetered": true"#),
            MeantKey(["host", "ping", "server"], #""reachable": "nas.local:22""#),
            MeantKey(["name", "essid"], #""ssid": "Home""#),
        ]

    private static let more = [
        MeantKey(
            ["battery", "batery", "batteries", "level", "charge", "soc", "batterypercent", "minbattery"],
            #""batteryLevel": 30"#),
        MeantKey(["batterynotlow", "notlowbattery"], #""batteryLevel": 20"#),
        MeantKey(["inactive", "unused", "idletime", "deviceidle", "useridle", "away"], #""idle": "10m""#),
        MeantKey(["lock", "screenlocked"], #""locked": true"#),
        MeantKey(["lidclosed", "docked", "clamshell"], #""lid": "closed""#),
        MeantKey(["lidopen"], #""lid": "open""#),
        MeantKey(["cpu", "cpuload", "loadavg", "loadaverage"], #""load": 0.8"#),
        MeantKey(["memory", "ram", "cpupressure"], #""pressure": {"memory": 10}"#),
        MeantKey(["io", "iopressure"], #""pressure": {"io": 10}"#),
        MeantKey(
            ["disk", "diskspace", "space", "storage", "storagenotlow", "diskfree"],
            #""freeSpace": {"path": "/home", "atLeast": "10G"}"#),
        MeantKey(["file", "exists", "fileexists", "path"], #""pathExists": "/mnt/backup/.here""#),
        MeantKey(["usb", "disc", "drive"], #""device": {"ID_FS_UUID": "1234-ABCD"}"#),
        MeantKey(["heat", "cool", "hot"], #""temperature": 70"#),
    ]

    /// In a descriptor itself.
    static let descriptor: [MeantKey] =
        [
            MeantKey(
                power.union([
                    "requiresac", "requirescharging", "requirescharger", "onlyonac", "requirespluggedin",
                    "conditionacpower",
                ]), #""requiresExternalPower": true"#),
            MeantKey(
                ["requiresinternet", "requiresconnection", "net", "internet", "online", "requiresonline"],
                #""requiresNetwork": true"#),
            MeantKey(
                ["requireswifi", "wifi", "wlan"], #""requires": {"network": {"transport": "wifi"}}"#),
            MeantKey(
                ["requiresunmetered", "requiresunmeterednetwork", "notmetered"],
                #""requires": {"network": {"unmetered": true}}"#),
            MeantKey(
                [
                    "battery", "requiresbattery", "requiresbatterylevel", "requiresbatterynotlow",
                    "minbattery",
                    "minimumbattery",
                ], #""requires": {"batteryLevel": 30}"#),
            MeantKey(["requiresidle", "requiresdeviceidle"], #""requires": {"idle": "10m"}"#),
            MeantKey(
                ["condition", "conditions", "constraints", "require", "required"],
                #""requires": {"externalPower": true}"#),
            MeantKey(["name", "id", "label", "job"], #""identifier": "org.example.backup""#),
            MeantKey(
                [
                    "cmd", "exec", "execstart", "run", "program", "programarguments", "args", "arguments",
                    "argv",
                ],
                #""command": ["/usr/bin/restic", "backup", "/home/me"]"#),
            MeantKey(["script", "sh", "bash"], #""shell": "tar -cz photos > /mnt/nas/photos.tar.gz""#),
            MeantKey(["service", "daemon"], #""kind": "service""#),
            MeantKey(["service", "systemdunit"], #""unit": "fstrim.service""#),
            MeantKey(["env", "environmentvariables", "variables"], #""environment": {"LANG": "C.UTF-8"}"#),
            MeantKey(["envfile"], #""environmentFile": "/etc/default/backup""#),
            MeantKey(
                ["cwd", "dir", "directory", "workdir", "workingdir", "chdir"],
                #""workingDirectory": "/home/me""#),
            MeantKey(["stdin", "input"], #""standardInput": "text""#, isSecret: true),
            MeantKey(["stdout", "log", "logfile", "output"], #""standardOutput": "/home/me/backup.log""#),
            MeantKey(["stderr"], #""standardError": "/home/me/backup.log""#),
            MeantKey(["description", "displayname"], #""title": "Back up my documents""#),
            MeantKey(["comment"], #""notes": "The passphrase is in the safe.""#),
            MeantKey(
                ["interval", "period", "repeat", "frequency", "startinterval"],
                #""schedule": {"every": "6h"}"#),
            MeantKey(
                ["time", "when", "oncalendar", "startcalendarinterval", "daily"],
                #""schedule": {"calendar": "02:30"}"#),
            MeantKey(["start", "startat", "notbefore", "begin"], #""earliestBeginDate": "+15m""#),
            MeantKey(["end", "expires", "notafter"], #""until": "2027-12-31T00:00:00Z""#),
            MeantKey(["deadline"], #""latestBegin": "3d""#),
            MeantKey(["hours", "window", "between", "quiethours"], #""allowedHours": "22:00-06:00""#),
            MeantKey(
                ["timeout", "timelimit", "maxruntime", "maxtime", "runtimemaxsec", "budget", "duration"],
                #""timeBudget": "1h""#),
            MeantKey(["killafter", "timeoutstopsec", "grace", "exittimeout"], #""gracePeriod": "30s""#),
            MeantKey(["killsignal"], #""stopSignal": "INT""#),
            MeantKey(["retries", "attempts", "maxretries", "restart"], #""retry": {"attempts": 5}"#),
            MeantKey(["jitter", "delay", "randomizeddelaysec"], #""randomDelay": "15m""#),
            MeantKey(["dependson", "depends", "needs", "requiresjob"], #""after": "org.example.other""#),
            MeantKey(["active", "on"], #""enabled": true"#),
            MeantKey(["disabled", "off"], #""enabled": false"#),
            MeantKey(["persistent", "catchup", "runmissed"], #""missed": "once""#),
        ]

    /// Inside an entry of `schedule`.
    static let schedule: [MeantKey] = [
        MeantKey(["interval", "period", "repeat"], #""every": "6h""#),
        MeantKey(["time", "at", "oncalendar", "daily"], #""calendar": "02:30""#),
        MeantKey(["file", "watch"], #""path": "/home/me/inbox""#),
        MeantKey(["on", "trigger", "boot", "onboot"], #""event": "boot""#),
        MeantKey(["tz", "zone"], #""timeZone": "Europe/Berlin""#),
    ]
}
