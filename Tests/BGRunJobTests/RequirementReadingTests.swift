// What `requires` and `prefers` accept, what they mean, and how they are printed.
import BGRunCalendar
import BGRunJSON
import BGRunJob
import GeneratedSamples
import Testing

/// What the descriptor with every key requires: each condition, in the order of the table.
let everyCondition = Requirements(
    ([
        .externalPower, .batteryLevel(60), .charging, .network, .idle(.seconds(600)), .locked(true),
        .load(80),
        .pressure(.cpu, percent: 20), .pressure(.io, percent: 10), .pressure(.memory, percent: 5),
        .freeSpace(FreeSpace(path: "/", bytes: 10 << 30)), .freeSpace(FreeSpace(path: "/home", bytes: 4096)),
        .pathExists("/mnt/backup/.here"), .pathExists("/etc/fstab"), .mounted(.path("/mnt/backup")),
        .mounted(.uuid("1234-ABCD")),
        .device(
            DeviceMatch(
                properties: [
                    .init(name: "ID_FS_UUID", value: "1234-*"), .init(name: "SUBSYSTEM", value: "block"),
                ])),
        .lid(.closed), .powerSaver(false), .temperature(70),
        .command(
            CommandCheck(
                arguments: ["/usr/bin/test", "-e", "/x"], interval: .seconds(600), timeBudget: .seconds(20))),
    ] as [Requirement]).map { .requirement($0) } + [
        .anyOf([
            [.externalPower],
            Requirements([.requirement(.batteryLevel(80)), .not([.lid(.open)])]),
        ]),
        .not([.network, .ssid(["Train"])]),
    ])

