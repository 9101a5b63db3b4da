// Sockets between programs of one machine, and to the kernel.
import BGRunLinux
import BGRunTestSupport
import Foundation
import Glibc
import Testing

@Suite struct `Descriptors that strangers send` {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    /// A connection whose closing waits for its peer, which never reads, for as long as this.
    private static let lingering: Int32 = 600

    /// Both ends of it, to be closed: the one that lingers, full, and its peer.
    private func lingeringSocket() throws -> (socket: Int32, peer: Int32) {
        let listener = FileDescriptor(owning: socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let client = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue), 0)
        try withUnsafeMutablePointer(to: &address) { pointer in
            try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                try #require(bind(listener.rawValue, pointer, size) == 0)
                try #require(listen(listener.rawValue, 1) == 0)
                try #require(getsockname(listener.rawValue, pointer, &size) == 0)
                try #require(connect(client, pointer, size) == 0 || errno == EINPROGRESS)
            }
        }
        let peer = accept(listener.rawValue, nil, nil)
        let bytes = [UInt8](repeating: 0, count: 1 << 16)
        while write(client, bytes, bytes.count) > 0 {}
        var linger = Glibc.linger(l_onoff: 1, l_linger: Self.lingering)
        try #require(
            setsockopt(
                client, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<Glibc.linger>.size)) == 0)
        return (client, peer)
    }

    private func sender(to path: String) throws -> UnixSocket {
        let sender = FileDescriptor(owning: socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0))
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let isConnected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(sender.rawValue, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
            }
        }
        try #require(isConnected)
        return UnixSocket(owning: sender)
    }

    // B-94
    @Test(arguments: [true, false])
    func `are refused, or closed without waiting for as long as they like`(isAccepted: Bool) throws {
        let listener = try UnixListener(path: scratch.path("s"), permissions: 0o600)
        var pair = try UnixSocketPair()
        let client =
            if isAccepted { try UnixSocket(connectingTo: scratch.path("s")) } else { pair.takeOther() }
        let server = if isAccepted { try unwrap(listener.accept()) } else { pair.takeOwn() }
        let (lingering, peer) = try lingeringSocket()
        var isRefused = false
        do throws(SystemError) {
            try client.send([1], with: [lingering])
        } catch {
            isRefused = true
            #expect(error.errno == EPERM)
        }
        if isRefused {
            close(peer)
            close(lingering)
        } else {
            // On an older kernel theirs is the last one now.
            close(lingering)
            var buffer = [UInt8](repeating: 0, count: 64)
            let begin = ContinuousClock.now
            #expect(throws: SystemError.self) { try server.receive(into: &buffer) }
            _ = consume server
            #expect(begin.duration(to: .now) < .seconds(Int64(Self.lingering) / 2))
            close(peer)
        }
    }

    // B-94
    @Test func `to a datagram socket are closed without waiting for as long as they like`() throws {
        let inbox = try DatagramInbox(path: scratch.path("d"), owner: nil)
        let sender = try sender(to: scratch.path("d"))
        let (lingering, peer) = try lingeringSocket()
        try sender.send([1], with: [lingering])
        close(lingering)
        try sender.send(all: [2, 3])
        var buffer = [UInt8](repeating: 0, count: 64)
        let begin = ContinuousClock.now
        let first = try inbox.receive(into: &buffer)
        let done = try inbox.letGo()
        let isDone = try Readiness.wait(for: done.rawValue, to: .read, until: deadline())
        let second = try inbox.receive(into: &buffer)
        #expect(
            [first?.length, second?.length] == [1, 2] && first?.bringsDescriptors == true
                && second?.bringsDescriptors == false && isDone)
        #expect(begin.duration(to: .now) < .seconds(Int64(Self.lingering) / 2))
        close(peer)
    }
}

@Suite struct `A listener` {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    @Test func `has exactly the permissions asked for`() throws {
        let listener = try UnixListener(path: scratch.path("s"), permissions: 0o666)
        let directory = try Directory(path: scratch.path)
        #expect(try directory.status(of: "s").permissions == 0o666)
        #expect(try directory.status(of: "s").kind == .socket)
        #expect(listener.path == scratch.path("s"))
    }

    @Test func `carries bytes both ways and knows its peer from the kernel`() throws {
        let listener = try UnixListener(path: scratch.path("s"), permissions: 0o600)
        #expect(try isNone(listener.accept()))
        let client = try UnixSocket(connectingTo: scratch.path("s"))
        let server = try unwrap(listener.accept())
        #expect(try server.peer() == UnixSocket.Peer(pid: getpid(), user: getuid(), group: getgid()))
        try client.send(all: Array("hello".utf8))
        var buffer = [UInt8](repeating: 0, count: 64)
        #expect(try Readiness.wait(for: server.descriptor.rawValue, to: .read, until: deadline()))
        #expect(try server.receive(into: &buffer) == .bytes(5))
        #expect(try server.receive(into: &buffer) == .wouldBlock)
        try client.shutdownSending()
        #expect(try server.receive(into: &buffer) == .endOfFile)
    }

