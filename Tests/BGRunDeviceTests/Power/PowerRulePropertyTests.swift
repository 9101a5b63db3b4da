// What holds of the external-power rule for any supplies at all.

import BGRunJob
import BGRunTestSupport
import Testing

@testable import BGRunDevice

/// Machines that no one has built, the same in each run.
private struct MachineMaker {
    var random: SeededGenerator
    static let types = ["Battery", "UPS", "Mains", "USB", "USB_PD", "Wireless", "Unknown", "", "Батарея"]
    static let texts = [
        "0", "1", "2", "-1", "100", "9223372036854775807", "-9223372036854775808", "99999999999999999999", "",
        "Charging", "Discharging", "Not charging", "Full", "Unknown", "System", "Device", "\u{1b}[31m",
    ]
    static let names = ["AC", "BAT0", "BAT1", "ups", "usb", "hidpp_battery_0", "macsmc-ac"]

    mutating func supplies() -> [PowerSupply] {
        (0..<Int.random(in: 0..<6, using: &random)).map { _ in supply() }
    }

    private mutating func supply() -> PowerSupply {
        var attributes: [String: String] = [:]
        for name in [
            "online", "status", "scope", "present", "capacity", "energy_now", "energy_full", "charge_now",
            "charge_full",
        ] where Bool.random(using: &random) { attributes[name] = Self.texts.randomElement(using: &random) }
        attributes["type"] = Self.types.randomElement(using: &random)
        return PowerSupply(name: Self.names.randomElement(using: &random) ?? "AC") { name in
            attributes[name].map { AttributeText($0.utf8) } ?? .absent
        }
    }
}

// B-6
@Suite struct `For any supplies` {
    private func check(_ body: ([PowerSupply], PowerJudgement) -> Void) {
        var maker = MachineMaker(random: SeededGenerator(seed: 6))
        for _ in 0..<Repository.times(1500) {
            let supplies = maker.supplies()
            body(supplies, judge(supplies))
        }
    }

    private func judge(_ supplies: [PowerSupply]) -> PowerJudgement {
        PowerRule.judge(PowerScan(supplies: supplies), supplies: Policy.Supplies())
    }

    @Test func `a mouse changes nothing`() {
        var mouse = PowerSupply(name: "hidpp_battery_7", kind: .battery)
        mouse.online = 1
        mouse.status = .discharging
        mouse.capacity = 3
        check { supplies, judgement in
            #expect(judge(supplies + [mouse]).reading == judgement.reading)
        }
    }

    @Test func `the order in which they are listed does not change the verdict`() {
        check { supplies, judgement in
            let turned = judge(supplies.reversed()).reading
            #expect(turned.verdict == judgement.reading.verdict)
            #expect(turned.batteryLevel == judgement.reading.batteryLevel)
            #expect(turned.isContradicted == judgement.reading.isContradicted)
        }
    }

    @Test func `a battery that counts and discharges means no`() {
        check { _, judgement in
            let discharges = judgement.supplies.contains { standing in
                (standing.role == .battery || standing.role == .ups) && standing.supply.status == .discharging
            }
            if discharges { #expect(judgement.reading.verdict == .no) }
        }
    }

    @Test func `only a no is contradicted, and a level is a percentage`() {
        check { _, judgement in
            if judgement.reading.isContradicted { #expect(judgement.reading.verdict == .no) }
            if let level = judgement.reading.batteryLevel { #expect((0...100).contains(level)) }
            #expect(!judgement.reading.reason.isEmpty)
        }
    }
}
