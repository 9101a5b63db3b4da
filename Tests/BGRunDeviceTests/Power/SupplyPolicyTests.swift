// What the owner's word on a supply does, and where it does nothing.

import BGRunJob
import Testing

@testable import BGRunDevice

private func judge(
    _ supplies: [PowerSupply], ignore: [String] = [], trust: [String] = []
) -> PowerJudgement {
    var policy = Policy.Supplies()
    policy.ignore = ignore
    policy.trust = trust
    return PowerRule.judge(PowerScan(supplies: supplies), supplies: policy)
}

private func battery(_ name: String, _ status: PowerSupply.Status, online: Int? = nil) -> PowerSupply {
    var supply = PowerSupply(name: name, kind: .battery)
    supply.status = status
    supply.online = online
    return supply
}

// B-6
@Suite struct `Trusting a supply` {
    @Test func `that is a battery has it counted as a battery, not as line power`() {
        let judgement = judge([battery("axp20x-battery", .discharging, online: 1)], trust: ["axp20x-battery"])
        #expect(judgement.reading.verdict == .no)
        #expect(
            judgement.supplies.first?.explanation
                == "counts as battery of the machine, trusted by the policy: Discharging")
    }

    @Test func `that the rule takes for a mouse brings a battery back`() {
        var pack = battery("hid-pack", .discharging)
        pack.scope = "Device"
        #expect(judge([pack]).reading.verdict == .yes)
        #expect(judge([pack], trust: ["hid-pack"]).reading.verdict == .no)
    }

    @Test func `that does not say whether it is online leaves it what it is`() {
        let port = PowerSupply(name: "usb", kind: .other("USB"))
        #expect(judge([port], trust: ["usb"]).reading.verdict == .unknown)
        #expect(judge([port], trust: ["usb"]).supplies.first?.role == .silentLine)
    }

    @Test func `that is an empty slot makes no battery of it`() {
        var slot = battery("BAT1", .discharging)
        slot.isPresent = false
        #expect(judge([slot], trust: ["BAT1"]).supplies.first?.role == .ignored)
    }
}

// B-6
@Suite struct `A name in the policy` {
    private let adapter = PowerSupply(name: "AC", kind: .mains)

    @Test func `that no supply has is told`() {
        #expect(
            judge([adapter], ignore: ["BAT1", "../x"], trust: ["ADP1"]).notes == [
                "the policy ignores BAT1, and there is no such supply now",
                "the policy ignores ../x, and there is no such supply now",
                "the policy trusts ADP1, and there is no such supply now",
            ])
        #expect(judge([adapter], ignore: ["AC"]).notes.isEmpty)
        #expect(judge([adapter]).notes.isEmpty)
    }

    @Test func `that is both ignored and trusted is told`() {
        #expect(
            judge([adapter], ignore: ["AC"], trust: ["AC"]).notes == [
                "the policy both ignores and trusts AC: it is ignored"
            ])
    }

    @Test func `is not missed among more supplies than are read`() {
        let scan = PowerScan(supplies: [adapter], extent: .cutOff(after: 1))
        var policy = Policy.Supplies()
        policy.ignore = ["BAT1"]
        #expect(PowerRule.judge(scan, supplies: policy).notes.isEmpty)
    }
}
