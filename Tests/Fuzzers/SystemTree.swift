// Trees as sysfs and /proc have them, made of the input: power supplies, thermal zones, input devices, load.
import BGRunJob
import BGRunLinux
import Glibc

@testable import BGRunDevice

enum SystemTree {
    private static let mostLines = 48

    /// Each line is `PATH=TEXT` for a file, `PATH>PATH` for a link, or `!WORD=NAME` for the policy.
    @Sendable static func check(_ bytes: [UInt8]) {
        let scratch = ScratchTree()
        var policy = Policy.Supplies()
        var sinceBoot = Duration.seconds(3600)
        let lines = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: mostLines - 1)
        for line in lines {
            guard let mark = line.firstIndex(where: { $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: ">") })
            else { continue }
            let (name, value) = (String(decoding: line[..<mark], as: UTF8.self), Array(line[(mark + 1)...]))
            switch (name, line[mark]) {
            case ("!ignore", _): policy.ignore.append(String(decoding: value, as: UTF8.self))
            case ("!trust", _): policy.trust.append(String(decoding: value, as: UTF8.self))
            case ("!early", _): sinceBoot = .seconds(1)
            case (_, UInt8(ascii: ">")): scratch.link(name, to: value)
            case (_, _): scratch.file(name, value + [UInt8(ascii: "\n")])
            }
        }
        power(scratch.root, policy, sinceBoot)
        others(scratch.root)
    }

    private static func power(_ root: String, _ policy: Policy.Supplies, _ sinceBoot: Duration) {
        guard let tree = try? PowerTree(root: root + "/sys") else { return }
        let scan = tree.scan(sinceBoot: sinceBoot)
        hold(scan == tree.scan(sinceBoot: sinceBoot), "what lies there is read in two ways")
        let judgement = PowerRule.judge(scan, supplies: policy)
        hold(judgement == PowerRule.judge(scan, supplies: policy), "what was read is judged in two ways")
        let reading = judgement.reading
        if let level = reading.batteryLevel {
            hold((0...100).contains(level), "a battery has \(level) percent")
        }
        hold(!reading.reason.isEmpty, "a verdict without a reason")
        for standing in judgement.supplies { holdIsShown(standing.supply.name) }
        let stores = judgement.supplies.filter { $0.role == .battery || $0.role == .ups }
        let batteries = stores.filter { $0.role == .battery && $0.supply.isPresent != false }
        // Rule 3: one through which nothing flows may say so beside an adapter.
        let isDrained = batteries.contains { $0.supply.status == .discharging && !$0.supply.isAtRest }
        if isDrained, policy.trust.isEmpty {
            hold(reading.verdict != .yes, "a battery is drained on external power")
        }
        if stores.isEmpty { hold(reading.batteryLevel == nil, "a level of nothing") }
        // A plug that was pulled a moment ago makes a no of a yes, and nothing else of anything else.
        let pulled = PowerRule.judge(scan, supplies: policy, pulled: "AC").reading
        hold(
            pulled.verdict == reading.verdict || (reading.verdict, pulled.verdict) == (.yes, .no),
            "a pulled plug")
        _ = judgement.explanation
    }

    private static func others(_ root: String) {
        if case .temperature(let reading) = ThermalZones.read(root: root + "/sys") {
            hold((-50...150).contains(reading.degrees), "a zone has \(reading.degrees) degrees")
        }
        if case .load(let load) = LoadAverage.read(path: root + "/proc/loadavg", processors: 3) {
            hold(load >= 0, "a load below nothing")
        }
        let pressure = PressureReading.read(root: root + "/proc/pressure")
        hold((pressure.cpu ?? 0) <= 10_000 && (pressure.io ?? 0) <= 10_000, "more than all waits")
        if let text = try? File.contents(of: root + "/proc/pressure/cpu", limit: 4096),
            let figures = PressureFigures(text)
        {
            hold(figures.average == pressure.cpu, "one line has two averages")
            hold(figures.total >= 0, "less than nothing was lost")
        }
        for name in (try? InputCapabilities.deviceNames(root: root)) ?? [] {
            hold(name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f }, "a device has no plain name")
            _ = InputCapabilities(of: name, root: root)
        }
        _ = try? MountTable.read(path: root + "/proc/mountinfo")
    }
}
