// Takes away what runs have written that history has no more.
import BGRunCalendar
import BGRunDevice
import BGRunJob
import BGRunLaunch
import BGRunScheduler

/// Removes the outputs of runs a few at a time: a job may have thousands, and a disk may take milliseconds for each.
///
/// What is left when the daemon ends is found at its next start.
final class OutputRemoval: Source {
    /// So many at once; nobody is served meanwhile.
    static let portion = 8

    private let launcher: Launcher
    private var runs: [RunID] = []
    /// When the next portion is due; nil where nothing is left.
    private(set) var attendAt: AwakeTime?

    init(_ launcher: Launcher) { self.launcher = launcher }

    func remove(_ runs: [RunID]) {
        if runs.isEmpty { return }
        self.runs += runs
        if attendAt == nil { _ = attend(at: .now) }
    }

    func news() -> [Event] { [] }

    func attend(at now: AwakeTime) -> [Event] {
        for run in runs.suffix(Self.portion) { try? launcher.removeOutput(of: run) }
        runs.removeLast(min(Self.portion, runs.count))
        attendAt = runs.isEmpty ? nil : now
        // Their room is given back.
        if runs.isEmpty { runs = [] }
        return []
    }
}
