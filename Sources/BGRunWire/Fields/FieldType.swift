// The types of fields, each with its spelling in JSON: one place to read and to write it.
import BGRunCalendar
import BGRunJSON
import BGRunJob

/// How one type of value is written as JSON and read back.
package struct FieldType<Value> {
    /// A fault's path is empty where the value itself is bad.
    let read: (JSONValue) throws(FieldFault) -> Value
    let write: (Value) -> JSONValue

    init(read: @escaping (JSONValue) throws(FieldFault) -> Value, write: @escaping (Value) -> JSONValue) {
        self.read = read
        self.write = write
    }

    /// A type where whatever is wrong, the value itself is to blame.
    fileprivate init(_ read: @escaping (JSONValue) -> Value?, _ write: @escaping (Value) -> JSONValue) {
        self.init(
            read: { json throws(FieldFault) in
                guard let value = read(json) else { throw FieldFault("") }
                return value
            }, write: write)
    }

    /// A type that is spelled as text.
    fileprivate static func text(
        _ read: @escaping (String) -> Value?, _ write: @escaping (Value) -> String
    ) -> Self {
        Self(
            { json in
                guard case .string(let text) = json else { return nil }
                return read(text)
            }, { .string(write($0)) })
    }
}

extension FieldType<Bool> {
    package static var bool: Self {
        Self(
            { json in
                guard case .bool(let value) = json else { return nil }
                return value
            }, { .bool($0) })
    }
}

extension FieldType<Int64> {
    package static var integer: Self {
        Self(
            { json in
                switch json {
                case .integer(let value): value
                // Some writers have one kind of number only, and print 3 as 3.0.
                case .number(let value): Int64(exactly: value)
                case .null, .bool, .string, .array, .object: nil
                }
            }, { .integer($0) })
    }
}

extension FieldType where Value: FixedWidthInteger & SignedInteger {
    /// An integer of a smaller range.
    package static func integer(_ type: Value.Type) -> Self {
        Self(
            read: { json throws(FieldFault) in
                guard let value = Value(exactly: try FieldType<Int64>.integer.read(json)) else {
                    throw FieldFault("")
                }
                return value
            }, write: { .integer(Int64(clamping: $0)) })
    }
}

extension FieldType<String> {
    package static var string: Self { .text({ $0 }, { $0 }) }
}

extension FieldType<JobIdentifier> {
    package static var identifier: Self { .text({ JobIdentifier($0) }, \.text) }
}

extension FieldType<WallTime> {
    /// RFC 3339 in UTC.
    package static var date: Self { .text({ WallTime(rfc3339: $0) }, \.rfc3339) }
}

extension FieldType<StopReason> {
    package static var stopReason: Self { .text({ StopReason($0) }, \.description) }
}

extension FieldType where Value: RawRepresentable<String> & CaseIterable {
    /// One word of a closed list.
    package static func choice(_ type: Value.Type) -> Self { .text({ Value(rawValue: $0) }, \.rawValue) }
}

extension FieldType<UserID> {
    package static var user: Self {
        Self(
            read: { json throws(FieldFault) in
                guard let number = UInt32(exactly: try FieldType<Int64>.integer.read(json)) else {
                    throw FieldFault("")
                }
                return UserID(number)
            }, write: { .integer(Int64($0.rawValue)) })
    }
}

extension FieldType<RunID> {
    package static var run: Self {
        Self(
            read: { json throws(FieldFault) in RunID(try FieldType<Int64>.integer.read(json)) },
            write: { .integer($0.rawValue) })
    }
}

extension FieldType<Duration> {
    /// A number of seconds, to the microsecond; a field of this type has its unit in its name.
    package static var seconds: Self {
        Self(
            { json in
                let seconds: Double
                switch json {
                case .integer(let value): seconds = Double(value)
                case .number(let value): seconds = value
                case .null, .bool, .string, .array, .object: return nil
                }
                return Int64(exactly: (seconds * 1_000_000).rounded()).map { .microseconds($0) }
            },
            { duration in
                let microseconds = duration.wholeMicroseconds
                return microseconds % 1_000_000 == 0
                    ? .integer(microseconds / 1_000_000) : .number(Double(microseconds) / 1_000_000)
            })
    }

    /// As people write it: `15m`. To the millisecond.
    package static var durationText: Self { .text({ Duration(text: $0) }, \.text) }
}

extension FieldType<JSONObject> {
    /// An object that is handed on as it is.
    package static var rawObject: Self {
        Self(
            { json in
                guard case .object(let object) = json else { return nil }
                return object
            }, { .object($0) })
    }
}

extension FieldType<Requirements> {
    /// As in a descriptor.
    package static var requirements: Self { Self({ Requirements(json: $0) }, \.json) }
}

extension FieldType<Preference> {
    /// As in a descriptor.
    package static var preference: Self { Self({ Preference(json: $0) }, \.json) }
}

extension FieldType where Value: WireObject {
    package static func object(_ type: Value.Type) -> Self {
        Self(
            read: { json throws(FieldFault) in
                guard case .object(let object) = json else { throw FieldFault("") }
                return try Value(reply: object)
            }, write: \.json)
    }
}

extension FieldType {
    package static func list<Element>(of element: FieldType<Element>) -> Self where Value == [Element] {
        Self(
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
