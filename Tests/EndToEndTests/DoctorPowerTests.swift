// `bgrun doctor power` on the trees of real machines, from their files to its JSON.
import BGRunTestSupport
import Foundation
import Testing

/// One line of the device room's fixtures, as any reader of JSON sees it.
private struct Machine: CustomTestStringConvertible {
    let identifier: String
    let supplies: [(name: String, attributes: [String: String])]
    let verdict: String
    let level: Int?

    var testDescription: String { identifier }

    static let all: [Machine] = {
        let path = "Tests/BGRunDeviceTests/Fixtures/power-supplies.jsonl"
        guard let text = try? Repository.text(path) else { return [] }
        return text.split(separator: "\n").compactMap { Machine(line: String($0)) }
    }()

    private init?(line: String) {
        guard let json = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any],
            let identifier = json["id"] as? String, let listed = json["supplies"] as? [[String: Any]],
            let expected = json["expect"] as? [String: Any],
            let verdict = expected["external_power"] as? String
        else { return nil }
        self.identifier = identifier
        self.verdict = verdict
        level = expected["battery_percent"] as? Int
        supplies = listed.compactMap { supply in
            guard let name = supply["name"] as? String, let attributes = supply["attrs"] as? [String: String]
            else { return nil }
            return (name, attributes)
        }
    }

    func write(to scratch: ScratchDirectory) throws {
        try scratch.directory("class/power_supply")
        for supply in supplies {
            for (attribute, text) in supply.attributes {
                try scratch.file("class/power_supply/\(supply.name)/\(attribute)", "\(text)\n")
            }
        }
    }
}

@Suite struct `bgrun doctor power` {
    private func bgrun(_ arguments: String...) throws -> Command {
        try Command.run(
            [Repository.program("bgrun")] + arguments, environment: ["PATH": "/usr/bin:/bin", "TZ": "UTC"])
    }

    private func judge(_ scratch: ScratchDirectory, _ arguments: String...) throws -> [String: Any] {
        let words = ["doctor", "power", "--sysfs-root", scratch.path, "--json"] + arguments
        let judged = try Command.run(
            [Repository.program("bgrun")] + words, environment: ["PATH": "/usr/bin:/bin", "TZ": "UTC"])
        try #require(judged.status == 0, "\(judged.errors)")
        return try #require(
            try JSONSerialization.jsonObject(with: Data(judged.output.utf8)) as? [String: Any])
    }

    private func supplies(_ judged: [String: Any]) throws -> [[String: Any]] {
        try #require(judged["supplies"] as? [[String: Any]])
    }

    @Test func `knows all the machines`() { #expect(Machine.all.count == 35) }

    // B-6, B-26
    @Test func `judges each machine as its user wants it, and lists every supply with its score`() throws {
        for machine in Machine.all {
            let scratch = try ScratchDirectory()
            try machine.write(to: scratch)
            let judged = try judge(scratch)
            #expect(judged["externalPower"] as? String == machine.verdict, "\(machine.identifier)")
            #expect(judged["batteryLevel"] as? Int == machine.level, "\(machine.identifier)")
            let listed = try supplies(judged)
            #expect(listed.compactMap { $0["name"] as? String } == machine.supplies.map(\.name).sorted())
            #expect(listed.allSatisfy { ($0["why"] as? String)?.isEmpty == false && $0["role"] is String })
        }
    }

    private func unplugged() throws -> ScratchDirectory {
        let scratch = try ScratchDirectory()
        let files = [
            ("AC/type", "Mains"), ("AC/online", "1"), ("BAT0/type", "Battery"),
            ("BAT0/status", "Discharging"),
            ("BAT0/capacity", "87"),
        ]
        for (name, text) in files { try scratch.file("class/power_supply/\(name)", "\(text)\n") }
        return scratch
    }

    // B-6
    @Test func `judges by a policy, and tells what of it names no supply`() throws {
        let scratch = try unplugged()
        #expect(try judge(scratch)["externalPower"] as? String == "no")
        let trusting = try scratch.file("trust.json", #"{"supplies": {"trust": ["AC", "ADP1"]}}"#)
        let trusted = try judge(scratch, "--policy", trusting)
        #expect(trusted["externalPower"] as? String == "yes")
        #expect(trusted["notes"] as? [String] == ["the policy trusts ADP1, and there is no such supply now"])
        let ignoring = try scratch.file("ignore.json", #"{"supplies": {"ignore": ["BAT0"]}}"#)
        let ignored = try judge(scratch, "--policy", ignoring)
        #expect(ignored["externalPower"] as? String == "yes")
        #expect(try supplies(ignored).last?["why"] as? String == "ignored by the policy")
        #expect(ignored["batteryLevel"] is NSNull)
    }

    // B-21
    @Test func `says what is wrong with a policy, and where it belongs`() throws {
        let scratch = try unplugged()
        let broken = try scratch.file("broken.json", #"{"supplies": {"trusts": ["AC"]}}"#)
        let refused = try bgrun("doctor", "power", "--sysfs-root", scratch.path, "--policy", broken)
        #expect(refused.status == 2)
        #expect(refused.errors.contains("supplies.trusts"))
        let missing = try bgrun("doctor", "power", "--sysfs-root", scratch.path, "--policy", "/nonexistent")
        #expect(missing.status == 2)
        #expect(missing.errors.contains("/nonexistent"))
        #expect(try bgrun("doctor", "power", "--policy", broken).status == 2)
    }

    // B-3, B-6
    @Test func `asks a daemon for its own policy, and tells that a machine sends no events`() throws {
        let daemon = try DaemonFixture(isPlugged: false)
        try daemon.scratch.file(
            "policy.json", #"{"powerPoll": true, "supplies": {"ignore": ["BAT0", "ups"]}}"#)
        try daemon.start()
        let told = try Command.run(
            [Repository.program("bgrun"), "doctor", "power", "--json"],
            environment: ["PATH": "/usr/bin:/bin", "TZ": "UTC", "BGRUN_SOCKET": daemon.socket])
        try #require(told.status == 0, "\(told.errors)")
        let judged = try #require(
            try JSONSerialization.jsonObject(with: Data(told.output.utf8)) as? [String: Any])
        #expect(try supplies(judged).last?["why"] as? String == "ignored by the policy")
        let notes = try #require(judged["notes"] as? [String])
        #expect(notes.first == "the policy ignores ups, and there is no such supply now")
        #expect(notes.last?.hasPrefix("the supplies of this machine change without an event") == true)
    }

    // B-21
    @Test func `can't be led out of the tree or upset by it`() throws {
        let scratch = try unplugged()
        let tree = try ScratchDirectory()
        let path = try tree.directory("class/power_supply")
        for (name, goal) in [("AC", "/proc/self"), ("BAT0", "BAT0"), ("B\u{1b}[2J", scratch.path)] {
            try FileManager.default.createSymbolicLink(
                atPath: "\(path)/\(name)", withDestinationPath: goal)
        }
        let shown = try bgrun("doctor", "power", "--sysfs-root", tree.path)
        #expect(shown.status == 0)
        #expect(shown.output.hasPrefix("external power: unknown (AC can't be read, and may be a battery)"))
        #expect(shown.output.contains(#"B\x1b[2J"#))
        #expect(!shown.output.contains("\u{1b}"))
    }
}
