// Texts of /proc and of sysfs that name what users chose: processes, mounts, sources; and the address of a bus.
import BGRunJob

@testable import BGRunDevice
@testable import BGRunLinux

enum KernelTexts {
    /// The first byte says which text it is.
    @Sendable static func check(_ bytes: [UInt8]) {
        var input = Input(bytes)
        switch input.byte() {
        case UInt8(ascii: "s"): process(Array(input.rest))
        case UInt8(ascii: "m"): mounts(Array(input.rest))
        case UInt8(ascii: "l"): load(input.rest)
        case UInt8(ascii: "p"): pressure(Array(input.rest))
        case UInt8(ascii: "a"): attribute(Array(input.rest))
        case UInt8(ascii: "t"): shown(input.text)
        case UInt8(ascii: "b"): address(input.text)
        case _: break
        }
    }

    private static func process(_ line: [UInt8]) {
        guard let sight = ProcessSight.read(line) else { return }
        hold(sight.started >= 0, "a process began before the machine did")
        hold(sight.name.utf8.count <= line.count * 3, "a name is longer than its line")
    }

    private static func mounts(_ text: [UInt8]) {
        do {
            let table = try MountTable(text)
            hold(table.mounts.count == text.count { $0 == UInt8(ascii: "\n") }, "a mount is missing")
            for mount in table.mounts.prefix(64) {
                // By bytes: a mark may follow the slash and be one character with it.
                hold(
                    mount.point.utf8.first == UInt8(ascii: "/") && table.hasMount(at: mount.point) != false,
                    "a mount is nowhere")
            }
            hold(
                table.silent.keys.allSatisfy { table.hasMount(at: $0) != false },
                "what is silent is not mounted")
        } catch {
            holdIsShown("\(error)")
            if case .malformed(let line) = error {
                hold(
                    (1...text.count { $0 == UInt8(ascii: "\n") } + 1).contains(line), "a line beyond the text"
                )
            }
        }
    }

    private static func load(_ text: ArraySlice<UInt8>) {
        if let load = LoadAverage.hundredths(text, digits: 1...9) {
            hold((0..<100_000_000_000).contains(load), "a load of \(load)")
        }
    }

    private static func pressure(_ text: [UInt8]) {
        if let share = PressureReading.some(text) {
            hold((0...10_000).contains(share), "more than all waits")
        }
    }

    private static func attribute(_ bytes: [UInt8]) {
        guard case .text(let text) = AttributeText(bytes) else { return }
        hold(!text.isEmpty && !text.utf8.contains(UInt8(ascii: "\n")), "an attribute is not one line")
        if let number = AttributeText.number(text) { hold(Int("\(number)") == number, "a number is another") }
        if PlatformProfile.isName(text) { holdIsShown(text) }
        if let milli = AttributeText.number(text), (-50_000...150_000).contains(milli) {
            hold(abs(ThermalZones.degrees(milli)) <= 150, "hotter than it is")
        }
    }

    private static func shown(_ text: String) {
        let line = PlainText.line(text, limit: 64)
        holdIsShown(line)
        hold(!line.contains("\n") && line.unicodeScalars.count <= 65, "a line is none, or too long")
        holdIsShown(PlainText.lines(text, limit: 64))
    }

    private static func address(_ text: String) {
        for path in BusAddress.socketPaths(of: text) {
            // By bytes, as above.
            hold(
                path.utf8.first == UInt8(ascii: "/") && !path.utf8.contains(0), "a socket without a path")
        }
    }
}
