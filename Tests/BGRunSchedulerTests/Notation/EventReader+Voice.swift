// Reads what runs say of themselves, in the notation of the decision log.
import BGRunCalendar
import BGRunJob
import BGRunScheduler

extension EventReader {
    /// `earlierRuns run=3 40m 38m`, `said #7 by=1000 run=3 40% "copying" by=5m`.
    func voice(_ name: String, _ words: inout Words) throws -> Event {
        if name == "earlierRuns" {
            let run = try run(&words)
            var spans: [Duration] = []
            while let word = words.optional() { spans.append(try span(word[...], words)) }
            return .earlierRunsRead(run, spans)
        }
        var requester: Requester?
        if words.rest.hasPrefix("#") { requester = try self.requester(&words) }
        let run = try run(&words)
        var said = RunWords()
        while !words.rest.isEmpty {
            if words.rest.hasPrefix("\"") {
                said.append(RunWords(text: try words.quoted()))
            } else {
                said.append(try self.words(words.next(), words))
            }
        }
        return .runSpoke(run, said, requester)
    }

    private func words(_ word: String, _ rest: Words) throws -> RunWords {
        if let sign = RunWords.Sign(rawValue: word) { return RunWords(sign: sign) }
        if word == "alive" { return .alive }
        if word == "hangs" { return RunWords(life: .hanging) }
        if word.hasSuffix("%") { return RunWords(percent: Int(word.dropLast())) }
        if word == "defer" { return RunWords(deferral: .usual) }
        if word.hasPrefix("defer=") { return RunWords(deferral: .by(try span(word.dropFirst(6), rest))) }
        if word.hasPrefix("by=") { return RunWords(extension: .by(try span(word.dropFirst(3), rest))) }
        guard word.hasPrefix("atLeast=") else { throw rest.fault("what a run says instead of \(word)") }
        return RunWords(extension: .atLeast(try span(word.dropFirst(8), rest)))
    }

    private func span(_ text: Substring, _ words: Words) throws -> Duration {
        guard let span = Duration(text: text) else { throw words.fault("a duration instead of \(text)") }
        return span
    }
}
