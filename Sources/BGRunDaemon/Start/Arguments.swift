// The command line of bgrund, as it was typed.
import BGRunWire

/// What the arguments say; nothing is looked up or filled in yet.
package struct Arguments: Equatable, Sendable {
    /// What the arguments come to.
    package enum Request: Equatable, Sendable {
        case run(Arguments)
        /// Only whether it could: the arguments, and the settings.
        case check(Arguments)
        case help
        case version
    }

    /// Why they come to nothing.
    package struct Misuse: Error, Equatable, Sendable {
        package let text: String
    }

    package var scope: DaemonReport.Scope?
    package var socket: String?
    package var stateDirectory: String?
    package var runtimeDirectory: String?
    package var jobsDirectories: [String] = []
    package var applicationsDirectories: [String] = []
    package var sysfsRoot: String?
    package var policy: String?
    package var showsDecisions = false

    package init() {}

    /// Reads the arguments behind the program's name.
    package static func read(_ words: some Collection<String>) throws(Misuse) -> Request {
        var arguments = Arguments()
        var rest = Array(words)[...]
        var isTrial = false
        while let word = rest.popFirst() {
            let (option, attached) = split(word)
            switch option {
            case "--help", "-h": return .help
            case "--version": return .version
            case "--user": try arguments.choose(.user, attached)
            case "--system": try arguments.choose(.system, attached)
            case "--decisions":
                guard attached == nil else { throw Misuse(text: "--decisions takes no value") }
                arguments.showsDecisions = true
            case "--check":
                guard attached == nil else { throw Misuse(text: "--check takes no value") }
                isTrial = true
            case "--jobs-directory":
                arguments.jobsDirectories.append(try value(option, attached, &rest))
            case "--applications-directory":
                arguments.applicationsDirectories.append(try value(option, attached, &rest))
            case "--socket": try set(&arguments.socket, option, attached, &rest)
            case "--state-directory": try set(&arguments.stateDirectory, option, attached, &rest)
            case "--runtime-directory": try set(&arguments.runtimeDirectory, option, attached, &rest)
            case "--sysfs-root": try set(&arguments.sysfsRoot, option, attached, &rest)
            case "--policy": try set(&arguments.policy, option, attached, &rest)
            case _: throw Misuse(text: "\"\(word)\" is no argument of bgrund")
            }
        }
        return isTrial ? .check(arguments) : .run(arguments)
    }

    /// `--name=value` in its two parts.
    private static func split(_ word: String) -> (option: String, value: String?) {
        guard word.hasPrefix("--"), let sign = word.firstIndex(of: "=") else { return (word, nil) }
        return (String(word[..<sign]), String(word[word.index(after: sign)...]))
    }

    private static func value(
        _ option: String, _ attached: String?, _ rest: inout ArraySlice<String>
    ) throws(Misuse) -> String {
        guard let value = attached ?? rest.popFirst(), !value.isEmpty else {
            throw Misuse(text: "\(option) needs a path behind it")
        }
        return value
    }

    private static func set(
        _ place: inout String?, _ option: String, _ attached: String?, _ rest: inout ArraySlice<String>
    ) throws(Misuse) {
        guard place == nil else { throw Misuse(text: "\(option) is given twice") }
        place = try value(option, attached, &rest)
    }

    private mutating func choose(_ chosen: DaemonReport.Scope, _ attached: String?) throws(Misuse) {
        guard attached == nil else { throw Misuse(text: "--user and --system take no value") }
        guard scope == nil || scope == chosen else {
            throw Misuse(text: "--user and --system exclude each other")
        }
        scope = chosen
    }

    package static let help = """
        Usage: bgrund [--user | --system] [options]

        Runs jobs when the machine is ready for them. Root is the system's daemon unless --user is given; anyone
        else is their own.

          --user                    be the daemon of one user
          --system                  be the system's daemon, for all users
          --socket PATH             where clients connect
          --state-directory DIR     what survives a reboot: the jobs, their history and their output
          --runtime-directory DIR   what does not
          --jobs-directory DIR      read descriptors from here, and not from the usual places; may be repeated
          --applications-directory DIR
                                    the same of manifests; with --jobs-directory alone there are none
          --sysfs-root DIR          read power supplies from a tree other than /sys
          --policy FILE             the daemon's own settings
          --decisions               write each decision to the journal too, in the notation of scenarios
          --check                   see whether the arguments and the settings can be used, and leave
          --version                 show the version
          --help                    show this
        """
}
