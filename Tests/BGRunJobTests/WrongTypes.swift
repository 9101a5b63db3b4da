// Every key of a descriptor with every value of a type that it does not take.

enum WrongTypes {
    struct Member {
        /// The key path at which it is wrong.
        let place: String
        /// A member of a job: `"title": null`.
        let text: String
    }

    private static let samples: [(type: String, text: String)] = [
        ("null", "null"), ("boolean", "true"), ("number", "1"), ("number", "1.5"), ("string", #""\u0020""#),
        ("list", "[]"), ("list", "[[]]"), ("object", "{}"), ("object", #"{"a": {}}"#),
    ]

    /// The type that each key takes; a string of one blank is no word, date, duration or path.
    private static let types: [(key: String, type: String)] = [
        ("identifier", ""), ("instances", ""), ("title", "string"), ("notes", "string"),
        ("kind", ""), ("command", ""), ("shell", ""), ("unit", ""),
        ("environment", ""), ("workingDirectory", ""), ("umask", ""), ("user", ""), ("group", ""),
        ("environmentFile", ""), ("credentials", ""), ("resources", ""), ("stopSignal", ""),
        ("standardInput", "string"), ("standardOutput", ""), ("standardError", ""), ("earliestBeginDate", ""),
        ("earliestBegin", ""), ("schedule", ""), ("missed", ""), ("maxLateness", ""),
        ("randomDelay", ""), ("fixedDelay", ""), ("accuracy", ""), ("spacing", ""), ("until", ""),
        ("maxRuns", "number"),
        ("allowedHours", ""), ("onAllowedHoursEnd", ""),
        ("latestBegin", ""), ("priority", ""), ("keepAwake", ""), ("wakeSystem", ""), ("beforeSleep", ""),
        ("requiresExternalPower", "boolean"),
        ("requiresNetwork", "boolean"), ("requiresNetworkConnectivity", "boolean"), ("requires", ""),
        ("prefers", ""), ("timeBudget", ""), ("maxTimeBudget", ""), ("watchdog", ""),
        ("gracePeriod", ""), ("onRequirementLost", ""), ("onExpiration", ""),
        ("successExitCodes", ""), ("deferExitCodes", "list"), ("retry", "boolean"),
        ("disableAfterFailures", "number"), ("notify", ""), ("onFailure", ""),
        ("onRecovery", ""), ("onSuccess", ""), ("enabled", "boolean"),
        ("noNewPrivileges", "boolean"),
        ("tags", ""), ("conflictGroup", ""), ("conflicts", ""),
        ("exclusive", "boolean"), ("queue", ""), ("after", ""),
    ]

    static let keys = types.map(\.key)

    /// The same for keys inside a key: what stands before them in a sound object, the key, and its type.
    private static let innerTypes: [(outer: String, before: String, key: String, type: String)] = [
        ("schedule", "", "cron", ""), ("schedule", "", "calendar", ""),
        ("schedule", #""cron": "0 2 * * *", "#, "timeZone", ""),
        ("schedule", #""cron": "0 2 * * *", "#, "except", ""), ("standardOutput", "", "path", ""),
        ("standardOutput", #""path": "/x", "#, "maxSize", "number"),
        ("standardError", #""path": "/x", "maxSize": "1M", "#, "keep", "number"),
        ("schedule", "", "every", ""),
        ("schedule", #""every": "6h", "#, "from", ""), ("schedule", "", "event", ""),
        ("schedule", #""event": "wake", "#, "delay", ""), ("schedule", "", "path", ""),
        ("schedule", #""event": "wake", "#, "asleep", ""), ("schedule", "", "device", ""),
        ("schedule", "", "mount", ""),
        ("schedule", #""path": "/x", "#, "settle", ""),
        ("schedule", #""path": "/x", "#, "recursive", "boolean"), ("keepAwake", "", "when", ""),
        ("resources", "", "nice", "number"), ("resources", "", "ioClass", ""),
        ("resources", "", "cpuWeight", "number"), ("resources", "", "ioWeight", "number"),
        ("resources", "", "memoryMax", "number"), ("resources", "", "swapMax", "number"),
        ("resources", "", "tasksMax", "number"),
        ("workingDirectory", "", "path", ""), ("workingDirectory", #""path": "/x", "#, "make", "boolean"),
        ("keepAwake", #""when": "always", "#, "withLidClosed", "boolean"),
        ("requires", "", "externalPower", "boolean"), ("requires", "", "batteryLevel", "number"),
        ("requires", "", "charging", "boolean"), ("requires", "", "network", "boolean"),
        ("requires", "", "idle", ""), ("requires", "", "locked", "boolean"),
        ("requires", "", "load", "number"), ("requires", "", "pressure", ""),
        ("requires", "", "freeSpace", ""), ("requires", "", "pathExists", ""),
        ("requires", "", "mounted", ""), ("requires", "", "device", ""), ("requires", "", "lid", ""),
        ("requires", "", "powerSaver", "boolean"), ("requires", "", "temperature", "number"),
        ("requires", "", "command", ""), ("requires", "", "anyOf", ""), ("requires", "", "not", ""),
        ("prefers", #""charging": true, "#, "for", ""), ("queue", "", "name", ""),
        ("queue", #""name": "q", "#, "limit", "number"), ("onFailure", "", "command", ""),
        ("onFailure", #""command": ["tell"], "#, "timeBudget", ""), ("conflicts", "", "group", ""),
    ]

    /// The same one level further inside: the keys that lead there, and what stands around.
    private static let deepTypes:
        [(place: String, before: String, after: String, key: String, type: String)] = [
            ("requires.network", #""requires": {"network": {"#, "}}", "unmetered", "boolean"),
            ("requires.network", #""requires": {"network": {"#, "}}", "interface", ""),
            ("requires.network", #""requires": {"network": {"#, "}}", "transport", ""),
            ("requires.network", #""requires": {"network": {"#, "}}", "reachable", ""),
            ("requires.pressure", #""requires": {"pressure": {"#, "}}", "cpu", "number"),
            ("requires.pressure", #""requires": {"pressure": {"#, "}}", "io", "number"),
            ("requires.pressure", #""requires": {"pressure": {"#, "}}", "memory", "number"),
            ("requires.freeSpace", #""requires": {"freeSpace": {"atLeast": 1, "#, "}}", "path", ""),
            ("requires.freeSpace", #""requires": {"freeSpace": {"path": "/", "#, "}}", "atLeast", "number"),
            ("requires.device", #""requires": {"device": {"#, "}}", "ID_FS_UUID", "string"),
            ("requires.command", #""requires": {"command": {"every": "1m", "#, "}}", "command", ""),
            ("requires.command", #""requires": {"command": {"command": ["/x"], "#, "}}", "every", ""),
            (
                "requires.command", #""requires": {"command": {"command": ["/x"], "every": "1m", "#, "}}",
                "timeBudget", ""
            ),
            ("requires.anyOf[0]", #""requires": {"anyOf": [{"#, "}]}", "charging", "boolean"),
            ("requires.not", #""requires": {"not": {"#, "}}", "temperature", "number"),
            ("prefers.not.not", #""prefers": {"for": "1h", "not": {"not": {"#, "}}}", "lid", ""),
        ]

    static let members = outer + inner + deep

    private static let outer: [Member] = types.flatMap { key, type in
        wrong(for: type).filter { !(key == "environment" && $0 == "{}") }
            .map { Member(place: key, text: #""\#(key)": \#($0)"#) }
    }

    private static let inner: [Member] = innerTypes.flatMap { outer, before, key, type in
        wrong(for: type).map {
            Member(place: "\(outer).\(key)", text: #""\#(outer)": {\#(before)"\#(key)": \#($0)}"#)
        }
    }

    private static let deep: [Member] = deepTypes.flatMap { place, before, after, key, type in
        wrong(for: type).map {
            Member(place: "\(place).\(key)", text: #"\#(before)"\#(key)": \#($0)\#(after)"#)
        }
    }

    private static func wrong(for type: String) -> [String] {
        samples.filter { $0.type != type }.map(\.text)
    }

    /// A job that is sound but for this member.
    static func job(_ member: String) -> String {
        let identifier = member.hasPrefix(#""identifier""#) ? "" : #""identifier": "a", "#
        let takesPlace = member.hasPrefix(#""command""#) || member.hasPrefix(#""shell": {"#)
        let isShell = member.hasPrefix(#""shell""#) && !member.hasPrefix(#""shell": "true""#)
        let isUnit = member.hasPrefix(#""unit""#)
        return "{\(identifier)\(takesPlace || isShell || isUnit ? "" : #""command": ["true"], "#)\(member)}"
    }
}
