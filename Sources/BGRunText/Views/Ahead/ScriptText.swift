// What `bgrun rehearse --scenario` prints: the lines of a story, and below each what came of it.
import BGRunCalendar

/// The view of a story that was played.
package enum ScriptText {
    /// One line of it.
    package struct Entry {
        package var at: WallTime
        package var text: String
        /// It came of the story, and is no line of it.
        package var isConsequence: Bool

        package init(at: WallTime, text: String, isConsequence: Bool) {
            self.at = at
            self.text = text
            self.isConsequence = isConsequence
        }
    }

    /// Below a line for each day.
    package static func lines(_ script: [Entry], _ clock: LocalClock) -> [Line] {
        var lines: [Line] = []
        var day: Int64?
        for entry in script {
            let shown = clock.local(entry.at).daysSinceEpoch
            if shown != day { lines.append(Line(clock.day(entry.at), .bold)) }
            day = shown
            let text = entry.text.visible
            lines.append(
                Line([
                    Span("  \(clock.time(entry.at))  ", .dim),
                    entry.isConsequence ? Span("< \(text)", .active) : Span(text),
                ]))
        }
        return lines
    }
}
