// What keeps the machine awake.

/// What is wanted of the machine's sleep now, as one whole value.
package struct Inhibition: Hashable, Sendable {
    package static let none = Inhibition()

    /// The machine neither sleeps nor counts as idle.
    package var sleepAndIdle: Bool
    /// Closing the lid does nothing.
    package var lidSwitch: Bool
    /// What is told to whoever asks what keeps the machine awake.
    package var why: String

    package init(sleepAndIdle: Bool = false, lidSwitch: Bool = false, why: String = "") {
        self.sleepAndIdle = sleepAndIdle
        self.lidSwitch = lidSwitch
        self.why = why
    }
}
