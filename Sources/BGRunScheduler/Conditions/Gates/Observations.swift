// What was observed of the device, as a whole.
import BGRunJob

/// All that is known of the device.
struct Observations {
    var power: PowerReading?
    var network: NetworkReading?
    private(set) var values = SplitDictionary<Subject, Observation>()
    /// Something of it was recorded: a daemon is told none of that, and asks for none.
    private var hasRecord = false
    /// The policy describes a connectivity check. Without one nobody is asked, and nobody knows.
    var hasOnlineCheck = false
    /// What NetworkManager says is waited for before the kernel's word counts.
    var isConnectionAsked = false

    /// What is seen of a subject; nil where it is not observed any more.
    mutating func see(_ observation: Observation?, of subject: Subject) {
        if case .recorded = observation { hasRecord = true }
        values[subject] = observation
    }

    /// What came of a requirement, where that is what is known.
    func record(of requirement: Requirement, _ owner: UserID) -> Judgement? {
        guard hasRecord else { return nil }
        for subject in requirement.subjects(of: owner) {
            if case .recorded(let verdicts) = values[subject], let verdict = verdicts[requirement] {
                return Judgement(verdict, verdict == .unknown ? "nothing is recorded of it" : "recorded")
            }
        }
        return nil
    }

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
