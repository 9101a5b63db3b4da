// The machine's network, followed from event to event.

import BGRunJob
import BGRunLinux

/// Observes links, addresses, routes, rules and next hops and publishes whole readings; what changed between two is the
/// caller's to see.
///
/// An event is only a reason to ask the kernel anew, so that nothing rests on having heard every event: a link that goes
/// down takes its IPv4 routes away without a word, so does a next hop, a replaced route does not say which one it
/// replaced, and messages are lost when many come at once.
package final class NetworkTracker {
    /// Datagrams that are taken at one time, so that a storm can't keep the loop busy.
    private static let batch = 1024
    private static let bufferSize = 16_384
    /// Bytes of events that may wait; more are lost, which is told and only costs a re-read.
    private static let receiveBuffer: Int32 = 1 << 20
    /// When tables that could not be read are tried again.
    private static let retryDelay = Duration.seconds(1)
    /// `RTNLGRP_LINK`, `IPV4_IFADDR`, `IPV4_ROUTE`, `IPV4_RULE`, `IPV6_IFADDR`, `IPV6_ROUTE`, `IPV6_RULE`, `IPV4_NETCONF`,
    /// `IPV6_NETCONF` and `NEXTHOP`; the group of number n is the bit n - 1. Neighbours and counters are not among them: they
    /// change all the time and decide nothing.
    static let groups: UInt32 = [1, 5, 7, 8, 9, 11, 19, 24, 25, 32].reduce(0) { $0 | 1 << ($1 - 1) }

    private let socket: NetlinkSocket
    private let cards: CardReader
    /// What was last read; nil after a failure, so that every event is news.
    private var state: NetworkState?

    /// The last judgement, with all that led to it: what the last ``read()`` published.
    package private(set) var judgement: NetworkJudgement
    /// Read again after this time, whatever happens: the tables could not be read.
    package private(set) var rereadAfter: Duration?

    /// Begins to listen, then reads for the first time.
    ///
    /// - Parameter sysfs: Where sysfs is, without a slash at its end.
    package convenience init(sysfs: String = "/sys") throws(SystemError) {
        try self.init(receiveBuffer: Self.receiveBuffer, sysfs: sysfs)
    }

    init(receiveBuffer: Int32, sysfs: String = "/sys") throws(SystemError) {
        cards = CardReader(sysfs: sysfs)
        socket = try NetlinkSocket(family: NetworkTables.family, groups: Self.groups)
        // A small buffer works too: what is lost in it is told as lost.
        try? socket.setReceiveBuffer(receiveBuffer)
        judgement = NetworkJudgement(
            reading: NetworkReading(verdict: .unknown, reason: "not read yet"), roads: [], uplinks: [])
        read()
    }

    /// To be watched for reading, level-triggered.
    package var descriptor: Int32 { socket.descriptor.rawValue }

    /// What was found in the socket.
    package struct Found {
        /// Nothing has come.
        package fileprivate(set) var isEmpty = true
        /// ``NetworkTracker/read()`` may have another answer now.
        package fileprivate(set) var hasNews = false
    }

    /// Takes the events that wait, up to a batch of them.
    ///
    /// What repeats what is known (the lifetime of an IPv6 address, renewed every few minutes by its router; a
    /// link after a Wi-Fi scan) is no news, and neither is what is of no concern. What is left after a batch keeps the
    /// descriptor readable.
    package func drain() -> Found {
        var buffer = [UInt8](repeating: 0, count: Self.bufferSize)
        var found = Found()
        for _ in 0..<Self.batch {
            do throws(SystemError) {
                switch try socket.receive(into: &buffer) {
                case .wouldBlock: return found
                case .overrun: found.hasNews = true
                case .message(let length):
                    // One reason to read anew is enough.
                    if !found.hasNews { found.hasNews = isNews(buffer[..<length]) }
                }
                found.isEmpty = false
            } catch {
                return Found(isEmpty: false, hasNews: true)
            }
        }
        return found
    }

    private func isNews(_ datagram: ArraySlice<UInt8>) -> Bool {
        guard let state else { return true }
        return RouteDatagram.parse(datagram).contains { state.isNews($0.message) }
    }

    /// Asks the kernel anew, and judges.
    ///
    /// Where they can't be read, the last verdict stands until the next look, and a second failure is unknown.
    @discardableResult
    package func read() -> NetworkReading {
        do throws(SystemError) {
            let fresh = try NetworkTables.read(cards: cards)
            cards.forgetOthers()
            state = fresh
            judgement = NetworkRule.judge(fresh)
            rereadAfter = nil
        } catch {
            if state == nil {
                let reason = "the kernel's network tables can't be read: \(SystemError.text(of: error.errno))"
                judgement = NetworkJudgement(
                    reading: NetworkReading(verdict: .unknown, reason: reason), roads: [], uplinks: [])
            }
            state = nil
            rereadAfter = Self.retryDelay
        }
        return judgement.reading
    }
}
