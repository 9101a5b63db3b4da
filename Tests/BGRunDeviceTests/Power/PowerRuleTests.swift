// The external-power rule on supplies given as values.

import BGRunJob
import Testing

@testable import BGRunDevice

/// Judges supplies written as in a table: a name, a type, and what else the supply says.
private func judge(
    _ supplies: [PowerSupply], ignore: [String] = [], trust: [String] = [], isComingUp: Bool = false,
    pulled: String? = nil
) -> PowerJudgement {
    var policy = Policy.Supplies()
    policy.ignore = ignore
    policy.trust = trust
    return PowerRule.judge(
        PowerScan(supplies: supplies, isComingUp: isComingUp), supplies: policy, pulled: pulled)
}

private func supply(
    _ name: String, _ type: String?, online: Int? = nil, status: PowerSupply.Status? = nil,
    scope: String? = nil
) -> PowerSupply {
    var supply = PowerSupply(name: name, kind: type.map(PowerSupply.Kind.init(text:)))
    supply.online = online
    supply.status = status
    supply.scope = scope
    return supply
}

private func battery(_ name: String, _ status: PowerSupply.Status?) -> PowerSupply {
    supply(name, "Battery", status: status)
}

// B-6
@Suite struct `The external-power rule` {
    @Test func `a machine without supplies is on external power and says why`() {
        let reading = judge([]).reading
        #expect(reading.verdict == .yes)
        #expect(reading.reason == "this machine has no power supply that counts, so it can't be on battery")
        #expect(reading.batteryLevel == nil)
        #expect(reading.isLasting)
        #expect(judge([supply("AC", "Mains", online: 1)]).reading.isLasting)
        #expect(!judge([], isComingUp: true).reading.isLasting)
        #expect(!judge([supply("ups", "UPS", status: .full)]).reading.isLasting)
        #expect(!judge([supply("AC", "Mains", online: 1)], trust: ["AC"]).reading.isLasting)
    }

    @Test func `an adapter that is online is the reason`() {
        let reading = judge([supply("AC", "Mains", online: 1), battery("BAT0", .charging)]).reading
        #expect(reading == PowerReading(verdict: .yes, reason: "AC is online"))
    }

