// Locks against sleep and the lid's switch, over a real bus.

import BGRunJob
import BGRunTestSupport
import Testing

@testable import BGRunDevice

let night = Inhibition(sleepAndIdle: true, lidSwitch: false, why: "a backup runs")

@Suite struct `A machine that is kept awake` {
    @Test func `has the locks that are wanted, and no others, and keeps one that is taken anew`() throws {
        let machine = try PrivateBus.withLogind()
        let follower = try Follower(machine.address)
        follower.logind.hold(night)
        #expect(try follower.facts(upTo: .lockTaken(.awake)) == [.available, .lockTaken(.awake)])
        try machine.inhibitors(become: "bgrun:block:sleep:idle")

        follower.logind.hold(Inhibition(sleepAndIdle: true, lidSwitch: true, why: night.why))
        #expect(try follower.facts(upTo: .lockTaken(.lidSwitch)) == [.lockTaken(.lidSwitch)])
        try machine.inhibitors(become: "bgrun:block:handle-lid-switch bgrun:block:sleep:idle")

        follower.logind.hold(night)
        try machine.inhibitors(become: "bgrun:block:sleep:idle")

        follower.logind.hold(Inhibition(sleepAndIdle: true, lidSwitch: false, why: "two backups run"))
        #expect(try machine.ask("inhibitors")?.hasPrefix("bgrun:block:sleep:idle") == true)
        #expect(try follower.facts(upTo: .lockTaken(.awake)) == [.lockTaken(.awake)])
        try machine.inhibitors(become: "bgrun:block:sleep:idle")
        follower.logind.hold(.none)
        try machine.inhibitors(become: "none")
        #expect(!follower.bus.isOpen)
    }

    @Test func `keeps no lock whose answer comes when it is not wanted any more`() throws {
        let machine = try PrivateBus.withLogind()
        let follower = try Follower(machine.address)
        try follower.observeSleep()
        follower.logind.hold(night)
        follower.logind.hold(.none)
        follower.logind.readPresence()
        #expect(try follower.facts(upTo: .presence(.somebody)) == [.presence(.somebody)])
        // Its answer comes by another way, and so at any time.
        try machine.inhibitors(become: "bgrun:delay:sleep") {
            follower.bus.process()
            beat()
        }
    }

    @Test func `is told once that logind refuses, and logind is not asked again`() throws {
        let machine = try PrivateBus.withLogind()
        try machine.play("refuse sleep:idle")
        let follower = try Follower(machine.address)
        follower.logind.hold(night)
        let refusal = LogindFact.lockRefused(
            .awake, "Permission denied (org.freedesktop.DBus.Error.AccessDenied)")
        #expect(try follower.facts(upTo: refusal) == [.available, refusal])
        follower.logind.hold(night)
        follower.logind.readPresence()
        #expect(try follower.facts(upTo: .presence(.somebody)) == [.presence(.somebody)])
        #expect(try machine.ask("inhibits") == "1")
        // A new wish is a new question.
        follower.logind.hold(.none)
        follower.logind.hold(night)
        #expect(try follower.facts(upTo: refusal).last == refusal)
        #expect(try machine.ask("inhibits") == "2")
    }
}
