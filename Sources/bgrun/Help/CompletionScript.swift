// The completion script of a shell, with what the argument parser's generator leaves out: the other words for commands, and
// what help may be asked about.
import ArgumentParser

/// A script as the argument parser has made it.
struct CompletionScript {
    private var lines: [Substring]

    init(_ text: String) {
        lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    }

    private static let commands = Bgrun.configuration.subcommands.map { $0.configuration }

    /// Commands that have other words, each with these.
    private static let aliases: [(name: String, others: [String])] =
        commands.filter { !$0.aliases.isEmpty }.map { ($0.commandName ?? "", $0.aliases) }

    private static let names = commands.compactMap(\.commandName).joined(separator: " ")

    /// The same, with each of the words taken for its command before the script asks for that, and with the commands behind
    /// `help`. Where the script is not what is known of it, nothing is changed.
    var completed: String {
        var script = self
        switch lines.first {
        case "#!/bin/bash":
            script.put(
                ["    local subcommand=\"${unparsed_words[0]}\"", "    case \"${subcommand}\" in"]
                    + Self.aliases.map { "    \($0.others.joined(separator: "|"))) subcommand=\($0.name) ;;" }
                    + ["    esac"], inPlaceOf: "    local -r subcommand=\"${unparsed_words[0]}\"")
            script.put(
                ["    COMPREPLY+=($(compgen -W '\(Self.names)' -- \"${cur}\"))"],
                inPlaceOf: "    __bgrun_offer_flags_options -1", below: "_bgrun_help() {")
        case "#compdef bgrun":
            script.put(
                ["        case \"${words[1]}\" in"]
                    + Self.aliases.map {
                        "        (\($0.others.joined(separator: "|"))) words[1]=\($0.name) ;;"
                    }
                    + ["        esac", "        case \"${words[1]}\" in"],
                inPlaceOf: "        case \"${words[1]}\" in")
            script.put(
                ["        '1:subcommands:(\(Self.names))'"], inPlaceOf: "        '*:subcommands:'",
                below: "_bgrun_help() {")
        case _:
            script.put(
                ["        switch \"$unparsed_tokens[1]\""]
                    + Self.aliases.flatMap {
                        [
                            "        case \($0.others.joined(separator: " "))",
                            "            set unparsed_tokens[1] \($0.name)",
                        ]
                    } + ["        end", "        switch $unparsed_tokens[1]"],
                inPlaceOf: "        switch $unparsed_tokens[1]")
            script.lines.append(
                "complete -c 'bgrun' -n '__fish_seen_subcommand_from help' -fka '\(Self.names)'")
        }
        return script.lines.joined(separator: "\n")
    }

    /// The first line of this text is the one of the program itself; commands below come later.
    private mutating func put(_ new: [String], inPlaceOf line: String, below heading: String? = nil) {
        let start = heading.map { heading in lines.firstIndex { $0 == heading } } ?? lines.startIndex
        guard let start, let place = lines[start...].firstIndex(where: { $0 == line }) else { return }
        lines.replaceSubrange(place...place, with: new.map { $0[...] })
    }
}
