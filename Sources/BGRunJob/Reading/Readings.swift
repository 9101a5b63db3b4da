// What the trackers publish: whole values, each a verdict with its reason.

/// Does a condition hold? Unknown always means: wait.
package enum Verdict: String, CaseIterable, Sendable {
    case yes, no, unknown

    /// Of the opposite of what this is the verdict on.
    package var opposite: Verdict {
        switch self {
        case .yes: .no
        case .no: .yes
        case .unknown: .unknown
        }
    }
}

/// One reading of all power supplies.
package struct PowerReading: Hashable, Sendable {
    package var verdict: Verdict
    /// Why, in plain words: "AC is online".
    package var reason: String
    /// Percent over all batteries of the machine, weighted by energy, or over its UPSes where it has none; nil where none
    /// tells.
    package var batteryLevel: Int?
    /// Only a discharging battery speaks against a line supply that says online. A battery helps out for
    /// seconds under peak load, so a loss of this kind has to last longer before a run is stopped.
    package var isContradicted: Bool
    /// A system battery or UPS that counts says Discharging, whatever the verdict makes of it.
    package var isDraining: Bool
    /// There is nothing that could give power in the place of a plug: what it says of external power stays so.
    package var isLasting: Bool

    /// Why external power can't be lost here; nil where it can.
    package var whyLasting: String? {
        isLasting && verdict == .yes ? "\(reason), and there is no battery" : nil
    }

    package init(
        verdict: Verdict, reason: String, batteryLevel: Int? = nil, isContradicted: Bool = false,
        isDraining: Bool = false, isLasting: Bool = false
    ) {
        self.verdict = verdict
        self.reason = reason
        self.batteryLevel = batteryLevel
        self.isContradicted = isContradicted
        self.isDraining = isDraining
        self.isLasting = isLasting
    }
}

/// One reading of the way out of the machine.
package struct NetworkReading: Hashable, Sendable {
    /// A device that packets leave the machine by.
    package struct Card: Hashable, Sendable {
        package var name: String
        /// Nil where nobody can tell.
        package var transport: Transport?

        package init(_ name: String, _ transport: Transport?) {
            self.name = name
            self.transport = transport
        }
    }

    package var verdict: Verdict
    /// Why, in plain words: "internet through wlan0".
    package var reason: String
    /// The interfaces on the way out: the one that the kernel chooses first, then those below it where it is a tunnel.
    package var interfaces: [String]
    /// Those of them that leave the machine: no tunnels.
    package var uplinks: [String]
    /// What lies below the uplinks: each itself, or the parts of a bond, a bridge or a VLAN.
    package var cards: [Card]
    /// The interfaces of VPNs that are up, sorted, on the way out or not.
    package var tunnels: [String]
    /// The VPN that everything leaves through; nil where something does not.
    package var vpn: String?

    /// - Parameter cards: Nil where nobody can tell what any uplink is.
    package init(
        verdict: Verdict, reason: String, interfaces: [String] = [], uplinks: [String] = [],
        cards: [Card]? = nil, tunnels: [String] = [], vpn: String? = nil
    ) {
        self.verdict = verdict
        self.reason = reason
        self.interfaces = interfaces
        self.uplinks = uplinks
        self.cards = cards ?? uplinks.map { Card($0, nil) }
        self.tunnels = tunnels
        self.vpn = vpn
    }
}

/// How busy the machine is: the share of the last ten seconds in which something waited, from the kernel's pressure
/// stall information. Nil where the kernel has none.
package struct PressureReading: Hashable, Sendable {
    /// Of a kernel that keeps no such figures, or was started with them switched off.
    package static let unknown = PressureReading(cpu: nil, io: nil)

    /// Time in which something waited for a processor, in hundredths of a percent: 4000 is 40 %.
    package var cpu: Int?
    /// Time in which something waited for a disk.
    package var io: Int?

    package init(cpu: Int?, io: Int?) {
        self.cpu = cpu
        self.io = io
    }
}
