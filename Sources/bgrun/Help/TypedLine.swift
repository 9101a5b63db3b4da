// A line as it was typed, read by what its command takes, also where the argument parser does not understand it.
import ArgumentParser

/// The words of a line: its command, its options, and what stands between them.
struct TypedLine {
    /// An option, and which word it is.
    struct TypedOption {
        let name: String
        let place: Int
        /// Nil of one that the command does not take.
        let known: TakenOptions.Option?
    }

    let words: [String]
    private(set) var command: any ParsableCommand.Type = Bgrun.self
    /// `bgrun simulate`.
    private(set) var path = "bgrun"
    /// It without the program's name: `simulate`, and `bgrun` where no command was typed.
    var name: String { path == "bgrun" ? path : String(path.dropFirst("bgrun ".count)) }
    /// What stands where the name of a command has to and is none.
    private(set) var unknownCommand: String?
    /// Before `--`, behind which a program's own begin.
    private(set) var options: [TypedOption] = []
    /// Which words are neither a command, an option nor its value.
    private(set) var others: [Int] = []
    private(set) var taken = TakenOptions(of: Bgrun.self)

    init(_ arguments: [String]) {
        words = arguments
        let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
        var place = 0
        while place < end, unknownCommand == nil {
            let word = arguments[place]
            if word.hasPrefix("-"), word != "-" {
                place += takeOption(word, at: place)
            } else if command.configuration.subcommands.isEmpty || word == "help" {
                others.append(place)
            } else if let next = subcommand(word) {
                command = next
                path += " \(next.configuration.commandName ?? word)"
                taken = TakenOptions(of: next)
            } else {
                unknownCommand = word
            }
            place += 1
        }
    }

    /// - Returns: How many of the words behind it are its value.
    private mutating func takeOption(_ word: String, at place: Int) -> Int {
        let found = taken.option(word)
        // What nobody knows has a value where it says so itself.
        let name = found?.option.names.first { word.hasPrefix($0) } ?? String(word.prefix { $0 != "=" })
        options.append(TypedOption(name: name, place: place, known: found?.option))
        if let found { return found.option.takesValue && !found.hasValue ? 1 : 0 }
        // One that stands before the command that it is of: `--for 2h pause`.
        let next = words[place...].dropFirst().prefix(2)
        return next.count == 2 && subcommand(next.first ?? "") == nil && subcommand(next.last ?? "") != nil
            ? 1 : 0
    }

    private func subcommand(_ word: String) -> (any ParsableCommand.Type)? {
        command.configuration.subcommands.first { $0.answers(to: word) }
    }

    /// Its options with their values, but for these.
    func options(but names: [String]) -> [String] {
        options.filter { !names.contains($0.name) }.flatMap(words(of:))
    }

    /// An option with its value.
    func words(of option: TypedOption) -> [String] {
        let isSplit = taken.option(words[option.place]).map { $0.option.takesValue && !$0.hasValue }
        return Array(words[option.place...].prefix(isSplit == true ? 2 : 1))
    }

    /// The first option that the command does not take.
    var unknownOption: TypedOption? { options.first { $0.known == nil } }

    /// An option of which one value counts and which was given several.
    var repeatedOption: String? {
        var seen: Set<[String]> = []
        return options.first { typed in
            guard let known = typed.known, known.takesValue, !known.isRepeating else { return false }
            return !seen.insert(known.names).inserted
        }?.name
    }
}

extension ParsableCommand {
    /// What it is called by.
    static var names: [String] { [configuration.commandName].compactMap(\.self) + configuration.aliases }

    /// Whether it is called so.
    static func answers(to word: String) -> Bool { names.contains(word) }
}
