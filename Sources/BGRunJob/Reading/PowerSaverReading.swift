// Which power profile the machine is in.

/// The machine's power profile.
package struct PowerSaverReading: Hashable, Sendable {
    package var isOn: Bool
    /// As its component spells it: "power-saver", "balanced".
    package var profile: String

    package init(isOn: Bool, profile: String) {
        self.isOn = isOn
        self.profile = profile
    }
}
