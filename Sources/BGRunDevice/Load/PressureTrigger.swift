// One threshold of pressure that the kernel watches, and whether what it tells of it can be true.
import BGRunCalendar
import BGRunJob
import BGRunLinux
import Glibc

/// A trigger of the kernel's (the kernel's Documentation/accounting/psi.rst). It lives as long as its file is
/// open.
final class PressureTrigger {
    /// Microseconds over which the kernel adds up: the most it offers. For root it looks ten times in a window as
    /// long as anything waits at all, and that is often; for others, who may ask for multiples of two seconds only,
    /// every two seconds as it does anyway.
    static let window = 10_000_000

    let subject: Subject
    let resource: PressureResource
    /// In hundredths of a percent.
    let threshold: Int
    let file: FileDescriptor
    /// What the kernel's counter has said since the beginning; nil where it is not known.
    var history: PressureHistory?
    /// Until then it is high and nobody listens; nil while it is low.
    var recheckAt: AwakeTime?
    /// It was given to the queue just now, which tells of that as if it were news.
    var isFresh = false
    /// Microseconds within the window that make the kernel tell.
    private let share: Int
    /// The kernel has a counter of its own for this trigger, and not the one that it shows.
    private let isCountedApart: Bool

    var observation: Observation { .pressure(isHigh: recheckAt != nil) }

    /// - Parameter root: The directory of the kernel's files.
    init(_ resource: PressureResource, percent: Int, root: String) throws(SystemError) {
        subject = .pressure(resource, percent: percent)
        self.resource = resource
        let percent = min(max(percent, 1), 100)
        threshold = percent * 100
        share = Self.window / 100 * percent
        let path = "\(root)/\(resource.rawValue)"
        file = try File.open(path, O_RDWR | O_NONBLOCK)
        isCountedApart = try Self.set(file, percent: percent)
    }

    /// Whether the kernel counts apart for it, as it does for those who have CAP_SYS_RESOURCE. Only they may ask for a
    /// window that is no multiple of two seconds, so a microsecond less shows which of the two it is.
    private static func set(_ file: borrowing FileDescriptor, percent: Int) throws(SystemError) -> Bool {
        do throws(SystemError) {
            try set(file, percent: percent, window: window - 1)
            return true
        } catch {
            guard error.errno == EINVAL else { throw error }
            try set(file, percent: percent, window: window)
            return false
        }
    }

    private static func set(
        _ file: borrowing FileDescriptor, percent: Int, window: Int
    ) throws(SystemError) {
        // The kernel takes the last byte for the text's end, whatever it is.
        try file.write(all: Array("some \(window / 100 * percent) \(window)\0".utf8))
    }

    /// Whether it has fired since it was last asked.
    func hasFired() -> Bool { (try? Readiness.wait(for: file.rawValue, to: .priority, until: 0)) ?? true }

    /// Whether what it tells can be true, by the figures of this moment.
    ///
    /// Where the kernel does not count apart, it takes what was lost since boot for what was lost in a new trigger's
    /// first window, and tells of every threshold within two seconds, of low ones for half a minute. By its own counter
    /// nothing has passed a threshold that has not grown by the threshold's share of the window. The average is no
    /// measure for that: ten seconds of nothing but waiting bring it to 63 %. A counter that is kept apart is begun
    /// right, and the one that is shown may lag behind it, so it is not doubted
    /// (docs/decisions/040-a-word-is-held-to-the-one-before.md).
    func isConfirmed(by figures: PressureFigures?, at now: AwakeTime) -> Bool {
        guard !isCountedApart, let figures, let growth = history?.growth(to: figures.total, at: now) else {
            return true
        }
        return growth >= share
    }
}
