// A run that goes on while the daemon's program is replaced: all of it that the store does not keep.
import BGRunCalendar
import BGRunJob

/// A run of one program of the daemon's, as the next one takes it over. Both have one process number, and the clocks of one
/// boot.
package struct ContinuedRun: Hashable, Sendable {
    /// What a run that stands still waits for, and since when it does.
    package struct Stillness: Hashable, Sendable {
        package let since: AwakeTime
        package let reason: FreezeReason

        package init(since: AwakeTime, reason: FreezeReason) {
            self.since = since
            self.reason = reason
        }
    }

    package let run: Run
    /// The number of its main process.
    package let process: Int32
    /// Nil where it works.
    package let stillness: Stillness?
    /// What it has said of itself.
    package var progress: TaskProgress?
    package var sign: RunWords.Sign?
    package var deferral: RunWords.Deferral?
    /// Its owner was told that it takes too long.
    package var isOverrunTold = false

    package init(_ run: Run, process: Int32, stillness: Stillness? = nil) {
        self.run = run
        self.process = process
        self.stillness = stillness
    }

    /// Where it stands; nil for a run that is only beginning, or is to end: those are not handed on.
    init?(_ phase: Phase, saying voice: RunVoice) {
        switch phase {
        case .running(let run, let process): self.init(run, process: process)
        case .frozen(let run, let process, let since, let reason):
            self.init(run, process: process, stillness: Stillness(since: since, reason: reason))
        case .scheduled, .due, .launching, .expiring, .killed: return nil
        }
        progress = voice.progress
        sign = voice.sign
        deferral = voice.deferral
        isOverrunTold = voice.isOverrunTold
    }

    var phase: Phase {
        guard let stillness else { return .running(run, process: process) }
        return .frozen(run, process: process, since: stillness.since, stillness.reason)
    }

    /// What is known of it beside where it stands.
    func voice(usual span: UsualSpan) -> RunVoice {
        RunVoice(
            span: span, isOverrunTold: isOverrunTold, progress: progress, sign: sign, deferral: deferral)
    }
}
