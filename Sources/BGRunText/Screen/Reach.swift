// Commands that are advised, as they reach the daemon that was asked.

/// The options by which the reader has said which daemon is meant, and whose jobs: a command that is advised has them too.
package struct Reach: Hashable, Sendable {
    /// An option as it was typed.
    package struct Option: Hashable, Sendable {
        /// Such as `--user`.
        package let name: String
        /// With its value.
        package let text: String

        package init(name: String, text: String) {
            self.name = name
            self.text = text
        }
    }

    private let given: [Option]
    private let commands: [[String]: [String]]

    /// - Parameters:
    ///   - given: What was said.
    ///   - commands: Those that talk to a daemon, by their names, each with the names of its own commands.
    package init(_ given: [Option], commands: [[String]: [String]]) {
        self.given = given
        self.commands = commands
    }

    /// Nothing was said.
    package static let usual = Reach([], commands: [:])

    /// A text of ours with these options behind each command in it that lacks them: pasted, it does what was meant.
    package func added(to text: String) -> String {
        guard !given.isEmpty else { return text }
        let start = "bgrun "
        var result = ""
        var rest = text[...]
        while let place = rest.firstRange(of: start) {
            // A path ends so too, and a longer name.
            let isOurs = (rest[..<place.lowerBound].last ?? result.last).map { " \n(".contains($0) } ?? true
            result += rest[..<place.upperBound]
            rest = rest[place.upperBound...]
            guard isOurs else { continue }
            let end = rest.firstRange(of: start)?.lowerBound ?? rest.endIndex
            result += added(behind: rest[..<end])
            rest = rest[end...]
        }
        return result + rest
    }

    /// - Parameter words: What stands behind `bgrun`, up to the next command.
    private func added(behind words: Substring) -> String {
        var name = words.prefix { $0 == "-" || $0.isASCII && $0.isLetter }
        guard let command = commands.first(where: { $0.key.contains(String(name)) }) else {
            return String(words)
        }
        let second = words[name.endIndex...].dropFirst().prefix { $0.isASCII && $0.isLetter }
        if command.value.contains(String(second)) { name = words[..<second.endIndex] }
        let rest = words[name.endIndex...]
        let said = rest.prefix { $0 != ";" && $0 != "\n" }
        func says(_ option: String) -> Bool { said.firstRange(of: option) != nil }
        let isChosen = ["--user", "--socket"].contains(where: says)
        let missing = given.filter { !says($0.name) && !(isChosen && $0.name != "--owner") }
        return ([String(name)] + missing.map(\.text)).joined(separator: " ") + rest
    }

    /// The same of spans.
    package func added(to spans: [Span]) -> [Span] {
        given.isEmpty ? spans : spans.map { Span(added(to: $0.text), $0.style) }
    }
}
