// What the trackers publish: whole values, each a verdict with its reason.

/// Does a condition hold? Unknown always means: wait.
package enum Verdict: String, CaseIterable, Sendable { case yes, no, unknown }

/// One reading of all power supplies.
package struct PowerReading: Hashable, Sendable {
    package var verdict: Verdict
    /// Why, in plain words: "AC is online".
    package var reason: String
    /// Percent over all system batteries, weighted by energy; nil where no battery tells.
    package var batteryLevel: Int?
    /// Only a discharging battery speaks against a line supply that says online. A battery helps out for
    /// seconds under peak load, so a loss of this kind has to last longer before a run is stopped.
    package var isContradicted: Bool

    package init(verdict: Verdict, reason: String, batteryLevel: Int? = nil, isContradicted: Bool = false) {
        self.verdict = verdict
        self.reason = reason
        self.batteryLevel = batteryLevel
        self.isContradicted = isContradicted
    }
}

/// One reading of links, addresses and routes.
package struct NetworkReading: Hashable, Sendable {
    package var verdict: Verdict
    /// Why, in plain words: "default route through wlan0".
    package var reason: String

    package init(verdict: Verdict, reason: String) {
        self.verdict = verdict
        self.reason = reason
    }
}
