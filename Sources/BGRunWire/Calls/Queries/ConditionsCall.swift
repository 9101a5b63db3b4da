// Conditions: what the device is like, as far as jobs may ask for it.
import BGRunJob

/// Asks for the device's conditions. Called with `more` it is a stream: again whenever one has changed.
package struct ConditionsCall: SchedulerCall {
    package static let method = SchedulerMethod.conditions

    package init() {}
    package init(fields: inout FieldReader) throws(FieldFault) {}
    package var fields: [Field] { [] }

    package struct Reply: WireObject, Hashable {
        package var device: DeviceReport

        package init(device: DeviceReport) {
            self.device = device
        }

        package init(fields: inout FieldReader) throws(FieldFault) {
            device = try fields.required("device", .object(DeviceReport.self))
        }

        package var fields: [Field] { [Field("device", .object(DeviceReport.self), device)] }
    }
}
