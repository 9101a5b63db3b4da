// The types of fields, each with its spelling in JSON and in the interface's text: one place to read and to write it.
import BGRunCalendar
import BGRunJSON
import BGRunJob

/// How one type of value is written as JSON, read back, and called in the interface.
package struct FieldType<Value>: Sendable {
    /// As the interface's text has it: `?[]string`.
    let spelling: String
    /// A fault's path is empty where the value itself is bad.
    let read: @Sendable (JSONValue) throws(FieldFault) -> Value
    let write: @Sendable (Value) -> JSONValue

    init(
        _ spelling: String, read: @escaping @Sendable (JSONValue) throws(FieldFault) -> Value,
        write: @escaping @Sendable (Value) -> JSONValue
    ) {
        self.spelling = spelling
        self.read = read
        self.write = write
    }

    /// A type where whatever is wrong, the value itself is to blame.
    init(
        _ spelling: String, reading: @escaping @Sendable (JSONValue) -> Value?,
        write: @escaping @Sendable (Value) -> JSONValue
    ) {
        self.init(
            spelling,
            read: { json throws(FieldFault) in
                guard let value = reading(json) else { throw FieldFault("") }
                return value
            }, write: write)
    }

    /// A type that is spelled as text.
    static func text(
        _ read: @escaping @Sendable (String) -> Value?, _ write: @escaping @Sendable (Value) -> String,
        spelling: String = "string"
    ) -> Self {
        Self(
            spelling,
            reading: { json in
                guard case .string(let text) = json else { return nil }
                return read(text)
            }, write: { .string(write($0)) })
    }

    /// A type that is spelled as a whole number.
    fileprivate static func number(
        _ read: @escaping @Sendable (Int64) -> Value?, _ write: @escaping @Sendable (Value) -> Int64
    ) -> Self {
        Self(
            "int",
            reading: { json in
                switch json {
                case .integer(let value): read(value)
                // Some writers have one kind of number only, and print 3 as 3.0.
                case .number(let value): Int64(exactly: value).flatMap(read)
                case .null, .bool, .string, .array, .object: nil
                }
            }, write: { .integer(write($0)) })
    }
}

// MARK: - Plain values

extension FieldType<Bool> {
    static var bool: Self {
        Self(
            "bool",
            reading: { json in
                guard case .bool(let value) = json else { return nil }
                return value
            }, write: { .bool($0) })
    }
}

extension FieldType where Value: FixedWidthInteger & SignedInteger & Sendable {
    static var integer: Self { .number({ Value(exactly: $0) }, { Int64(clamping: $0) }) }

    /// One of a range; any other is refused.
    static func integer(in range: ClosedRange<Value>) -> Self {
        .number({ Value(exactly: $0).flatMap { range.contains($0) ? $0 : nil } }, { Int64(clamping: $0) })
    }
}

extension FieldType<UserID> {
    static var user: Self { .number({ UInt32(exactly: $0).map { UserID($0) } }, { Int64($0.rawValue) }) }
}

extension FieldType<RunID> {
    static var run: Self { .number({ RunID($0) }, \.rawValue) }
}

extension FieldType<AssertionID> {
    static var assertion: Self { .number({ AssertionID($0) }, \.rawValue) }
}

extension FieldType<String> {
    static var string: Self { .text({ $0 }, { $0 }) }
}

extension FieldType<JobIdentifier> {
    static var identifier: Self { .text({ JobIdentifier($0) }, \.text) }
}

extension FieldType<UnitName> {
    static var unit: Self { .text({ UnitName($0) }, \.text) }
}

extension FieldType<Label> {
    static var label: Self { .text({ Label($0) }, \.text) }
}

extension FieldType<HostID> {
    /// `started-17`, `guest-3`.
    static var host: Self { .text({ HostID($0) }, \.description) }
}

extension FieldType<TaskPattern> {
    static var taskPattern: Self { .text({ TaskPattern($0) }, \.description) }
}

extension FieldType<WallTime> {
    /// RFC 3339 in UTC.
    static var date: Self { .text({ WallTime(rfc3339: $0) }, \.rfc3339) }
}

extension FieldType<ExitStatus> {
    /// In words: `exit 3`.
    static var exitStatus: Self { .text({ ExitStatus($0) }, \.description) }
}

extension FieldType<StopReason> {
    static var stopReason: Self { .text({ StopReason($0) }, \.description) }
}

extension FieldType<Duration> {
    /// A number of seconds, to the microsecond; a field of this type has its unit in its name.
    static var seconds: Self {
        Self(
            "float",
            reading: { json in
                let seconds: Double
                switch json {
                case .integer(let value): seconds = Double(value)
                case .number(let value): seconds = value
                case .null, .bool, .string, .array, .object: return nil
                }
                return Int64(exactly: (seconds * 1_000_000).rounded()).map { .microseconds($0) }
            },
            write: { duration in
                let microseconds = duration.wholeMicroseconds
                return microseconds % 1_000_000 == 0
                    ? .integer(microseconds / 1_000_000) : .number(Double(microseconds) / 1_000_000)
            })
    }

