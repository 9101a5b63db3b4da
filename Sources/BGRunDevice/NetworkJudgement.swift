// The answer to "has this machine a network?", with all that led to it.

import BGRunJob

/// The verdict and each default route with its score: all that `doctor network` prints.
package struct NetworkJudgement: Equatable, Sendable {
    package let reading: NetworkReading
    /// In the order in which the rule looks at them.
    package let routes: [RouteStanding]
}
