// The charge of the whole machine in percent, from what its batteries say.

/// How full the machine is. No level is better than a wrong one, so a battery that contradicts itself, or
/// several that can't be weighed against each other, give nil.
enum BatteryLevel {
    /// Percent by which a stated `capacity` may differ from the ratio of the gauges: rounding, a gauge that lags,
    /// a design capacity used for the full one. Beyond it one of the two is wrong, and nothing says which.
    static let tolerance = 10.0

    /// Percent over all `batteries` (or UPSes) of the machine, weighted by energy; nil where no sum can be trusted.
    static func percent(of batteries: [PowerSupply]) -> Int? {
        guard let first = batteries.first else { return nil }
        return batteries.count == 1 ? alone(first) : together(batteries)
    }

    /// A single battery's own word comes first: the driver rounds as the firmware means it.
    private static func alone(_ battery: PowerSupply) -> Int? {
        let ratio = (share(battery.energy) ?? share(battery.charge)).map { $0.now / $0.full * 100 }
        guard let stated = battery.capacity else { return ratio.map(rounded) }
        guard (0...100).contains(stated) else { return nil }
        if let ratio, abs(ratio - Double(stated)) > tolerance { return nil }
        return stated
    }

    /// Several batteries are weighed in one unit, energy before charge. Each has to confirm its gauge by a
    /// `capacity` of its own: a gauge nobody vouches for would spoil the sum unseen.
    private static func together(_ batteries: [PowerSupply]) -> Int? {
        guard batteries.allSatisfy({ alone($0) != nil && $0.capacity != nil }) else { return nil }
        let energies = batteries.compactMap { share($0.energy) }
        let shares = energies.count == batteries.count ? energies : batteries.compactMap { share($0.charge) }
        guard shares.count == batteries.count else { return nil }
        let now = shares.reduce(0) { $0 + $1.now }
        let full = shares.reduce(0) { $0 + $1.full }
        return rounded(now / full * 100)
    }

    /// A gauge whose numbers can be true. Doubles, because no sum of them overflows.
    private static func share(_ gauge: PowerSupply.Gauge) -> (now: Double, full: Double)? {
        guard let now = gauge.now, let full = gauge.full, now >= 0, full > 0 else { return nil }
        // A battery charged beyond what it last learned as full is full.
        return (min(Double(now), Double(full)), Double(full))
    }

    private static func rounded(_ percent: Double) -> Int { Int(percent.rounded()) }
}
