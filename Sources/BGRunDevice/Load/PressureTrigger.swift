// One threshold of the kernel's pressure stall information, told when it is passed.
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
    /// Until then it is high and nobody listens; nil while it is low.
    var recheckAt: AwakeTime?
    /// It was given to the queue just now, which tells of that as if it were news.
    var isFresh = false

    var observation: Observation { .pressure(isHigh: recheckAt != nil) }

    /// - Parameter root: The directory of the kernel's files.
    init(_ resource: PressureResource, percent: Int, root: String) throws(SystemError) {
        subject = .pressure(resource, percent: percent)
        self.resource = resource
        let percent = min(max(percent, 1), 100)
        threshold = percent * 100
        let path = "\(root)/\(resource.rawValue)"
        file = try File.open(path, O_RDWR | O_NONBLOCK)
        // The kernel takes the last byte for the text's end, whatever it is.
        try file.write(all: Array("some \(Self.window / 100 * percent) \(Self.window)\0".utf8))
    }

    /// Whether it has fired since it was last asked.
    func hasFired() -> Bool { (try? Readiness.wait(for: file.rawValue, to: .priority, until: 0)) ?? true }
}
