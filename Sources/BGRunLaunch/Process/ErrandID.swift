// The name of an errand.
import BGRunJob

/// Names an errand on one machine; no two daemons of a boot use one twice.
package struct ErrandID: Hashable, Sendable, CustomStringConvertible {
    /// Part of the name, so that the rights of one that was left behind are known without any record.
    let owner: UserID
    /// The instant of the boot clock at which its launcher was made.
    let era: Int64
    let number: Int64

    init(owner: UserID, era: Int64, number: Int64) {
        self.owner = owner
        self.era = era
        self.number = number
    }

    /// As ``description`` has it.
    init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, let owner = UInt32(parts[0]), let era = Int64(parts[1]),
            let number = Int64(parts[2])
        else { return nil }
        self.init(owner: UserID(owner), era: era, number: number)
        // "+7" is a number too, and no name that we have given.
        if description != text { return nil }
    }

    package var description: String { "\(owner)-\(era)-\(number)" }
}
