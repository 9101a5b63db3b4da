// A promise of the kind "in 15 minutes" that survives clock changes, suspend and a reboot.
import BGRunCalendar

/// A span counted from a known moment on the boot clock, with what is needed to carry it over a reboot.
package struct Deadline: Hashable, Sendable {
    /// When it was set, by the wall clock; used only after a reboot.
    package let set: WallTime
    package let span: Duration
    /// When it is over, on this boot's clock.
    package let end: BootTime

    package init(set: WallTime, span: Duration, end: BootTime) {
        self.set = set
        self.span = span
        self.end = end
    }

    /// `span` from now on.
    package init(_ span: Duration, from now: Now) {
        self.init(set: now.wall, span: span, end: now.boot.advanced(by: span))
    }

    /// The same promise after a reboot, where the old boot clock means nothing.
    ///
    /// The wall clock says how much is left. It may have been wrong then or be wrong now (an empty clock
    /// battery starts in 1970), so what is left never exceeds the span and never goes below nothing.
    package func carried(overRebootTo now: Now) -> Deadline {
        let left = now.wall.duration(to: set.advanced(by: span))
        return Deadline(set: set, span: span, end: now.boot.advanced(by: min(max(left, .zero), span)))
    }

    /// Where the end lies on the wall clock as it is now.
    package func wall(at now: Now) -> WallTime { now.wall.advanced(by: now.boot.duration(to: end)) }
}
