// Every key of a descriptor with every value of a type that it does not take.

enum WrongTypes {
    struct Member {
        let key: String
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
        ("earliestBegin", ""), ("schedule", ""), ("requiresExternalPower", "boolean"),
        ("requiresNetwork", "boolean"), ("requiresNetworkConnectivity", "boolean"), ("timeBudget", ""),
        ("gracePeriod", ""), ("onRequirementLost", ""), ("onExpiration", ""), ("enabled", "boolean"),
        ("noNewPrivileges", "boolean"),
    ]

    static let keys = types.map(\.key)

    static let members: [Member] = types.flatMap { key, type in
        samples
            .filter { $0.type != type && !(key == "environment" && $0.text == "{}") }
            .map { Member(key: key, text: $0.text) }
    }

    /// A job that is sound but for this member.
    static func job(_ member: String) -> String {
        let identifier = member.hasPrefix(#""identifier""#) ? "" : #""identifier": "a", "#
        let takesPlace = member.hasPrefix(#""command""#) || member.hasPrefix(#""shell": {"#)
        let isShell = member.hasPrefix(#""shell""#) && !member.hasPrefix(#""shell": "true""#)
        return "{\(identifier)\(takesPlace || isShell ? "" : #""command": ["true"], "#)\(member)}"
    }
}
