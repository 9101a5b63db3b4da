// docs/first-minutes.cast: what Examples/first-minutes.sh shows, as asciinema plays it.
import Foundation

/// The words of a recording, without what is another each time. Whoever types fast types before the question, so their order is
/// left out.
struct Recording: Equatable {
    let words: [String]

    init(showing lines: [String]) {
        let plain = lines.map { $0.replacing(/\u{1B}\[[0-9;]*m/, with: "").replacing("\r", with: "") }
        // What is told while something is waited for depends on how long it takes.
        var isTold = false
        let told = plain.filter { line in
            isTold = line.hasPrefix("bgrun: ") || isTold && line.hasPrefix("  ")
            return !isTold
        }
        // Where a cell is cut depends on how much room the hour leaves it.
        let whole = told.map { $0.replacing(/(?:\S+ )*\S*…(?=\s|$)/, with: "CUT") }
        words = Masked(whole).lines.flatMap { $0.split(separator: " ") }.map(String.init).sorted()
    }

    /// - Parameter cast: A line of JSON for each event, below one for all.
    init(cast: String) {
        let shown = cast.split(separator: "\n").dropFirst().map { event in
            let fields = try? JSONSerialization.jsonObject(with: Data(event.utf8)) as? [Any]
            return fields?.last as? String ?? String(event)
        }
        // To Swift a carriage return and a line feed are one character.
        let text = String(String.UnicodeScalarView(shown.joined().unicodeScalars.filter { $0 != "\r" }))
        self.init(showing: text.split(separator: "\n").map(String.init))
    }
}
