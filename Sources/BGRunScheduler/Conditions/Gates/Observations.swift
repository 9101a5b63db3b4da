// What was observed of the device, as a whole.
import BGRunJob

/// All that is known of the device.
struct Observations {
    var power: PowerReading?
    var network: NetworkReading?
    var values = SplitDictionary<Subject, Observation>()
    /// What NetworkManager says is waited for before the kernel's word counts.
    var isConnectionAsked = false
}
