// What `bgrun doctor power` prints of supplies that no sysfs should have.
import BGRunJob
import BGRunTestSupport
import BGRunText
import Testing

@Suite struct `The doctor of power` {
    private func text(_ power: PowerExplanation) -> String {
        DoctorText.power(power).map { $0.text(on: .pipe) }.joined(separator: "\n")
    }

    private func battery(_ name: String, why: String) -> PowerExplanation.Supply {
        PowerExplanation.Supply(
            name: name, type: "Battery", online: nil, status: nil, capacity: 255, role: "battery", why: why)
    }

    // B-21
    @Test func `lets nothing of a supply act on the terminal`() {
        let power = PowerExplanation(
            externalPower: .unknown, batteryLevel: nil, why: "B\u{1b}[2J\nAC is online",
            supplies: [battery("B\u{1b}[2J\u{202e}0", why: "x\u{7}y\rz")],
            notes: ["the policy ignores \u{9b}31m, and there is no such supply now"])
        let shown = text(power)
        #expect(shown.contains("(B[2J AC is online)"))
        #expect(shown.contains("B[2J0"))
        let acting = shown.unicodeScalars.filter {
            $0 != "\n" && [.control, .format].contains($0.properties.generalCategory)
        }
        #expect(acting.isEmpty)
        #expect(shown.split(separator: "\n").count == 5)
    }

    // B-26
    @Test func `tells a UPS without a level from no battery`() {
        let ups = PowerExplanation.Supply(
            name: "ups", type: "UPS", online: nil, status: nil, capacity: nil, role: "ups",
            why: "counts as UPS")
        let power = PowerExplanation(
            externalPower: .yes, batteryLevel: nil, why: "AC is online", supplies: [ups])
        #expect(text(power).split(separator: "\n").contains("battery: unknown"))
    }

    // B-6
    @Test func `tells a battery without a level from no battery, and what of the policy has no effect`() {
        var power = PowerExplanation(
            externalPower: .yes, batteryLevel: nil, why: "this machine has no battery", supplies: [])
        #expect(text(power).hasSuffix("battery: none\nno power supplies"))
        power.supplies = [battery("BAT0", why: "counts as battery of the machine; it has no status")]
        power.notes = ["the policy trusts ADP1, and there is no such supply now"]
        let lines = text(power).split(separator: "\n")
        #expect(lines.contains("battery: unknown"))
        #expect(lines.last == "note: the policy trusts ADP1, and there is no such supply now")
    }
}
