// Notifications reach a real bus and a mock of its desktop, and never more than text.
import BGRunLinux
import BGRunTestSupport
import Foundation
import Testing

@testable import BGRunDevice

private var soon: Int64 { Clock.read(.monotonic) + 30_000_000 }

// B-34
@Suite struct `A desktop notification` {
    @Test func `is shown with its two texts, and replaces no other`() throws {
        let desktop = try PrivateBus("start-bus", "start-desktop")
        let notification = DesktopNotification(
            summary: "Backup <b>", body: "needs external power:\n40 < 60 & on battery")
        let notifier = try DesktopNotifier(at: desktop.address)
        #expect(try notifier.show(notification, until: soon) == 1)
        #expect(try notifier.show(notification, until: soon) == 2)
        let answer = try #require(try desktop.ask("notified"))
        let calls = try #require(try JSONSerialization.jsonObject(with: Data(answer.utf8)) as? [[Any]])
        try #require(calls.count == 2 && calls[0].count == 8)
        let call = calls[0]
        #expect(call[0] as? String == "bgrun")
        #expect(call[1] as? Int == 0)
        #expect(call[2] as? String == "")
        #expect(call[3] as? String == "Backup <b>")
        #expect(call[4] as? String == "needs external power:\n40 &lt; 60 &amp; on battery")
        #expect(call[5] as? [String] == [])
        #expect(call[6] as? [String: Int] == ["urgency": 1])
        #expect(call[7] as? Int == -1)
    }

    @Test func `is a fault in words where no desktop or no bus is there`() throws {
        let notification = DesktopNotification(summary: "a", body: "b")
        let bus = try PrivateBus("start-bus")
        var fault = #expect(throws: BusFault.self) {
            try DesktopNotifier(at: bus.address).show(notification, until: soon)
        }
        guard case .refused("org.freedesktop.DBus.Error.ServiceUnknown", _) = fault else {
            Issue.record("\(String(describing: fault))")
            return
        }
        let scratch = try ScratchDirectory()
        fault = #expect(throws: BusFault.self) {
            try DesktopNotifier(at: "unix:path=\(scratch.path("bus"))").show(notification, until: soon)
        }
        guard case .unavailable = fault else {
            Issue.record("\(String(describing: fault))")
            return
        }
    }

    @Test func `is given up when its time is over`() throws {
        let scratch = try ScratchDirectory()
        // It takes connections and says nothing.
        let listener = try UnixListener(path: scratch.path("bus"), permissions: 0o600)
        let fault = #expect(throws: BusFault.self) {
            try DesktopNotifier(at: "unix:path=\(scratch.path("bus"))").show(
                DesktopNotification(summary: "a", body: "b"), until: Clock.read(.monotonic) + 1)
        }
        #expect(fault == .unavailable("the desktop does not answer"))
        withExtendedLifetime(listener.descriptor.rawValue) {}
    }

    @Test func `offers what can be chosen, and hears what was`() throws {
        let desktop = try PrivateBus("start-bus", "start-desktop\tbody\tactions")
        let notifier = try DesktopNotifier(at: desktop.address)
        #expect(try notifier.capabilities(until: soon) == ["body", "actions"])
        let offers = [
            DesktopAction(key: "run", label: "Run anyway"), DesktopAction(key: "why", label: "Why?"),
        ]
        let notification = DesktopNotification(summary: "a", body: "b")
        let numbers = try (0..<3).map { _ in try notifier.show(notification, offering: offers, until: soon) }
        let calls = try #require(
            try JSONSerialization.jsonObject(with: Data((try desktop.ask("notified") ?? "").utf8)) as? [[Any]]
        )
        #expect(calls.first?[5] as? [String] == ["run", "Run anyway", "why", "Why?"])
        // What is chosen is closed too, and what a stranger says is not believed.
        try desktop.play("press\t\(numbers[1])\trun")
        try desktop.play("choose\t\(numbers[1])\twhy")
        try desktop.play("close\t\(numbers[1])")
        try desktop.play("close\t\(numbers[0])")
        #expect(try notifier.answer(to: numbers[0], until: soon) == .closed)
        #expect(try notifier.answer(to: numbers[1], until: soon) == .chosen("why"))
        #expect(try notifier.answer(to: numbers[2], until: Clock.read(.monotonic)) == nil)
        // One in place of another has no offers.
        #expect(try notifier.show(notification, inPlaceOf: numbers[2], until: soon) == numbers[2])
        // With the desktop all that it shows has gone.
        try desktop.play("stop-desktop")
        #expect(try notifier.answer(to: numbers[2], until: soon) == .closed)
    }

    @Test func `has no control characters and no marks that turn the writing`() {
        let text = "a\u{1b}[31mb\0c\td\u{202e}e\u{2066}f\u{85}g\u{200d}h"
        let notification = DesktopNotification(summary: text + "\n", body: text + "\ni")
        #expect(notification.summary == "a [31mb c def g\u{200d}h ")
        #expect(notification.body == "a [31mb c def g\u{200d}h\ni")
    }

    @Test func `is bounded, before it is marked up`() {
        let long = String(repeating: "&", count: 5000)
        let notification = DesktopNotification(summary: long, body: long)
        #expect(notification.summary == String(repeating: "&", count: 200) + "…")
        #expect(notification.body == String(repeating: "&", count: 1000) + "…")
        #expect(notification.markup == String(repeating: "&amp;", count: 1000) + "…")
        #expect(notification.bytes.count <= DesktopNotification.mostBytes)
        let wide = String(repeating: "\u{1f600}", count: 5000)
        #expect(DesktopNotification(summary: wide, body: wide).bytes.count <= DesktopNotification.mostBytes)
    }

    @Test(arguments: [("a", "b\nc"), ("", ""), ("a", ""), ("", "b\n\nc\n")])
    func `is read back from the bytes it is handed over as`(summary: String, body: String) {
        let notification = DesktopNotification(summary: summary, body: body)
        #expect(DesktopNotification(bytes: notification.bytes) == notification)
    }

    @Test func `is made of any bytes without a fault`() {
        var numbers = SeededGenerator(seed: 7)
        for _ in 0..<500 {
            let bytes = (0..<Int.random(in: 0..<40, using: &numbers)).map { _ in
                UInt8.random(in: 0...255, using: &numbers)
            }
            let notification = DesktopNotification(bytes: bytes)
            #expect(!notification.summary.utf8.contains { $0 < 0x20 })
        }
    }
}
