// The members of a JSON object, in the order they were written, each key once.

/// A JSON object: its members in source order. The order is kept by the printer, so text survives a round
/// trip.
///
/// Looking up a key walks the members. Our objects have a dozen; for that a hash table is slower and larger.
package struct JSONObject: Sendable, Equatable {
    /// One key and its value.
    package struct Member: Sendable, Equatable {
        package let key: String
        package var value: JSONValue

        package init(key: String, value: JSONValue) {
            self.key = key
            self.value = value
        }

        package static func == (left: Member, right: Member) -> Bool {
            left.key.hasSameBytes(as: right.key) && left.value == right.value
        }
    }

    /// The members in order. No two have the same key.
    package private(set) var members: [Member]

    /// An object without members.
    package init() {
        members = []
    }

    /// An object of these members. A key given twice is our own contradiction and traps.
    package init(_ members: [Member]) {
        self.members = []
        self.members.reserveCapacity(members.count)
        var keys = JSONKeySet()
        for member in members {
            precondition(keys.isNew(member.key, after: self.members), "an object is built with one key twice")
            self.members.append(member)
        }
    }

    /// An object of members whose keys are known to be different.
    package init(distinct members: [Member]) {
        self.members = members
    }

    /// The value of a key. Setting replaces it in its place or appends it; setting nil removes the member.
    ///
    /// Each use walks the members; an object of many members is built by `init(_:)` instead.
    package subscript(key: String) -> JSONValue? {
        get {
            guard let place = members.firstIndex(where: { $0.key.hasSameBytes(as: key) }) else { return nil }
            return members[place].value
        }
        set {
            let place = members.firstIndex { $0.key.hasSameBytes(as: key) }
            switch (place, newValue) {
            case (let place?, let value?): members[place].value = value
            case (let place?, nil): members.remove(at: place)
            case (nil, let value?): members.append(Member(key: key, value: value))
            case (nil, nil): break
            }
        }
    }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    /// A key given twice is our own contradiction and traps.
    package init(dictionaryLiteral members: (String, JSONValue)...) {
        self.init(members.map { Member(key: $0.0, value: $0.1) })
    }
}
