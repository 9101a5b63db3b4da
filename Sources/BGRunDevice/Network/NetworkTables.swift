// What the network rule asks, put to the kernel.

import BGRunLinux
import Glibc

/// One reading of everything the network rule asks, by rtnetlink: the list of addresses, and single questions.
///
/// The routing tables themselves are not read: the kernel is asked what it would choose, so that a machine of a hundred
/// thousand routes costs no more than one of two, and every rule, metric and refusal counts as it does for a program.
enum NetworkTables {
    /// `NETLINK_ROUTE`.
    static let family: Int32 = 0
    /// How often an interrupted list is begun anew; the last is taken as it is, since each change comes as an event too.
    private static let attempts = 4
    /// How often the rule may ask on: answers lead to few questions more.
    private static let rounds = 12
    /// Parts of one link that are kept; the rest is read and left out.
    private static let partLimit = 256
    /// Addresses that are kept; the rest is read and left out.
    private static let addressLimit = 1 << 17
    /// Bytes of one datagram; the kernel fills what the reader offers, up to this.
    private static let bufferSize = 32_768

    /// Asks all that the rule wants to know.
    ///
    /// Nothing waits: the kernel puts each part of an answer in place before the call that asks for it returns.
    ///
    /// - Parameters:
    ///   - cards: Who knows what kind of device a link is; without it that is not known.
    ///   - open: Makes a socket for each attempt, so that nothing of an earlier list can be left in it.
    static func read(
        cards: CardReader? = nil,
        through open: () throws(SystemError) -> NetlinkSocket = { () throws(SystemError) in
            try NetlinkSocket(family: family, groups: 0)
        }
    ) throws(SystemError) -> NetworkState {
        var state = NetworkState()
        for attempt in 1...attempts {
            var reader = Reader(try open())
            var addresses: Set<NetworkAddress> = []
            let isWhole = try reader.readAddresses(into: &addresses)
            state.addresses = addresses
            if isWhole || attempt == attempts {
                for _ in 0..<rounds {
                    let questions = NetworkRule.questions(state)
                    if questions.isEmpty { break }
                    for question in questions {
                        state.take(try reader.answer(to: question, cards), to: question)
                    }
                }
                break
            }
        }
        return state
    }

    /// One socket, and what was asked on it.
    private struct Reader: ~Copyable {
        private let socket: NetlinkSocket
        private var buffer = [UInt8](repeating: 0, count: bufferSize)
        private var sequence: UInt32 = 0

        init(_ socket: consuming NetlinkSocket) {
            // An older kernel sends whole lists, which are searched all the same.
            try? socket.filterStrictly()
            self.socket = socket
        }

        /// Adds all usable addresses; false where they changed meanwhile.
        mutating func readAddresses(into addresses: inout Set<NetworkAddress>) throws(SystemError) -> Bool {
            var isWhole = true
            for family in AddressFamily.allCases {
                isWhole =
                    try list(RouteRequest.addresses(family)) { message in
                        if case .addressUsable(let address) = message { addresses.insert(address) }
                        return addresses.count >= addressLimit
                    } && isWhole
            }
            return isWhole
        }

        mutating func answer(
            to question: NetworkQuestion, _ cards: CardReader?
        ) throws(SystemError) -> NetworkAnswer {
            switch question {
            case .way(let place, let link): return try way(RouteRequest.way(to: place, through: link))
            case .wayFrom(let source, let place):
                return try way(RouteRequest.way(to: place, from: source))
            case .link(let index): return try link(index)
            case .below(let upper): return try link(upper.below)
            case .parts(let whole):
                var parts: [NetworkLink] = []
                try search(RouteRequest.ports(of: whole.index)) { message in
                    if case .linkChanged(let part) = message, part.master == whole.index {
                        parts.append(part)
                    }
                    return parts.count >= partLimit
                }
                return .links(parts)
            case .transport(let link): return .transport(cards?.transport(of: link))
            case .port(let bridge):
                return try first(RouteRequest.ports(of: bridge)) { message in
                    guard case .linkChanged(let port) = message, port.master == bridge else { return nil }
                    return port.index
                }
            case .routeBeyond(let family, let link):
                return try first(RouteRequest.mainTable(family, through: link)) { message in
                    guard case .route(let route) = message, route.leadsBeyond, route.link == link,
                        route.table == KernelRoute.mainTable
                    else { return nil }
                    return link
                }
            }
        }

        private mutating func link(_ index: Int32) throws(SystemError) -> NetworkAnswer {
            guard case .linkChanged(let link) = try single(RouteRequest.link(index)), link.index == index
            else { return .nothing }
            return .link(link)
        }

        private mutating func way(_ request: RouteRequest) throws(SystemError) -> NetworkAnswer {
            switch try single(request) {
            case .route(let route): .way(route)
            case .failed(let number): .noWay(errno: number)
            case .linkChanged, .linkRemoved, .addressUsable, .addressUseless, .choiceChanged,
                .deadRoutesChanged, .listEnded, .irrelevant:
                .noWay(errno: ENETUNREACH)
            }
        }

        /// The answer to a question that has one message. A kernel without memory to answer has not said no.
        private mutating func single(_ request: RouteRequest) throws(SystemError) -> RouteMessage {
            let number = try send(request)
            while true {
                for envelope in try receive() where envelope.sequence == number {
                    if case .failed(let number) = envelope.message, [ENOMEM, ENOBUFS].contains(number) {
                        throw SystemError(operation: "netlink", errno: number)
                    }
                    return envelope.message
                }
            }
        }

        /// The first of a list in which something is found.
        private mutating func first(
            _ request: RouteRequest, _ find: (RouteMessage) -> Int32?
        ) throws(SystemError) -> NetworkAnswer {
            var found: Int32?
            try search(request) { message in
                found = found ?? find(message)
                return found != nil
            }
            return found.map { .found($0) } ?? .nothing
        }

        /// Goes through a list, which may be of what has just gone, until `take` has enough.
        private mutating func search(
            _ request: RouteRequest, _ take: (RouteMessage) -> Bool
        ) throws(SystemError) {
            do throws(SystemError) {
                _ = try list(request, take)
            } catch {
                // The link has just gone, or nothing has been put into the table yet.
                if error.errno != ENODEV, error.errno != ENOENT { throw error }
            }
        }

        /// Goes through a list up to its end, or until `take` has enough; false where it was interrupted.
        private mutating func list(
            _ request: RouteRequest, _ take: (RouteMessage) -> Bool
        ) throws(SystemError) -> Bool {
            let number = try send(request)
            var isWhole = true
            var hasEnough = false
            while true {
                for envelope in try receive() where envelope.sequence == number {
                    if envelope.wasInterrupted { isWhole = false }
                    switch envelope.message {
                    case .listEnded: return isWhole
                    case .failed(let number): throw SystemError(operation: "netlink", errno: number)
                    case .linkChanged, .linkRemoved, .addressUsable, .addressUseless, .route, .choiceChanged,
                        .deadRoutesChanged, .irrelevant:
                        // What is left of the list is read to its end, so that the next question can be asked.
                        if !hasEnough { hasEnough = take(envelope.message) }
                    }
                }
            }
        }

        private mutating func send(_ request: RouteRequest) throws(SystemError) -> UInt32 {
            sequence &+= 1
            try socket.send(request.bytes(sequence: sequence))
            return sequence
        }

        private mutating func receive() throws(SystemError) -> [RouteEnvelope] {
            guard case .message(let length) = try socket.receive(into: &buffer) else {
                throw SystemError(operation: "netlink", errno: EAGAIN)
            }
            return RouteDatagram.parse(buffer[..<length])
        }
    }
}
