// Conditions: what the device is like, as far as jobs may ask for it.
import BGRunJob

/// Asks for the device's conditions. Called with `more` it is a stream: again whenever one has changed.
package struct ConditionsCall: SchedulerCall, WireObject {
    package var method: SchedulerMethod { .conditions }
    /// No stream is meant: `more` only lets them come in parts.
    package var once: Bool

    package init(once: Bool = true) {
        self.once = once
    }

    package static let wire = WireTable<ConditionsCall>(
        .usual("once", .bool, else: false, \.once), make: { ConditionsCall(once: $0) })

    package struct Reply: WireObject, Hashable {
        package var device: DeviceReport

        package init(device: DeviceReport) {
            self.device = device
        }

        package static let wire = WireTable<Reply>(.key("device", .object, \.device), make: Reply.init)
    }
}
