// What the kernel has said of the network: what the network rule judges.

/// All addresses, and what the kernel answered to the rule's questions.
struct NetworkState: Equatable, Sendable {
    /// Those that can be used to reach beyond their link.
    var addresses: Set<NetworkAddress> = [] {
        didSet {
            addressedLinks = Set(addresses.map(\.link)).sorted()
            owners = Dictionary(grouping: addresses, by: \.bytes).mapValues { $0.map(\.link) }
            for family in AddressFamily.allCases {
                let own = Set(addresses.filter { $0.family == family }.map(\.bytes))
                sources[family] = own.sorted { $0.lexicographicallyPrecedes($1) }
            }
        }
    }
    /// The links that have one, by index.
    private(set) var addressedLinks: [Int32] = []
    /// On which links an address is.
    private(set) var owners: [[UInt8]: [Int32]] = [:]
    /// Addresses that a packet could come from, in a fixed order.
    private(set) var sources: [AddressFamily: [[UInt8]]] = [:]
    private(set) var answers: [NetworkQuestion: NetworkAnswer] = [:]
    /// What bridges were found to have in them.
    private var ports: Set<Int32> = []
    /// Links that were asked for after the ways: the kernel may have chosen before they became what they are, so that an
    /// event which repeats it is no repetition.
    private var lateLinks: Set<Int32> = []
    private var hasWays = false
    /// What lies below the links that leave the machine, by index, and which of them take parts.
    private var parts: [Int32: NetworkLink] = [:]
    private var joined: [Int32: NetworkLink] = [:]

    mutating func take(_ answer: NetworkAnswer, to question: NetworkQuestion) {
        answers[question] = answer
        switch question {
        case .way, .wayFrom: hasWays = true
        case .link(let index): if hasWays { lateLinks.insert(index) }
        case .port: if case .found(let index) = answer { ports.insert(index) }
        case .below: if case .link(let link) = answer { parts[link.index] = link }
        case .parts(let whole):
            joined[whole.index] = whole
            guard case .links(let links) = answer else { break }
            for link in links where whole.takesTraffic(through: link) { parts[link.index] = link }
        case .transport, .routeBeyond: break
        }
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
            if lateLinks.contains(link.index) { return true }
            if let part = parts[link.index] {
                if part != link { return true }
            } else if joined[link.master]?.takesTraffic(through: link) ?? false {
                return true
            }
            return ports.contains(link.index) || answers[.port(of: link.master)] == .nothing
        case .linkRemoved(let index):
            if case .link = answers[.link(index)] { return true }
            return parts[index] != nil || ports.contains(index)
        case .addressUsable(let address): return !addresses.contains(address)
        case .addressUseless(let address): return addresses.contains(address)
        case .route(let route):
            if route.isAnswer || route.table == KernelRoute.localTable { return false }
            if PublicPlace.allCases.contains(where: { $0.family == route.family && route.covers($0.bytes) }) {
                return true
            }
            return route.leadsBeyond && answers[.routeBeyond(route.family, through: route.link)] != nil
        case .choiceChanged: return true
        // -1 and -2 are all links, and those to come.
        case .deadRoutesChanged(let index): return index < 0 || answers[.link(index)] != nil
        case .listEnded, .failed, .irrelevant: return false
        }
    }
}
