// A line that the argument parser does not understand: the command or the option that may be meant, or the dashes that are missing.
import ArgumentParser
import BGRunCalendar
import BGRunJob
import BGRunJSON
import BGRunText

/// What is said of such a line in place of the parser's words.
struct Mistyped {
    private let line: TypedLine

    init(_ arguments: [String]) { line = TypedLine(arguments) }

    /// What is wrong with it, the first that fits.
    ///
    /// - Parameter message: What the parser says of it.
    func failure(_ message: String) -> Failure {
        unknownCommand ?? missingDashes.map(Failure.missingDashes) ?? unknownOption ?? twice
            ?? behindDashes(message)
            ?? Failure(.usage, ParserWords(message, help: "\(help) tells more").complaint)
    }

    /// There is no command of the first word, or below that of the second.
    var unknownCommand: Failure? {
        guard let word = line.unknownCommand else { return nil }
        let isOfProgram = line.path == "bgrun"
        let what =
            isOfProgram
            ? "there is no command \(word.visible)" : "\(line.name) has no command \(word.visible)"
        if isOfProgram, let answer = OtherWords.answer(toCommand: word) {
            return .usage(what, advice: answer)
        }
        let names = line.command.configuration.subcommands.flatMap { $0.names }
        return .usage(what, advice: advice(NearestSpelling.of(word, among: names), "lists them"))
    }

    private var unknownOption: Failure? {
        guard let option = line.unknownOption else { return nil }
        if line.taken.option(line.words[option.place]) != nil {
            return .usage(
                "\(option.name) is an option of \(line.name) and stands before it",
                advice: "write it behind that")
        }
        let what = "\(line.name) has no option \(option.name.visible)"
        if let answer = OtherWords.answer(toOption: option.name, of: line.name) {
            return .usage(what, advice: answer)
        }
        let names = line.taken.all.flatMap(\.names).filter { $0.hasPrefix("--") }
        return .usage(
            what, advice: advice(NearestSpelling.of(option.name, among: names), "lists those it has"))
    }

    /// Of two values the last would count, and the first be dropped in silence.
    var twice: Failure? {
        line.repeatedOption.map {
            .usage("\($0) is given twice, and takes one value", advice: "give it once")
        }
    }

    /// What shows all that the command takes; `bgrun help` alone is one screen for who begins.
    private var help: String {
        line.path == "bgrun" ? "bgrun --help" : "bgrun help \(line.name)"
    }

    /// An option behind `--` is an argument like any other, of which the parser says that it can't be one.
    private func behindDashes(_ message: String) -> Failure? {
        let word = line.words.drop { $0 != "--" }.dropFirst().first {
            message.hasPrefix("The value '\($0)'") && line.taken.option($0) != nil
        }
        return word.map {
            .usage("\($0) stands behind --, where no option is read", advice: "write it before --")
        }
    }

    private func advice(_ meant: String?, _ lists: String) -> String {
        let advice = "\(help) \(lists)"
        return meant.map { "did you mean \($0)? \(advice)" } ?? advice
    }

    /// Where a program stands in a line of `submit` without the dashes before it: the line as it may be meant.
    ///
    /// An option that `submit` does not know and that stands before the program comes first.
    var missingDashes: String? {
        guard line.path == "bgrun submit", !line.words.contains("--") else { return nil }
        let place = line.others.first { place in
            let word = line.words[place]
            return !word.hasSuffix(".json") && !word.hasSuffix(".jsonl")
                && (try? CallerProgram.path(of: word)) != nil
        }
        guard let place, place < line.unknownOption?.place ?? .max else { return nil }
        let others = line.others.filter { $0 < place && line.words[$0] != "submit" }
        guard let meant = Self.option(for: others.map { line.words[$0] }) else { return nil }
        let before = line.words[..<place].enumerated().filter { !others.contains($0.offset) }.map(\.element)
        return Self.typed(before + meant + ["--"] + line.words[place...])
    }

    /// What stands before the program is when it is to run, as a crontab has it, or a variable; nil where it is neither.
    static func option(for words: [String]) -> [String]? {
        if words.isEmpty { return [] }
        let text = words.joined(separator: " ")
        if text == "@reboot" { return ["--key", #"schedule={"event": "boot"}"#] }
        if text.hasPrefix("@every ") {
            let span = String(text.dropFirst("@every ".count))
            return (try? Words.duration(span)).map { _ in ["--every", span] }
        }
        if text.hasPrefix("@") {
            return names.values.contains(String(text.dropFirst()))
                ? ["--calendar", String(text.dropFirst())] : nil
        }
        let name = text.lowercased()
        if let name = names[String(name.hasPrefix("1 ") ? name.dropFirst(2) : name[...])] {
            return ["--calendar", name]
        }
        if words.count == 1, let mark = text.firstIndex(of: "="),
            text[..<mark].allSatisfy({ $0.isLetter || $0 == "_" })
        {
            return ["--env", text]
        }
        if (try? Words.duration(text)) != nil { return ["--every", text] }
        if (try? CronExpression(text)) != nil { return ["--cron", text] }
        return (try? CalendarExpression(text)) == nil ? nil : ["--calendar", text]
    }

    /// What comes once in each, as a calendar expression.
    private static let names = [
        "minute": "minutely", "hour": "hourly", "day": "daily", "night": "daily", "week": "weekly",
        "month": "monthly", "1month": "monthly", "year": "yearly", "1y": "yearly", "1year": "yearly",
    ]

    /// As it is typed into a shell.
    static func typed(_ words: some Sequence<String>) -> String {
        words.map(ShellWord.typed).joined(separator: " ").visible
    }
}
