// What a timer becomes whose service systemd goes on to start, and what is written down to undo it.
import BGRunImport
import BGRunJob
import Testing

// B-135
@Suite struct `A timer that is adopted` {
    private static func adopted(_ units: [String: String]) -> Imported {
        var imported = Imported()
        TimerReader.read("a.timer", as: .unit, specifiers: [:], in: nil, into: &imported) { unit in
            units[unit].map { .parts([ForeignSource(path: unit, text: $0)]) } ?? .nowhere
        }
        return imported
    }

    @Test func `starts its service as it is, waits for its conditions, and leaves the rest to systemd`() {
        let read = Self.adopted([
            "a.timer": "[Timer]\nOnCalendar=daily\nRandomizedDelaySec=1h\nPersistent=true\n",
            "a.service": """
            [Unit]
            Description=What a does
            ConditionACPower=true
            Wants=network-online.target
            [Service]
            Type=oneshot
            DynamicUser=yes
            RootDirectory=/srv
            Nice=19
            KillSignal=SIGINT
            TimeoutStopSec=20
            ExecStart=/bin/true
            """,
        ])
        #expect(
            read.lines == [
                #"{"identifier":"local.systemd.a","title":"What a does","unit":"a.service","schedule":{"calendar":"daily"},"randomDelay":"1h","requiresExternalPower":true,"requiresNetwork":true,"gracePeriod":"22s","onRequirementLost":"finish"}"#
            ], "\(read.lines)")
        #expect(
            read.jobs.first?["notes"]
                == "In the place of a.timer of systemd: bgrun release a.timer gives it back.")
        #expect(
            read.changes == [
                "changed 3: the job waits for it, where systemd looks once and skips the run; one that has begun goes on without it",
                "changed 4: the job waits for a network each time, where systemd does so at the boot alone",
                "changed 0: it is stopped after 3 h in which the machine was awake, and started again after a rest",
            ], "\(read.changes)")
    }

    @Test(arguments: [
        ("", "", #","gracePeriod":"90s"}"#),
        (
            "TimeoutStopSec=5min",
            "changed 4: a run that is stopped is over 90s later at most, and systemd goes on stopping its service",
            #","gracePeriod":"90s"}"#
        ),
        ("TimeoutStartSec=10min", "", #","gracePeriod":"90s"}"#),
        ("TimeoutStartSec=1d", "", #","timeBudget":"1441m","gracePeriod":"90s"}"#),
    ]) func `has the time that systemd gives it`(line: String, change: String, end: String) {
        let read = Self.adopted([
            "a.timer": "[Timer]\nOnCalendar=daily\nPersistent=true\n",
            "a.service": "[Service]\nType=oneshot\nExecStart=/bin/true\n\(line)\n",
        ])
        #expect(read.lines.first?.hasSuffix(end) == true, "\(read.lines)")
        if !change.isEmpty { #expect(read.changes.contains(change), "\(read.changes)") }
    }

    @Test(arguments: [
        ("TimeoutStopSec=88s", "90s", false), ("TimeoutStopSec=90s", "90s", false),
        ("TimeoutStopSec=91s", "90s", true), ("TimeoutStopSec=infinity", "90s", true),
        ("TimeoutStopSec=0", "90s", true), ("TimeoutStopSec=20\nKillMode=none", "22s", true),
        ("TimeoutSec=20\nSendSIGKILL=no", "22s", true), ("KillMode=process\nSendSIGKILL=yes", "90s", false),
    ]) func `is left to systemd where it has longer than a run, or nothing kills it`(
        lines: String, grace: String, isLeft: Bool
    ) {
        let read = Self.adopted([
            "a.timer": "[Timer]\nOnCalendar=daily\nPersistent=true\n",
            "a.service": "[Service]\nExecStart=/bin/true\nRuntimeMaxSec=1h\n\(lines)\n",
        ])
        #expect(read.jobs.first?["gracePeriod"] == .string(grace))
        let line = 3 + lines.split(separator: "\n").count
        #expect(
            read.changes
                == (isLeft
                    ? [
                        "changed \(line): a run that is stopped is over \(grace) later at most, and systemd goes on stopping its service"
                    ] : []))
    }

    @Test func `waits for no condition that would say something else here`() {
        let read = Self.adopted([
            "a.timer": "[Timer]\nOnCalendar=daily\nPersistent=true\n",
            "a.service": """
            [Unit]
            ConditionDirectoryNotEmpty=!/var/spool/x
            ConditionACPower=|true
            ConditionVirtualization=|no
            [Service]
            ExecStart=/bin/true
            """,
        ])
        #expect(read.lines.first?.contains("requires") == false, "\(read.lines)")
        #expect(read.places(.notKept) == [2, 3])
    }

    @Test func `has systemd see to other units, to mounts and to what a condition says of a path`() {
        let read = Self.adopted([
            "a.timer": "[Timer]\nOnCalendar=daily\nPersistent=true\n",
            "a.service": """
            [Unit]
            Requires=mnt.mount b.service
            BindsTo=c.device
            RequiresMountsFor=/mnt/x
            Conflicts=d.service
            ConditionFileNotEmpty=/etc/a
            [Service]
            Type=oneshot
            TimeoutStartSec=1h
            RemainAfterExit=yes
            StandardInput=tty
            ExecStart=/bin/true
            """,
        ])
        #expect(read.lines.first?.contains(#""requires":{"pathExists":"/etc/a"}"#) == true, "\(read.lines)")
        #expect(
            read.changes == [
                "changed 6: the job waits until it exists; whether it is a file that is not empty, systemd looks at when it starts the service; a run that has begun goes on without it"
            ], "\(read.changes)")
    }

    @Test func `is refused where systemd lets nobody start its service, or nobody knows which it is`() {
        let manual = Self.adopted([
            "a.timer": "[Timer]\nOnCalendar=daily\n",
            "a.service": "[Unit]\nRefuseManualStart=yes\n[Service]\nExecStart=/bin/true\n",
        ])
        #expect(manual.jobs.isEmpty && manual.changes.contains("refused 2: systemd lets no job start it"))
        let unknown = Self.adopted([
            "a.timer": "[Timer]\nOnCalendar=daily\nUnit=b-%v.service\n",
            "a.service": "[Service]\nExecStart=/bin/true\n",
        ])
        #expect(unknown.jobs.isEmpty && unknown.refusals.count == 1)
    }

    @Test func `is refused where it starts no service`() {
        let read = Self.adopted(["a.timer": "[Timer]\nOnCalendar=daily\nUnit=a.target\n"])
        #expect(read.jobs.isEmpty && read.changes.contains { $0.contains("which is no service") })
        #expect(Self.adopted([:]).refusals.count == 1)
    }

    @Test(arguments: [
        ("enabled", true, AdoptedTimer.Way.disabled), ("enabled-runtime", true, .disabledAtRuntime),
        ("disabled", true, .stopped), ("disabled", false, .untouched), ("static", true, .masked),
        ("indirect", false, .masked), ("generated", true, .masked), ("linked", true, nil),
        ("masked", false, nil), ("transient", true, nil), ("", false, nil),
    ]) func `is switched off in the way in which it is on`(
        file: String, isActive: Bool, way: AdoptedTimer.Way?
    ) {
        let standing = TimerStanding(
            shown:
                "UnitFileState=\(file)\nActiveState=\(isActive ? "active" : "inactive")\nLoadState=loaded\n")
        #expect(standing.way == way && standing.load == "loaded" && standing.isActive == isActive)
    }

    @Test func `is undone by what was written down`() throws {
        let job = try #require(JobIdentifier("local.systemd.a"))
        let link = AdoptedTimer.Link(path: "/etc/systemd/system/timers.target.wants/a.timer", target: "/x")
        var calls: [String] = []
        for way in AdoptedTimer.Way.allCases {
            for (wasActive, links) in [(true, [link]), (false, [])] {
                let timer = AdoptedTimer(
                    timer: "a.timer", job: job, switchedOff: way, wasActive: wasActive, links: links)
                #expect(AdoptedTimer(json: timer.json.bytes()) == timer)
                calls.append(
                    "\(timer.switchingOff.joined(separator: " ")) | \(timer.switchingOn.map { $0.joined(separator: " ") }.joined(separator: ", "))"
                )
            }
        }
        #expect(
            calls == [
                "disable --now -- a.timer | daemon-reload, start -- a.timer",
                "disable --now -- a.timer | enable -- a.timer",
                "disable --runtime --now -- a.timer | daemon-reload, start -- a.timer",
                "disable --runtime --now -- a.timer | enable --runtime -- a.timer",
                "mask --now -- a.timer | unmask -- a.timer, start -- a.timer",
                "mask --now -- a.timer | unmask -- a.timer",
                "stop -- a.timer | start -- a.timer", "stop -- a.timer | ", " | start -- a.timer", " | ",
            ], "\(calls)")
    }

    @Test(arguments: [
        "", "[]", "{}", #"{"timer": "a.timer"}"#,
        #"{"timer": "../a.timer", "job": "a", "switchedOff": "masked", "wasActive": true, "links": []}"#,
        #"{"timer": "a.timer", "job": "a/b", "switchedOff": "masked", "wasActive": true, "links": []}"#,
        #"{"timer": "a.timer", "job": "a", "switchedOff": "burnt", "wasActive": true, "links": []}"#,
        #"{"timer": "a.timer", "job": "a", "switchedOff": "masked", "wasActive": 1, "links": []}"#,
        #"{"timer": "a.timer", "job": "a", "switchedOff": "masked", "wasActive": true, "links": [{"path": 1}]}"#,
    ]) func `is not undone by anything else`(text: String) {
        #expect(AdoptedTimer(json: Array(text.utf8)) == nil)
    }
}
