// The device's conditions as `status` and `conditions` show them.
import BGRunCalendar
import BGRunJob

/// The type `Device` of the interface.
package struct DeviceReport: WireObject, Hashable {
    /// The verdicts that every script wants stand on the outside, and again in ``conditions``.
    package var externalPower: Verdict
    package var batteryLevel: Int?
    package var network: Verdict
    package var isPowerSilent: Bool
    package var conditions: [ConditionReport]
    package var simulations: [ConditionSimulation]

    package static let wire = WireTable<DeviceReport>(
        named: "Device", about: "The device, as far as jobs ask for it.",
        .key("externalPower", .named, \.externalPower),
        .key("batteryLevel", .optional(.integer), \.batteryLevel, "in percent"),
        .key("network", .named, \.network),
        .key(
            "powerSilent", .bool, \.isPowerSilent,
            "supplies of this machine were seen changing without an event"),
        .key(
            "conditions", .list(.object), \.conditions,
            "those that jobs ask for, and externalPower and network"),
        .key("simulations", .list(.object), \.simulations),
        make: DeviceReport.init)
}

extension DeviceReport {
    package init(_ device: DeviceStatus) {
        self.init(
            externalPower: device.verdict(of: .externalPower), batteryLevel: device.batteryLevel,
            network: device.verdict(of: .network), isPowerSilent: device.isPowerSilent,
            conditions: device.conditions.map(ConditionReport.init), simulations: device.simulations)
    }
}
