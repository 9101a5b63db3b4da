// The canonical text of descriptors: stable, complete, and silent about secrets where people look.
import BGRunCalendar
import BGRunJSON
import BGRunJob
import BGRunTestSupport
import Testing

@Suite struct `A descriptor that is printed` {
    @Test func `leaves out what is its default`() throws {
        let job = try descriptor(
            """
            {"gracePeriod": "10s", "timeBudget": "600s", "kind": "processing", "enabled": true, "command": ["true"],
             "onExpiration": "continue", "onRequirementLost": "stop", "requiresNetwork": false,
             "requiresExternalPower": false, "noNewPrivileges": false, "environment": {}, "identifier": "a"}
            """)
        #expect(job.json.text() == #"{"identifier":"a","command":["true"]}"#)
    }

    @Test func `has its keys in the order of the table, by their own names`() throws {
        let job = try descriptor(
            """
            {"schedule": {"from": "grid", "every": "3600s"}, "environment": {"B": "2", "A": "1"}, "shell": "sync",
             "requiresNetworkConnectivity": true, "earliestBegin": "+90m", "identifier": "a", "timeBudget": "600s",
             "kind": "refresh"}
            """)
        #expect(
            job.json.text() == """
                {"identifier":"a","kind":"refresh","shell":"sync","environment":{"A":"1","B":"2"},\
                "earliestBeginDate":"+90m","schedule":{"every":"1h"},"requiresNetwork":true,"timeBudget":"10m"}
                """)
    }

    @Test func `tells dates in UTC, to the microsecond`() throws {
        let job = try descriptor(
            #"{"identifier": "a", "shell": "sync", "earliestBegin": "2026-03-29T02:30:00.2500+02:00"}"#)
        #expect(
            job.json.text()
                == #"{"identifier":"a","shell":"sync","earliestBeginDate":"2026-03-29T00:30:00.25Z"}"#)
    }

    @Test func `is the same descriptor when read again`() throws {
        var random = SeededGenerator(seed: 20_261_120)
        for _ in 0..<2_000 {
            let job = try #require(RandomDescriptor(using: &random).descriptor)
            let text = job.json.text()
            let again = try descriptor(text)
            #expect(again == job, "\(text)")
            #expect(again.json.text() == text)
            #expect(try JobDescriptor(value: job.json) == job)
            #expect(try descriptor(job.json.text(layout: .pretty)) == job)
        }
    }

    // B-18
    @Test func `hides the values of its environment and its standard input from people`() throws {
        let job = try descriptor(
            #"{"identifier": "a", "command": ["true"], "environment": {"TOKEN": "hunter2", "EMPTY": ""}, "standardInput": "hunter3"}"#
        )
        #expect(
            job.maskedJSON.text()
                == #"{"identifier":"a","command":["true"],"environment":{"EMPTY":"…","TOKEN":"…"},"standardInput":"…"}"#
        )
        #expect(job.json.text().contains("hunter2"), "the store needs them")
    }
}

@Suite struct `The fingerprint of a descriptor` {
    @Test func `is FNV-1a of the canonical text`() throws {
        let job = try descriptor(#"{"identifier": "a", "command": ["true"]}"#)
        #expect(job.fingerprint == 0x39E4_6759_30E2_B10A)
    }

    @Test func `does not see the order of keys, white space and spelled-out defaults`() throws {
        let one = try descriptor(#"{"identifier":"a","shell":"sync","environment":{"A":"1","B":"2"}}"#)
        let other = try descriptor(
            """
            {
              "environment": {"B": "2", "A": "1"},
              "enabled": true,
              "shell": "sync", "identifier": "a" }
            """)
        #expect(one.fingerprint == other.fingerprint)
    }

    @Test func `sees every key, the environment's values included`() throws {
        let sound = #"{"identifier":"a","shell":"sync""#
        let changes = [
            "", #", "title": "t""#, #", "kind": "refresh""#, #", "environment": {"A": "1"}"#,
            #", "environment": {"A": "2"}"#, #", "workingDirectory": "/""#, #", "standardInput": """#,
            #", "earliestBegin": "+1s""#, #", "schedule": {"every": "1h"}"#,
            #", "schedule": {"every": "1h", "from": "completion"}"#, #", "requiresNetwork": true"#,
            #", "requiresExternalPower": true"#, #", "timeBudget": "1m""#, #", "gracePeriod": "1s""#,
            #", "onRequirementLost": "finish""#, #", "onExpiration": "drop""#, #", "enabled": false"#,
            #", "noNewPrivileges": true"#,
        ]
        let fingerprints = try changes.map { try descriptor(sound + $0 + "}").fingerprint }
        #expect(Set(fingerprints).count == changes.count)
    }
}
