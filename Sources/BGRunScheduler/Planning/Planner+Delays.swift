// How far an occurrence is put off: by chance, or always the same on one machine.
import BGRunCalendar
import BGRunJob

extension Planner {
    func put(_ point: WallTime, off descriptor: JobDescriptor, _ id: JobID) -> Plan {
        let delay = delay(of: descriptor, id: id, at: point)
        return delay == .zero ? Plan(at: point) : Plan(at: point.advanced(by: delay), grid: point)
    }

    /// How much an occurrence is put off. The random part is drawn from the machine, the job and the point, so that
    /// planning the same point again gives the same instant, after a restart too.
    func delay(of descriptor: JobDescriptor, id: JobID, at point: WallTime) -> Duration {
        let random = descriptor.randomDelay.map {
            share(of: $0, by: "\(seed) \(id) \(point.microseconds)")
        }
        return fixedDelay(of: descriptor, id: id) + (random ?? .zero)
    }

    /// By how much an occurrence may come up later than at its instant. It loses no hours and no last date for it: where
    /// these would end meanwhile, it comes up at its instant.
    func slack(of descriptor: JobDescriptor, at instant: WallTime) -> Duration {
        guard let accuracy = descriptor.accuracy else { return .zero }
        let latest = instant.advanced(by: accuracy)
        if case .date(let date)? = descriptor.latestBegin, date < latest { return .zero }
        guard let hours = descriptor.allowedHours, hours.isOpen(at: instant, in: zones.local),
            let end = hours.nextChange(after: instant, in: zones.local), end <= latest
        else { return accuracy }
        return .zero
    }

    /// When the hours open in which a job may start that comes up at an instant at which they are closed; nil where they are open then.
    func opening(of descriptor: JobDescriptor, at instant: WallTime) -> WallTime? {
        guard let hours = descriptor.allowedHours, !hours.isOpen(at: instant, in: zones.local) else {
            return nil
        }
        return hours.nextChange(after: instant, in: zones.local)
    }

    /// The same for what is planned.
    func slack(of job: Job, at now: Now) -> Duration {
        guard job.descriptor.accuracy != nil, let planned = job.plan.wall(at: now) else { return .zero }
        return slack(of: job.descriptor, at: planned)
    }

    func fixedDelay(of descriptor: JobDescriptor, id: JobID) -> Duration {
        descriptor.fixedDelay.map { share(of: $0, by: "\(seed) \(id)") } ?? .zero
    }

    /// How long an occurrence waits after its last failure: as its retry has it, a tenth more or less. What failed at the same
    /// instant need not come back at the same instant; and after a restart it comes when it would have.
    func wait(of retry: Retry, for job: Job) -> Duration {
        let wait = retry.wait(after: job.failedAttempts)
        let share = share(of: wait / 5, by: "\(seed) \(job.id) \(job.number) \(job.failedAttempts)")
        return wait - wait / 10 + share
    }

    /// A share of a span in whole seconds, so that jobs put off share wake-ups.
    private func share(of span: Duration, by key: String) -> Duration {
        let seconds = UInt64(clamping: span.wholeMicroseconds / 1_000_000)
        // FNV's high bits differ little for texts that end alike, so they are mixed before they are scaled.
        var mixed = Fingerprint.of(key.utf8)
        mixed = (mixed ^ (mixed >> 33)) &* 0xFF51_AFD7_ED55_8CCD
        mixed ^= mixed >> 33
        return .seconds(Int64(clamping: mixed.multipliedFullWidth(by: seconds &+ 1).high))
    }
}
