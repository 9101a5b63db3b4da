// Thresholds of pressure, as a source of observations.
import BGRunCalendar
import BGRunDevice
import BGRunJob
import BGRunLinux

/// Follows `.pressure` subjects. The watch is made for the first of them and goes with the last.
final class PressureTriggerSource {
    private let queue: EventQueue
    private let token: UInt64
    private let root: String
    private let figures: String?
    private var watch: PressureWatch?

    /// - Parameters:
    ///   - token: Tells of ``news()`` in the queue.
    ///   - root: The kernel's files.
    ///   - figures: Where averages are read, if elsewhere.
    init(in queue: EventQueue, token: UInt64, root: String = "/proc/pressure", figures: String? = nil) {
        self.queue = queue
        self.token = token
        self.root = root
        self.figures = figures
    }

    /// When to call ``recheck(at:)``: only while some pressure is high.
    var recheckAt: AwakeTime? { watch?.recheckAt }

    func observe(_ subject: Subject) -> [(Subject, Observation)] {
        guard case .pressure(let resource, let percent) = subject else { return [] }
        do throws(SystemError) {
            let watch = try openWatch()
            defer { close(watch) }
            return watch.observe(resource, percent: percent, at: .now)
        } catch {
            return [(subject, .unknown("pressure can't be watched: \(error)"))]
        }
    }

    /// What there is to tell of others that had no room beside it.
    @discardableResult
    func ignore(_ subject: Subject) -> [(Subject, Observation)] {
        guard case .pressure(let resource, let percent) = subject, let watch else { return [] }
        defer { close(watch) }
        return watch.ignore(resource, percent: percent, at: .now)
    }

    func news() -> [(Subject, Observation)] { watch?.process(at: .now) ?? [] }

    func recheck(at now: AwakeTime) -> [(Subject, Observation)] {
        guard let instant = recheckAt, instant <= now else { return [] }
        return watch?.recheck(at: now) ?? []
    }

    private func openWatch() throws(SystemError) -> PressureWatch {
        if let watch { return watch }
        let new = try PressureWatch(root: root, figures: figures)
        try queue.add(new.descriptor, for: .read, token: token)
        watch = new
        return new
    }

    /// Gives it up where nothing is watched by it.
    private func close(_ watch: PressureWatch) {
        guard watch.isEmpty else { return }
        try? queue.remove(watch.descriptor)
        self.watch = nil
    }
}
