// Whether the machine lives on its store, beside the verdict: what `charging` and a run that needs power rest on.

import BGRunJob
import Testing

@testable import BGRunDevice

private func supply(
    _ name: String, _ type: String, online: Int? = nil, status: PowerSupply.Status? = nil
) -> PowerSupply {
    var supply = PowerSupply(name: name, kind: PowerSupply.Kind(text: type))
    supply.online = online
    supply.status = status
    return supply
}

private func isDraining(
    _ supplies: [PowerSupply], ignore: [String] = [], trust: [String] = []
) -> Bool {
    var policy = Policy.Supplies()
    policy.ignore = ignore
    policy.trust = trust
    return PowerRule.judge(PowerScan(supplies: supplies), supplies: policy).reading.isDraining
}

// B-26
@Suite struct `A machine drains` {
    private let adapter = supply("AC", "Mains", online: 1)

    @Test func `while one of its batteries says Discharging, whatever an adapter says`() {
        let low = supply("BAT0", "Battery", status: .discharging)
        #expect(isDraining([low]))
        #expect(isDraining([adapter, low]))
        #expect(isDraining([low, supply("BAT1", "Battery", status: .charging)]))
    }

    @Test(arguments: [PowerSupply.Status.charging, .full, .notCharging, .unknown])
    func `in no other status of a battery`(status: PowerSupply.Status) {
        #expect(!isDraining([adapter, supply("BAT0", "Battery", status: status)]))
        #expect(!isDraining([supply("BAT0", "Battery", status: status)]))
    }

    @Test func `while its UPS says Discharging`() {
        #expect(isDraining([adapter, supply("ups", "UPS", status: .discharging)]))
    }

    @Test func `also where the policy trusts an adapter that is online`() {
        let battery = supply("BAT0", "Battery", status: .discharging)
        #expect(isDraining([adapter, battery], trust: ["AC"]))
    }

    @Test func `not by a battery through which nothing flows, while an adapter is online`() {
        var idle = supply("BAT0", "Battery", status: .discharging)
        idle.isAtRest = true
        let verdict = { (supplies: [PowerSupply]) in
            PowerRule.judge(PowerScan(supplies: supplies), supplies: Policy.Supplies()).reading.verdict
        }
        #expect(!isDraining([adapter, idle]) && verdict([adapter, idle]) == .yes)
        #expect(isDraining([idle]) && verdict([idle]) == .no)
        let off = supply("AC", "Mains", online: 0)
        #expect(isDraining([off, idle]) && verdict([off, idle]) == .no)
        let low = supply("BAT1", "Battery", status: .discharging)
        #expect(isDraining([adapter, idle, low]) && verdict([adapter, idle, low]) == .no)
    }

    @Test func `not for a battery that does not count`() {
        let mouse = supply("hidpp_battery_0", "Battery", status: .discharging)
        var empty = supply("BAT1", "Battery", status: .discharging)
        empty.isPresent = false
        #expect(!isDraining([adapter, mouse, empty]))
        #expect(!isDraining([supply("BAT0", "Battery", status: .discharging)], ignore: ["BAT0"]))
    }

    @Test(arguments: SupplyTree.all) func `in the trees of real machines, never beside a yes`(
        tree: SupplyTree
    ) {
        let reading = PowerRule.judge(tree.scan, supplies: Policy.Supplies()).reading
        if reading.isDraining { #expect(reading.verdict == .no) }
    }
}
