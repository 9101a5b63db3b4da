// What the kernel may answer to the network rule.

import BGRunJob

/// One answer of the kernel.
enum NetworkAnswer: Hashable, Sendable {
    case way(KernelRoute)
    /// No way: the errno that a program would get.
    case noWay(errno: Int32)
    case link(NetworkLink)
    case links([NetworkLink])
    /// Nil where nobody can tell.
    case transport(Transport?)
    /// There is one: its index.
    case found(Int32)
    /// There is none.
    case nothing
}

extension NetworkAnswer {
    /// The way, where there is one.
    var forwarded: KernelRoute? {
        guard case .way(let route) = self, route.effect == .forwarded else { return nil }
        return route
    }
}
