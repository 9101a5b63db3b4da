// What is to become of a timer that is adopted, made before anything is changed.
import BGRunImport
import BGRunJSON
import BGRunJob
import BGRunText

/// A timer, how it is switched off, and the job in its place.
struct AdoptionPlan {
    let timer: String
    let standing: TimerStanding
    let switchedOff: AdoptedTimer.Way
    let job: ImportedJob
    let remarks: [Remark]

    /// - Parameter word: The timer as it was typed.
    init(_ word: String, _ daemon: DaemonOptions) throws {
        guard !word.contains("/") else {
            throw Failure.usage(
                "\(word.visible) is a path", advice: "name the timer as systemctl list-timers does")
        }
        timer = try TimerName.of(word, example: "fstrim.timer")
        var imported = Imported()
        let files = UnitFiles(isUser: daemon.user)
        TimerReader.read(
            timer, as: .unit, specifiers: UnitFiles.specifiers(isUser: daemon.user), in: nil,
            isUsers: daemon.user, into: &imported,
            isThere: files.has, find: files.findOrAdvise)
        let jobs = imported.taken(by: daemon)
        guard imported.refusals.isEmpty, let job = jobs.first else {
            throw Failure(
                .unsuccessful,
                Complaint(
                    (["\(timer.visible) can't be adopted:"] + imported.refusals.map { "  \($0.text.visible)" })
                        .joined(separator: "\n")))
        }
        self.job = job
        standing = try TimerSwitch(isUser: daemon.user).standing(of: timer)
        guard standing.load == "loaded", let way = standing.way else {
            throw Failure(
                .unsuccessful,
                Complaint(
                    "\(timer.visible) can't be adopted: \(standing.lack.visible)",
                    advice: "systemctl\(daemon.userFlag) status \(timer.visible) tells more"))
        }
        switchedOff = way
        if way == .untouched { imported.note("it was off; the job is not", of: job.name.text, in: timer) }
        // Of a target it may be by a link that goes with the timer.
        if let other = standing.needers.first(where: { !$0.hasSuffix(".target") }) {
            throw Self.isNeeded(timer, by: other)
        }
        remarks = imported.remarks
    }

    static func isNeeded(_ timer: String, by other: String) -> Failure {
        Failure(
            .unsuccessful,
            Complaint(
                "\(timer.visible) can't be adopted: \(other.visible) requires it, and fails or is stopped without it",
                advice: "bgrun import systemd \(timer.visible) makes a job beside it"))
    }
}

extension DaemonOptions {
    /// ` --user`, where it is to be given again.
    var userFlag: String { user ? " --user" : "" }
}
