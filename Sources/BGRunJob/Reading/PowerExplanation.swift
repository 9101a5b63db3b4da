// Why the machine counts as on external power or not: every supply, and what it counts as.

/// The verdict with all that led to it, as `doctor power` tells it.
package struct PowerExplanation: Hashable, Sendable {
    /// One entry of `/sys/class/power_supply`.
    package struct Supply: Hashable, Sendable {
        /// Its name in sysfs: `AC`, `BAT0`.
        package var name: String
        /// As sysfs spells it: `Mains`, `Battery`, `USB`; nil where it has none.
        package var type: String?
        package var online: Int64?
        package var status: String?
        /// Percent, as its driver states it.
        package var capacity: Int64?
        /// What the rule takes it for: `line`, `battery`, `ignored`, …
        package var role: String
        /// In words: "counts as line power: online".
        package var why: String

        package init(
            name: String, type: String?, online: Int64?, status: String?, capacity: Int64?, role: String,
            why: String
        ) {
            self.name = name
            self.type = type
            self.online = online
            self.status = status
            self.capacity = capacity
            self.role = role
            self.why = why
        }
    }

    package var externalPower: Verdict
    package var batteryLevel: Int?
    package var why: String
    /// Sorted by name; a supply that is ignored is listed too.
    package var supplies: [Supply]
    /// What else is to be known, in sentences: a name of the policy that no supply has.
    package var notes: [String]

    package init(
        externalPower: Verdict, batteryLevel: Int?, why: String, supplies: [Supply], notes: [String] = []
    ) {
        self.externalPower = externalPower
        self.batteryLevel = batteryLevel
        self.why = why
        self.supplies = supplies
        self.notes = notes
    }
}
