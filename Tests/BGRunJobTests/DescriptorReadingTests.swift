// What the reader of descriptors accepts, what it refuses, and the exact words.
import BGRunCalendar
import BGRunJSON
import BGRunJob
import BGRunTestSupport
import Testing

@Suite struct `A descriptor that is read` {
    @Test func `has its defaults where nothing is written`() throws {
        let job = try descriptor(#"{"identifier": "org.example.a", "command": ["/bin/true"]}"#)
        #expect(job.identifier.text == "org.example.a")
        #expect(job.program == .command(["/bin/true"]))
        #expect(job.kind == .processing && job.timeBudget == .seconds(3 * 3600))
        #expect(job.gracePeriod == .seconds(10))
        #expect(job.title == nil && job.environment.isEmpty && job.workingDirectory == nil)
        #expect(job.standardInput == nil && job.earliestBegin == nil && job.schedules.isEmpty)
        #expect(job.missed == .once && job.maxLateness == nil && job.until == nil && job.maxRuns == nil)
        #expect(job.randomDelay == nil && job.fixedDelay == nil && job.allowedHours == nil)
        #expect(job.latestBegin == nil && job.priority == .default && job.preference == nil)
        #expect(job.keepAwake == .never && job.wakeSystem == .never && job.beforeSleep == .freeze)
        #expect(job.requirements == [])
        #expect(job.onRequirementLost == .stop && job.onExpiration == .continue)
        #expect(job.isEnabled && !job.noNewPrivileges)
        #expect(job.order == OrderRules())
    }

    @Test func `has every key where all are written`() throws {
        let job = try descriptor(Repository.everyKey(of: "descriptor"))
        #expect(job.title == "Back up the home directory")
        #expect(job.notes == "The passphrase\n\tis in the safe.")
        #expect(job.kind == .refresh && job.timeBudget == .seconds(1200))
        #expect(job.maxTimeBudget == .seconds(3600) && job.watchdog == .seconds(300))
        #expect(job.program.arguments?.last == "/home/me")
        #expect(job.environment.map(\.name) == ["EMPTY", "LANG", "RESTIC_PASSWORD", "RESTIC_REPOSITORY"])
        #expect(job.workingDirectory == "/home/me" && job.launchRules.makesWorkingDirectory)
        #expect(
            job.launchRules.resources
                == ResourceRules(
                    nice: 5, ioClass: .bestEffort, cpuWeight: 50, ioWeight: 10_000, memoryMax: 500 << 20,
                    swapMax: 0, tasksMax: 100))
        #expect(job.launchRules.user == "backup" && job.launchRules.group == "disk")
        #expect(
            job.launchRules.environmentFile == EnvironmentFile(path: "/etc/default/restic", isOptional: true))
        #expect(
            job.launchRules.credentials.map(\.name) == ["key.pem", "password"]
                && !job.launchRules.takesSession)
        #expect(job.launchRules.umask?.bits == 0o77 && job.launchRules.stopSignal == .INT)
        #expect(job.standardInput == "one line\n")
        #expect(job.earliestBegin == .date(WallTime(microseconds: 1_774_744_200_000_000)))
        #expect(
            try job.schedules == [
                .cron(
                    CronExpression("30 2 * * 1-5").leavingOut(
                        ExceptedDays(["Sat", "12-25", "2026-12-24/2027-01-01"])),
                    zone: "Europe/Berlin"),
                .calendar(CalendarExpression("Sat *-*-* 04:00 America/New_York"), zone: nil),
                .every(Every(interval: .seconds(21_600), from: .completion)),
                .event(.wake, delay: .seconds(120)), .event(.wakeAfter(.seconds(3600))),
                .event(
                    .device(DeviceMatch(properties: [.init(name: "ID_FS_UUID", value: "1234-*")])),
                    delay: .seconds(5)),
                .event(.mount(.uuid("1234-ABCD"))),
                .path(PathTrigger(path: "/etc/apt", settle: .seconds(5), isRecursive: true)),
            ])
        #expect(
            job.schedules.map(\.zoneName) == [
                "Europe/Berlin", "America/New_York", nil, nil, nil, nil, nil, nil,
            ])
        #expect(job.missed == .all && job.maxLateness == .seconds(43_200))
        #expect(
            job.randomDelay == .seconds(600) && job.fixedDelay == .seconds(1200)
                && job.spacing == .seconds(30) && job.accuracy == .seconds(900))
        #expect(
            job.launchRules.standardOutput
                == OutputTarget(path: "/home/me/backup.log", maxSize: 10 << 20, keep: 3))
        #expect(job.launchRules.standardError == OutputTarget(path: "/home/me/backup.errors"))
        #expect(job.until == WallTime(microseconds: 1_806_280_200_000_000) && job.maxRuns == 100)
        #expect(try job.allowedHours == AllowedHours(windows: ["22:00-06:00", "12:00-13:00"]))
        #expect(job.onAllowedHoursEnd == .freeze && job.hoursEnd == .freeze)
        #expect(job.latestBegin == .after(.seconds(259_200)) && job.priority == .high)
        #expect(job.keepAwake == KeepAwake(when: .onExternalPower, withLidClosed: true))
        #expect(job.wakeSystem == .always && job.beforeSleep == .stop)
        #expect(job.requirements == everyCondition)
        #expect(
            job.preference
                == Preference(
                    [
                        .network, .unmetered, .interface(["eth0", "wl*"]), .transport([.ethernet, .wifi]),
                        .ssid(["Home"]), .vpn("wg0"),
                        .online, .reachable(Endpoint(host: "nas.local", port: 22)),
                        .reachable(Endpoint(host: "fe80::1", port: 443)),
                    ], for: .seconds(259_200)))
        #expect(job.gracePeriod == .seconds(30))
        #expect(job.onRequirementLost == .finish && job.onExpiration == .drop)
        #expect(job.successExitCodes == [3, 24] && job.deferExitCodes == [75])
        #expect(
            job.retry == Retry(initial: .seconds(60), factor: 3, longest: .seconds(3600), attempts: 5))
        #expect(job.disableAfterFailures == 4 && job.notify == .failure)
        #expect(
            HookKind.allCases.map { job[hook: $0] } == [
                HookCommand(arguments: ["/usr/libexec/bgrun/mail-report", "me@example.org"]),
                HookCommand(arguments: ["/usr/bin/logger", "well again"], timeBudget: .seconds(300)),
                HookCommand(arguments: ["/usr/bin/touch", "/home/me/.backed-up"]),
            ])
        #expect(!job.isEnabled && job.noNewPrivileges)
        #expect(job.order == everyOrder)
    }

    @Test func `may be a refresh with thirty seconds, a shell line, a relative date`() throws {
        let job = try descriptor(
            #"{"identifier": "a", "kind": "refresh", "shell": "sync; true", "earliestBeginDate": "+15m"}"#)
        #expect(job.timeBudget == .seconds(30))
        #expect(job.program.arguments == ["/bin/sh", "-c", "sync; true"])
        #expect(job.earliestBegin == .after(.seconds(900)))
    }

    @Test func `may spell two keys as Apple and others do`() throws {
        let job = try descriptor(
            """
            {"identifier": "a", "command": ["true"], "earliestBegin": "+1h", "requiresNetworkConnectivity": true}
            """)
        #expect(job.earliestBegin == .after(.seconds(3600)))
        #expect(job.requirements == [.network])
    }

    @Test(arguments: [
        #""gracePeriod": "0s""#, #""gracePeriod": "90s""#, #""schedule": {"every": "1s"}"#,
        #""schedule": {"every": "1d", "from": "grid"}"#, #""earliestBeginDate": "+0s""#,
        #""earliestBeginDate": "0000-01-01T00:00:00Z""#, #""earliestBeginDate": "9999-12-31T23:59:59Z""#,
        #""standardInput": "\u0000""#, #""title": """#, #""notes": "one\n\ttwo", "title": "Grüße 👩‍💻""#,
        #""environment": {}"#,
        #""environment": {"_": "", "a1": "é"}"#, #""timeBudget": "1ms""#, #""workingDirectory": "/""#,
    ])
    func `may go to the edge of each rule`(member: String) {
        #expect(refusal(ofMember: member) == "accepted")
    }

    @Test func `may be part of a message`() throws {
        let value: JSONValue = ["identifier": "a", "command": ["true"]]
        let job = try JobDescriptor(value: value)
        #expect(try descriptor(#"{"identifier": "a", "command": ["true"]}"#) == job)
    }
}

