// Assertions: what a daemon hears of them, how they are warned and end, and what they are without one.
import BGRunTestSupport
import BGRunWire
import Foundation
import Testing

@testable import BackgroundTasks

/// Assertions of a program that talks to a test's daemon.
private struct Finisher {
    let held: HeldAssertions
    let said = Journal()
    let seen = Journal()

    init(_ socket: String, patience: Settings.Patience = .brief) {
        var settings = Settings { ["BGRUN_SOCKET": socket][$0] }
        settings.patience = patience
        let said = said
        held = HeldAssertions(settings, Log(isQuiet: false) { said.note($0) })
    }

    func begin(_ name: String, _ limit: Duration? = nil) -> BackgroundAssertion? {
        let seen = seen
        return BackgroundAssertion(held, name, limit) { seen.note("\(name) is told to end") }
    }
}

@Suite struct `An assertion` {
    @Test func `is held by the daemon until it has ended`() throws {
        let daemon = try FakeDaemon()
        let finisher = Finisher(daemon.socket)
        let assertion = try #require(finisher.begin("save", .seconds(600)))
        #expect(daemon.heard.lines == ["assert save for 10m"])
        #expect((.seconds(1) ... .seconds(600)).contains(assertion.timeRemaining))
        assertion.end()
        #expect(daemon.heard.has("unheld save"))
        #expect(assertion.timeRemaining == .zero)
        assertion.end()
        #expect(finisher.said.lines.isEmpty && finisher.seen.lines.isEmpty)
    }

    @Test func `has the daemon's limit where it asks for none`() throws {
        let daemon = try FakeDaemon()
        daemon.limit = .seconds(400)
        let finisher = Finisher(daemon.socket)
        let assertion = try #require(finisher.begin("save"))
        #expect(daemon.heard.lines == ["assert save"])
        #expect((.seconds(1) ... .seconds(400)).contains(assertion.timeRemaining))
    }

    @Test func `is warned once, and has what the daemon leaves it`() throws {
        let daemon = try FakeDaemon()
        let finisher = Finisher(daemon.socket)
        let assertion = try #require(finisher.begin("save"))
        daemon.warn(in: .seconds(300), .systemSleep)
        daemon.warn(in: .seconds(290))
        #expect(finisher.seen.has("save is told to end"))
        #expect(assertion.timeRemaining > .zero)
        daemon.endAssertions()
        #expect(daemon.heard.has("unheld save"))
        #expect(assertion.timeRemaining == .zero)
        #expect(finisher.seen.lines == ["save is told to end"])
    }

    @Test func `is told to end where the daemon ends it without a warning`() throws {
        let daemon = try FakeDaemon()
        let finisher = Finisher(daemon.socket)
        let assertion = try #require(finisher.begin("save"))
        daemon.endAssertions()
        #expect(finisher.seen.has("save is told to end"))
        #expect(assertion.timeRemaining == .zero)
    }

    @Test func `ends with its object`() throws {
        let daemon = try FakeDaemon()
        let finisher = Finisher(daemon.socket)
        #expect(finisher.begin("save") != nil)
        #expect(daemon.heard.has("unheld save"))
    }

