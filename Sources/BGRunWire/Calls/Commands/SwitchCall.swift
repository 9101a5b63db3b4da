// Pause, Unpause, Enable and Disable: the switches that are turned by hand.
import BGRunJSON
import BGRunJob

/// Asks to turn a switch for these jobs. What runs goes on.
package struct SwitchCall: SchedulerCall, Hashable {
    /// Each is a method of its own.
    package enum Turn: Hashable, Sendable {
        /// Nothing starts, for a time above zero or until ``unpause``.
        case pause(for: Duration?)
        case unpause
        /// They are run, whatever their descriptors say.
        case enable
        case disable
    }

    package typealias Reply = NoFields

    package var turn: Turn
    package var jobs: JobSelection

    package init(_ turn: Turn, _ jobs: JobSelection) {
        self.turn = turn
        self.jobs = jobs
    }

    package var method: SchedulerMethod {
        switch turn {
        case .pause: .pause
        case .unpause: .unpause
        case .enable: .enable
        case .disable: .disable
        }
    }

    package var parameters: JSONObject {
        switch turn {
        case .pause: Self.pause.write(self)
        case .unpause, .enable, .disable: jobs.object
        }
    }

    static let pause = WireTable<SwitchCall>(
        .keys(JobSelection.wire, \.jobs), .key("duration", .optional(.span()), \.duration),
        make: { SwitchCall(.pause(for: $1), $0) })

    /// One that needs to be told nothing but the jobs.
    static func turning(_ turn: Turn) -> WireTable<SwitchCall> {
        WireTable(.keys(JobSelection.wire, \.jobs), make: { SwitchCall(turn, $0) })
    }

    private var duration: Duration? {
        switch turn {
        case .pause(let duration): duration
        case .unpause, .enable, .disable: nil
        }
    }
}
