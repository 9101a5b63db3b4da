// The sentences of rtnetlink, from bytes to values.

/// One message of the kernel's routing socket (`rtnetlink(7)`), as far as the network rule asks.
enum RouteMessage: Equatable, Sendable {
    case linkChanged(NetworkLink)
    case linkRemoved(index: Int32)
    case addressAdded(NetworkAddress)
    case addressRemoved(NetworkAddress)
    /// A default route came, changed or went; the route where the message says that one is there now.
    case routeChanged(DefaultRoute?)
    case dumpEnded
    /// The kernel refused a request: the errno.
    case failed(Int32)
    case irrelevant
}
