// The boot we live in, and how promises of an earlier one are brought over to it.
import BGRunCalendar
import BGRunJob

/// The boot we live in, and the clocks to carry older promises over with.
///
/// Only a row itself knows which boot clock its instants come from, since not every row is written in every boot.
struct Boot {
    let tag: Int64
    let now: Now

    init(id: String, now: Now) {
        tag = Int64(bitPattern: Fingerprint.of(id.utf8))
        self.now = now
    }
}

extension JobRecord {
    /// The same job after a reboot: every instant of the boot clock that it holds is carried over.
    func carried(overRebootTo now: Now) -> JobRecord {
        var record = self
        record.occurrence.plan = occurrence.plan.carried(overRebootTo: now)
        record.occurrence.rest = occurrence.rest?.carried(overRebootTo: now)
        record.switches.pause = switches.pause?.carried(overRebootTo: now)
        if let successor { record.successor?.plan = successor.plan.carried(overRebootTo: now) }
        return record
    }
}

extension Plan {
    fileprivate func carried(overRebootTo now: Now) -> Plan {
        Plan(
            at: at, grid: grid, after: after?.carried(overRebootTo: now),
            called: called?.carried(overRebootTo: now))
    }
}

extension Pause {
    func carried(overRebootTo now: Now) -> Pause {
        Pause(since: since, end: end?.carried(overRebootTo: now))
    }
}
