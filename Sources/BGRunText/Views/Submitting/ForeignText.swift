// A text that was given for a descriptor and is something else: what it seems to be, and what to do with it.

/// What a text seems to be that can be no descriptor.
package struct ForeignText: Hashable, Sendable {
    package let reason: String
    package let advice: String

    private init(_ reason: String, _ advice: String) {
        self.reason = reason
        self.advice = advice
    }

    /// So much of a text tells what it is.
    private static let enough = 4096

    /// Nil where it may be a descriptor, or nobody knows what it is.
    package init?(_ bytes: [UInt8]) {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
            self.init("this begins with a byte order mark", "save it as UTF-8 without one")
        } else if bytes.starts(with: "#!".utf8) {
            self.init(
                "this is a script, and no descriptor", "submit it as a command: bgrun submit -- ./SCRIPT")
        } else if bytes.starts(with: [0x7F] + Array("ELF".utf8)) {
            self.init(
                "this is a program, and no descriptor", "submit it as a command: bgrun submit -- ./PROGRAM")
        } else {
            self.init(text: String(decoding: bytes.prefix(Self.enough), as: UTF8.self))
        }
    }

    private init?(text: String) {
        let lines = text.split(whereSeparator: \.isNewline).map { $0.drop(while: \.isWhitespace) }
        let filled = lines.filter { !$0.isEmpty }
        guard let first = filled.first else {
            self.init("this is empty", "write { … }; bgrun new makes a descriptor")
            return
        }
        if first.hasPrefix("{") { return nil }
        if let section = Self.section(first) {
            if Self.unitSections.contains(section) {
                self.init(
                    "this looks like a unit of systemd",
                    "turn its timer into a descriptor: bgrun import systemd NAME.timer")
            } else {
                self.init("this looks like TOML", Self.json)
            }
        } else if first.hasPrefix("[") {
            self.init(
                "this is a list",
                "write each descriptor on a line of its own (FILE.jsonl), or as a file in a directory")
        } else {
            // Comments are no JSON either, and look the same in all of these.
            let told = filled.first { !$0.hasPrefix("#") && !$0.hasPrefix("//") && $0 != "---" } ?? first
            self.init(line: told)
        }
    }

    private static let json = "write JSON: {\"identifier\": …, \"command\": […]}"
    private static let unitSections: Set = ["Unit", "Service", "Timer", "Install", "Socket", "Path"]
    private static let cronNames: Set = ["@hourly", "@daily", "@weekly", "@monthly", "@reboot"]

    private init?(line: Substring) {
        let words = line.split(separator: " ", maxSplits: 5)
        let isCron =
            words.count == 6
            && words.dropLast().allSatisfy { $0.utf8.allSatisfy("0123456789*,-/".utf8.contains) }
        if isCron || words.first.map({ Self.cronNames.contains(String($0)) }) ?? false {
            self.init(
                "this looks like a crontab",
                "turn it into descriptors: bgrun import crontab FILE")
        } else if let mark = Self.markBehindKey(line) {
            if mark == ":", line.hasPrefix("\"") {
                self.init("this begins with a key", "write { before it, and see that } ends the text")
                return
            }
            self.init(mark == ":" ? "this looks like YAML" : "this looks like TOML", Self.json)
        } else {
            return nil
        }
    }

    /// `Unit` of `[Unit]`, and `job` of `[[job]]`.
    private static func section(_ line: Substring) -> String? {
        let letters = line.filter { !$0.isWhitespace }
        let name = letters.drop { $0 == "[" }.prefix { $0 != "]" }
        let isClosed = letters[name.endIndex...].allSatisfy { $0 == "]" } && letters.last == "]"
        return letters.first == "[" && isClosed && name.first?.isLetter ?? false && name.allSatisfy(isOfKey)
            ? String(name) : nil
    }

    /// `:` of `key: value`, `=` of `key = value`; nil where neither stands behind a key.
    private static func markBehindKey(_ line: Substring) -> Character? {
        let line = line.hasPrefix("- ") ? line.dropFirst(2) : line
        let key = line.prefix { isOfKey($0) || $0 == "\"" || $0 == "'" }
        let rest = line[key.endIndex...].drop { $0 == " " }
        guard !key.isEmpty, let mark = rest.first, ":=".contains(mark) else { return nil }
        return mark == "=" || rest.dropFirst().first ?? " " == " " ? mark : nil
    }

    private static func isOfKey(_ letter: Character) -> Bool {
        letter.isASCII && (letter.isLetter || letter.isNumber) || "_.-".contains(letter)
    }
}
