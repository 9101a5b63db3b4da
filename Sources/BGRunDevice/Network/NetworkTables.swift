// The kernel's tables of links, addresses and routes, read whole.

import BGRunLinux
import Glibc

/// One reading of everything the network rule asks, by rtnetlink's dumps.
package enum NetworkTables {
    /// `NETLINK_ROUTE`.
    static let family: Int32 = 0
    /// How often an interrupted dump is begun anew before it is an error.
    private static let attempts = 8
    /// Messages of one dump; the routing table of a backbone router is larger, and no place to run jobs.
    private static let messageLimit = 1 << 18
    /// Bytes of one datagram; the kernel fills what the reader offers, up to this.
    private static let bufferSize = 32_768

    /// Reads links, addresses and routes, and judges them: `doctor network`, which needs no daemon.
    package static func judge() throws(SystemError) -> NetworkJudgement { NetworkRule.judge(try read()) }

    /// Reads until no table changed while it was read: EAGAIN where that does not come to an end.
    ///
    /// The socket is a new one each time, so that nothing of an earlier dump can be left in it. Nothing waits:
    /// the kernel puts each part of the answer in place before the call that asks for it returns.
    static func read() throws(SystemError) -> NetworkState {
        for _ in 0..<attempts {
            let socket = try NetlinkSocket(family: family, groups: 0)
            var state = NetworkState()
            var wasInterrupted = false
            for (number, request) in requests.enumerated() {
                let sequence = UInt32(truncatingIfNeeded: number + 1)
                try socket.send(request.bytes(sequence: sequence))
                wasInterrupted = try take(sequence, from: socket, into: &state) || wasInterrupted
            }
            if !wasInterrupted { return state }
        }
        throw SystemError(operation: "netlink dump", errno: EAGAIN)
    }

    /// Adds one dump to the state; whether the table changed meanwhile.
    private static func take(
        _ sequence: UInt32, from socket: borrowing NetlinkSocket, into state: inout NetworkState
    ) throws(SystemError) -> Bool {
        var buffer = [UInt8](repeating: 0, count: bufferSize)
        var wasInterrupted = false
        var count = 0
        while count < messageLimit {
            guard case .message(let length) = try socket.receive(into: &buffer) else {
                throw SystemError(operation: "netlink dump", errno: EAGAIN)
            }
            for envelope in RouteDatagram.parse(buffer[..<length]) where envelope.sequence == sequence {
                count += 1
                wasInterrupted = wasInterrupted || envelope.wasInterrupted
                switch envelope.message {
                case .dumpEnded: return wasInterrupted
                case .failed(let number): throw SystemError(operation: "netlink dump", errno: number)
                case .linkChanged, .linkRemoved, .addressAdded, .addressRemoved, .routeChanged, .irrelevant:
                    state.add(envelope.message)
                }
            }
        }
        throw SystemError(operation: "netlink dump", errno: EFBIG)
    }

    private static let requests = [
        // RTM_GETLINK with `struct ifinfomsg`; IFLA_EXT_MASK leaves the counters out (RTEXT_FILTER_SKIP_STATS).
        Request(type: 18, body: [UInt8](repeating: 0, count: 16) + [8, 0, 29, 0, 8, 0, 0, 0]),
        // RTM_GETADDR with `struct ifaddrmsg`.
        Request(type: 22, body: [UInt8](repeating: 0, count: 8)),
        // RTM_GETROUTE with `struct rtmsg`, which begins with the family.
        Request(type: 26, body: [AddressFamily.ipv4.rawValue] + [UInt8](repeating: 0, count: 11)),
        Request(type: 26, body: [AddressFamily.ipv6.rawValue] + [UInt8](repeating: 0, count: 11)),
    ]

    private struct Request {
        let type: UInt16
        let body: [UInt8]

        /// `struct nlmsghdr`, in the machine's byte order as all of netlink.
        func bytes(sequence: UInt32) -> [UInt8] {
            let dumpRequest: UInt16 = 0x301  // NLM_F_REQUEST, NLM_F_DUMP
            let length = UInt32(16 + body.count)
            return bytes(of: length) + bytes(of: type) + bytes(of: dumpRequest) + bytes(of: sequence)
                + bytes(of: UInt32(0)) + body
        }

        private func bytes(of number: some FixedWidthInteger) -> [UInt8] {
            unsafe withUnsafeBytes(of: number) { unsafe Array($0) }
        }
    }
}
