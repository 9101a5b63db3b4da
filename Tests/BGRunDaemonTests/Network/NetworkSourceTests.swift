// The network as the loop hears of it: when it is read, in a burst of messages and after it.
import BGRunCalendar
import BGRunJob
import BGRunLinux
import BGRunScheduler
import BGRunTestSupport
import TestConditions
import Testing

@testable import BGRunDaemon

/// A laptop on a cable in the name space of this thread, and a loop that hears of it.
private final class Hearing {
    let queue: EventQueue
    let source: NetworkSource

    /// All that the kernel has to tell of the cable was heard when this returns.
    init() throws {
        try ip(
            "link set lo up", "link add eth0 type veth peer name far", "link set far addrgenmode none",
            "link set eth0 addrgenmode none", "addr add 192.0.2.2/24 dev eth0", "link set far up",
            "link set eth0 up", "route add default via 192.0.2.1")
        queue = try EventQueue()
        source = try NetworkSource(at: Post(queue: queue, token: 7))
        var last = source.firstReading
        while last != .networkRead(Self.online) {
            try #require(try isWoken(within: 30_000), "the network never comes: \(last)")
            last = try events().last ?? last
        }
    }

    static let online = NetworkReading(
        verdict: .yes, reason: "internet through eth0", interfaces: ["eth0"], uplinks: ["eth0"])
    static let offline = NetworkReading(verdict: .no, reason: "no route to the internet")

    func isWoken(within milliseconds: Int32 = 0) throws -> Bool {
        var ready: [EventQueue.Ready] = []
        try queue.wait(into: &ready, timeout: milliseconds)
        return !ready.isEmpty
    }

    /// What comes of a message, once nothing more is to be waited for. The source's rests are skipped.
    func events() throws -> [Event] {
        var events = try source.news()
        while let end = source.attendAt { events += source.attend(at: end) }
        return events
    }
}

// B-7
@Suite(.root) struct `The source of the network` {
    @Test func `makes one reading of a burst, and listens to nothing meanwhile`() throws {
        try inNamespaces {
            let hearing = try Hearing()
            let source = hearing.source
            try ip("route del default")
            #expect(try hearing.isWoken())
            #expect(try source.news().isEmpty)
            try ip((10..<40).map { "addr add 203.0.113.\($0)/32 dev eth0" })
            #expect(try !hearing.isWoken(), "nobody listens")
            let end = try #require(source.attendAt)
            #expect(source.attend(at: AwakeTime(microseconds: end.microseconds - 1)).isEmpty)
            #expect(source.attend(at: end) == [.networkRead(Hearing.offline)])
            // What came while it rested is looked through once more, and then it is listened to again.
            let next = try #require(source.attendAt)
            #expect(source.attend(at: next).isEmpty)
            #expect(source.attendAt == nil)
            try ip("route add default via 192.0.2.1")
            #expect(try hearing.isWoken())
        }
    }

    @Test func `rests for longer while it goes on, up to a second`() throws {
        try inNamespaces {
            let source = try Hearing().source
            try ip("route del default")
            var isThere = false
            _ = try source.news()
            for span in [50, 100, 200, 400, 800, 1000, 1000] {
                let end = try #require(source.attendAt)
                isThere.toggle()
                try ip(isThere ? "route add default via 192.0.2.1" : "route del default")
                let reading = isThere ? Hearing.online : Hearing.offline
                // The first rest ends with the way back.
                let events = source.attend(at: end)
                #expect(events == [.networkRead(reading)] || span == 50 && events.isEmpty)
                #expect(source.attendAt == end.advanced(by: .milliseconds(min(2 * span, 1000))))
            }
        }
    }

    @Test func `reads at once what has come of a burst where something is to be decided`() throws {
        try inNamespaces {
            let hearing = try Hearing()
            let source = hearing.source
            #expect(source.freshen().isEmpty)
            try ip("addr add 203.0.113.9/32 dev eth0")
            #expect(try hearing.isWoken())
            #expect(try source.news().isEmpty)
            #expect(source.freshen().isEmpty)
            try ip("route del default")
            #expect(source.freshen() == [.networkRead(Hearing.offline)])
            #expect(source.freshen().isEmpty)
            let end = try #require(source.attendAt)
            #expect(source.attend(at: end).isEmpty)
        }
    }

    @Test func `is woken by containers, and has nothing to tell of them`() throws {
        try inNamespaces {
            let hearing = try Hearing()
            try ip(
                "link add docker0 type bridge", "addr add 172.17.0.1/16 dev docker0", "link set docker0 up")
            try ip(
                (0..<20).flatMap {
                    ["link add v\($0) type veth peer name w\($0)", "link set v\($0) master docker0 up"]
                })
            try ip((0..<20).map { "link del v\($0)" })
            #expect(try hearing.isWoken())
            #expect(try hearing.events().isEmpty)
        }
    }
}
