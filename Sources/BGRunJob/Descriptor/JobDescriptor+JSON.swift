// The one reader and the one printer of descriptors: jobs directories, the socket and the store share them.
import BGRunCalendar
import BGRunJSON

extension JobDescriptor {
    /// Reads the text of a descriptor, at most 64 KiB of it.
    ///
    /// - Parameter rules: What the daemon and the machine add. The store gives none: what was accepted under an
    ///   older policy stays accepted.
    package init(json bytes: [UInt8], rules: DescriptorRules? = nil) throws(DescriptorError) {
        let value: JSONValue
        do {
            value = try JSONValue(parsing: bytes, limits: .descriptor)
        } catch {
            throw .text(error)
        }
        // The canonical text is the longer one only where a short alias gives way to a longer name, and where a
        // size in bytes becomes text.
        let room = bytes.count > Self.byteLimit - 256 ? Room.mustBeMeasured : .isKnown(bytes.count)
        try self.init(value, room: room, rules: rules)
    }

    /// Reads a descriptor that is part of a message; its text alone has at most 64 KiB too.
    ///
    /// - Parameter origins: What of it is not of its author's own text.
    package init(
        value: JSONValue, rules: DescriptorRules? = nil, origins: [KeyOrigin] = []
    ) throws(DescriptorError) {
        // Before it is read: a message may have sixteen times as much, of what takes longest.
        if let error = Self.excess(of: value) { throw .fields([error]) }
        try self.init(value, room: .mustBeMeasured, rules: rules, origins: origins)
    }

    /// The canonical form: keys in the order of the table, defaults left out.
    ///
    /// Reading it gives the same descriptor again, so it is what the store keeps. It holds the environment's
    /// values; what people see is ``maskedJSON``.
    package var json: JSONValue {
        var object = written
        if !origins.isEmpty { object[Self.originsKey] = ValueRule<[KeyOrigin]>.origins.print(origins) }
        return .object(object)
    }

    /// The same without what only the store keeps of where it comes from.
    private var written: JSONObject {
        var object = Self.keys.print(Draft(self))
        if let (application, request) = program.applicationTask {
            object[Self.applicationKey] = .string(application.text)
            object[Self.taskKey] = request.json
        }
        return object
    }

    /// Three keys that only the daemon writes: whose request the job is, and which, and where keys come from. No file and no
    /// message has them.
    private static let applicationKey = "application"
    private static let taskKey = "task"
    private static let originsKey = "origins"

    /// The canonical form for people and the log. Values of the environment and the standard input are hidden:
    /// both are where a passphrase is put.
    package var maskedJSON: JSONValue { masked.json }

    /// ``maskedJSON`` without where keys come from.
    package var shownJSON: JSONObject { masked.written }

    private var masked: JobDescriptor {
        var masked = self
        masked.environment = environment.map { Variable(name: $0.name, value: Self.hiddenMark) }
        masked.standardInput = standardInput.map { _ in Self.hiddenMark }
        return masked
    }

    /// ``maskedJSON`` on one line.
    package var maskedText: String { maskedJSON.text() }

    /// Tells one content from another, whatever the order of keys and the white space, and whatever the policy adds: what has
    /// had its run does not run again for a new policy.
    package var fingerprint: UInt64 {
        Fingerprint.of(JSONValue.object((origins.isEmpty ? self : withoutDefaults).written).bytes())
    }

    /// The same for people to compare: 16 digits.
    package var fingerprintText: String {
        Fingerprint.text(of: fingerprint)
    }

    /// Whether the canonical text is known to fit the limit.
    private enum Room {
        case isKnown(Int)
        case mustBeMeasured
    }

    private init(
        _ value: JSONValue, room: Room, rules: DescriptorRules?, origins: [KeyOrigin] = []
    ) throws(DescriptorError) {
        var draft = Draft()
        var errors: [FieldError] = []
        var (value, origins) = (value, origins)
        if rules == nil {
            draft.task = Self.takeTask(from: &value, &errors)
            origins += Self.takeOrigins(from: &value, &errors)
        }
        Self.keys.read(JSONField(value), into: &draft, errors: &errors)
        if draft.instances != nil { errors.append(Self.severalJobs) }
        if case .object(let object) = value, draft.task == nil, !errors.isFull {
            errors += Self.absences(in: object)
        }
        guard errors.isEmpty, let descriptor = draft.descriptor else { throw .fields(errors) }
        let broken = descriptor.contradictions + (rules.map(descriptor.mistakes(under:)) ?? [])
        guard broken.isEmpty else { throw .fields(broken) }
        self = descriptor
        if let rules, let defaults = rules.policy?.defaults, !defaults.isEmpty {
            let keys = defaults.fill(&draft) {
                $0.contradictions.isEmpty && $0.mistakes(under: rules).isEmpty
            }
            self = draft.descriptor ?? descriptor
            if !keys.isEmpty { origins.append(KeyOrigin(.policy, keys: keys)) }
        }
        self.origins = origins
        textSize =
            if case .isKnown(let bytes) = room, origins.isEmpty { TextSize(bytes) } else {
                TextSize(of: json)
            }
        if let error = Self.excess(textSize) { throw .fields([error]) }
    }

