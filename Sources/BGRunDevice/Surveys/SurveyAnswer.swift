// What a survey says, a line for each thing it has seen.
import BGRunCalendar
import BGRunJSON
import BGRunJob

/// One word of a survey's. It comes from a process of its owner's, who may have put any word into its mouth: it is
/// about that owner's paths and nothing else.
package enum SurveyAnswer: Hashable, Sendable {
    /// It is about to look at a path, which leads through a mount that may take its time. If no more is heard, that look
    /// has no end.
    case looking(at: String, through: String?)
    /// How a path is, looked at for the first time or changed since.
    case path(String, isRecursive: Bool, newest: WallTime?, fault: String?, isFirst: Bool)
    /// Whether a path exists.
    case existence(String, Observation)
    case space(String, Observation)
    /// What was mute has answered.
    case answers(String)
    /// Watches are lacking for something that is followed.
    case scarce
    /// All is done, and what is followed can be gone on with.
    case done

    /// The longest line that is read.
    package static let mostBytes = 32_768

    private static let limits = JSONLimits(bytes: mostBytes, depth: 4)
    /// Instants that can be written as dates, from 1970 to the year 9999.
    private static let instants: ClosedRange<Int64> = 0...253_402_300_799_000_000

    /// A line, with its end.
    package var line: [UInt8] {
        let value: JSONValue =
            switch self {
            case .looking(let path, let mount):
                ["looking": .string(path), "through": mount.map { .string($0) } ?? .null]
            case .path(let path, let isRecursive, let newest, let fault, let isFirst):
                [
                    "path": .string(path), "isRecursive": .bool(isRecursive), "isFirst": .bool(isFirst),
                    "newest": newest.map { .integer($0.microseconds) } ?? .null,
                    "fault": fault.map { .string($0) } ?? .null,
                ]
            case .existence(let path, let observation):
                ["existence": .string(path), "value": Self.value(observation)]
            case .space(let path, let observation):
                ["space": .string(path), "value": Self.value(observation)]
            case .answers(let path): ["answers": .string(path)]
            case .scarce: ["scarce": true]
            case .done: ["done": true]
            }
        return value.bytes() + [UInt8(ascii: "\n")]
    }

    /// - Parameter line: Without its end.
    package init(line: ArraySlice<UInt8>) throws(SurveyFault) {
        do {
            try self.init(JSONField(JSONValue(parsing: Array(line), limits: Self.limits)).object())
        } catch {
            throw SurveyFault(text: "\(error)")
        }
    }

    private init(_ object: JSONObject) throws(FieldError) {
        switch object.members.first?.key {
        case "looking":
            let mount: String? = object["through"] == .null ? nil : try object.text("through")
            self = .looking(at: try object.text("looking"), through: mount)
        case "path":
            let fault: String? = object["fault"] == .null ? nil : try object.text("fault")
            self = .path(
                try object.text("path"), isRecursive: try object.flag("isRecursive"),
                newest: try object.number("newest").map {
                    WallTime(microseconds: min(max($0, Self.instants.lowerBound), Self.instants.upperBound))
                }, fault: fault,
                isFirst: try object.flag("isFirst"))
        case "existence":
            self = .existence(try object.text("existence"), try Self.presence(object["value"] ?? .null))
        case "space":
            let space = object["value"] ?? .null
            if case .integer(let bytes) = space, let count = Int(exactly: bytes), count >= 0 {
                self = .space(try object.text("space"), .freeSpace(count))
            } else {
                self = .space(try object.text("space"), .unknown(try JSONField(space).string()))
            }
        case "answers": self = .answers(try object.text("answers"))
        case "scarce": self = .scarce
        case "done": self = .done
        case _: throw JSONField(.object(object)).mismatch("an answer")
        }
    }

    /// A Boolean or a number for what is known, a text for why nothing is.
    static func value(_ observation: Observation) -> JSONValue {
        switch observation {
        case .present(let isThere): .bool(isThere)
        case .freeSpace(let bytes): .integer(Int64(bytes))
        case .unknown(let reason): .string(reason)
        case _: preconditionFailure("a survey sees whether paths exist, and how much space is free")
        }
    }

    static func presence(_ value: JSONValue) throws(FieldError) -> Observation {
        if case .bool(let isThere) = value { return .present(isThere) }
        return .unknown(try JSONField(value).string())
    }
}
