// What the kernel has said of the network: what the network rule judges.

/// All addresses, and what the kernel answered to the rule's questions.
struct NetworkState: Equatable, Sendable {
    /// Those that can be used to reach beyond their link.
    var addresses: Set<NetworkAddress> = []
    private(set) var answers: [NetworkQuestion: NetworkAnswer] = [:]
    /// What bridges were found to have in them.
    private var ports: Set<Int32> = []

    mutating func take(_ answer: NetworkAnswer, to question: NetworkQuestion) {
        answers[question] = answer
        if case (.port, .found(let index)) = (question, answer) { ports.insert(index) }
    }

    /// Nil for one that is not known, or that the kernel does not know.
    func link(_ index: Int32) -> NetworkLink? {
        if case .link(let link) = answers[.link(index)] { link } else { nil }
    }

    /// Whether an event tells anything that may change the verdict.
    ///
    /// Much of what arrives is repetition: an IPv6 router refreshes the lifetime of an address every few minutes, a Wi-Fi
    /// scan repeats the link. Much is of no concern: links without an address, as containers come and go, and routes that
    /// lead nowhere public. What chooses among routes counts always: a replaced route, rule or next hop does not say
    /// which one went.
    func isNews(_ message: RouteMessage) -> Bool {
        switch message {
        case .linkChanged(let link):
            if let answer = answers[.link(link.index)], answer != .link(link) { return true }
            return ports.contains(link.index) || answers[.port(of: link.master)] == .nothing
        case .linkRemoved(let index):
            if case .link = answers[.link(index)] { return true }
            return ports.contains(index)
        case .addressUsable(let address): return !addresses.contains(address)
        case .addressUseless(let address): return addresses.contains(address)
        case .route(let route):
            if route.isAnswer || route.table == KernelRoute.localTable { return false }
            return PublicPlace.all.contains { $0.family == route.family && route.covers($0.bytes) }
                || route.isToHostBeyond && answers[.hostRoute(route.family, through: route.link)] != nil
        case .choiceChanged: return true
        case .listEnded, .failed, .irrelevant: return false
        }
    }
}

extension KernelRoute {
    /// `RT_TABLE_LOCAL`: the machine's own addresses.
    static let localTable: UInt32 = 255
    /// `RT_TABLE_MAIN`.
    static let mainTable: UInt32 = 254
}
