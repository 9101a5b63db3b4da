// The completion script of a shell, with the other words for commands, which the argument parser's generator leaves out.
import ArgumentParser

/// A script as the argument parser has made it.
struct CompletionScript {
    private let lines: [Substring]

    init(_ text: String) {
        lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    }

    /// Commands that have other words, each with these.
    private static let aliases: [(name: String, others: [String])] =
        Bgrun.configuration.subcommands.map { $0.configuration }.filter { !$0.aliases.isEmpty }
        .map { ($0.commandName ?? "", $0.aliases) }

    /// The same, with each of the words taken for its command before the script asks for that. Where the script is not what
    /// is known of it, nothing is changed.
    var withAliases: String {
        switch lines.first {
        case "#!/bin/bash":
            changed(
                at: "    local -r subcommand=\"${unparsed_words[0]}\"",
                to: ["    local subcommand=\"${unparsed_words[0]}\"", "    case \"${subcommand}\" in"]
                    + Self.aliases.map { "    \($0.others.joined(separator: "|"))) subcommand=\($0.name) ;;" }
                    + ["    esac"])
        case "#compdef bgrun":
            changed(
                at: "        case \"${words[1]}\" in",
                to: ["        case \"${words[1]}\" in"]
                    + Self.aliases.map {
                        "        (\($0.others.joined(separator: "|"))) words[1]=\($0.name) ;;"
                    }
                    + ["        esac", "        case \"${words[1]}\" in"])
        case _:
            changed(
                at: "        switch $unparsed_tokens[1]",
                to: ["        switch \"$unparsed_tokens[1]\""]
                    + Self.aliases.flatMap {
                        [
                            "        case \($0.others.joined(separator: " "))",
                            "            set unparsed_tokens[1] \($0.name)",
                        ]
                    } + ["        end", "        switch $unparsed_tokens[1]"])
        }
    }

    /// The first line of this text is the one of the program itself; commands below come later.
    private func changed(at line: String, to new: [String]) -> String {
        guard let place = lines.firstIndex(where: { $0 == line }) else {
            return lines.joined(separator: "\n")
        }
        return (lines[..<place] + new.map { $0[...] } + lines[(place + 1)...]).joined(separator: "\n")
    }
}
