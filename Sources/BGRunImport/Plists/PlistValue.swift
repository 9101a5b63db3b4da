// A property list as a value.

/// A value of a property list. Dates, data and fractions are `other`: launchd.plist(5) has no use for them.
enum PlistValue: Hashable {
    case bool(Bool)
    case number(Int64)
    case text(String)
    case list([PlistValue])
    case object([String: PlistValue])
    case other

    struct Fault: Error {
        let reason: String
        let advice: String
    }

    /// Reads the text of a property list.
    init(_ text: String) throws(Fault) {
        if text.hasPrefix("bplist") {
            throw Fault(
                reason: "this is a binary property list",
                advice: "turn it into XML: plutil -convert xml1 -o NEW.plist FILE")
        }
        guard text.first(where: { !$0.isWhitespace }) == "<",
            text.contains("<plist") || text.contains("<dict")
        else {
            throw Fault(reason: "this is no property list in XML", advice: "check which file it is")
        }
        do throws(PlistReader.Broken) {
            self = try PlistReader.value(of: text)
        } catch {
            throw Fault(
                reason: "the property list is broken in line \(error.line): \(error.reason.onOneLine)",
                advice: "plutil -lint FILE checks it")
        }
    }

    // MARK: - What launchd means by a value

    var isTrue: Bool { self == .bool(true) || self == .number(1) }

    var string: String? { if case .text(let text) = self { text } else { nil } }

    var integer: Int64? { if case .number(let number) = self { number } else { nil } }

    /// One text, or a list of them.
    var strings: [String]? {
        switch self {
        case .text(let text): [text]
        case .list(let values):
            values.allSatisfy { $0.string != nil } ? values.compactMap(\.string) : nil
        case .bool, .number, .object, .other: nil
        }
    }

    /// As a remark shows it.
    var shown: String {
        switch self {
        case .bool(let bool): "\(bool)"
        case .number(let number): "\(number)"
        case .text(let text): text
        case .list: "[…]"
        case .object: "{…}"
        case .other: "…"
        }
    }
}
