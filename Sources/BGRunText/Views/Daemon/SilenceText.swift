// What `bgrun doctor service` prints of a daemon that does not answer.
import BGRunCalendar

/// What was seen of a daemon from outside.
package struct DaemonSight: Hashable, Sendable {
    /// A process that is, or may be, the daemon.
    package struct Process: Hashable, Sendable {
        package var number: Int32
        /// The kernel says that it is the daemon; else its name does, and that it is the daemon's user's.
        package var isCertain: Bool
        package var since: WallTime
        /// What the kernel has it do: "stopped by a signal".
        package var state: String
        /// Where in the kernel it waits, for those who are told.
        package var place: String?

        package init(number: Int32, isCertain: Bool, since: WallTime, state: String, place: String?) {
            self.number = number
            self.isCertain = isCertain
            self.since = since
            self.state = state
            self.place = place
        }
    }

    /// A file that the daemon writes when it saves, and when it was written last.
    package struct Save: Hashable, Sendable {
        package var path: String
        package var at: WallTime

        package init(path: String, at: WallTime) {
            self.path = path
            self.at = at
        }
    }

    /// What became of the question.
    package var answer: String
    package var socket: String
    /// When somebody last began to listen there; nil where there is no socket.
    package var socketMade: WallTime?
    package var processes: [Process]
    /// Nil where it is not shown to us, or there is none.
    package var lastSave: Save?

    package init(
        answer: String, socket: String, socketMade: WallTime?, processes: [Process], lastSave: Save?
    ) {
        self.answer = answer
        self.socket = socket
        self.socketMade = socketMade
        self.processes = processes
        self.lastSave = lastSave
    }
}

extension DoctorText {
    /// - Parameters:
    ///   - surroundings: What was seen around it.
    ///   - faults: What of that is wrong.
    package static func silence(
        _ sight: DaemonSight, around surroundings: Surroundings? = nil, faults: [String] = [],
        clock: LocalClock
    ) -> [Line] {
        var table = Table()
        table.add([Span("daemon", .dim), Span(sight.answer.visible, .bad)])
        let made = sight.socketMade.map { ", made \(clock.date($0))" } ?? ", which is not there"
        table.add([Span("socket", .dim), Span(sight.socket.visible + made)])
        for process in sight.processes {
            let place = process.place.map { " (\($0.visible))" } ?? ""
            table.add([
                Span("process", .dim),
                Span(
                    (process.isCertain ? "" : "perhaps ")
                        + "\(process.number), since \(clock.date(process.since)), \(process.state.visible)\(place)"
                ),
            ])
        }
        if sight.processes.isEmpty { table.add([Span("process", .dim), Span("none has this socket")]) }
        if let save = sight.lastSave {
            table.add([Span("last saved", .dim), Span("\(clock.date(save.at)), \(save.path.visible)")])
        }
        for (title, words) in surroundings?.rows ?? [] where title != "socket" {
            table.add([Span(title, .dim), Span(words)])
        }
        for fault in faults { table.add([Span("fault", .bad), Span(fault.visible)]) }
        return table.lines
    }
}
