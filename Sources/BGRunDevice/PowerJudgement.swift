// The answer to "is this machine on external power?", with all that led to it.

import BGRunJob

/// The verdict, the level, and each supply with its score: all that `doctor power` prints.
package struct PowerJudgement: Equatable, Sendable {
    package let reading: PowerReading
    /// Sorted by the supply's name; a supply that is ignored is listed too.
    package let supplies: [SupplyStanding]

    package init(reading: PowerReading, supplies: [SupplyStanding]) {
        self.reading = reading
        self.supplies = supplies
    }
}
