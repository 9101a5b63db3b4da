// Where a timer becomes a job and a timer again: the jobs directory, the records, systemd's own files, and the daemon.
import BGRunClient
import BGRunImport
import BGRunJSON
import BGRunJob
import BGRunLinux
import BGRunText
import BGRunWire
import Glibc

/// What bgrun adopt and bgrun release change. One of them is at work at a time.
struct AdoptionPlace: ~Copyable {
    let jobs: InstalledJobs
    let records: AdoptedTimers
    let manager: TimerSwitch
    private let daemon: DaemonOptions
    private let lock: FileDescriptor

    /// How long a daemon may take to read a file of its jobs directory; and a run to end.
    private static let reading: Int64 = 15_000_000
    private static let ending: Int64 = 100_000_000

    /// - Parameter deed: What is done, for the refusal of who may not: `adopts`.
    init(_ daemon: DaemonOptions, to deed: String) throws {
        guard daemon.user || Machine.effectiveUser == 0 else {
            throw Failure(
                .refused,
                Complaint(
                    "only root \(deed) timers of the system",
                    advice: "use sudo, or --user for a timer of your own"))
        }
        let (jobs, records) = (try InstalledJobs(daemon), try AdoptedTimers(of: daemon))
        let lock = try records.lock()
        self.daemon = daemon
        self.jobs = jobs
        self.records = records
        manager = TimerSwitch(isUser: daemon.user)
        self.lock = lock
    }

    /// First what undoes it, then the timer, then the job: at no time do both run it, and whatever is cut short can be undone.
    func adopt(_ plan: AdoptionPlan) throws -> AdoptedTimer {
        let before = manager.links()
        var timer = AdoptedTimer(
            timer: plan.timer, job: plan.job.name, switchedOff: plan.switchedOff,
            wasActive: plan.standing.isActive,
            links: before.filter { $0.isAbout(plan.timer) }.sorted { $0.path < $1.path })
        try records.write(timer)
        do {
            if !timer.switchingOff.isEmpty {
                // Also where it fails: it may have taken links away before.
                defer { timer.note(gone: before.subtracting(manager.links())) }
                try manager.systemctl(timer.switchingOff)
            }
            let left = try manager.standing(of: plan.timer)
            if let other = left.needers.first { throw AdoptionPlan.isNeeded(plan.timer, by: other) }
            // What is on for every user by the administrator's word, or wanted by another unit's own, is off only by a mask.
            if timer.switchedOff != .masked, left.isOn {
                timer = AdoptedTimer(
                    timer: plan.timer, job: plan.job.name, switchedOff: .masked,
                    wasActive: timer.wasActive, links: timer.links)
                try records.write(timer)
                try mask(timer)
            }
            try records.write(timer)
            _ = try jobs.write([plan.job], replacing: false)
            guard wait(Self.reading, until: { found(plan.job.name)?.isEmpty == false }) else {
                try jobs.remove(plan.job.name)
                throw Failure(
                    .unsuccessful,
                    Complaint(
                        "\(plan.timer.visible) was not adopted: the daemon does not take its job from \(jobs.directory.visible)",
                        advice: "bgrun doctor tells why"))
            }
            return timer
        } catch {
            // The timer as it was; what is wrong with that too is said instead.
            try release(timer, removingJob: false)
            throw error
        }
    }

    private func mask(_ timer: AdoptedTimer) throws {
        do {
            try manager.systemctl(timer.switchingOff)
        } catch let failure as Failure {
            // Where the administrator's own file lies no mask has room.
            throw Failure(
                failure.code,
                Complaint(
                    failure.complaint?.what ?? "\(timer.timer.visible) can't be masked",
                    advice:
                        "something starts \(timer.timer.visible) that systemctl disable does not end: see systemctl list-dependencies --reverse \(timer.timer.visible)"
                ))
        }
    }

    /// - Parameters:
    ///   - removingJob: Whether the job is its own; one of that name may be somebody else's.
    ///   - instant: When its job did its work last.
    func release(_ timer: AdoptedTimer, removingJob: Bool = true, ranAt instant: Int64? = nil) throws {
        if removingJob {
            try jobs.remove(timer.job)
            // Its run is stopped, and with it the service, which the timer may start at once.
            _ = wait(Self.ending, until: { found(timer.job)?.isEmpty != false })
        }
        do {
            try manager.restore(timer.links)
            if let instant { manager.note(timer.timer, ranAt: instant) }
            for words in timer.switchingOn { try manager.systemctl(words) }
        } catch let failure as Failure {
            // There is nothing left to switch on of a unit whose package has gone.
            if (try? manager.standing(of: timer.timer))?.load == "not-found" {
                return try records.remove(timer)
            }
            throw Failure(
                failure.code,
                Complaint(
                    "\(timer.timer.visible) is not what it was yet: \(failure.complaint?.what ?? "")",
                    advice: "mend that, and call bgrun release \(timer.timer.visible) again"))
        }
        try records.remove(timer)
    }

    // MARK: - The daemon

    /// The job of a name, where the daemon has it; nil where it does not answer.
    func found(_ job: JobIdentifier) -> [JobReport]? {
        let selection = JobSelection(job, of: daemon.asker)
        return daemon.glance { connection, deadline in
            do {
                return try connection.call(StatusCall(selection), until: deadline).jobs
            } catch let error as ClientError {
                if case .refused(.scheduler(.unknownJob)) = error { return [] }
                return nil
            } catch {
                return nil
            }
        }
    }

    /// Asks again and again, since a daemon tells of no file that it has not read.
    private func wait(_ span: Int64, until holds: () -> Bool) -> Bool {
        let deadline = Clock.read(.monotonic) &+ span
        while !holds() {
            if Clock.read(.monotonic) >= deadline { return false }
            _ = poll(nil, 0, 200)
        }
        return true
    }
}
