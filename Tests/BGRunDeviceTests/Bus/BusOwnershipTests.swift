// Closures in C's hands: each is released, once, whatever becomes of its call.

import BGRunTestSupport
import Testing

@testable import BGRunDevice

/// Lives as long as a closure that holds it.
private final class Token {}

@Suite struct `A closure that waits for an answer` {
    private let machine: PrivateBus
    private let question = BusCall(
        path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus", member: "GetNameOwner",
        .text("org.freedesktop.DBus"))

    init() throws { machine = try PrivateBus("start-bus") }

    /// Asks, and gives back whether the closure is still there, and whether it was called.
    private func ask(_ connection: BusConnection, _ call: BusCall) -> (
        isHeld: () -> Bool, isCalled: () -> Bool
    ) {
        let token = Token()
        var isCalled = false
        try? connection.call("org.freedesktop.DBus", call) { [token] _ in
            isCalled = true
            withExtendedLifetime(token) {}
        }
        return ({ [weak token] in token != nil }, { isCalled })
    }

    @Test func `is released after it`() throws {
        let connection = try BusConnection(address: machine.address, library: SystemBus.soname)
        let (isHeld, isCalled) = ask(connection, question)
        #expect(isHeld())
        while !isCalled() { _ = connection.process() }
        #expect(!isHeld())
    }

    @Test func `is released without one when the connection is closed`() throws {
        var connection: BusConnection? = try BusConnection(
            address: machine.address, library: SystemBus.soname)
        let (isHeld, isCalled) = ask(try #require(connection), question)
        #expect(isHeld())
        connection = nil
        #expect(!isHeld() && !isCalled())
    }

    @Test func `is released at once where the call can't be sent`() throws {
        let connection = try BusConnection(address: machine.address, library: SystemBus.soname)
        let (isHeld, isCalled) = ask(
            connection, BusCall(path: "no path", interface: "a.b", member: "C"))
        #expect(!isHeld() && !isCalled())
    }

    @Test func `of a match is released with it, also after the connection`() throws {
        var connection: BusConnection? = try BusConnection(
            address: machine.address, library: SystemBus.soname)
        var token: Token? = Token()
        weak let watched = token
        var match = try connection?.match("type='signal'") { [token] _ in withExtendedLifetime(token) {} }
        token = nil
        #expect(watched != nil && match != nil)
        connection = nil
        #expect(watched != nil)
        match = nil
        #expect(watched == nil)
    }
}
