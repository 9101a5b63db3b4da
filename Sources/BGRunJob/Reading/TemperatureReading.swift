// How hot the machine is.

/// The hottest thermal zone.
package struct TemperatureReading: Hashable, Sendable {
    /// Degrees Celsius.
    package var degrees: Int
    /// Its type in sysfs: "x86_pkg_temp".
    package var zone: String

    package init(degrees: Int, zone: String) {
        self.degrees = degrees
        self.zone = zone
    }
}
