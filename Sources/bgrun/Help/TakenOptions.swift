// What a command takes, by the argument parser's own description of it.
import ArgumentParser
import BGRunJSON

/// The options of a command.
struct TakenOptions {
    struct Option {
        /// As they are typed: `--env`, `-n`.
        let names: [String]
        let takesValue: Bool
        /// Each of its values counts.
        let isRepeating: Bool
    }

    let all: [Option]

    init(of command: any ParsableCommand.Type) {
        // The program's own come with all commands below it, which is too much to read for a mistyped word.
        let text = command == Bgrun.self ? CallOptions._dumpHelp() : command._dumpHelp()
        guard
            case .object(let tool)? = try? JSONValue(parsing: text, limits: .message),
            case .object(let described)? = tool["command"],
            case .array(let arguments)? = described["arguments"]
        else {
            all = []
            return
        }
        all = arguments.compactMap { argument in
            guard case .object(let object) = argument, case .string(let kind)? = object["kind"],
                kind != "positional"
            else { return nil }
            return Option(
                names: Self.names(of: object), takesValue: kind == "option",
                isRepeating: object["isRepeating"] == .bool(true))
        }
    }

    private static func names(of argument: JSONObject) -> [String] {
        guard case .array(let names)? = argument["names"] else { return [] }
        return names.compactMap { name in
            guard case .object(let name) = name, case .string(let text)? = name["name"] else { return nil }
            return (name["kind"] == "long" ? "--" : "-") + text
        }
    }

    /// The option that a word is, with or without its value: `--env=A=B`, `-n5`.
    func option(_ word: String) -> (option: Option, hasValue: Bool)? {
        if let whole = all.first(where: { $0.names.contains(word) }) { return (whole, false) }
        let name = word.hasPrefix("--") ? String(word.prefix { $0 != "=" }) : String(word.prefix(2))
        guard let option = all.first(where: { $0.names.contains(name) }), name != word else { return nil }
        return (option, true)
    }
}
