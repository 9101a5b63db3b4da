// What `bgrun next` prints: the instants that lie ahead, and what clock changes do to them.
import BGRunCalendar
import BGRunJob

/// The view of a list of instants.
package struct NextText {
    private let instants: [NextInstant]
    private let clock: LocalClock
    private let screen: Screen
    /// A zone that a line need not name.
    private let usualZone: Zone
    private let job: JobIdentifier?

    /// - Parameter job: Whose instants they are; nil for an expression's.
    package init(
        _ instants: [NextInstant], of job: JobIdentifier? = nil, usualZone: Zone, clock: LocalClock,
        screen: Screen
    ) {
        self.instants = instants
        self.usualZone = usualZone
        self.job = job
        self.clock = clock
        self.screen = screen
    }

    /// One line an instant. On a terminal that is too narrow for them, remarks stand on a line of their own.
    package var lines: [Line] {
        guard !instants.isEmpty else {
            // A job may wait for an event or a file, which have no instants.
            return [Line("no instant lies ahead" + (job.map { "; bgrun why \($0) tells more" } ?? ""), .dim)]
        }
        return instants.enumerated().flatMap { place, instant in
            let head = Line([Span(instant.text, .bold)] + marks(of: instant, isFirst: place == 0))
            let remarks = [instant.opens.map { "its hours open \(clock.date($0))" }, instant.changeText]
            let remark = remarks.compactMap(\.self).joined(separator: "; ")
            guard !remark.isEmpty else { return [head] }
            let whole = Line(head.spans + [Span("  "), Span(remark, .waiting)])
            guard let width = screen.width, whole.columns > width else { return [whole] }
            return [head, Line([Span("    "), Span(remark, .waiting)])]
        }
    }

    private func marks(of instant: NextInstant, isFirst: Bool) -> [Span] {
        var words: [String] = []
        if instant.zone.name != usualZone.name { words.append(instant.zone.name.visible) }
        if isFirst { words.append(clock.distance(instant.at)) }
        if let latest = instant.latest {
            words.append("or up to \(instant.at.duration(to: latest).rounded) later")
        }
        return words.map { Span("  \($0)", .dim) }
    }
}
