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
            {"gracePeriod": "10s", "timeBudget": "10800s", "kind": "processing", "enabled": true, "command": ["true"],
             "onExpiration": "continue", "onRequirementLost": "stop", "requiresNetwork": false,
             "requiresExternalPower": false, "noNewPrivileges": false, "environment": {}, "identifier": "a",
             "missed": "once", "priority": "default", "keepAwake": {"when": "never", "withLidClosed": false},
             "wakeSystem": "never", "beforeSleep": "freeze"}
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

    @Test(arguments: [
        (
            #""schedule": [{"cron": "30 2 * * *", "timeZone": "UTC"}]"#,
            #""schedule":{"cron":"30 2 * * *","timeZone":"UTC"}"#
        ),
        (
            #""schedule": [{"timeZone": "UTC", "calendar": "daily"}, {"event": "boot"}]"#,
            #""schedule":[{"calendar":"daily","timeZone":"UTC"},{"event":"boot"}]"#
        ),
        (
            #""schedule": {"settle": "30s", "recursive": false, "path": "/etc"}"#,
            #""schedule":{"path":"/etc"}"#
        ),
        (
            #""schedule": {"recursive": true, "settle": "60s", "path": "/etc"}"#,
            #""schedule":{"path":"/etc","settle":"1m","recursive":true}"#
        ),
        (#""allowedHours": ["22:00-06:00"]"#, #""allowedHours":"22:00-06:00""#),
        (
            #""allowedHours": ["22:00-06:00", "12:00-13:00"]"#,
            #""allowedHours":["22:00-06:00","12:00-13:00"]"#
        ),
        (#""keepAwake": {"withLidClosed": false, "when": "always"}"#, #""keepAwake":"always""#),
        (
            #""keepAwake": {"withLidClosed": true, "when": "always"}"#,
            #""keepAwake":{"when":"always","withLidClosed":true}"#
        ),
        (#""latestBegin": "72h""#, #""latestBegin":"3d""#),
        (#""latestBegin": "2026-03-29T02:30:00+02:00""#, #""latestBegin":"2026-03-29T00:30:00Z""#),
        (#""until": "2026-03-29T02:30:00+02:00""#, #""until":"2026-03-29T00:30:00Z""#),
    ])
    func `has its one short form for each way of writing a time`(member: String, printed: String) throws {
        let job = try descriptor(#"{"identifier": "a", "shell": "sync", \#(member)}"#)
        #expect(job.json.text() == #"{"identifier":"a","shell":"sync",\#(printed)}"#)
    }

    @Test func `is the same descriptor when read again`() throws {
        var random = SeededGenerator(seed: 20_261_120)
        for _ in 0..<300 {
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
            #", "workingDirectory": {"path": "/", "make": true}"#, #", "umask": "077""#, #", "umask": "022""#,
            #", "user": "a""#, #", "group": "a""#, #", "environmentFile": "/a""#,
            #", "environmentFile": "-/a""#,
            #", "credentials": {"a": "/a"}"#, #", "credentials": {"b": "/a"}"#,
            #", "resources": {"nice": 1}"#, #", "resources": {"nice": 2}"#,
            #", "resources": {"tasksMax": 1}"#,
            #", "resources": {"cpuWeight": 1}"#, #", "resources": {"ioWeight": 1}"#,
            #", "resources": {"memoryMax": "1M"}"#, #", "resources": {"swapMax": "1M"}"#,
            #", "resources": {"ioClass": "idle"}"#, #", "stopSignal": "INT""#, #", "stopSignal": "HUP""#,
            #", "earliestBegin": "+1s""#, #", "schedule": {"every": "1h"}"#,
            #", "schedule": {"every": "1h", "from": "completion"}"#, #", "requiresNetwork": true"#,
            #", "schedule": {"cron": "@daily"}"#, #", "schedule": {"cron": "@daily", "timeZone": "UTC"}"#,
            #", "schedule": {"calendar": "daily"}"#, #", "schedule": {"event": "boot"}"#,
            #", "schedule": {"path": "/x"}"#, #", "schedule": {"path": "/x", "settle": "1s"}"#,
            #", "schedule": {"path": "/x", "recursive": true}"#, #", "missed": "skip""#,
            #", "maxLateness": "1h""#, #", "randomDelay": "1h""#, #", "fixedDelay": "1h""#,
            #", "accuracy": "1m""#,
            #", "standardOutput": "/x""#, #", "standardError": {"path": "/x", "maxSize": "1M"}"#,
            #", "until": "2030-01-01T00:00:00Z""#, #", "maxRuns": 1"#, #", "allowedHours": "22:00-06:00""#,
            #", "latestBegin": "1d""#, #", "priority": "low""#, #", "keepAwake": "always""#,
            #", "keepAwake": {"when": "always", "withLidClosed": true}"#, #", "wakeSystem": "always""#,
            #", "beforeSleep": "stop""#,
            #", "requiresExternalPower": true"#, #", "timeBudget": "1m""#, #", "maxTimeBudget": "4h""#,
            #", "watchdog": "10s""#,
            #", "gracePeriod": "1s""#,
            #", "onRequirementLost": "finish""#, #", "onExpiration": "drop""#, #", "enabled": false"#,
            #", "noNewPrivileges": true"#, #", "onRequirementLost": "freeze""#,
            #", "requires": {"charging": true}"#, #", "requires": {"not": {"charging": true}}"#,
            #", "requires": {"anyOf": [{"charging": true}]}"#, #", "requires": {"load": 0.8}"#,
            #", "requires": {"load": 0.81}"#, #", "prefers": {"charging": true, "for": "1h"}"#,
            #", "prefers": {"charging": true, "for": "2h"}"#,
        ]
        let fingerprints = try changes.map { try descriptor(sound + $0 + "}").fingerprint }
        #expect(Set(fingerprints).count == changes.count)
    }
}
