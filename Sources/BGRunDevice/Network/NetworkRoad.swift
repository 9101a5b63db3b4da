// One way out of the machine, as far as the network rule follows it.

/// What the kernel would choose for a public place, and what lies below it.
struct NetworkRoad: Equatable, Sendable {
    let family: AddressFamily
    /// The link that packets leave through first; nil where there is none, or the kernel knows it no more.
    let link: NetworkLink?
    let table: UInt32
    /// The address that packets get.
    let source: [UInt8]?
    /// Where the link is a tunnel, the links that may carry it.
    let over: [NetworkLink]
    /// What it lacks, in words, nil where nothing is missing: "wlan0 has no carrier".
    let fault: String?

    /// The links that leave the machine.
    var uplinks: [NetworkLink] { link.map { $0.isTunnel ? over : [$0] } ?? [] }

    /// "internet through wg0 over wlan0".
    var words: String {
        let name = link?.name ?? "unknown"
        let below = over.map(\.name).joined(separator: " or ")
        return "internet through \(name)\(over.isEmpty ? "" : " over \(below)")"
    }
}
