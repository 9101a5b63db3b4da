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
                    source: road.source.flatMap(SocketAddress.text), over: road.over.map(\.name),
                    fault: road.fault)
            }, cards: reading.cards, standby: uplinks.filter { !used.contains($0) })
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
