// The machine's network, followed from event to event.

import BGRunJob
import BGRunLinux

/// Observes links, addresses and routes and publishes whole readings; what changed between two is the caller's
/// to see.
///
/// An event is only a reason to read the tables anew, so that nothing rests on having heard every event: a link
/// that goes down takes its IPv4 routes away without a word, a replaced route does not say which one it
/// replaced, and messages are lost when many come at once.
package final class NetworkTracker {
    /// Datagrams that are taken at one time, so that a storm can't keep the loop busy.
    private static let batch = 256
    private static let bufferSize = 16_384
    /// Bytes of events that may wait; more are lost, which is told and only costs a re-read.
    private static let receiveBuffer: Int32 = 1 << 20
    /// When tables that could not be read are tried again.
    private static let retryDelay = Duration.seconds(1)
    /// `RTMGRP_LINK`, `RTMGRP_IPV4_IFADDR`, `RTMGRP_IPV4_ROUTE`, `RTMGRP_IPV6_IFADDR`, `RTMGRP_IPV6_ROUTE`.
    /// Neighbours and counters are not among them: they change all the time and decide nothing.
    static let groups: UInt32 = 0x1 | 0x10 | 0x40 | 0x100 | 0x400

    private let socket: NetlinkSocket
    /// The tables as last read; nil after a failure, so that every event is news.
    private var state: NetworkState?

    /// The last judgement, with every default route: what the last ``read()`` published.
    package private(set) var judgement: NetworkJudgement
    /// Read again after this time, whatever happens: the tables could not be read.
    package private(set) var rereadAfter: Duration?

    /// Begins to listen, then reads for the first time.
    package convenience init() throws(SystemError) { try self.init(receiveBuffer: Self.receiveBuffer) }

    init(receiveBuffer: Int32) throws(SystemError) {
        socket = try NetlinkSocket(family: NetworkTables.family, groups: Self.groups)
        // A small buffer works too: what is lost in it is told as lost.
        try? socket.setReceiveBuffer(receiveBuffer)
        judgement = NetworkJudgement(
            reading: NetworkReading(verdict: .unknown, reason: "not read yet"), routes: [])
        read()
    }

    /// To be watched for reading, level-triggered.
    package var descriptor: Int32 { socket.descriptor.rawValue }

    /// Takes the events that wait, up to a batch of them; whether ``read()`` may have another answer now.
    ///
    /// What repeats what is known (the lifetime of an IPv6 address, renewed every few minutes by its router; a
    /// link after a Wi-Fi scan) is no news. What is left after a batch keeps the descriptor readable.
    package func drain() -> Bool {
        var buffer = [UInt8](repeating: 0, count: Self.bufferSize)
        var hasNews = false
        for _ in 0..<Self.batch {
            do throws(SystemError) {
                switch try socket.receive(into: &buffer) {
                case .wouldBlock: return hasNews
                case .overrun: hasNews = true
                case .message(let length): hasNews = isNews(buffer[..<length]) || hasNews
                }
            } catch {
                return true
            }
        }
        return hasNews
    }

    private func isNews(_ datagram: ArraySlice<UInt8>) -> Bool {
        guard let state else { return true }
        return RouteDatagram.parse(datagram).contains { state.isNews($0.message) }
    }

    /// Reads all tables anew and judges them.
    ///
    /// Where they can't be read, the last verdict stands until the next look, and a second failure is unknown.
    @discardableResult
    package func read() -> NetworkReading {
        do throws(SystemError) {
            let fresh = try NetworkTables.read()
            state = fresh
            judgement = NetworkRule.judge(fresh)
            rereadAfter = nil
        } catch {
            if state == nil {
                let reason = "the kernel's network tables can't be read: \(SystemError.text(of: error.errno))"
                judgement = NetworkJudgement(
                    reading: NetworkReading(verdict: .unknown, reason: reason), routes: [])
            }
            state = nil
            rereadAfter = Self.retryDelay
        }
        return judgement.reading
    }
}
