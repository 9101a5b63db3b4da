// Hosts that answer, refuse, say nothing, or have no address.
import BGRunJob
import BGRunLinux
import BGRunTestSupport
import Foundation
import Glibc
import TestConditions
import Testing

@testable import BGRunDevice

/// A socket that listens on the loopback interface of this thread's network.
private final class Listener {
    let port: UInt16
    private let socket: BGRunLinux.FileDescriptor
    private var callers: [Int32] = []

    deinit { for caller in callers { close(caller) } }

    init(ipv6: Bool = false, port: UInt16 = 0) throws {
        let number = Glibc.socket(
            ipv6 ? AF_INET6 : AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        socket = BGRunLinux.FileDescriptor(owning: number)
        var address = Listener.address(ipv6: ipv6, port)
        var size = socklen_t(address.count)
        let result = address.withUnsafeMutableBytes { bytes -> Int32 in
            guard let start = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self) else { return -1 }
            return bind(number, start, size) != 0 || listen(number, 0) != 0
                ? -1 : getsockname(number, start, &size)
        }
        try #require(result == 0, "bind: \(String(cString: strerror(errno)))")
        self.port = UInt16(address[2]) << 8 | UInt16(address[3])
    }

    /// Lets its queue run full, so that who calls now hears nothing.
    func fallSilent(ipv6: Bool) {
        for _ in 0..<4 {
            let caller = Glibc.socket(
                ipv6 ? AF_INET6 : AF_INET,
                Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
            callers.append(caller)
            let address = Listener.address(ipv6: ipv6, port)
            address.withUnsafeBytes { bytes in
                guard let start = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self) else { return }
                _ = connect(caller, start, socklen_t(bytes.count))
            }
        }
    }

    /// Of the loopback interface: family, port, and what the family has beside.
    private static func address(ipv6: Bool, _ port: UInt16) -> [UInt8] {
        let family = UInt16(ipv6 ? AF_INET6 : AF_INET)
        let front = withUnsafeBytes(of: family) { Array($0) } + [UInt8(port >> 8), UInt8(port & 0xff)]
        if ipv6 { return front + [UInt8](repeating: 0, count: 19) + [1] + [0, 0, 0, 0] }
        return front + [127, 0, 0, 1] + [UInt8](repeating: 0, count: 8)
    }
}

private func find(
    _ host: String, _ port: UInt16, total: Duration = .seconds(30), each: Duration = .seconds(10)
) -> Reachability {
    var patience = Patience()
    patience.total = total
    patience.each = each
    return Reachability.find(Endpoint(host: host, port: port), patience: patience)
}

// B-33
@Suite(.root) struct `A host` {
    @Test(arguments: [("127.0.0.1", false), ("::1", true)])
    func `that answers is reachable`(host: String, ipv6: Bool) throws {
        try inNamespaces {
            try ip("link set lo up")
            let listener = try Listener(ipv6: ipv6)
            #expect(find(host, listener.port) == .reachable)
        }
    }

    @Test func `that refuses is not reachable`() throws {
        try inNamespaces {
            try ip("link set lo up")
            #expect(find("127.0.0.1", 9) == .silent)
        }
    }

    @Test func `to which there is no road is not reachable`() throws {
        try inNamespaces { #expect(find("192.0.2.1", 80) == .silent) }
    }

    @Test func `that says nothing is given up in time`() throws {
        try inNamespaces {
            try ip("link set lo up")
            let listener = try Listener()
            listener.fallSilent(ipv6: false)
            #expect(find("127.0.0.1", listener.port, each: .milliseconds(50)) == .silent)
            #expect(find("127.0.0.1", listener.port, total: .milliseconds(50)) == .silent)
        }
    }

    @Test func `whose first address is dead is reached by the next`() throws {
        try inNamespaces {
            try ip("link set lo up")
            try replace("/etc/hosts", with: "::1 twofold\n127.0.0.1 twofold\n")
            let dead = try Listener(ipv6: true)
            dead.fallSilent(ipv6: true)
            let living = try Listener(port: dead.port)
            #expect(find("twofold", living.port, each: .milliseconds(50)) == .reachable)
        }
    }

    @Test(arguments: ["no-such-host.invalid", "", "a b", "a\0b", "256.1.1.1.1", "::1::"])
    func `without an address is nameless`(name: String) throws {
        try inNamespaces { #expect(find(name, 80) == .nameless) }
    }
}
