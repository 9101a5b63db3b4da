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
        ("identifier", ""), ("title", "string"), ("kind", ""), ("command", ""), ("shell", ""),
        ("environment", ""), ("workingDirectory", ""), ("standardInput", "string"), ("earliestBeginDate", ""),
        ("earliestBegin", ""), ("schedule", ""), ("missed", ""), ("maxLateness", ""),
        ("randomDelay", ""), ("fixedDelay", ""), ("until", ""), ("maxRuns", "number"), ("allowedHours", ""),
        ("latestBegin", ""), ("priority", ""), ("keepAwake", ""), ("wakeSystem", ""), ("beforeSleep", ""),
        ("requiresExternalPower", "boolean"),
        ("requiresNetwork", "boolean"), ("requiresNetworkConnectivity", "boolean"), ("requires", ""),
        ("prefers", ""), ("timeBudget", ""),
        ("gracePeriod", ""), ("onRequirementLost", ""), ("onExpiration", ""), ("enabled", "boolean"),
        ("noNewPrivileges", "boolean"),
    ]

    static let keys = types.map(\.key)

    /// The same for keys inside a key: what stands before them in a sound object, the key, and its type.
    private static let innerTypes: [(outer: String, before: String, key: String, type: String)] = [
        ("schedule", "", "cron", ""), ("schedule", "", "calendar", ""),
        ("schedule", #""cron": "0 2 * * *", "#, "timeZone", ""), ("schedule", "", "every", ""),
        ("schedule", #""every": "6h", "#, "from", ""), ("schedule", "", "event", ""),
        ("schedule", "", "path", ""), ("schedule", #""path": "/x", "#, "settle", ""),
        ("schedule", #""path": "/x", "#, "recursive", "boolean"), ("keepAwake", "", "when", ""),
        ("keepAwake", #""when": "always", "#, "withLidClosed", "boolean"),
    ]

    static let members: [Member] =
        types.flatMap { key, type in
            wrong(for: type).filter { !(key == "environment" && $0 == "{}") }
                .map { Member(place: key, text: #""\#(key)": \#($0)"#) }
        }
        + innerTypes.flatMap { outer, before, key, type in
            wrong(for: type).map {
                Member(place: "\(outer).\(key)", text: #""\#(outer)": {\#(before)"\#(key)": \#($0)}"#)
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
        return "{\(identifier)\(takesPlace || isShell ? "" : #""command": ["true"], "#)\(member)}"
    }
}