    /// As people write it: `15m`. To the millisecond.
    static var durationText: Self { .text({ Duration(text: $0) }, \.text) }

    /// The same, above zero and up to a most. None at all is a slip of the pen: it would be answered with "done" and
    /// do nothing.
    static func span(upTo most: Duration? = nil) -> Self {
        .text({ Duration(text: $0).flatMap { $0 > .zero && $0 <= most ?? $0 ? $0 : nil } }, \.text)
    }
}

// MARK: - Values of descriptors

extension FieldType<JobDescriptor.EarliestBegin> {
    /// A date, or a span such as `+15m`.
    static var earliestBegin: Self {
        .text(
            { text in
                if text.utf8.first == UInt8(ascii: "+") {
                    return Duration(text: text.dropFirst()).map { .after($0) }
                }
                return WallTime(rfc3339: text).map { .date($0) }
            },
            { begin in
                switch begin {
                case .date(let date): date.rfc3339
                case .after(let span): "+\(span.text)"
                }
            })
    }
}

extension FieldType<LatestBegin> {
    /// A duration, or a date.
    static var latestBegin: Self {
        .text(
            { text in WallTime(rfc3339: text).map { .date($0) } ?? Duration(text: text).map { .after($0) } },
            { latest in
                switch latest {
                case .after(let span): span.text
                case .date(let date): date.rfc3339
                }
            })
    }
}

extension FieldType<JSONObject> {
    /// An object that is handed on as it is.
    static var rawObject: Self {
        Self(
            "object",
            reading: { json in
                guard case .object(let object) = json else { return nil }
                return object
            }, write: { .object($0) })
    }
}

extension FieldType<Requirements> {
    /// As in a descriptor, and null where it asks for nothing.
    static var requirements: Self {
        Self(
            "?object", reading: { $0 == .null ? Requirements.none : Requirements(json: $0) },
            write: { $0.isEmpty ? .null : $0.json })
    }
}

extension FieldType<Preference> {
    /// As in a descriptor.
    static var preference: Self { Self("object", reading: { Preference(json: $0) }, write: \.json) }
}

// MARK: - Made of others

extension FieldType where Value: RawRepresentable<String> & CaseIterable & Sendable {
    /// One word of a closed list that has no name.
    static var choice: Self { choice(among: Array(Value.allCases)) }

    /// One of some of its words.
    static func choice(among values: [Value]) -> Self {
        .text(
            { word in values.first { $0.rawValue == word } }, \.rawValue,
            spelling: "(\(values.map(\.rawValue).joined(separator: ", ")))")
    }
}

extension FieldType where Value: WireChoice {
    /// One word of a closed list that has a name in the interface.
    static var named: Self { .text({ Value(rawValue: $0) }, \.rawValue, spelling: Value.wire.name) }
}

extension FieldType where Value: WireObject {
    static var object: Self {
        Self(
            Value.wire.name,
            read: { json throws(FieldFault) in
                guard case .object(let object) = json else { throw FieldFault("") }
                return try Value.wire.read(object)
            }, write: { .object($0.object) })
    }

    /// An object inside the parameters of a call, where an unknown key is refused as an unknown parameter is: what asks
    /// for "requiresNetwrok" would run without a network.
    static var parameters: Self {
        Self(
            Value.wire.name,
            read: { json throws(FieldFault) in
                guard case .object(let object) = json else { throw FieldFault("") }
                return try Value.wire.read(parameters: object)
            }, write: { .object($0.object) })
    }
}

extension FieldType {
    /// May be null.
    static func optional<Wrapped>(_ wrapped: FieldType<Wrapped>) -> Self where Value == Wrapped? {
        Self(
            "?\(wrapped.spelling)",
            read: { json throws(FieldFault) in json == .null ? nil : try wrapped.read(json) },
            write: { $0.map(wrapped.write) ?? .null })
    }

    static func list<Element>(_ element: FieldType<Element>) -> Self where Value == [Element] {
        Self(
            "[]\(element.spelling)",
            read: { json throws(FieldFault) in
                guard case .array(let values) = json else { throw FieldFault("") }
                var elements: [Element] = []
                elements.reserveCapacity(values.count)
                for (place, value) in values.enumerated() {
                    do throws(FieldFault) {
                        elements.append(try element.read(value))
                    } catch {
                        throw error.inside(String(place))
                    }
                }
                return elements
            }, write: { .array($0.map(element.write)) })
    }
}
