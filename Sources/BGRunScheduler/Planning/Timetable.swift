// When jobs come up: by the clocks, by events and files, and not while they are paused.
import BGRunCalendar
import BGRunJob

/// The calendar of all jobs.
struct Timetable {
    var planner: Planner
    var agendas = Agendas()
    /// Jobs by what makes them due beside time.
    var triggers = TriggerIndex()
    var pauses = Pauses()

    init(seed: UInt64) { planner = Planner(zones: KnownZones(), seed: seed) }

    /// Why the schedule can't be followed on this machine.
    func zoneFault(of descriptor: JobDescriptor) -> String? {
        descriptor.schedules.lazy.compactMap(\.zoneName).first { planner.zones[$0] == nil }
            .map { "there is no time zone \"\($0)\" on this machine" }
    }

    /// Whether the hours are now in which the job may start.
    func isOpen(_ job: Job, at now: Now) -> Bool {
        job.descriptor.allowedHours?.isOpen(at: now.wall, in: planner.zones.local) ?? true
    }

    /// When the hours in which the job may start begin or end next.
    func hoursChange(of job: Job, after now: Now) -> WallTime? {
        job.descriptor.allowedHours?.nextChange(after: now.wall, in: planner.zones.local)
    }
}
