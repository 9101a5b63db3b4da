// What `bgrun lint` warns about, word for word.
import BGRunCalendar
import BGRunJob
import BGRunText
import Testing

@Suite struct `A warning` {
    /// In Berlin, on 2026-11-21 at noon; one line a warning.
    private func warnings(_ members: String) throws -> String {
        let text = #"{"identifier": "a", "command": ["/bin/true"], \#(members)}"#
        var zones = KnownZones(local: Zones.berlin)
        zones["Australia/Lord_Howe"] = Zones.lordHowe
        zones["America/Nuuk"] = Zones.nuuk
        let now = try #require(WallTime(rfc3339: "2026-11-21T12:00:00+01:00"))
        let review = DescriptorReview(try JobDescriptor(json: Array(text.utf8)), zones: zones, now: now)
        let texts = review.warnings.map { WarningText($0) }
        #expect(texts.flatMap(untaken).isEmpty)
        return texts.map(\.text).joined(separator: "\n")
    }

    /// What an advice has between quotation marks or braces and no descriptor takes in that place, or as a key.
    private func untaken(_ warning: WarningText) -> [String] {
        let key = warning.keyPath.prefix { $0.isLetter }
        let quoted = warning.advice.matches(of: /\{[^}]*\}|"[^"]*"/).map { String($0.0) }
        return quoted.filter { text in
            let members = [
                "\"\(key)\": \(text)", "\"schedule\": {\"calendar\": \(text)}",
                "\"requires\": {\(text): true}",
                "\"prefers\": {\"externalPower\": true, \"for\": \(text)}",
            ]
            // A key that is known is refused for its value.
            return !members.contains { refusal(of: $0) == nil }
                && refusal(of: "\(text): {}")?.contains("unknown key") != false
        }
    }

    private func refusal(of member: String) -> String? {
        let job = #"{"identifier": "a", "command": ["/bin/true"], \#(member)}"#
        do {
            _ = try JobDescriptor(json: Array(job.utf8))
            return nil
        } catch {
            return "\(error)"
        }
    }

    @Test(arguments: [
        ([["a.json", "b.json"], ["c.json"]], "a.json and b.json"),
        ([["a.json", "b.json", "c.json"], ["d.json"]], "a.json, b.json and c.json"),
        (
            [["a.json", "b.json", "c.json", "d.json", "e.json"], ["f.json"]],
            "a.json, b.json, c.json and 2 more"
        ),
        ([["a.json", "b.json", "c.json", "d.json"]], "all 4 of them"), ([["t@.json", "t@.json"]], "t@.json"),
    ])
    func `of several files is said once, with their names`(files: [[String]], names: String) {
        let alike = WarningText("x", at: "key", "reason", advice: "advice")
        let subjects = files[0].map { WarningLines.Subject(file: $0, label: "\($0), one", [alike]) }
        let other = WarningText("x", at: "key", "another", advice: "advice", basis: .machine)
        let others = Array(files.dropFirst().joined())
        let lines = WarningLines(subjects + others.map { .init(file: $0, label: $0, [other]) })
        #expect(
            lines.own.flatMap(\.self) + lines.shared
                == others.map { "\($0): note: key: another; advice" }
                + ["\(names): warning: key: reason; advice"])
    }

    @Test func `about a schedule says what comes of it`() throws {
        #expect(
            try warnings(
                """
                "schedule": [{"calendar": "2026-11-20 12:00"}, {"cron": "0 12 29 2 *"}, {"every": "400d"},
                             {"cron": "0 12 1-7 * 5"}, {"event": "boot"}, {"event": "boot"}]
                """) == """
                    schedule[0].calendar: no such date lies ahead, so this is never due; write a date to come, or remove the entry
                    schedule[1].cron: the first instant, 2028-02-29 12:00, is more than a year away; check the day, the month and the year
                    schedule[2].every: more than a year lies between 2026-11-21 12:00 and 2027-12-26 12:00; check the day, the month and the year
                    schedule[3].cron: it runs on the days of the month and on the weekdays too: cron takes either; write a calendar expression such as "Fri *-*-01..07 02:30" if both are meant
                    schedule[5].event: schedule[4] says the same; remove one of them
                    """)
    }

    // B-13
    @Test func `about clock changes names the days, the times and what happens`() throws {
        #expect(
            try warnings(#""schedule": {"cron": "30 2 * * *"}"#) == """
                schedule.cron: clocks change in Europe/Berlin: 2027-03-28 02:30 does not exist: runs at 03:00; \
                2027-10-31 02:30 comes twice: runs the first time; \
                write a time outside 02:00-03:00 if that is not meant
                """)
        #expect(
            try warnings(
                #""schedule": {"calendar": "*-*-* 01,02:00,15,30,45", "timeZone": "Australia/Lord_Howe"}"#)
                    == """
                    schedule.calendar: clocks change in Australia/Lord_Howe: 2027-04-04 01:30 to 01:45 come twice: \
                    runs the first time; 2027-10-03 02:00 to 02:15 do not exist: runs at 02:30; \
                    write a time outside 01:30-02:00 and 02:00-02:30 if that is not meant
                    """)
        #expect(
            try warnings(#""schedule": {"cron": "30 23 * * *", "timeZone": "America/Nuuk"}"#) == """
                schedule.cron: clocks change in America/Nuuk: 2027-03-27 23:30 does not exist: \
                runs on 2027-03-28 at 00:00; 2027-10-30 23:30 comes twice: runs the first time; \
                write a time outside 23:00-00:00 if that is not meant
                """)
    }

    @Test func `about allowed hours tells the wait`() throws {
        let members = #""schedule": {"cron": "0 12 * * *"}, "allowedHours": "22:00-06:00""#
        #expect(
            try warnings(#"\#(members), "latestBegin": "1h""#) == """
                allowedHours: no instant of the next year lies in the allowed hours: 2026-11-21 12:00 waits 10 h, \
                until 2026-11-21 22:00; move the schedule into the hours, or the hours to the schedule
                latestBegin: the job is overdue 1 h after its instant, and the allowed hours begin 10 h after it; \
                write more than "10h"
                """)
        #expect(
            try warnings(#"\#(members), "maxLateness": "2h""#) == """
                allowedHours: no instant of the next year lies in the allowed hours: 2026-11-21 12:00 waits 10 h, \
                until 2026-11-21 22:00, and is skipped then for its maxLateness of 2 h: it never runs; \
                move the schedule into the hours, or the hours to the schedule
                """)
        #expect(
            try warnings(
                #""schedule": {"cron": "30 22 * * *"}, "allowedHours": "22:00-23:00", "randomDelay": "3h""#)
                    == """
                    randomDelay: a delay of up to 3 h puts 22:30 off beyond 23:00, where the allowed hours end; \
                    write at most "30m"
                    """)
        #expect(
            try warnings(#""allowedHours": "00:00-24:00""#) == """
                allowedHours: the whole day is allowed; remove the key, or write hours such as "22:00-06:00"
                """)
    }

    @Test func `about an end or a last begin says what has passed`() throws {
        let yearly = #""schedule": {"cron": "0 12 1 1 *"}"#
        #expect(
            try warnings(#"\#(yearly), "until": "2026-01-01T00:00:00Z""#) == """
                until: 2026-01-01 01:00 has passed, so the job is never due again; \
                write a later date, or remove the job
                """)
        #expect(
            try warnings(#"\#(yearly), "until": "2026-12-24T00:00:00+01:00""#) == """
                until: 2026-12-24 00:00 comes before the first instant, 2027-01-01 12:00, so the job is never due; \
                write a later date, or remove the job
                """)
        #expect(
            try warnings(
                #""schedule": [{"event": "boot"}, {"cron": "0 12 1 1 *"}], "until": "2026-12-24T00:00:00+01:00""#
            ) == """
                schedule[1].cron: the first instant, 2027-01-01 12:00, comes after "until", so this is never due; \
                write a later "until", or remove the entry
                """)
        #expect(
            try warnings(#""latestBegin": "2026-11-01T00:00:00Z", "maxRuns": 2"#) == """
                maxRuns: it has no effect: a job without a schedule runs once; remove it, or add a schedule
                latestBegin: the job is overdue by then before it may start; write a later date
                """)
    }

    @Test func `about power and sleep says when the job does not run`() throws {
        let members = #""schedule": {"cron": "0 12 * * *"}, "requiresExternalPower": true"#
        #expect(
            try warnings(#"\#(members), "missed": "skip", "maxLateness": "30m""#) == """
                missed: an occurrence is skipped when the machine is asleep or off at its instant, even if power \
                comes soon; write "once", and "maxLateness" to limit how late it may start
                maxLateness: an occurrence is skipped unless power is there within 30 min of its instant; \
                write a longer time such as "12h", or remove the key
                """)
        #expect(
            try warnings(#"\#(members), "wakeSystem": "always""#) == """
                wakeSystem: on battery the machine is woken for a job that goes on waiting for power; \
                write "onExternalPower"
                """)
        #expect(
            try warnings(#""schedule": {"event": "wake"}, "missed": "all""#) == """
                missed: it has no effect: nothing in this job names a time; remove it, or add a schedule that does
                """)
    }

    @Test func `about a budget or a delay tells the interval`() throws {
        #expect(
            try warnings(#""schedule": {"cron": "0 * * * *"}, "randomDelay": "90m", "timeBudget": "2h""#)
                == """
                randomDelay: 1 h 30 min is longer than the 1 h between occurrences, so they run into each other; \
                write at most "1h", or a longer interval
                timeBudget: 2 h is longer than the 1 h between occurrences, so they run into each other; \
                write at most "1h", or a longer interval
                """)
    }

    @Test func `about requirements says what has no effect`() throws {
        #expect(
            try warnings(
                """
                "requires": {"anyOf": [{"lid": "open", "load": 1}, {"load": 1}], "temperature": 70},
                "prefers": {"temperature": 70, "locked": true, "for": "2d"}, "latestBegin": "1d",
                "onRequirementLost": "finish"
                """) == """
                    requires.anyOf[0]: it has no effect: anyOf[1] asks for less and is enough; remove it
                    prefers.temperature: it has no effect: the job requires it; remove it
                    prefers.for: 2 d is longer than "latestBegin", 1 d, and then nothing is preferred; \
                    write at most "1d", or a later "latestBegin"
                    """)
        #expect(
            try warnings(#""requires": {"load": 1}, "onRequirementLost": "freeze""#) == """
                onRequirementLost: it has no effect: the job requires nothing that can be lost while it runs; \
                remove it, or require something that can, such as "externalPower"
                """)
    }

    @Test func `about what can never hold names the two`() throws {
        #expect(
            try warnings(
                """
                "requires": {"batteryLevel": 80, "not": {"batteryLevel": 60}}
                """) == """
                    requires.not.batteryLevel: a battery of at least 80 % and a battery below 60 % never hold together, \
                    so the job never starts; remove one of them
                    """)
        #expect(
            try warnings(
                """
                "schedule": {"cron": "0 12 * * *"}, "maxLateness": "2h",
                "requires": {"lid": "closed", "anyOf": [{"load": 1}, {"lid": "open"}]},
                "prefers": {"not": {"lid": "closed"}, "for": "3h"}
                """) == """
                    maxLateness: an occurrence is skipped after 2 h, and held back for 3 h by what the job prefers, \
                    so it never starts without that; write at least "3h", or require what is preferred
                    requires.anyOf[1]: a closed lid and an open lid never hold together, so this alternative makes no \
                    difference; remove it, or what excludes it
                    prefers.not.lid: a closed lid and an open lid never hold together, so the job waits for it in vain; \
                    remove it, or what excludes it
                    """)
    }

    @Test func `about this machine or the past is a note`() throws {
        let text =
            #"{"identifier": "a", "command": ["/bin/true"], "schedule": {"cron": "0 * * * *"}, "wakeSystem": "always", "requires": {"lid": "open", "anyOf": [{"load": 1}, {"temperature": 60}], "not": {"locked": true}}}"#
        let now = try #require(WallTime(rfc3339: "2026-11-21T12:00:00+01:00"))
        let review = DescriptorReview(
            try JobDescriptor(json: Array(text.utf8)), zones: KnownZones(local: Zones.berlin), now: now)
        let lacks = DescriptorReview.Lacks(
            knowledge: { $0.kind == .load ? nil : "no word of \($0.kind)" },
            alarmClock: { "no clock wakes it" }, watch: { _ in nil })
        let identifier = try #require(JobIdentifier("a"))
        let entry = { (minutes: Int64, outcome: Outcome) in
            HistoryLine.run(
                HistoryEntry(
                    run: RunID(minutes), job: JobID(owner: .root, identifier: identifier), due: now,
                    started: now,
                    ended: now, duration: .seconds(minutes * 60), outcome: outcome))
        }
        let runs = EarlierRuns(
            [entry(90, .succeeded), entry(10, .failed), entry(200, .succeeded)], accepted: .seconds(4 * 3600))
        let notes = (review.warnings(onMachineThat: lacks) + runs.warnings(of: review)).map {
            WarningText($0)
        }
        #expect(
            notes.map(\.line).joined(separator: "\n") == """
                note: wakeSystem: no clock wakes it; the job runs as soon as the machine is awake
                note: requires.lid: it can't be known on this machine now: no word of lid; take "lid" out of the job
                note: requires.not.locked: it can't be known on this machine now: no word of locked; start systemd-logind, or \
                take "locked" out of the job
                note: timeBudget: 1 of the last 3 runs took longer than 3 h, up to 3 h 20 min; write more than "200m" if \
                a run is to end by itself
                """)
        #expect(notes.allSatisfy { !$0.counts })
    }
}
