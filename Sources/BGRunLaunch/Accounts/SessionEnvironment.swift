// What a user's login session has set that their runs find too: where their keys and their screen are.
import BGRunLinux
import Glibc

/// Variables that the user's service manager knows, as a process with that user's rights has told them.
///
/// It is that user's word, and goes to nobody's processes but theirs.
package struct SessionEnvironment: Equatable, Sendable {
    /// The argument of our own program that has it ask.
    package static let mode = "--session"
    /// So long it may take, in seconds.
    package static let patience: UInt32 = 1
    package static let mostBytes = 64 << 10

    /// Each with whether it is the path of a file.
    private static let names = [
        ("SSH_AUTH_SOCK", true), ("XAUTHORITY", true), ("DISPLAY", false), ("WAYLAND_DISPLAY", false),
    ]

    private(set) var variables: [String: String] = [:]

    init() {}

    /// - Parameter texts: `NAME=value`; what is none of ours, or can't be meant, is left out.
    package init(_ texts: some Sequence<String>) {
        for text in texts { take(Array(text.utf8)[...]) }
    }

    /// By bytes: to compare or to hash a text of a user's as a text takes as long as the square of it.
    private mutating func take(_ text: ArraySlice<UInt8>) {
        for (name, isPath) in Self.names where text.starts(with: "\(name)=".utf8) {
            let value = text.dropFirst(name.utf8.count + 1)
            guard !value.isEmpty, value.count < Int(PATH_MAX), !isPath || value.first == UInt8(ascii: "/"),
                let value = String(validating: value, as: UTF8.self), Self.isPlain(value)
            else { continue }
            variables[name] = value
        }
    }

    /// One line, and nothing that steers a terminal.
    private static func isPlain(_ value: String) -> Bool {
        value.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    }

    /// The session variables in the environment of this process.
    package static var ofThisProcess: SessionEnvironment {
        SessionEnvironment(names.compactMap { name, _ in Machine.environment(name).map { "\(name)=\($0)" } })
    }

    /// As ``bytes`` writes it. What comes behind the last zero byte was cut off.
    init(bytes: [UInt8]) {
        let whole = bytes.prefix { _ in true }[..<(bytes.lastIndex(of: 0) ?? 0)]
        for text in whole.split(separator: 0) { take(text) }
    }

    /// A zero byte behind each.
    package var bytes: [UInt8] {
        variables.sorted { $0.key < $1.key }.flatMap { Array("\($0.key)=\($0.value)".utf8) + [0] }
    }
}
