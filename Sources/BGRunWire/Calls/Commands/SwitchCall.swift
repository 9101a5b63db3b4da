// Pause, Unpause, Enable, Disable and Snooze: the switches that are turned by hand.
import BGRunJSON
import BGRunJob

/// Asks to turn a switch for these jobs. What runs goes on.
package struct SwitchCall: SchedulerCall, Hashable {
    package typealias Reply = NoFields

    /// Each is a method of its own.
    package var turn: SwitchTurn
    package var jobs: JobSelection

    package init(_ turn: SwitchTurn, _ jobs: JobSelection) {
        self.turn = turn
        self.jobs = jobs
    }

    package var method: SchedulerMethod {
        switch turn {
        case .pause: .pause
        case .unpause: .unpause
        case .enable: .enable
        case .disable: .disable
        case .snooze: .snooze
        }
    }

    package var parameters: JSONObject {
        switch turn {
        case .pause: Self.pause.write(self)
        case .snooze: Self.snooze.write(self)
        case .unpause, .enable, .disable: Self.turning(turn).write(self)
        }
    }

    static let pause = WireTable<SwitchCall>(
        .keys(JobSelection.wire, \.jobs), .key("duration", .optional(.span()), \.duration),
        JobSelection.tag(of: \.jobs), .key("note", .optional(.string), \.note),
        make: { jobs, span, tag, note throws(FieldFault) in
            SwitchCall(.pause(for: span, note: note?.taskTitle), try jobs.with(tag))
        })

    static let snooze = WireTable<SwitchCall>(
        .keys(JobSelection.wire, \.jobs), .key("duration", .optional(.span()), \.duration),
        JobSelection.tag(of: \.jobs),
        make: { jobs, span, tag throws(FieldFault) in
            SwitchCall(.snooze(for: span ?? SwitchTurn.usualSnooze), try jobs.with(tag))
        })

    /// One that needs to be told nothing but the jobs.
    static func turning(_ turn: SwitchTurn) -> WireTable<SwitchCall> {
        WireTable(
            .keys(JobSelection.wire, \.jobs), JobSelection.tag(of: \.jobs),
            make: { jobs, tag throws(FieldFault) in SwitchCall(turn, try jobs.with(tag)) })
    }

    private var duration: Duration? {
        switch turn {
        case .pause(let duration, _): duration
        case .snooze(let duration): duration
        case .unpause, .enable, .disable: nil
        }
    }

    private var note: String? {
        switch turn {
        case .pause(_, let note): note
        case .unpause, .enable, .disable, .snooze: nil
        }
    }
}
