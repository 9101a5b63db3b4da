// The canonical text of descriptors: stable, complete, and silent about secrets where people look.
import BGRunCalendar
import BGRunJSON
import BGRunJob
import BGRunTestSupport
import GeneratedSamples
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
        for (_, job) in Generated.jobs(seed: 20_261_120).prefix(Repository.times(500)) {
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

    @Test func `sees every key, and tells apart whatever is printed differently`() throws {
        var texts: [UInt64: String] = [:]
        var keys: Set<String> = []
        for (json, job) in Generated.jobs(seed: 3).prefix(100) {
            guard case .object(let object) = json else { continue }
            var jobs = [job]
            for member in object.members {
                var rest = object
                rest[member.key] = nil
                guard let other = try? JobDescriptor(value: .object(rest)) else { continue }
                if other.fingerprint != job.fingerprint { keys.insert(member.key) }
                jobs.append(other)
            }
            for job in jobs {
                let text = job.json.text()
                #expect(texts.updateValue(text, forKey: job.fingerprint) ?? text == text)
            }
        }
        let all = SchemaKey.all(of: JobDescriptor.jsonSchema).filter { $0.path.count == 1 }.map(\.place)
        #expect(Set(all).subtracting(keys) == ["identifier", "instances", "command", "shell", "unit"])
    }
}