    @Test func `gives an error, not a signal, when the peer has gone`() throws {
        let listener = try UnixListener(path: scratch.path("s"), permissions: 0o600)
        do { _ = try UnixSocket(connectingTo: scratch.path("s")).descriptor.rawValue }
        let server = try unwrap(listener.accept())
        let error = #expect(throws: SystemError.self) { try server.send(all: [1]) }
        #expect(error?.errno == EPIPE)
    }

    @Test func `replaces a socket nobody listens at`() throws {
        do { _ = try UnixListener(path: scratch.path("s"), permissions: 0o600).path }
        // What another test has just begun holds the socket too, until it is a program itself.
        while (try? UnixSocket(connectingTo: scratch.path("s")).descriptor.rawValue) != nil { beat() }
        let listener = try UnixListener(path: scratch.path("s"), permissions: 0o600)
        let client = try UnixSocket(connectingTo: scratch.path("s"))
        #expect(client.descriptor.rawValue >= 0)
        #expect(listener.descriptor.rawValue >= 0)
    }

    @Test func `does not replace one that answers, nor a plain file`() throws {
        let listener = try UnixListener(path: scratch.path("s"), permissions: 0o600)
        let second = #expect(throws: SystemError.self) {
            _ = try UnixListener(path: scratch.path("s"), permissions: 0o600).path
        }
        #expect(second?.errno == EADDRINUSE)
        #expect(listener.descriptor.rawValue >= 0)
        try Data("precious".utf8).write(to: URL(fileURLWithPath: scratch.path("f")))
        #expect(throws: SystemError.self) {
            _ = try UnixListener(path: scratch.path("f"), permissions: 0o600).path
        }
        #expect(try Data(contentsOf: URL(fileURLWithPath: scratch.path("f"))) == Data("precious".utf8))
    }

    @Test func `refuses a path longer than an address holds`() {
        let path = scratch.path(String(repeating: "x", count: 120))
        let error = #expect(throws: SystemError.self) {
            _ = try UnixListener(path: path, permissions: 0o600).path
        }
        #expect(error?.errno == ENAMETOOLONG)
    }
}

@Suite struct `A service notification` {
    @Test(arguments: [false, true]) func `reaches the manager's socket`(abstract: Bool) throws {
        let scratch = try ScratchDirectory()
        let name = abstract ? "@bgrun-test-\(UUID().uuidString)" : scratch.path("notify")
        let manager = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        defer { close(manager) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        var bytes = Array(name.utf8)
        if abstract { bytes[0] = 0 }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        let size = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count + (abstract ? 0 : 1))
        let bound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(manager, $0, size) }
        }
        try #require(bound == 0)
        try ServiceNotification.send("READY=1", to: name)
        var buffer = [UInt8](repeating: 0, count: 64)
        let count = recv(manager, &buffer, buffer.count, 0)
        #expect(String(decoding: buffer.prefix(max(0, count)), as: UTF8.self) == "READY=1")
    }

    @Test func `to nobody is an error`() {
        #expect(throws: SystemError.self) { try ServiceNotification.send("READY=1", to: "/nowhere/notify") }
    }
}

@Suite struct `A netlink socket` {
    @Test func `asks the kernel and is answered`() throws {
        let socket = try NetlinkSocket(family: 0, groups: 0)
        try socket.setReceiveBuffer(1 << 20)
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        #expect(try socket.receive(into: &buffer) == .wouldBlock)
        // RTM_GETLINK (18) as a dump request: header of 16 bytes, then an empty ifinfomsg of 16.
        var request = [UInt8](repeating: 0, count: 32)
        request[0] = 32
        request[4] = 18
        request[5] = 0
        request[6] = 0x01
        request[7] = 0x03
        try socket.send(request)
        #expect(try Readiness.wait(for: socket.descriptor.rawValue, to: .read, until: deadline()))
        guard case .message(let count) = try socket.receive(into: &buffer) else {
            Issue.record("the kernel lists its links")
            return
        }
        #expect(count >= 32)
    }

    @Test func `calls a datagram that does not fit an overrun`() throws {
        let socket = try NetlinkSocket(family: 0, groups: 0)
        var request = [UInt8](repeating: 0, count: 32)
        request[0] = 32
        request[4] = 18
        request[6] = 0x01
        request[7] = 0x03
        try socket.send(request)
        #expect(try Readiness.wait(for: socket.descriptor.rawValue, to: .read, until: deadline()))
        var small = [UInt8](repeating: 0, count: 8)
        #expect(try socket.receive(into: &small) == .overrun)
    }
}
