// The requirements of random descriptors: trees of every condition, as large as the reader takes them.
import BGRunCalendar
import BGRunJob
import BGRunTestSupport

/// Requirements that the reader just accepts.
enum RequirementSamples {
    static let edges = [
        #"{"batteryLevel": 1}"#, #"{"batteryLevel": 100}"#, #"{"idle": "1s"}"#, #"{"idle": "30d"}"#,
        #"{"load": 0.01}"#, #"{"load": 100}"#, #"{"load": 99.99}"#, #"{"pressure": {"cpu": 1}}"#,
        #"{"pressure": {"io": 100}}"#, #"{"temperature": -50}"#, #"{"temperature": 150}"#,
        #"{"freeSpace": {"path": "/", "atLeast": 1}}"#,
        #"{"freeSpace": {"path": "/", "atLeast": 1152921504606846976}}"#,
        #"{"freeSpace": {"path": "/", "atLeast": 1152921504606846975}}"#,
        #"{"freeSpace": {"path": "/", "atLeast": "1048576T"}}"#,
        #"{"pathExists": "\#(String(repeating: "/" + String(repeating: "a", count: 255), count: 15))\#(String(repeating: "/a", count: 127))b"}"#,
        #"{"pathExists": "/..a/.b/ é"}"#,
        #"{"pathExists": ["/1", "/2", "/3", "/4", "/5", "/6", "/7", "/8"]}"#,
        #"{"mounted": "/"}"#, #"{"mounted": "UUID=\#(String(repeating: "a", count: 64))"}"#,
        #"{"device": [{"A": "*"}, {"A": "\#(String(repeating: "b", count: 255))"}]}"#,
        #"{"device": {"A": "1", "B": "1", "C": "1", "D": "1", "E": "1", "F": "1", "G": "1", "H_9": "1"}}"#,
        #"{"network": {"interface": "a23456789012345"}}"#,
        #"{"network": {"ssid": "\#(String(repeating: "é", count: 16))"}}"#,
        #"{"network": {"reachable": "a_b-c.example:65535"}}"#, #"{"network": {"reachable": "192.0.2.1:1"}}"#,
        #"{"network": {"reachable": "[::ffff:192.0.2.1]:1"}}"#,
        #"{"command": {"command": ["/x", ""], "every": "7d", "timeBudget": "1m"}}"#,
        #"{"command": {"command": ["/x"], "every": "1m", "timeBudget": "1s"}}"#,
        #"{"not": {"not": {"anyOf": [{"lid": "open"}]}}}"#,
        #"{"anyOf": [{"load": 1}, {"load": 2}, {"load": 3}, {"load": 4}, {"load": 5}, {"load": 6}, {"load": 7}, {"load": 8}]}"#,
    ]
}

extension JobDescriptor {
    mutating func takeRequirements(using random: inout SeededGenerator) {
        switch random.next() % 4 {
        case 0: requirements = .none
        case 1:
            requirements =
                [[.externalPower], [.network], [.externalPower, .network]].randomElement(
                    using: &random) ?? []
        case _: requirements = .random(conditions: 32, depth: 4, using: &random)
        }
        guard Bool.random(using: &random) else { return }
        let span: Duration? = .seconds(60 * Int64.random(in: 1...525_600, using: &random))
        let isBounded = latestBegin != nil && Bool.random(using: &random)
        preference = Preference(
            .random(conditions: 32, depth: 4, using: &random), for: isBounded ? nil : span)
    }
}

