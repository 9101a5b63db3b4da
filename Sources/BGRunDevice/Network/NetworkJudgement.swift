// The answer to "has this machine a network?", with all that led to it.

import BGRunJob
import BGRunLinux

/// The verdict and the kernel's choices: all that ``explanation`` tells.
package struct NetworkJudgement: Equatable, Sendable {
    package let reading: NetworkReading
    /// Each once, IPv4 first.
    let roads: [NetworkRoad]
    /// All links through which the internet could be reached, whether the kernel chooses them or not.
    let uplinks: [String]
}

extension NetworkJudgement {
    /// The same in plain words, for people.
    package var explanation: NetworkExplanation {
        let used = Set(reading.interfaces)
        return NetworkExplanation(
            network: reading.verdict, why: reading.reason,
            roads: roads.map { road in
                NetworkExplanation.Road(
                    family: NetworkExplanation.Family(road.family), link: road.link?.name,
                    table: road.link.map { _ in Int64(road.table) },
                    source: road.source.flatMap(SocketAddress.text), over: road.over, fault: road.fault)
            }, standby: uplinks.filter { !used.contains($0) })
    }
}

extension NetworkExplanation.Family {
    fileprivate init(_ family: AddressFamily) {
        switch family {
        case .ipv4: self = .ipv4
        case .ipv6: self = .ipv6
        }
    }
}

/// What the kernel would choose for a public place, and what lies below it.
struct NetworkRoad: Equatable, Sendable {
    let family: AddressFamily
    /// The link that packets leave through first; nil where there is none, or the kernel knows it no more.
    let link: NetworkLink?
    let table: UInt32
    /// The address that packets get.
    let source: [UInt8]?
    /// Where the link is a tunnel, the links that may carry it, by name.
    let over: [String]
    /// What it lacks, in words, nil where nothing is missing: "wlan0, the way out, has no carrier".
    let fault: String?

    /// The links that leave the machine.
    var uplinks: [String] { link.map { $0.isTunnel ? over : [$0.name] } ?? [] }

    /// "the way out is wg0, over wlan0".
    var words: String {
        let name = link?.name ?? "unknown"
        return "the way out is \(name)\(over.isEmpty ? "" : ", over \(over.joined(separator: " or "))")"
    }
}