    private static let severalJobs = FieldError(
        at: JSONKeyPath([.key("instances")]),
        reason: "this stands for several jobs, and one is described here",
        advice: "hand it over with bgrun submit, or name it as a template is, with '@' at the end")

    /// Takes out where keys come from, which only the store keeps.
    private static func takeOrigins(
        from value: inout JSONValue, _ errors: inout [FieldError]
    ) -> [KeyOrigin] {
        guard case .object(var object) = value, let origins = object[originsKey] else { return [] }
        object[originsKey] = nil
        value = .object(object)
        let field = JSONField(origins, at: .key(originsKey), in: .root)
        return ValueRule<[KeyOrigin]>.origins.read(field, &errors) ?? []
    }

    /// Takes out what only the store keeps.
    private static func takeTask(from value: inout JSONValue, _ errors: inout [FieldError]) -> Program? {
        guard case .object(var object) = value, let task = object[taskKey] else { return nil }
        defer { value = .object(object) }
        guard case .string(let name)? = object[applicationKey], let application = JobIdentifier(name) else {
            errors.append(
                FieldError(
                    at: JSONKeyPath([.key(applicationKey)]), reason: "the task has no application",
                    advice: "name it"))
            return nil
        }
        let field = JSONField(task, at: .key(taskKey), in: .root)
        guard let request = TaskRequest(field, &errors) else { return nil }
        object[taskKey] = nil
        object[applicationKey] = nil
        return .task(application: application, request)
    }

    /// Keys that must be there and are not, or are there beside one that takes their place.
    private static func absences(in object: JSONObject) -> [FieldError] {
        var errors: [FieldError] = []
        if object["identifier"] == nil {
            errors.append(
                FieldError(
                    at: JSONKeyPath([.key("identifier")]), reason: "the key is missing",
                    advice: "name the job, such as \"identifier\": \"org.example.backup\""))
        }
        let programs = programKeys.filter { object[$0] != nil }
        if programs.isEmpty {
            errors.append(
                FieldError(
                    at: JSONKeyPath([.key("command")]), reason: "the job has nothing to run",
                    advice:
                        "write \"command\": [\"/usr/bin/apt-get\", \"update\"] "
                        + "or \"shell\": \"apt-get update\", or name a service as \"unit\""
                ))
        }
        for key in programs.dropFirst() {
            errors.append(
                FieldError(
                    at: JSONKeyPath([.key(key)]), reason: "\"\(programs[0])\" is given too",
                    advice: "remove one of them"))
        }
        return errors + twins(in: object)
    }

    /// What is run: a descriptor has one of these.
    static let programKeys = ["command", "shell", "unit"]

    /// Short keys, and what each is short for.
    static let shortRequirements = [
        (short: "requiresExternalPower", key: "externalPower"), (short: "requiresNetwork", key: "network"),
        (short: "requiresNetworkConnectivity", key: "network"),
    ]

    /// Conditions of `requires` that a short key names too.
    private static func twins(in object: JSONObject) -> [FieldError] {
        guard case .object(let requires)? = object["requires"] else { return [] }
        return shortRequirements.filter { object[$0.short] != nil && requires[$0.key] != nil }.map {
            short, key in
            FieldError(
                at: JSONKeyPath([.key("requires"), .key(key)]),
                reason: "this is the same key as \"\(short)\"", advice: "remove one of them")
        }
    }

    /// That a descriptor of this value is longer than one may be; nil where it is not.
    static func excess(of json: JSONValue) -> FieldError? { excess(TextSize(of: json)) }

    private static func excess(_ size: TextSize) -> FieldError? {
        size.excess(of: "the descriptor", advice: "shorten it; long input belongs in a file")
    }
}
