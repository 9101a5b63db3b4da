// What the network rule wants to know of the kernel.

/// One question to the kernel.
enum NetworkQuestion: Hashable, Sendable {
    /// Which way a packet to this place would take, by all rules, tables and refusals; where it is bound to a link, only
    /// through that.
    case way(to: PublicPlace, through: Int32?)
    /// The same for a packet that comes from an address.
    case wayFrom([UInt8], to: PublicPlace)
    case link(Int32)
    /// Whether the link is a bridge with something in it: the first port.
    case port(of: Int32)
    /// What the link is stacked on, or the active part of a bond: ``NetworkLink/below``.
    case below(NetworkLink)
    /// The links that a bond, team or bridge has for its parts.
    case parts(of: NetworkLink)
    /// What kind of device the link is, which sysfs knows.
    case transport(NetworkLink)
    /// Whether the main table has a route through the link that leads beyond it, see ``KernelRoute/leadsBeyond``.
    case routeBeyond(AddressFamily, through: Int32)
}