    @Test func `a discharging battery overrules an online adapter and is marked as contradicted`() {
        let reading = judge([supply("AC", "Mains", online: 1), battery("BAT0", .discharging)]).reading
        #expect(
            reading
                == PowerReading(
                    verdict: .no, reason: "BAT0 is discharging although AC says it is online",
                    isContradicted: true, isDraining: true))
    }

    @Test func `a discharging battery beside an adapter that is off contradicts nothing`() {
        let reading = judge([supply("AC", "Mains", online: 0), battery("BAT0", .discharging)]).reading
        #expect(reading == PowerReading(verdict: .no, reason: "BAT0 is discharging", isDraining: true))
    }

    @Test func `the adapter speaks before a battery whose status lags`() {
        for status in [PowerSupply.Status.full, .unknown, .notCharging] {
            let supplies = [supply("AC", "Mains", online: 0), battery("BAT0", status)]
            #expect(
                judge(supplies, pulled: "AC").reading == PowerReading(verdict: .no, reason: "AC is offline"))
        }
    }

    @Test func `a battery that is held at its level tells of a charger that no line supply tells of`() {
        let adapter = supply("AC", "Mains", online: 0)
        let held = battery("BAT0", .notCharging)
        #expect(
            judge([adapter, held]).reading
                == PowerReading(verdict: .yes, reason: "BAT0 neither charges nor discharges"))
        #expect(judge([adapter, held, battery("BAT1", .full)]).reading.verdict == .yes)
        #expect(judge([adapter, held, battery("BAT1", .unknown)]).reading.verdict == .no)
        #expect(judge([adapter, held], trust: ["AC"]).reading.verdict == .no)
        let full = judge([adapter, battery("BAT0", .full)]).reading
        #expect(full.verdict == .no && full.reason.contains("have the policy's \"supplies\" ignore AC"))
        #expect(judge([adapter, battery("BAT0", .full)], ignore: ["AC"]).reading.verdict == .yes)
    }

    @Test func `a battery that charges overrules an adapter stuck at 0`() {
        let reading = judge([supply("AC", "Mains", online: 0), battery("BAT0", .charging)]).reading
        #expect(reading == PowerReading(verdict: .yes, reason: "BAT0 is charging"))
    }

    @Test func `any line supply is enough, and an online of 2 is online`() {
        let port = supply("ucsi-source-psy-1", "USB", online: 2)
        #expect(
            judge([supply("AC", "Mains", online: 0), port, battery("BAT0", .unknown)]).reading.verdict == .yes
        )
    }

    @Test func `a battery that says only Unknown, alone, leaves the verdict unknown`() {
        let reading = judge([battery("BAT1", .unknown)]).reading
        #expect(reading.verdict == .unknown)
        #expect(reading.reason == "no supply is online, and BAT1 doesn't say what it does")
    }

    @Test func `without a battery, only a mains adapter at 0 makes the verdict unknown`() {
        #expect(judge([supply("AC", "Mains", online: 0)]).reading.verdict == .unknown)
        #expect(judge([supply("usb", "USB", online: 0)]).reading.verdict == .yes)
        #expect(judge([supply("usb", "USB")]).reading.verdict == .unknown)
    }

    @Test func `a port that gives power is no line supply`() {
        var port = supply("ucsi-source-psy-1", "USB", online: 1)
        port.isPowerSource = true
        let judgement = judge([port, battery("BAT0", .unknown)])
        #expect(judgement.reading.verdict == .unknown)
        #expect(
            judgement.supplies.first?.explanation
                == "ignored: this port gives power to what is plugged into it")
    }

    @Test func `an empty slot is no battery`() {
        var slot = battery("BAT1", .discharging)
        slot.isPresent = false
        #expect(judge([supply("AC", "Mains", online: 1), slot]).reading.verdict == .yes)
    }

    @Test func `a UPS that discharges means no, and one that charges means yes`() {
        #expect(judge([supply("ups", "UPS", status: .discharging)]).reading.verdict == .no)
        #expect(judge([supply("ups", "UPS", status: .charging)]).reading.verdict == .yes)
    }

    @Test func `a charger's status stands in for a battery that has none`() {
        let charger = supply("bq24190-charger", "USB", online: 0, status: .discharging)
        #expect(judge([charger, battery("battery", nil)]).reading.verdict == .no)
        // Where the battery speaks for itself, a port that says Discharging only feeds a phone.
        #expect(judge([charger, battery("battery", .full)]).reading.verdict == .yes)
    }

    @Test(arguments: [
        "hid-0018:04F3:2B11.0001-battery", "hidpp_battery_0", "wacom_battery_1", "sony_controller_battery_a0",
        "ps-controller-battery-a0", "wiimote_battery_1", "PCHG0",
    ]) func `the battery of a peripheral never counts, with or without a scope`(name: String) {
        let adapter = supply("AC", "Mains", online: 1)
        for scope in [nil, "Device"] {
            let mouse = supply(name, "Battery", online: 1, status: .discharging, scope: scope)
            let alone = PowerReading(verdict: .yes, reason: "AC is online", isLasting: true)
            #expect(judge([adapter, mouse]).reading == alone)
            #expect(judge([mouse, battery("BAT0", .unknown)]).reading.verdict == .unknown)
            #expect(judge([mouse]).supplies.first?.role == .ignored)
        }
    }

    @Test func `more supplies than are read leave the verdict unknown`() {
        let scan = PowerScan(supplies: [supply("AC", "Mains", online: 1)], extent: .cutOff(after: 256))
        let reading = PowerRule.judge(scan, supplies: Policy.Supplies()).reading
        #expect(reading.verdict == .unknown)
        #expect(reading.reason == "there are more than 256 power supplies, too many to judge")
    }

    @Test func `a laptop that has just booted waits for its battery to show up`() {
        #expect(judge([], isComingUp: true).reading.verdict == .unknown)
        #expect(judge([supply("usb", "USB", online: 0)], isComingUp: true).reading.verdict == .unknown)
        #expect(judge([supply("AC", "Mains", online: 1)], isComingUp: true).reading.verdict == .yes)
    }
}