extension Requirements {
    /// A tree of at most so many conditions and levels, in the order of the table; never empty.
    static func random(conditions: Int, depth: Int, using random: inout SeededGenerator) -> Requirements {
        var kinds = Requirement.Kind.allCases.filter { _ in Int.random(in: 0..<5, using: &random) == 0 }
        if kinds.isEmpty { kinds = [.externalPower] }
        // What stands inside `network` implies it.
        if !kinds.contains(.network), let place = kinds.firstIndex(where: \.row.isInsideNetwork) {
            kinds.insert(.network, at: place)
        }
        let all = kinds.flatMap { Requirement.random($0, using: &random) }.prefix(max(2, conditions / 3))
        var terms = all.isEmpty ? [.requirement(.charging)] : all.map { Term.requirement($0) }
        let rest = conditions - terms.count
        guard depth > 1, rest >= 9 else { return Requirements(terms) }
        if Bool.random(using: &random) {
            let count = Int.random(in: 1...min(3, rest / 6), using: &random)
            terms.append(
                .anyOf(
                    (0..<count).map { _ in
                        .random(conditions: rest / 2 / count, depth: depth - 1, using: &random)
                    }))
        }
        if Bool.random(using: &random) {
            terms.append(.not(.random(conditions: rest / 2, depth: depth - 1, using: &random)))
        }
        return Requirements(terms)
    }
}

extension Requirement {
    /// One condition, or several of a kind that takes a list.
    static func random(_ kind: Kind, using random: inout SeededGenerator) -> [Requirement] {
        switch kind {
        case .externalPower: [.externalPower]
        case .batteryLevel: [.batteryLevel(.random(in: 1...100, using: &random))]
        case .charging: [.charging]
        case .network: [.network]
        case .unmetered: [.unmetered]
        case .interface: [.interface(some(of: ["eth0", "wl*", "a23456789012345", "*"], using: &random))]
        case .transport: [.transport(some(of: Transport.allCases, using: &random))]
        case .ssid: [.ssid(some(of: ["Home", "Café \"3\"", "日本", "*"], using: &random))]
        case .vpn: [.vpn(["wg0", "Büro \"2\"", nil].randomElement(using: &random) ?? nil)]
        case .online: [.online]
        case .reachable:
            some(
                of: [
                    Endpoint(host: "nas.local", port: 22), Endpoint(host: "fe80::1", port: 65535),
                    Endpoint(host: "192.0.2.1", port: 1),
                ], using: &random
            ).map { .reachable($0) }
        case .idle: [.idle(.milliseconds(Int64.random(in: 1000...2_592_000_000, using: &random)))]
        case .locked: [.locked(.random(using: &random))]
        case .load: [.load(.random(in: 1...10_000, using: &random))]
        case .pressure:
            PressureResource.allCases.filter { _ in Bool.random(using: &random) }
                .map { .pressure($0, percent: .random(in: 1...100, using: &random)) }
        case .freeSpace:
            some(of: paths, using: &random)
                .map { .freeSpace(FreeSpace(path: $0, bytes: .random(in: 1...1 << 60, using: &random))) }
        case .pathExists: some(of: paths, using: &random).map { .pathExists($0) }
        case .mounted:
            some(of: paths.map { .path($0) } + [.uuid("1234-ABCD"), .uuid("x")], using: &random)
                .map { .mounted($0) }
        case .device:
            some(
                of: [
                    DeviceMatch(properties: [.init(name: "ID_FS_UUID", value: "1234*")]),
                    DeviceMatch(
                        properties: [
                            .init(name: "A_1", value: "\"\\"), .init(name: "SUBSYSTEM", value: "block"),
                        ]),
                ], using: &random
            ).map { .device($0) }
        case .lid: [.lid(Bool.random(using: &random) ? .open : .closed)]
        case .powerSaver: [.powerSaver(.random(using: &random))]
        case .temperature: [.temperature(.random(in: -50...150, using: &random))]
        case .command:
            some(of: [["/bin/true"], ["/bin/test", "-e", "a b\n"]], using: &random).map {
                .command(
                    CommandCheck(
                        arguments: $0, interval: .seconds(60 * Int64.random(in: 1...10_080, using: &random)),
                        timeBudget: .seconds(Int64.random(in: 1...60, using: &random))))
            }
        }
    }

    private static let paths = ["/", "/mnt/a b", "/home/é/\"x\"", "/.hidden/..a"]

    private static func some<Value>(of values: [Value], using random: inout SeededGenerator) -> [Value] {
        Array(values.shuffled(using: &random).prefix(.random(in: 1...values.count, using: &random)))
    }
}
