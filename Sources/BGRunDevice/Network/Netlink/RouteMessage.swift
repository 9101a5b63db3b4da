// The sentences of rtnetlink, from bytes to values.

/// One message of the kernel's routing socket (`rtnetlink(7)`), as far as the network rule asks.
enum RouteMessage: Equatable, Sendable {
    case linkChanged(NetworkLink)
    case linkRemoved(index: Int32)
    /// One that somebody beyond the link can answer to came or changed.
    case addressUsable(NetworkAddress)
    /// One went, or is not, or not yet, of use.
    case addressUseless(NetworkAddress)
    /// A route came, changed or went, or is the answer to a question.
    case route(KernelRoute)
    /// Whether routes through dead links are passed over changed for a link, or for all: -1.
    case deadRoutesChanged(link: Int32)
    /// A rule or a next hop came, changed or went: what chooses among routes.
    case choiceChanged
    case listEnded
    /// The kernel refused a request: the errno.
    case failed(Int32)
    case irrelevant
}
