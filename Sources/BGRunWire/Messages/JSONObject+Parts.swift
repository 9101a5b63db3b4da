// Answers whose lists are too long for one message: what each of several replies says, and how they become one again.
import BGRunJSON

extension JSONObject {
    /// The key of a reply's parameters that says: the next reply goes on with the lists.
    static let hasMore = "hasMore"

    /// All of it but the elements of its lists, also of those in objects inside it. So begins a reply that goes on with the
    /// lists of the one before: each element is told once, and whoever puts the replies together need not know which
    /// lists are long.
    var withoutElements: JSONObject {
        JSONObject(
            distinct: members.map { member in
                switch member.value {
                case .array: Member(key: member.key, value: .array([]))
                case .object(let inner): Member(key: member.key, value: .object(inner.withoutElements))
                case .null, .bool, .integer, .number, .string: member
                }
            })
    }

    /// The parameters of several replies as those of one: lists one behind the other, all else as the last one says it.
    ///
    /// - Parameter parts: In the order in which they came.
    package init(joining parts: [JSONObject]) {
        guard let last = parts.last else {
            self.init()
            return
        }
        if parts.count == 1 {
            self = last
            return
        }
        self.init(
            distinct: last.members.map { member in
                let values = parts.compactMap { $0[member.key] }
                return Member(key: member.key, value: Self.joined(values, else: member.value))
            })
    }

    private static func joined(_ values: [JSONValue], else last: JSONValue) -> JSONValue {
        switch last {
        case .array:
            var elements: [JSONValue] = []
            for case .array(let some) in values { elements += some }
            return .array(elements)
        case .object:
            var objects: [JSONObject] = []
            for case .object(let object) in values { objects.append(object) }
            return .object(JSONObject(joining: objects))
        case .null, .bool, .integer, .number, .string: return last
        }
    }

    /// Whether the parameters of a reply are told in the next one as well.
    package var goesOn: Bool { self[Self.hasMore] == .bool(true) }
}