/// The requirements of a sound job that has this `requires`.
private func requirements(_ requires: String) throws -> Requirements {
    try descriptor(#"{"identifier": "a", "shell": "x", "requires": \#(requires)}"#).requirements
}

@Suite struct `Requirements that are read` {
    @Test(
        arguments: [
            (#"{"externalPower": true}"#, [.externalPower]),
            (#"{"network": true}"#, [.network]),
            (#"{"network": {"unmetered": true}}"#, [.network, .unmetered]),
            (#"{"network": {"interface": "eth0"}}"#, [.network, .interface(["eth0"])]),
            (#"{"network": {"transport": "wifi"}}"#, [.network, .transport([.wifi])]),
            (
                #"{"network": {"transport": ["ethernet", "bluetooth"]}}"#,
                [.network, .transport([.ethernet, .bluetooth])]
            ),
            (#"{"network": {"ssid": ["Home", "Café"]}}"#, [.network, .ssid(["Home", "Café"])]),
            (#"{"network": {"vpn": true}}"#, [.network, .vpn(nil)]),
            (#"{"network": {"vpn": "wg0"}}"#, [.network, .vpn("wg0")]),
            (#"{"network": {"vpn": "Office (Berlin)"}}"#, [.network, .vpn("Office (Berlin)")]),
            (#"{"network": {"online": true}}"#, [.network, .online]),
            (
                #"{"network": {"reachable": "[2001:db8::1]:22"}}"#,
                [.network, .reachable(Endpoint(host: "2001:db8::1", port: 22))]
            ),
            (#"{"load": 1}"#, [.load(100)]), (#"{"load": 1.0}"#, [.load(100)]),
            (#"{"load": 0.29}"#, [.load(29)]), (#"{"load": 1e-1}"#, [.load(10)]),
            (#"{"pressure": {"memory": 5}}"#, [.pressure(.memory, percent: 5)]),
            (
                #"{"freeSpace": {"path": "/x", "atLeast": "2T"}}"#,
                [.freeSpace(FreeSpace(path: "/x", bytes: 2 << 40))]
            ),
            (#"{"mounted": "UUID=1234-ABCD"}"#, [.mounted(.uuid("1234-ABCD"))]),
            (
                #"{"command": {"command": ["/x"], "every": "1m"}}"#,
                [
                    .command(
                        CommandCheck(
                            arguments: ["/x"], interval: .seconds(60), timeBudget: .seconds(10)))
                ]
            ),
        ] as [(String, Requirements)])
    func `are what is written`(requires: String, meant: Requirements) throws {
        #expect(try requirements(requires) == meant)
    }

    @Test func `are put in the order of the table, alternatives and opposites last`() throws {
        #expect(
            try requirements(
                """
                {"not": {"lid": "open"}, "anyOf": [{"locked": true}], "temperature": 70,
                 "network": {"vpn": true, "unmetered": true}, "batteryLevel": 5}
                """)
                == Requirements([
                    .requirement(.batteryLevel(5)), .requirement(.network), .requirement(.unmetered),
                    .requirement(.vpn(nil)), .requirement(.temperature(70)), .anyOf([[.locked(true)]]),
                    .not([.lid(.open)]),
                ]))
    }

    @Test func `may stand beside short keys for others`() throws {
        let job = try descriptor(
            """
            {"identifier": "a", "shell": "x", "requires": {"batteryLevel": 20}, "requiresNetwork": true,
             "requiresExternalPower": false}
            """)
        #expect(job.requirements == [.batteryLevel(20), .network])
    }

    @Test(arguments: RequirementSamples.edges)
    func `may go to the edge of each rule, and are the same when read again`(requires: String) throws {
        let member = #""requires": \#(requires)"#
        #expect(refusal(ofMember: member) == "accepted")
        let job = try descriptor(#"{"identifier": "a", "shell": "x", \#(member)}"#)
        #expect(try JobDescriptor(value: job.json) == job)
    }

    @Test func `may name 32 conditions`() {
        func tree(_ count: Int) -> String {
            let paths = { (range: Range<Int>) in range.map { #""/\#($0)""# }.joined(separator: ", ") }
            let lists = stride(from: 0, to: count, by: 8)
                .map { #"{"pathExists": [\#(paths($0..<min(count, $0 + 8)))]}"# }
            return #""requires": {"anyOf": [\#(lists.joined(separator: ", "))]}"#
        }
        #expect(refusal(ofMember: tree(32)) == "accepted")
        #expect(refusal(ofMember: tree(31) + #", "requiresNetwork": true"#) == "accepted")
        // What is printed has all of them in one object, and must be read again.
        #expect(
            refusal(ofMember: tree(32) + #", "requiresNetwork": true"#)
                == #"requires: this names 33 conditions, 32 at most, those of "requiresNetwork" and the like included; remove some, or let one "command" look at several of them"#
        )
        #expect(
            refusal(ofMember: tree(33))
                == #"requires: this names 33 conditions, 32 at most; remove some, or let one "command" look at several of them"#
        )
    }
}

@Suite struct `Preferences that are read` {
    @Test func `say how long they hold a job back, or leave it to the last begin`() throws {
        let sound = #"{"identifier": "a", "shell": "x", "prefers": "#
        #expect(
            try descriptor(sound + #"{"for": "2d", "externalPower": true}}"#).preference
                == Preference([.externalPower], for: .seconds(172_800)))
        #expect(
            try descriptor(sound + #"{"anyOf": [{"locked": true}]}, "latestBegin": "1d"}"#).preference
                == Preference(Requirements([.anyOf([[.locked(true)]])]), for: nil))
        for span in ["1m", "365d"] {
            #expect(refusal(ofMember: #""prefers": {"charging": true, "for": "\#(span)"}"#) == "accepted")
        }
    }
}

@Suite struct `Requirements that are printed` {
    @Test(arguments: [
        (
            #"{"network": true, "externalPower": true}"#,
            #""requiresExternalPower":true,"requiresNetwork":true"#
        ),
        (#"{"network": true, "lid": "open"}"#, #""requires":{"network":true,"lid":"open"}"#),
        (#"{"network": {"vpn": true}}"#, #""requires":{"network":{"vpn":true}}"#),
        (#"{"pathExists": ["/x"]}"#, #""requires":{"pathExists":"/x"}"#),
        (#"{"load": 2.0}"#, #""requires":{"load":2}"#), (#"{"load": 0.80}"#, #""requires":{"load":0.8}"#),
        (#"{"load": 0.07}"#, #""requires":{"load":0.07}"#),
        (
            #"{"freeSpace": [{"atLeast": 1024, "path": "/x"}]}"#,
            #""requires":{"freeSpace":{"path":"/x","atLeast":"1K"}}"#
        ),
        (
            #"{"device": {"B": "2", "A": "1"}}"#, #""requires":{"device":{"A":"1","B":"2"}}"#
        ),
        (
            #"{"command": {"timeBudget": "10s", "every": "60s", "command": ["/x"]}}"#,
            #""requires":{"command":{"command":["/x"],"every":"1m"}}"#
        ),
        (
            #"{"not": {"externalPower": true}, "anyOf": [{"network": true}]}"#,
            #""requires":{"anyOf":[{"network":true}],"not":{"externalPower":true}}"#
        ),
    ])
    func `have one short form`(requires: String, printed: String) throws {
        let job = try descriptor(#"{"identifier": "a", "shell": "x", "requires": \#(requires)}"#)
        #expect(job.json.text() == #"{"identifier":"a","shell":"x",\#(printed)}"#)
    }

    @Test func `stand under one key where short ones do not say all`() throws {
        let job = try descriptor(
            """
            {"identifier": "a", "shell": "x", "requiresExternalPower": true, "requires": {"locked": true},
             "prefers": {"for": "48h", "network": true}}
            """)
        #expect(
            job.json.text()
                == #"{"identifier":"a","shell":"x","requires":{"externalPower":true,"locked":true},"prefers":{"network":true,"for":"2d"}}"#
        )
    }
}

@Suite struct `The text of a requirement` {
    private func text(_ arguments: [String]) -> String {
        Requirement.command(
            CommandCheck(arguments: arguments, interval: .seconds(60), timeBudget: .seconds(10))
        ).text
    }

    /// What stands inside `network` has samples of its own.
    @Test func `is asked for of each kind that has a key of its own`() {
        let keys = Requirement.Kind.allCases.filter { !$0.row.isInsideNetwork }
        #expect(Set(keys).isSubset(of: Set(everyCondition.leaves.map(\.kind))))
    }

    @Test func `is one line that no other requirement has`() {
        let texts = everyCondition.leaves.map(\.text)
        #expect(Set(texts).count == Set(everyCondition.leaves).count)
        #expect(texts.allSatisfy { $0.utf8.allSatisfy { $0 >= 0x20 } })
        #expect(text(["/x", "a", "b"]) == "command /x a b every=1m timeBudget=10s")
        #expect(text(["/x", "a b", ""]) == #"command /x "a b" "" every=1m timeBudget=10s"#)
        #expect(text(["/x", "\n\""]) == #"command /x "\n\"" every=1m timeBudget=10s"#)
    }
}
