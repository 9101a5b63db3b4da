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
/// threshold. While pressure is low there is no timer. Not all that the kernel tells is true: see
/// ``PressureTrigger/isConfirmed(by:at:)``.
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
            // Read before the kernel begins to count, so that nothing is missed that it counts.
            let figures = figures(of: resource)
            let trigger = try PressureTrigger(resource, percent: percent, root: root)
            nextNumber += 1
            try listen(to: trigger, as: nextNumber)
            triggers[nextNumber] = trigger
            numbers[subject] = nextNumber
            guard let figures else {
                drop(subject)
                return [(subject, .unknown("the kernel's pressure figures can't be understood"))]
            }
            trigger.history = PressureHistory(total: figures.total, at: now)
            if figures.average >= trigger.threshold { raise(trigger, at: now) }
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
                } else if trigger.recheckAt == nil,
                    trigger.isConfirmed(by: figures(of: trigger.resource), at: now)
                {
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
            let figures = figures(of: trigger.resource)
            let hasFired = trigger.hasFired() && trigger.isConfirmed(by: figures, at: now)
            if !hasFired, let figures, figures.average < trigger.threshold,
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

    private func figures(of resource: PressureResource) -> PressureFigures? {
        (try? File.contents(of: "\(figures)/\(resource.rawValue)", limit: 4096)).flatMap(PressureFigures.init)
    }

    static func reason(for error: SystemError) -> String {
        switch error.errno {
        case ENOENT: "the kernel keeps no pressure figures"
        case EOPNOTSUPP: "the kernel's pressure figures are switched off; start it with psi=1"
        case EACCES, EPERM: "the kernel tells only a privileged daemon when pressure rises"
        case _: "the kernel refuses to tell of pressure: \(error)"
        }
    }
}
