// How far apart the starts of one job lie that no point of a schedule has set.
import BGRunCalendar
import BGRunJob

/// When each job was started last, as far as that still matters, and how often in a row nobody else has brought it up.
///
/// A job that writes the file it watches, or submits itself, would run without end and without a pause. Who brings a
/// job up is not known, so it goes by when: what comes while it runs, or right after, is taken for its own doing. Then the
/// distance doubles with each start, and whoever brings it up at another time ends that.
///
/// It is not the job's: a job that runs once leaves with its run, and what it submitted comes after it. Nor is it stored;
/// what a stored job has of its last start is told again by ``recall(_:started:at:)``.
struct Spacing {
    private struct Entry {
        /// The last start.
        var start: BootTime
        /// Nil while that run is active.
        var end: BootTime?
        /// How many starts in a row, up to the last one, nobody but the job itself has brought up.
        var row = 0
        /// Whether only the job itself has brought up what comes next; nil while nobody has.
        var isOwn: Bool?
        /// How it was before that start, as long as that may be undone.
        var before = Before.nothing
    }

    private indirect enum Before {
        case nothing
        case entry(Entry)
    }

    /// For so long after a run, what brings its job up is taken for an effect of that run.
    static let echo: Duration = .seconds(2)
    /// So many jobs of an owner's are remembered; beyond it, the one whose start was longest ago is forgotten.
    static let mostOfOwner = 1024

    private var entries: [UserID: [JobID: Entry]] = [:]

    // MARK: - What happens

    mutating func started(_ job: JobID, at now: Now) {
        let before = entries[job.owner]?[job]
        let row = before?.isOwn == true ? (before?.row ?? 0) + 1 : 0
        var entry = Entry(start: now.boot, row: row)
        if var before {
            before.before = .nothing
            entry.before = .entry(before)
        }
        remember(entry, of: job)
    }

    /// The start never was: it could not be stored, or what was started was not begun. What was before it counts again.
    mutating func startUndone(_ job: JobID) {
        guard let entry = entries[job.owner]?[job] else { return }
        switch entry.before {
        case .nothing: entries[job.owner]?[job] = nil
        case .entry(let before): entries[job.owner]?[job] = before
        }
    }

    /// Its run is over.
    mutating func ended(_ job: JobID, at now: Now) {
        entries[job.owner]?[job]?.end = now.boot
        entries[job.owner]?[job]?.before = .nothing
    }

    /// An event, a file or a submission brings the job up.
    mutating func broughtUp(_ job: JobID, at now: Now) {
        guard var entry = entries[job.owner]?[job] else { return }
        if entry.end.map({ now.boot < $0.advanced(by: Self.echo) }) ?? true {
            entry.isOwn = entry.isOwn ?? true
        } else {
            entry.isOwn = false
            entry.row = 0
        }
        entries[job.owner]?[job] = entry
    }

    /// Takes over from the store when a job was started last.
    ///
    /// - Parameter span: How long that matters.
    mutating func recall(_ job: JobID, started: WallTime, isActive: Bool, span: Duration, at now: Now) {
        let passed = started.duration(to: now.wall)
        // The clock may have been set since.
        guard .zero <= passed, passed < span else { return }
        let start = now.boot.advanced(by: .zero - passed)
        remember(Entry(start: start, end: isActive ? nil : start), of: job)
    }

    /// The number is another's.
    mutating func forget(_ owner: UserID) { entries[owner] = nil }

    private mutating func remember(_ entry: Entry, of job: JobID) {
        var theirs = entries.removeValue(forKey: job.owner) ?? [:]
        if theirs[job] == nil, theirs.count >= Self.mostOfOwner {
            let oldest = theirs.min {
                $0.value.start == $1.value.start ? $0.key < $1.key : $0.value.start < $1.value.start
            }
            if let oldest { theirs[oldest.key] = nil }
        }
        theirs[job] = entry
        entries[job.owner] = theirs
    }

    // MARK: - The distance

    /// Before when a job that is brought up does not start; nil where it was not started lately.
    ///
    /// - Parameters:
    ///   - least: The distance of two starts.
    ///   - longest: What it doubles up to, where it is shorter, while the job brings itself up.
    func earliestStart(of job: JobID, least: Duration, longest: Duration) -> BootTime? {
        guard let entry = entries[job.owner]?[job] else { return nil }
        return entry.start.advanced(by: least.doubled(entry.isOwn == true ? entry.row : 0, upTo: longest))
    }

    /// When its last run ended, as far as that is remembered; nil while one is active.
    func lastEnd(of job: JobID) -> BootTime? { entries[job.owner]?[job]?.end }

    /// Whether nobody but the job itself has brought up what comes next, as it was with the start before. Once may be somebody
    /// who submits it a second time by hand.
    func isOwn(_ job: JobID) -> Bool {
        guard let entry = entries[job.owner]?[job] else { return false }
        return entry.isOwn == true && entry.row > 0
    }
}
