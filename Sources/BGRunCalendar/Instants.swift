// Points in time on the three clocks bgrun reads, kept apart by type so that they cannot be mixed up.

/// A point in time on one clock, in whole microseconds.
///
/// Microseconds in an `Int64` reach 292,000 years either way, so every RFC 3339 date fits. All arithmetic
/// saturates: an instant made from hostile input ends at the rim of time instead of in a trap.
package protocol Instant: Hashable, Comparable, Sendable {
    /// Microseconds since the clock's own beginning.
    var microseconds: Int64 { get }
    init(microseconds: Int64)
}

extension Instant {
    package static func < (earlier: Self, later: Self) -> Bool {
        earlier.microseconds < later.microseconds
    }

    /// The instant `duration` later (earlier when negative), or the rim of time.
    package func advanced(by duration: Duration) -> Self {
        Self(microseconds: microseconds.addingSaturating(duration.wholeMicroseconds))
    }

    /// The time from this instant to `other`, negative when `other` lies before.
    package func duration(to other: Self) -> Duration {
        .microseconds(other.microseconds.subtractingSaturating(microseconds))
    }
}

/// Wall-clock time (`CLOCK_REALTIME`): microseconds since 1970-01-01T00:00:00Z. People set it, so it jumps.
package struct WallTime: Instant {
    package var microseconds: Int64
    package init(microseconds: Int64) { self.microseconds = microseconds }
}

/// Time since boot, suspend included (`CLOCK_BOOTTIME`). No clock change touches it; a reboot restarts it.
package struct BootTime: Instant {
    package var microseconds: Int64
    package init(microseconds: Int64) { self.microseconds = microseconds }
}

/// Time the machine has been awake since boot (`CLOCK_MONOTONIC` on Linux, which stops in suspend).
package struct AwakeTime: Instant {
    package var microseconds: Int64
    package init(microseconds: Int64) { self.microseconds = microseconds }
}

/// The readings of all three clocks, taken once for each event.
package struct Now: Hashable, Sendable {
    package var wall: WallTime
    package var boot: BootTime
    package var awake: AwakeTime

    package init(wall: WallTime, boot: BootTime, awake: AwakeTime) {
        self.wall = wall
        self.boot = boot
        self.awake = awake
    }

    /// Time spent in suspend since boot. It grows exactly while the machine sleeps.
    package var asleep: Duration {
        .microseconds(boot.microseconds.subtractingSaturating(awake.microseconds))
    }
}

extension Int64 {
    package func addingSaturating(_ other: Int64) -> Int64 {
        let (sum, overflow) = addingReportingOverflow(other)
        guard overflow else { return sum }
        return other > 0 ? .max : .min
    }

    package func subtractingSaturating(_ other: Int64) -> Int64 {
        let (difference, overflow) = subtractingReportingOverflow(other)
        guard overflow else { return difference }
        return other < 0 ? .max : .min
    }

    package func multipliedSaturating(by other: Int64) -> Int64 {
        let (product, overflow) = multipliedReportingOverflow(by: other)
        guard overflow else { return product }
        return (self < 0) == (other < 0) ? .max : .min
    }
}

extension Duration {
    /// The duration in whole microseconds, rounded towards zero, saturated at the rim of `Int64`.
    package var wholeMicroseconds: Int64 {
        let (seconds, attoseconds) = components
        let fraction = attoseconds / 1_000_000_000_000
        return seconds.multipliedSaturating(by: 1_000_000).addingSaturating(fraction)
    }
}
