// One JSON value, as it was written: numbers keep their kind, objects keep their order.

/// A JSON value (RFC 8259).
///
/// A number without fraction and exponent that fits 64 bits is an `integer`; every other number is a
/// `number`, rounded to the nearest `Double`. `1` and `1.0` are therefore different values, as they are
/// different text.
package enum JSONValue: Sendable {
    case null
    case bool(Bool)
    case integer(Int64)
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object(JSONObject)
}

extension JSONValue: Equatable {
    /// Equal as text would be: strings byte by byte, so that `é` written in two ways is two strings.
    /// Swift's own `==` on `String` would take them for one, and a changed descriptor for an unchanged one.
    package static func == (left: JSONValue, right: JSONValue) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.bool(let left), .bool(let right)): left == right
        case (.integer(let left), .integer(let right)): left == right
        case (.number(let left), .number(let right)): left == right
        case (.string(let left), .string(let right)): left.hasSameBytes(as: right)
        case (.array(let left), .array(let right)): left == right
        case (.object(let left), .object(let right)): left == right
        case (.null, _), (.bool, _), (.integer, _), (.number, _), (.string, _), (.array, _), (.object, _):
            false
        }
    }
}

extension JSONValue {
    /// What the value is, in words for an error message: "a number", "an object".
    /// Never the value itself: it may be a password in somebody's environment.
    package var kindInWords: String {
        switch self {
        case .null: "null"
        case .bool(true): "true"
        case .bool(false): "false"
        case .integer, .number: "a number"
        case .string: "a string"
        case .array: "a list"
        case .object: "an object"
        }
    }
}

extension String {
    /// Whether both are the same UTF-8 bytes.
    ///
    /// Nearly all pairs already differ in length, and Swift's `==` is fast but too generous: it takes two
    /// spellings of one `é` for equal. Of ASCII text no other spelling has the same length, so there it is
    /// exact.
    func hasSameBytes(as other: String) -> Bool {
        utf8.count == other.utf8.count && self == other
            && (utf8Span.isKnownASCII || utf8.elementsEqual(other.utf8))
    }
}
