// Everything that was read to judge the machine's power, before anything is made of it.

import BGRunJob

/// One look at all supplies.
struct PowerScan: Equatable, Sendable {
    /// How much of the class directory was seen.
    enum Extent: Equatable, Sendable {
        case whole
        /// There are more supplies than are read; the number is the bound.
        case cutOff(after: Int)
        /// The class directory is there and could not be read: the reason in words.
        case unreadable(String)
    }

    /// Sorted by name.
    var supplies: [PowerSupply]
    var extent = Extent.whole
    /// A laptop by its chassis, and so soon after boot that the drivers of its supplies may not be there yet.
    var isComingUp = false

    /// What each supply counts as.
    func standings(by policy: Policy.Supplies) -> [SupplyStanding] {
        supplies.map { SupplyStanding($0, supplies: policy) }
    }
}
