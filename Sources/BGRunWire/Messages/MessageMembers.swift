// The outermost object of a message: only known members, each of its type.
import BGRunJSON

/// Reads the members of a message object by the protocol's rules, which are stricter than those of
/// parameters.
struct MessageMembers {
    private let object: JSONObject

    /// Members with a dot in their name are extensions of vendors and are ignored; any other has to be known.
    init(_ message: [UInt8], known: [String], limits: JSONLimits) throws(ProtocolFault) {
        let value: JSONValue
        do {
            value = try JSONValue(parsing: message, limits: limits)
        } catch {
            throw .notJSON(error.description)
        }
        guard case .object(let object) = value else { throw .notAnObject }
        for member in object.members where !known.contains(member.key) {
            guard member.key.utf8.contains(UInt8(ascii: ".")) else { throw .unknownMember(member.key) }
        }
        self.object = object
    }

    func string(_ name: String) throws(ProtocolFault) -> String? {
        switch object[name] {
        case nil, .null: return nil
        case .string(let text): return text
        case .bool, .integer, .number, .array, .object: throw .wrongMember(name)
        }
    }

    /// Absent means false.
    func flag(_ name: String) throws(ProtocolFault) -> Bool {
        switch object[name] {
        case nil: return false
        case .bool(let flag): return flag
        case .null, .integer, .number, .string, .array, .object: throw .wrongMember(name)
        }
    }

    /// Absent, null and `{}` mean the same.
    func parameters() throws(ProtocolFault) -> JSONObject {
        switch object["parameters"] {
        case nil, .null: return [:]
        case .object(let parameters): return parameters
        case .bool, .integer, .number, .string, .array: throw .wrongMember("parameters")
        }
    }
}
