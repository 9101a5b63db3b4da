// The answer to "has this machine a network?", with all that led to it.

import BGRunJob

/// One way out that a default route offers, and what it lacks.
package struct RouteStanding: Equatable, Sendable {
    package let family: AddressFamily
    /// The name of the link; nil where the kernel knows no such link any more.
    package let link: String?
    package let table: UInt32
    package let metric: UInt32
    /// In words, nil where nothing is missing: "wlan0, the default route's link, has no carrier".
    package let fault: String?
}

/// The verdict and each default route with its score: all that `doctor network` prints.
package struct NetworkJudgement: Equatable, Sendable {
    package let reading: NetworkReading
    /// In the order in which the rule looks at them.
    package let routes: [RouteStanding]
}
