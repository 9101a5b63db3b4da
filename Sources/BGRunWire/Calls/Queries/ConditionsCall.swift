// Conditions: what the device is like, as far as jobs may ask for it.
import BGRunJob

/// Asks for the device's conditions. Called with `more` it is a stream: again whenever one has changed.
package struct ConditionsCall: SchedulerCall, WireObject {
    package var method: SchedulerMethod { .conditions }

    package init() {}
    package static let wire = WireTable<ConditionsCall>(make: ConditionsCall.init)

    package struct Reply: WireObject, Hashable {
        package var device: DeviceReport

        package init(device: DeviceReport) {
            self.device = device
        }

        package static let wire = WireTable<Reply>(.key("device", .object, \.device), make: Reply.init)
    }
}