    @Test func `has a connection of its own`() throws {
        let daemon = try FakeDaemon()
        let finisher = Finisher(daemon.socket)
        let (one, two) = (try #require(finisher.begin("one")), try #require(finisher.begin("two")))
        one.end()
        #expect(daemon.heard.has("unheld one"))
        #expect(two.timeRemaining > .zero)
        #expect(!daemon.heard.lines.contains("unheld two"))
    }

    @Test func `keeps its limit where the daemon dies, and says so`() throws {
        let daemon = try FakeDaemon()
        let finisher = Finisher(daemon.socket)
        let (save, send) = (finisher.begin("save", .seconds(1)), finisher.begin("send", .seconds(600)))
        daemon.leave()
        #expect(finisher.said.mentions("nothing is held any more"))
        #expect(finisher.seen.has("save is told to end"))
        #expect(try #require(send).timeRemaining > .zero)
        withExtendedLifetime(save) {}
    }

    @Test func `keeps its limit where the daemon hangs`() throws {
        let daemon = try FakeDaemon()
        let finisher = Finisher(daemon.socket)
        let assertion = try #require(finisher.begin("save", .milliseconds(300)))
        #expect(finisher.seen.has("save is told to end"))
        #expect(daemon.heard.has("unheld save"))
        #expect(assertion.timeRemaining == .zero)
    }

    @Test func `is nil where the daemon refuses it, which a line says`() throws {
        let daemon = try FakeDaemon { _ in ApplicationsError.tooManyAssertions(limit: 32) }
        let finisher = Finisher(daemon.socket)
        #expect(finisher.begin("save") == nil)
        #expect(finisher.said.mentions("nothing may be held"))
    }

    @Test(arguments: [Duration.zero, .seconds(-1)])
    func `of a limit that is none is nil`(limit: Duration) throws {
        let finisher = Finisher("/nowhere")
        #expect(finisher.begin("save", limit) == nil)
        #expect(finisher.said.mentions("give a limit above zero"))
    }

    @Test(arguments: [
        (Duration.nanoseconds(1), "1ms"), (.seconds(1 << 60), "10m"), (.seconds(Int64.max), "10m"),
    ])
    func `asks for a limit that can be told to a daemon, whatever it was given`(limit: Duration, told: String)
        throws
    {
        let daemon = try FakeDaemon()
        let finisher = Finisher(daemon.socket)
        let assertion = try #require(finisher.begin("save", limit))
        #expect(daemon.heard.lines == ["assert save for \(told)"])
        #expect(finisher.said.lines.isEmpty)
        assertion.end()
    }

    @MainActor @Test func `warns on the main actor what was written there`() async throws {
        let finisher = Finisher("/nowhere")
        let told = Journal()
        let assertion = BackgroundAssertion(finisher.held, nil, .milliseconds(100)) {
            MainActor.assertIsolated()
            dispatchPrecondition(condition: .onQueue(.main))
            told.note("told to end")
        }
        await offMain { #expect(told.has("told to end")) }
        withExtendedLifetime(assertion) {}
    }
}

@Suite struct `An assertion without a daemon` {
    @Test func `is granted, says once that nothing is held, and keeps its limit`() throws {
        let scratch = try ScratchDirectory()
        let finisher = Finisher(scratch.path("socket"))
        let assertions = ["one", "two"].map { finisher.begin($0, .milliseconds(300)) }
        #expect(assertions.allSatisfy { $0 != nil })
        #expect(finisher.seen.has("one is told to end"))
        #expect(finisher.seen.has("two is told to end"))
        #expect(finisher.said.lines.count == 1)
        #expect(
            finisher.said.lines[0].hasPrefix(
                "BackgroundTasks: nothing is held while assertions last: no bgrun daemon"))
    }

    @Test func `that has ended is not warned`() throws {
        let finisher = Finisher("/nowhere")
        let short = try #require(finisher.begin("ended", .seconds(2)))
        short.end()
        let long = try #require(finisher.begin("kept", .milliseconds(2200)))
        #expect(finisher.seen.has("kept is told to end"))
        #expect(finisher.seen.lines == ["kept is told to end"])
        withExtendedLifetime(long) {}
    }

    @Test func `is granted by a daemon that knows none`() throws {
        let daemon = try FakeDaemon { _ in
            ServiceError.methodNotFound(method: "org.bgrun.Applications.Assert")
        }
        let finisher = Finisher(daemon.socket)
        #expect(finisher.begin("save") != nil)
        #expect(finisher.said.mentions("nothing is held while assertions last"))
    }

    @Test func `is granted by one that does not answer`() throws {
        let daemon = try ScriptedDaemon { peer in
            _ = try peer.hear()
            _ = try peer.hear()
        }
        var patience = Settings.Patience.brief
        patience.answer = .milliseconds(100)
        let finisher = Finisher(daemon.socket, patience: patience)
        #expect(finisher.begin("save") != nil)
        #expect(finisher.said.mentions("does not answer"))
    }
}
