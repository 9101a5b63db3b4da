// The answer to "has this machine a network?", with all that led to it.

import BGRunJob

/// The verdict and each default route with its score: all that ``explanation`` tells.
package struct NetworkJudgement: Equatable, Sendable {
    package let reading: NetworkReading
    /// In the order in which the rule looks at them.
    let routes: [RouteStanding]
}

extension NetworkJudgement {
    /// The same in plain words, for people.
    package var explanation: NetworkExplanation {
        NetworkExplanation(
            network: reading.verdict, why: reading.reason,
            routes: routes.map { route in
                NetworkExplanation.Route(
                    family: NetworkExplanation.Family(route.family), link: route.link,
                    table: Int64(route.table), metric: Int64(route.metric), fault: route.fault)
            })
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

/// One way out that a default route offers, and what it lacks.
struct RouteStanding: Equatable, Sendable {
    let family: AddressFamily
    /// The name of the link; nil where the kernel knows no such link any more.
    let link: String?
    let table: UInt32
    let metric: UInt32
    /// In words, nil where nothing is missing: "wlan0, the default route's link, has no carrier".
    let fault: String?
}
