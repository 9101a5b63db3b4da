// What was observed of the device, as a whole.
import BGRunJob

/// All that is known of the device.
struct Observations {
    var power: PowerReading?
    var network: NetworkReading?
    var values = SplitDictionary<Subject, Observation>()
    /// The policy describes a connectivity check. Without one nobody is asked, and nobody knows.
    var hasOnlineCheck = false
    /// What NetworkManager says is waited for before the kernel's word counts.
    var isConnectionAsked = false

    /// Which network is used, as far as another one may give another answer to a check.
    var networkInUse: NetworkInUse {
        let connection = values[.connection]?.connection
        return NetworkInUse(
            reading: network, isPortal: connection?.isPortal ?? false, vpns: connection?.vpns ?? [],
            ssids: network?.uplinks.map { connection?.interfaces[$0]?.ssid } ?? [])
    }
}

/// A network as checks see it: what another one differs in. What NetworkManager says of interfaces that are not used, as those of containers, is not
/// in it, and neither is what a network costs.
struct NetworkInUse: Equatable {
    let reading: NetworkReading?
    let isPortal: Bool
    let vpns: Set<String>
    /// Of each uplink the wireless network.
    let ssids: [String?]
}
