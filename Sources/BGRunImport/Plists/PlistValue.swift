// A property list in XML as a value, read by Foundation's decoder within bounds.
import FoundationEssentials

/// A value of a property list. Dates, data and fractions are `other`: launchd.plist(5) has no use for them.
enum PlistValue: Decodable, Hashable {
    case bool(Bool)
    case number(Int64)
    case text(String)
    case list([PlistValue])
    case object([String: PlistValue])
    case other

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if let bool = try? value.decode(Bool.self) {
            self = .bool(bool)
        } else if let number = try? value.decode(Int64.self) {
            self = .number(number)
        } else if let text = try? value.decode(String.self) {
            self = .text(text)
        } else if let list = try? value.decode([PlistValue].self) {
            self = .list(list)
        } else if let object = try? value.decode([String: PlistValue].self) {
            self = .object(object)
        } else {
            self = .other
        }
    }

    struct Fault: Error {
        let reason: String
        let advice: String
    }

    /// Reads the text of a property list.
    init(_ text: String) throws(Fault) {
        if text.hasPrefix("bplist") {
            throw Fault(
                reason: "this is a binary property list",
                advice:
                    "turn it into XML: plistutil -i FILE -o NEW.plist (Debian's libplist-utils), or plutil -convert xml1 -o NEW.plist FILE on a Mac"
            )
        }
        // Whatever begins with another character the decoder takes for the form of NeXTSTEP.
        guard text.first(where: { !$0.isWhitespace }) == "<",
            text.contains("<plist") || text.contains("<dict")
        else {
            throw Fault(reason: "this is no property list in XML", advice: "check which file it is")
        }
        // The decoder calls itself for each level. Comments may hide where one ends, not where it begins.
        guard Self.containers(in: text) <= Self.mostContainers else {
            throw Fault(
                reason: "it has more than \(Self.mostContainers) lists and dictionaries",
                advice: "no job of launchd needs that")
        }
        do {
            self = try PropertyListDecoder().decode(PlistValue.self, from: Data(text.utf8))
        } catch {
            throw Fault(reason: "the property list is broken", advice: "xmllint FILE says where")
        }
    }

    private static let mostContainers = 256

    /// Wherever one begins, be it in a comment.
    private static func containers(in text: String) -> Int {
        // In bytes, as the decoder reads it: some characters take in the one behind them.
        text.utf8.split(separator: UInt8(ascii: "<")).count {
            $0.starts(with: "array".utf8) || $0.starts(with: "dict".utf8)
        }
    }

    // MARK: - What launchd means by a value

    var isTrue: Bool { boolean == true }

    /// Nil for what is no switch.
    var boolean: Bool? {
        switch self {
        case .bool(let bool): bool
        case .number(let number) where number == 0 || number == 1: number == 1
        case .number, .text, .list, .object, .other: nil
        }
    }

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
