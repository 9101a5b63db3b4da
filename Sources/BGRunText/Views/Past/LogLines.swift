// Pieces of what runs write, put together to lines.
import BGRunCalendar
import BGRunJob
import BGRunWire

/// One line of a run's output.
package struct LogLine: Hashable, Sendable {
    package let job: JobID
    package let run: RunID
    /// When its beginning came; nil where nobody knows.
    package let at: WallTime?
    /// Nil likewise.
    package let stream: OutputStream?
    package let text: String
}

/// Lines that have begun and not ended, of each stream of each run its own.
package struct LogLines {
    private struct Source: Hashable {
        let job: JobID
        let run: RunID
        let stream: OutputStream?
    }

    private struct Beginning {
        let at: WallTime?
        var text: String
    }

    /// Who writes no line feeds is not waited for.
    private static let longest = 16_384

    private var begun: [Source: Beginning] = [:]
    /// In the order in which they have begun.
    private var order: [Source] = []

    package init() {}

    package var hasBegun: Bool { !begun.isEmpty }

    /// The lines that end with this piece.
    package mutating func take(_ piece: LogsCall.Reply, of job: JobID) -> [LogLine] {
        let source = Source(job: job, run: piece.run, stream: piece.stream)
        var lines: [LogLine] = []
        // By scalars: a carriage return and a line feed are one character.
        var parts = piece.text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)[...]
        let rest = Substring(parts.popLast() ?? "".unicodeScalars[...])
        for part in parts {
            // Nearly all lines come whole.
            guard begun[source] != nil else {
                lines.append(line(of: source, at: piece.at, String(part)))
                continue
            }
            add(Substring(part), to: source, at: piece.at)
            lines += end(source)
        }
        if !rest.isEmpty {
            add(rest, to: source, at: piece.at)
            if begun[source]?.text.utf8.count ?? 0 > Self.longest { lines += end(source) }
        }
        return lines
    }

    /// Those that have not ended; of one run or of all.
    package mutating func finish(_ run: RunID? = nil) -> [LogLine] {
        order.filter { run == nil || $0.run == run }.flatMap { end($0) }
    }

    private mutating func add(_ text: Substring, to source: Source, at instant: WallTime?) {
        if begun[source] == nil { order.append(source) }
        begun[source, default: Beginning(at: instant, text: "")].text += text
    }

    private mutating func end(_ source: Source) -> [LogLine] {
        guard let line = begun.removeValue(forKey: source) else { return [] }
        order.removeAll { $0 == source }
        return [self.line(of: source, at: line.at, line.text)]
    }

    private func line(of source: Source, at instant: WallTime?, _ text: String) -> LogLine {
        LogLine(
            job: source.job, run: source.run, at: instant, stream: source.stream, text: Self.shown(text))
    }

    /// What a terminal would show in the end of a line that is written over and over.
    private static func shown(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "\r")) else { return text }
        let text = text.hasSuffix("\r") ? text.dropLast() : text[...]
        return String(text.split(separator: "\r", omittingEmptySubsequences: true).last ?? "")
    }
}