// B-21
@Suite struct `A descriptor that is refused` {
    @Test(arguments: [
        (#""timeBudgt": "15m""#, #"timeBudgt: unknown key; did you mean "timeBudget"?"#),
        (#""environment": {}, "enviroment": {}"#, #"enviroment: unknown key; did you mean "environment"?"#),
        (#""cron": "0 1 * * *""#, #"cron: this key stands inside "schedule"; move it there"#),
        (#""withLidClosed": true"#, #"withLidClosed: this key stands inside "keepAwake"; move it there"#),
        (#""retries": 3"#, #"retries: unknown key; write "retry": {"attempts": 5}"#),
        (#""requiresPower": true"#, #"requiresPower: unknown key; write "requiresExternalPower": true"#),
        (#""Work-Dir": "/x""#, #"Work-Dir: unknown key; write "workingDirectory": "/x""#),
        (#""gibberish": 3"#, #"gibberish: unknown key; remove it"#),
        (
            #""resources": {"memoryMax": "1.5 gib"}"#,
            #"resources.memoryMax: "1.5 gib" is no size; write "1536M""#
        ),
        (
            #""retry": 3"#,
            #"retry: found a number; write true, false, or an object such as {"initial": "1m", "attempts": 5}"#
        ),
        (
            #""retry": {}"#,
            #"retry: this asks for nothing; write true, false, or an object such as {"initial": "1m", "attempts": 5}, or remove the key"#
        ),
        (
            #""retry": {"attempts": 1}"#,
            "retry.attempts: the number is out of range; write a whole number from 2 to 1000"
        ),
        (
            #""retry": {"initial": "2h", "max": "1h"}"#,
            #"retry.max: this is shorter than the first wait, "2h"; write a longer one, or a shorter "initial""#
        ),
        (
            #""successExitCodes": []"#,
            "successExitCodes: the list is empty; write a code such as 3, or remove the key"
        ),
        (
            #""successExitCodes": [256]"#,
            "successExitCodes[0]: the number is out of range; write a whole number from 0 to 255"
        ),
        (
            #""successExitCodes": [3, 3]"#,
            "successExitCodes[1]: the list has this code already; remove one of them"
        ),
        (#""deferExitCodes": [0]"#, "deferExitCodes[0]: exit 0 is always a success; remove it"),
        (
            #""deferExitCodes": [3], "successExitCodes": [3]"#,
            #"deferExitCodes[0]: 3 is among "successExitCodes" too; remove it from one of them"#
        ),
        (#""Title": "t""#, #"Title: unknown key; did you mean "title"?"#),
        (
            #""timeBudget": "0s""#,
            #"timeBudget: 0s is not a budget; write a duration above zero such as "15m""#
        ),
        (
            #""timeBudget": "1h", "maxTimeBudget": "30m""#,
            #"maxTimeBudget: this is less than the 1h that a run has without asking; write at least "1h", or a shorter "timeBudget""#
        ),
        (#""accuracy": "2d""#, #"accuracy: 2d is too long; write at most "1d""#),
        (
            #""standardOutput": "backup.log""#,
            #"standardOutput: "backup.log" is not absolute; write an absolute path such as "/home/me/backup.log""#
        ),
        (
            #""standardOutput": {"path": "/x", "keep": 3}"#,
            #"standardOutput.keep: nothing says when the file is renamed; write "maxSize": "10M" or the like too, or remove it"#
        ),
        (
            #""standardError": {"maxSize": "1M"}"#,
            #"standardError.path: the key is missing; write an absolute path such as "/home/me/backup.log""#
        ),
        (
            #""standardOutput": "/x", "standardError": {"path": "/x", "maxSize": "1M"}"#,
            #"standardError: this is the file of "standardOutput", with another rule; write the same for both"#
        ),
        (#""keep": 3"#, #"keep: this key stands inside "standardOutput"; move it there"#),
        (#""watchdog": "9s""#, #"watchdog: 9s is too short; write at least "10s""#),
        (
            #""timeBudget": 600"#,
            #"timeBudget: found a number; write a duration above zero such as "15m""#
        ),
        (
            #""timeBudget": "15 mni""#,
            #"timeBudget: "15 mni" is no duration; write whole numbers with units, such as "90s", "15m", "1h30m" or "3d""#
        ),
        (#""gracePeriod": "91s""#, #"gracePeriod: 91s is too long; write at most "90s""#),
        (
            #""earliestBeginDate": "tomorrow""#,
            #"earliestBeginDate: "tomorrow" is no date; write RFC 3339 such as "2026-03-29T02:30:00+02:00", or "+15m""#
        ),
        (
            #""earliestBegin": "2026-02-30T00:00:00Z""#,
            #"earliestBegin: "2026-02-30T00:00:00Z" is no date; write RFC 3339 such as "2026-03-29T02:30:00+02:00", or "+15m""#
        ),
        (
            #""earliestBegin": "+1h", "earliestBeginDate": "+1h""#,
            #"earliestBeginDate: this is the same key as "earliestBegin"; remove one of them"#
        ),
        (
            #""requiresNetwork": true, "requiresNetworkConnectivity": false"#,
            #"requiresNetworkConnectivity: this is the same key as "requiresNetwork"; remove one of them"#
        ),
        (#""requiresExternalPower": 1"#, "requiresExternalPower: found a number; write true or false"),
        (
            #""kind": "continued""#,
            #"kind: "continued" is not known here; write one of "processing", "refresh", "service""#
        ),
        (
            #""onRequirementLost": "wait""#,
            #"onRequirementLost: "wait" is not known here; write one of "stop", "freeze", "finish""#
        ),
        (#""shell": "true""#, #"shell: "command" is given too; remove one of them"#),
        (
            #""environment": {"BGRUN_RUN": "1"}"#,
            "environment.BGRUN_RUN: names starting with BGRUN_ are set by the daemon; choose another name"
        ),
        (
            #""environment": {"A=B": "1"}"#,
            #"environment["A=B"]: this is no name of a variable; use letters, digits and "_", and no digit at the start, such as "LANG""#
        ),
        (
            #""environment": {"TOKEN": 12345678}"#,
            "environment.TOKEN: found a number; write a string"
        ),
        (
            #""workingDirectory": "~/src""#,
            #"workingDirectory: "~/src" is not absolute; write an absolute path such as "/home/me""#
        ),
        (
            #""title": "two\nlines""#,
            #"title: the title contains the control character "\u{a}"; write one line of plain text"#
        ),
        (
            #""title": "\u202egpj.exe""#,
            #"title: the title contains the control character "\u{202e}"; write one line of plain text"#
        ),
        (
            #""notes": "a\u001b[2J""#,
            #"notes: the notes contain the control character "\u{1b}"; write plain text"#
        ),
    ])
    func `is told where, what is wrong and what to write`(member: String, words: String) {
        #expect(refusal(ofMember: member) == words)
    }

    @Test(arguments: [
        ("[]", "found a list; write an object"),
        (
            #"{"identifier": "..", "command": ["true"]}"#,
            #"identifier: an identifier starts with a letter or a digit; write a name such as "org.example.backup""#
        ),
        (
            #"{"identifier": "a/b", "command": ["true"]}"#,
            #"identifier: an identifier is made of letters, digits, '.', '_' and '-'; write a name such as "org.example.backup""#
        ),
        (
            #"{"identifier": "a"}"#,
            #"command: the job has nothing to run; write "command": ["/usr/bin/apt-get", "update"] or "shell": "apt-get update", or name a service as "unit""#
        ),
        (
            #"{"identifier": "a", "command": []}"#,
            #"command: an empty command runs nothing; write the program and its arguments, such as ["/usr/bin/apt-get", "update"]"#
        ),
        (
            #"{"identifier": "a", "command": ["", "x"]}"#,
            #"command: an empty command runs nothing; write the program and its arguments, such as ["/usr/bin/apt-get", "update"]"#
        ),
        (
            #"{"identifier": "a", "command": ["echo", 1]}"#,
            #"command[1]: found a number; write a string"#
        ),
        (
            #"{"identifier": "a", "command": "true"}"#,
            #"command: found a string; write the program and its arguments, such as ["/usr/bin/apt-get", "update"]"#
        ),
        (
            #"{"identifier": "a", "shell": " \n"}"#,
            #"shell: an empty line runs nothing; write a line for /bin/sh such as "apt-get update""#
        ),
        (
            #"{"identifier": "a", "command": ["a\u0000b"]}"#,
            #"command[0]: the text contains a NUL character (\u0000), which ends it for the kernel; remove it"#
        ),
        (
            #"{"identifier": "a", "command": ["true"],}"#,
            "line 1, column 40: a comma stands after the last member; remove it"
        ),
    ])
    func `is told so for a whole text too`(text: String, words: String) {
        #expect(refusal(of: text) == words)
    }

    @Test func `hears of all mistakes at once`() {
        let text = """
            {"timeBudgt": "1m", "kind": 3, "gracePeriod": "2m", "schedule": {"evry": "6h", "from": 1},
             "environment": {"1A": "", "B": null, "C": "fine"}, "command": [1, true]}
            """
        #expect(
            refusal(of: text) == """
                timeBudgt: unknown key; did you mean "timeBudget"?
                kind: found a number; write one of "processing", "refresh", "service"
                gracePeriod: 2m is too long; write at most "90s"
                schedule.evry: unknown key; did you mean "every"?
                schedule.from: found a number; write "grid", "completion", or a local time such as "2026-12-01 09:00"
                environment.1A: this is no name of a variable; use letters, digits and "_", and no digit at \
                the start, such as "LANG"
                environment.B: found null; write a string
                command[0]: found a number; write a string
                command[1]: found true; write a string
                identifier: the key is missing; name the job, such as "identifier": "org.example.backup"
                """)
    }

    // B-18
    @Test func `never repeats a value of its environment`() {
        for value in [#"["hunter2"]"#, #"{"hunter2": 1}"#, #""hunter2\u0000""#] {
            let words = refusal(ofMember: #""environment": {"TOKEN": \#(value)}"#)
            #expect(words != "accepted" && !words.contains("hunter2"), "\(words)")
        }
    }

    @Test func `may ask for no more time than the policy grants`() throws {
        var policy = Policy()
        policy.maxTimeBudget = .seconds(300)
        let rules = DescriptorRules(policy: policy)
        let words = #"timeBudget: 3h is above the policy's limit; write at most "5m""#
        #expect(refusal(ofMember: #""timeBudget": "5m""#, rules: rules) == "accepted")
        #expect(refusal(ofMember: #""timeBudget": "3h""#, rules: rules) == words)
        #expect(
            refusal(ofMember: #""timeBudget": "5m", "maxTimeBudget": "6m""#, rules: rules)
                == #"maxTimeBudget: 6m is above the policy's limit; write at most "5m""#)
        #expect(
            refusal(ofMember: #""enabled": true"#, rules: rules) == words, "the default is a budget too")
        #expect(refusal(ofMember: #""timeBudget": "3h""#) == "accepted", "the store knows no policy")
    }
}
