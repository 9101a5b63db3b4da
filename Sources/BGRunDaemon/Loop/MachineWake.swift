// The alarms that wake the machine, kept where the scheduler wants them.
import BGRunCalendar
import BGRunLinux
import BGRunScheduler

/// Brings the loop's waking timers to the scheduler's next alarm, which is one instant of one clock.
struct MachineWake {
    private var wall: WallTime?
    private var boot: BootTime?
    /// The descriptors that are in the queue; a timer keeps its own for ever once it is made.
    private var watched: Set<Int32> = []
    private var isRefused = false

    /// Has the machine woken at the instant, or not at all; and watches the timer that says so.
    ///
    /// - Returns: Why it can't be woken; told once, until it can. A machine where it is known beforehand refuses the
    ///   descriptors, so this is about jobs that were accepted before.
    mutating func stand(
        at wakeup: Wakeup?, _ alarm: inout Alarm, in queue: EventQueue
    ) -> WakeAlarmFault? {
        var (wall, boot): (WallTime?, BootTime?)
        switch wakeup?.moment {
        case .wall(let instant)?: wall = instant
        case .boot(let instant)?: boot = instant
        // A clock that stands still in suspend wakes nobody.
        case .awake?, nil: break
        }
        guard wall != self.wall || boot != self.boot else { return nil }
        (self.wall, self.boot) = (wall, boot)
        do throws(WakeAlarmFault) {
            try alarm.setWake(wall: wall, boot: boot)
            try watch(alarm, in: queue)
            if wall != nil || boot != nil { isRefused = false }
            return nil
        } catch {
            defer { isRefused = true }
            return isRefused ? nil : error
        }
    }

    private mutating func watch(_ alarm: borrowing Alarm, in queue: EventQueue) throws(WakeAlarmFault) {
        for (clock, number) in alarm.wakeDescriptors where !watched.contains(number) {
            let token: Token = clock == .realtime ? .wallAlarm : .bootAlarm
            do throws(SystemError) {
                try queue.add(number, for: .read, token: token.rawValue)
            } catch {
                throw .failed(error)
            }
            watched.insert(number)
        }
    }
}
