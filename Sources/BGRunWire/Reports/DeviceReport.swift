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
    /// All that is observed, in the order of ``Requirement/Kind``.
    package var conditions: [ConditionReport]
    package var simulations: [ConditionSimulation]

    package init(_ device: DeviceStatus) {
        externalPower = device.verdict(of: .externalPower)
        batteryLevel = device.batteryLevel
        network = device.verdict(of: .network)
        isPowerSilent = device.isPowerSilent
        conditions = device.conditions.map(ConditionReport.init)
        simulations = device.simulations
    }

    package init(fields: inout FieldReader) throws(FieldFault) {
        externalPower = try fields.required("externalPower", .choice(Verdict.self))
        batteryLevel = try fields.optional("batteryLevel", .integer(Int.self))
        network = try fields.required("network", .choice(Verdict.self))
        isPowerSilent = try fields.required("powerSilent", .bool)
        conditions = try fields.required("conditions", .list(of: .object(ConditionReport.self)))
        simulations = try fields.required("simulations", .list(of: .object(ConditionSimulation.self)))
    }

    package var fields: [Field] {
        [
            Field("externalPower", .choice(Verdict.self), externalPower),
            Field("batteryLevel", .integer(Int.self), orNull: batteryLevel),
            Field("network", .choice(Verdict.self), network),
            Field("powerSilent", .bool, isPowerSilent),
            Field("conditions", .list(of: .object(ConditionReport.self)), conditions),
            Field("simulations", .list(of: .object(ConditionSimulation.self)), simulations),
        ]
    }
}
