// Thresholds of pressure, followed by the kernel's own triggers.
import BGRunCalendar
import BGRunJob
import BGRunLinux
import Glibc

/// Observes `.pressure` subjects: high from the moment the kernel says so, low once it has been silent for a
/// while.
///
/// The kernel tells when a threshold is passed, at most once in ten seconds, and never that pressure has
/// gone. So a trigger that has fired is left alone for twelve seconds and then asked:
/// pressure is low when the trigger has not fired again and the average of the last ten seconds is below the
/// threshold. While pressure is low there is no timer.
///
/// There are three resources with a hundred thresholds each, so nobody's keep anybody else's from being watched.
package final class PressureWatch: SubjectWatch {
    /// A little more than the kernel's window, so that pressure that lasts has made its trigger fire again.
    private static let recheck = Duration.seconds(12)

    private let queue: EventQueue
    private let root: String
    private let figures: String
    private var triggers: [UInt64: PressureTrigger] = [:]
    private var numbers: [Subject: UInt64] = [:]
    private var nextNumber: UInt64 = 0
    private var ready: [EventQueue.Ready] = []

    /// - Parameters:
    ///   - root: Where triggers are set.
    ///   - figures: Where averages are read, if elsewhere.
    package init(root: String = "/proc/pressure", figures: String? = nil) throws(SystemError) {
        queue = try EventQueue()
        self.root = root
        self.figures = figures ?? root
    }

    /// To be watched for reading.
    package var descriptor: Int32 { queue.rawValue }
    /// When to call ``recheck(at:)``; nil while all pressure is low.
    package var recheckAt: AwakeTime? { triggers.values.compactMap(\.recheckAt).min() }

    package func observe(_ subject: Subject) -> [(Subject, Observation)] {
        guard case .pressure(let resource, let percent) = subject else { return [] }
        return observe(resource, percent: percent, at: .now)
    }

    package func ignore(_ subject: Subject) -> [(Subject, Observation)] {
        drop(subject)
        return []
    }

    package func process() -> [(Subject, Observation)] { process(at: .now) }

    /// The value that stands, with all other changes that were found on the way.
    package func observe(
        _ resource: PressureResource, percent: Int, at now: AwakeTime
    ) -> [(Subject, Observation)] {
        let subject = Subject.pressure(resource, percent: percent)
        if let number = numbers[subject], let trigger = triggers[number] {
            return [(subject, trigger.observation)]
        }
        do throws(SystemError) {
            let trigger = try PressureTrigger(resource, percent: percent, root: root)
            nextNumber += 1
            try listen(to: trigger, as: nextNumber)
            triggers[nextNumber] = trigger
            numbers[subject] = nextNumber
            guard let average = average(of: resource) else {
                drop(subject)
                return [(subject, .unknown("the kernel's pressure figures can't be understood"))]
            }
            if average >= trigger.threshold { raise(trigger, at: now) }
            // The queue's first word on a new trigger is taken here and wakes nobody.
            let others = process(at: now).filter { $0.0 != subject }
            return [(subject, trigger.observation)] + others
        } catch {
            return [(subject, .unknown(Self.reason(for: error)))]
        }
    }

    private func drop(_ subject: Subject) {
        guard let number = numbers.removeValue(forKey: subject),
            let trigger = triggers.removeValue(forKey: number)
        else { return }
        if trigger.recheckAt == nil { try? queue.remove(trigger.file.rawValue) }
    }

    package var isEmpty: Bool { triggers.isEmpty }

    /// The descriptor is readable: which pressures have become high.
    package func process(at now: AwakeTime) -> [(Subject, Observation)] {
        var news: [(Subject, Observation)] = []
        repeat {
            guard (try? queue.wait(into: &ready, timeout: 0)) != nil else { return news }
            for event in ready {
                guard let trigger = triggers[event.token] else { continue }
                if event.hungUp {
                    try? queue.remove(trigger.file.rawValue)
                    triggers[event.token] = nil
                    numbers[trigger.subject] = nil
                    news.append((trigger.subject, .unknown("the kernel tells of pressure no longer")))
                } else if trigger.isFresh {
                    trigger.isFresh = false
                } else if trigger.recheckAt == nil {
                    raise(trigger, at: now)
                    news.append((trigger.subject, trigger.observation))
                }
            }
        } while !ready.isEmpty
        return news
    }

    /// Looks again at what was high for a while: which pressures have gone.
    package func recheck(at now: AwakeTime) -> [(Subject, Observation)] {
        var news: [(Subject, Observation)] = []
        for (number, trigger) in triggers.sorted(by: { $0.key < $1.key }) {
            guard let instant = trigger.recheckAt, instant <= now else { continue }
            let hasFired = trigger.hasFired()
            if !hasFired, let average = average(of: trigger.resource), average < trigger.threshold,
                (try? listen(to: trigger, as: number)) != nil
            {
                trigger.recheckAt = nil
                news.append((trigger.subject, trigger.observation))
            } else {
                trigger.recheckAt = now.advanced(by: Self.recheck)
            }
        }
        return news + process(at: now)
    }

    /// High from now on; further events are not listened to until the recheck.
    private func raise(_ trigger: PressureTrigger, at now: AwakeTime) {
        trigger.recheckAt = now.advanced(by: Self.recheck)
        try? queue.remove(trigger.file.rawValue)
    }

    private func listen(to trigger: PressureTrigger, as number: UInt64) throws(SystemError) {
        trigger.isFresh = true
        try queue.add(trigger.file.rawValue, for: [.read, .edge], token: number)
    }

    private func average(of resource: PressureResource) -> Int? {
        (try? File.contents(of: "\(figures)/\(resource.rawValue)", limit: 4096)).flatMap(PressureReading.some)
    }

    private static func reason(for error: SystemError) -> String {
        switch error.errno {
        case ENOENT: "the kernel keeps no pressure figures"
        case EOPNOTSUPP: "the kernel's pressure figures are switched off; start it with psi=1"
        case EACCES, EPERM: "the kernel tells only a privileged daemon when pressure rises"
        case _: "the kernel refuses to tell of pressure: \(error)"
        }
    }
}

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
