// What help says beside the argument parser: one screen for who begins, and behind the help of each command examples and its
// page of the manual.
import ArgumentParser

/// Help that was asked for.
struct HelpText {
    private let arguments: [String]

    init(_ arguments: [String]) { self.arguments = arguments }

    /// What stands behind the parser's own words: examples of the command that they are about, and its page.
    var end: String {
        guard arguments.contains(where: { ["help", "--help", "-h"].contains($0) }) else { return "" }
        var (command, path): (any ParsableCommand.Type, [String]) = (Bgrun.self, [])
        for word in arguments where word != "help" && !word.hasPrefix("-") {
            guard let next = command.configuration.subcommands.first(where: { $0.answers(to: word) }) else {
                break
            }
            command = next
            path.append(next.configuration.commandName ?? word)
        }
        let examples = Examples.text(of: path.joined(separator: " ")).map { $0 + "\n" } ?? ""
        return "\(examples)MANUAL: man \((["bgrun"] + path.prefix(1)).joined(separator: "-"))\n"
    }

    /// `bgrun help`.
    static let short = """
        bgrun runs jobs at a good moment: on external power, with a network, for a
        limited time.

        Hand over  bgrun new                    a nightly backup, by a few questions
                   bgrun submit FILE            a descriptor
                   bgrun submit -- COMMAND      a command, with options before the --
                   bgrun import crontab         what cron, systemd or launchd run
        Look       bgrun status [JOB]           what runs, waits and fails
                   bgrun why JOB                what keeps it from running
                   bgrun logs JOB               what it has written
                   bgrun history [JOB]          what has ended, and how
                   bgrun timeline [JOB]         what the last days were like
        Change     bgrun run JOB                now, beside its schedule
                   bgrun stop JOB               end its run
                   bgrun pause JOB --for 2h     keep it from starting
                   bgrun edit JOB               its descriptor
                   bgrun cancel JOB             forget it
        Trouble    bgrun doctor                 what is wrong, and what to do

        bgrun --help lists all commands; bgrun help COMMAND tells of one, with
        examples; so does man bgrun-COMMAND.

        """
}