// B-6
@Suite struct `An adapter that has just gone offline` {
    private func judged(_ supplies: [PowerSupply], trust: [String] = []) -> PowerJudgement {
        judge(supplies, trust: trust, pulled: "AC")
    }

    private let adapter = supply("AC", "Mains", online: 0)
    private let port = supply("usb", "USB", online: 0)

    @Test func `is believed before a battery that says it charges, and the reason says so`() {
        let judgement = judged([adapter, battery("BAT0", .charging)])
        #expect(
            judgement.reading
                == PowerReading(
                    verdict: .no,
                    reason: "AC has just gone offline; that BAT0 is charging is not believed for up to 30s"))
        #expect(judgement.isPassing)
    }

    @Test func `is believed before one that is full or does not charge, where no mains adapter says so`() {
        #expect(
            judged([port, battery("BAT0", .full)]).reading.reason
                == "AC has just gone offline; that BAT0 is full is not believed for up to 30s")
        #expect(judged([battery("BAT0", .notCharging)]).reading.verdict == .no)
        #expect(judged([battery("BAT0", .unknown)]).reading.verdict == .unknown)
    }

    @Test func `changes nothing that was no, nor what another line supply says`() {
        let off = judged([adapter, battery("BAT0", .full)])
        #expect(off.reading == PowerReading(verdict: .no, reason: "AC is offline"))
        #expect(!off.isPassing)
        let low = judged([adapter, battery("BAT0", .discharging)])
        #expect(low.reading.reason == "BAT0 is discharging")
        #expect(!low.isPassing)
        let dock = supply("dock", "USB", online: 1)
        #expect(judged([adapter, dock, battery("BAT0", .charging)]).reading.reason == "dock is online")
        #expect(judged([adapter, dock, battery("BAT0", .charging)], trust: ["dock"]).reading.verdict == .yes)
    }

    @Test func `is heard by a UPS alone, and not by a machine without any store`() {
        #expect(judged([adapter, supply("ups", "UPS", status: .charging)]).reading.verdict == .no)
        #expect(judged([port]).reading.verdict == .yes)
        #expect(!judged([port]).isPassing)
    }
}

// B-6
@Suite struct `The policy's overrides` {
    private let adapter = supply("AC", "Mains", online: 1)

    @Test func `a supply to ignore is not heard`() {
        let judgement = judge([adapter, battery("BAT0", .discharging)], ignore: ["BAT0"])
        #expect(judgement.reading.verdict == .yes)
        #expect(judgement.supplies.last?.explanation == "ignored by the policy")
    }

    @Test func `a trusted supply that is online is believed against a discharging battery`() {
        let reading = judge([adapter, battery("BAT0", .discharging)], trust: ["AC"]).reading
        #expect(
            reading
                == PowerReading(
                    verdict: .yes, reason: "AC is online, and the policy trusts it", isDraining: true))
    }

    @Test func `a trusted supply that is offline is a mains adapter at 0`() {
        let port = supply("usb", "USB", online: 0)
        #expect(judge([port, battery("BAT0", .full)], trust: ["usb"]).reading.verdict == .no)
        #expect(judge([port, battery("BAT0", .full)]).reading.verdict == .yes)
        #expect(judge([port], trust: ["usb"]).reading.verdict == .no)
    }

    @Test func `trust brings back what the rule would drop`() {
        let device = supply("hid-charger", "Mains", online: 1, scope: "Device")
        #expect(judge([device, battery("BAT0", .unknown)], trust: ["hid-charger"]).reading.verdict == .yes)
    }

    @Test func `ignoring wins over trusting`() {
        let judgement = judge([adapter, battery("BAT0", .unknown)], ignore: ["AC"], trust: ["AC"])
        #expect(judgement.reading.verdict == .unknown)
    }
}

// B-26
@Suite struct `The battery level` {
    private func level(_ batteries: [PowerSupply]) -> Int? { judge(batteries).reading.batteryLevel }

    private func gauged(_ name: String, _ capacity: Int?, now: Int?, full: Int?) -> PowerSupply {
        var supply = battery(name, .unknown)
        supply.capacity = capacity
        supply.energy = PowerSupply.Gauge(now: now, full: full)
        return supply
    }

    @Test func `of one battery is its own word`() {
        #expect(level([gauged("BAT0", 79, now: 32_296_000, full: 40_401_000)]) == 79)
        #expect(level([gauged("BAT0", 65, now: nil, full: nil)]) == 65)
    }

    @Test func `of one battery that gives no word is the ratio of its gauge`() {
        #expect(level([gauged("BAT0", nil, now: 3117, full: 3900)]) == 80)
    }

    @Test func `of several is weighted by energy`() {
        #expect(level([gauged("BAT0", 50, now: 15, full: 30), gauged("BAT1", 10, now: 9, full: 90)]) == 20)
    }

    @Test func `of several that can't be weighed is unknown`() {
        #expect(
            level([gauged("BAT0", 50, now: 15, full: 30), gauged("BAT1", 10, now: nil, full: nil)]) == nil)
        #expect(level([gauged("BAT0", nil, now: 1, full: 2), gauged("BAT1", nil, now: 1, full: 2)]) == nil)
    }

    @Test func `that contradicts itself is unknown`() {
        #expect(level([gauged("BAT0", 90, now: 10, full: 100)]) == nil)
        #expect(level([gauged("BAT0", 250, now: nil, full: nil)]) == nil)
        #expect(level([gauged("BAT0", -1, now: nil, full: nil)]) == nil)
    }

    @Test func `survives numbers at the edge`() {
        #expect(level([gauged("BAT0", nil, now: .max, full: .max)]) == 100)
        #expect(level([gauged("BAT0", nil, now: .max, full: 1)]) == 100)
        #expect(level([gauged("BAT0", nil, now: 1, full: 0)]) == nil)
        #expect(level([gauged("BAT0", nil, now: -1, full: .min)]) == nil)
        #expect(
            level([gauged("BAT0", 99, now: .max, full: .max), gauged("BAT1", 99, now: .max, full: .max)])
                == 100)
    }

    private func ups(_ name: String, _ capacity: Int?) -> PowerSupply {
        var ups = supply(name, "UPS", status: .discharging)
        ups.capacity = capacity
        return ups
    }

    private var mouse: PowerSupply {
        var mouse = supply("hidpp_battery_0", "Battery", scope: "Device")
        mouse.capacity = 3
        return mouse
    }

    @Test func `leaves a UPS beside a battery of the machine out, and peripherals always`() {
        #expect(level([ups("ups", 40), mouse, gauged("BAT0", 87, now: nil, full: nil)]) == 87)
        #expect(level([ups("ups", 40), gauged("BAT0", nil, now: nil, full: nil)]) == nil)
        #expect(level([mouse]) == nil)
    }

    @Test func `is that of a UPS where the machine has no other battery`() {
        #expect(level([ups("ups", 40), mouse]) == 40)
        #expect(level([supply("AC", "Mains", online: 1), ups("ups", 40)]) == 40)
        #expect(level([ups("ups", nil)]) == nil)
        #expect(level([ups("ups", 140)]) == nil)
        #expect(level([ups("ups", 40), ups("ups2", 60)]) == nil, "nothing says how much each holds")
        var slot = battery("BAT0", .unknown)
        slot.isPresent = false
        #expect(level([slot, ups("ups", 40)]) == 40)
    }

    @Test func `is not that of a UPS while a battery of the machine may not have been seen`() {
        var broken = PowerSupply(name: "BAT0")
        broken.fault = "No such file or directory"
        #expect(level([broken, ups("ups", 40)]) == nil)
        #expect(judge([ups("ups", 40)], isComingUp: true).reading.batteryLevel == nil)
    }
}
