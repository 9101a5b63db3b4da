// What becomes of systemd's timers and their services: times, conditions, commands, drop-ins, and what confines.
import BGRunTestSupport
import Testing

@testable import BGRunImport

// B-131
@Suite struct `A timer that is imported` {
    private static let service = "[Service]\nType=oneshot\nExecStart=/bin/true\n"

    private func timer(_ text: String, _ service: String = service) -> Imported {
        .timer(["a.timer": "[Timer]\n\(text)", "a.service": service])
    }

    @Test func `is one job with its service, which waits for what systemd looks at once`() {
        // As apt has it, in short.
        let read = Imported.timer(
            "apt-daily.timer",
            [
                "apt-daily.timer": """
                [Unit]
                Description=Daily apt download activities

                [Timer]
                OnCalendar=*-*-* 6,18:00
                RandomizedDelaySec=12h
                Persistent=true

                [Install]
                WantedBy=timers.target
                """,
                "apt-daily.service": """
                [Unit]
                Description=Daily apt download activities
                Documentation=man:apt(8)
                ConditionACPower=true
                After=network.target network-online.target systemd-networkd.service

                [Service]
                Type=oneshot
                ExecStartPre=-/usr/lib/apt/apt-helper wait-online
                ExecStart=/usr/lib/apt/apt.systemd.daily update
                """,
            ])
        #expect(
            read.lines == [
                #"{"identifier":"local.systemd.apt-daily","title":"Daily apt download activities","shell":"{ /usr/lib/apt/apt-helper wait-online || :; } && /usr/lib/apt/apt.systemd.daily update","workingDirectory":"/","schedule":{"calendar":"*-*-* 6,18:00"},"randomDelay":"12h","requiresExternalPower":true,"requiresNetwork":true,"gracePeriod":"90s","onRequirementLost":"finish"}"#
            ])
        #expect(
            read.changes == [
                "changed 4: the job waits for it, where systemd looks once and skips the run; one that has begun goes on without it",
                "changed 5: the job waits for a network each time, where systemd does so at the boot alone",
                "changed 9: a line for the shell goes on where a command with \"-\" fails",
                "changed 10: a line for the shell runs its commands one after the other, as long as each succeeds",
                "changed 0: a run has 3 h, and goes on after a rest when it has used them up",
                "changed 0: it has background priority: nice 10, and the idle class of the disk",
            ])
    }

    @Test(arguments: [
        (
            "OnCalendar=Mon 03:00\nOnCalendar=daily\nPersistent=yes",
            #"[{"calendar":"Mon 03:00"},{"calendar":"daily"}]"#
        ),
        ("OnCalendar=daily\nOnCalendar=\nOnCalendar=weekly", #"{"calendar":"weekly"}"#),
        ("OnBootSec=15min\nOnUnitActiveSec=1d", #"[{"event":"boot","delay":"15m"},{"every":"1d"}]"#),
        ("OnUnitInactiveSec=1h 30min", #"{"every":"90m","from":"completion"}"#),
        ("OnUnitInactiveSec=0", #"{"every":"1s","from":"completion"}"#),
        ("OnCalendar=daily\nOnBootSec=\nOnBootSec=10min", #"{"event":"boot","delay":"10m"}"#),
        ("OnCalendar=*-*-* 0%%5:00\nOnCalendar=\nOnCalendar=weekly", #"{"calendar":"weekly"}"#),
        ("OnUnitActiveSec=500ms", #"{"every":"1s"}"#),
        ("OnActiveSec=1.5h", #"{"event":"boot","delay":"90m"}"#),
        ("OnUnitActiveSec=1w", #"{"every":"7d"}"#),
        ("OnCalendar=bogus\nOnBootSec=15min", #"{"event":"boot","delay":"15m"}"#),
        ("OnBootSec=infinity\nOnCalendar=%Z\nOnCalendar=daily\nUnit=nonsense", #"{"calendar":"daily"}"#),
        ("OnCalendar=daily\nAccuracySec=infinity", #"{"calendar":"daily"},"accuracy":"1d""#),
    ])
    func `is due as it says`(_ text: String, _ schedule: String) {
        let read = timer(text)
        #expect(
            read.lines.first?.contains("\"schedule\":\(schedule)") == true, "\(read.lines) \(read.changes)")
    }

    @Test func `keeps its delays, its accuracy and its alarm clock`() {
        let read = timer(
            "OnCalendar=daily\nRandomizedDelaySec=6000\nFixedRandomDelay=true\nAccuracySec=1h\nWakeSystem=true\nPersistent=1"
        )
        #expect(
            read.lines.first?.contains(#""fixedDelay":"100m","accuracy":"1h","wakeSystem":"always""#) == true)
        #expect(timer("OnCalendar=daily\nAccuracySec=10ms").jobs.first?["accuracy"] == nil)
        // Here too the machine may have been off.
        #expect(timer("OnCalendar=daily").places(.changed).contains(2))
    }

    @Test func `waits for each condition that there is here, in all forms that systemd has`() {
        let read = timer(
            "OnCalendar=daily\n",
            """
            [Unit]
            ConditionACPower=false
            ConditionPathExists=/a
            ConditionPathExists=!/b
            AssertPathIsMountPoint=/mnt
            ConditionPathExists=|/c
            ConditionPathExists=|!/d
            ConditionVirtualization=!container
            [Service]
            ExecStart=/bin/true
            """)
        #expect(
            read.lines.first?.contains(
                #""requires":{"pathExists":"/a","mounted":"/mnt","anyOf":[{"pathExists":"/c"},{"not":{"pathExists":"/d"}}],"not":{"anyOf":[{"externalPower":true},{"pathExists":"/b"}]}}"#
            ) == true, "\(read.lines)")
        #expect(read.places(.notKept) == [8])
    }

    @Test func `runs its commands as systemd does`() {
        func program(_ text: String) -> String {
            let read = timer("OnCalendar=daily\n", "[Service]\nType=oneshot\n\(text)\n")
            guard let job = read.jobs.first else { return read.changes.joined() }
            if case .string(let line)? = job["shell"] { return line }
            return job["command"]?.text() ?? ""
        }
        #expect(
            program(#"ExecStart=/bin/sh -c 'a "b"  c' \x41 "d e" \"# + "\n # a comment\n  f")
                == #"["/bin/sh","-c","a \"b\"  c","A","d e","f"]"#)
        #expect(
            program("ExecStart=/bin/echo $$HOME 100%% %n %p")
                == #"["/bin/echo","$HOME","100%","a.service","a"]"#)
        #expect(program("ExecStart=/bin/echo ${A}b $C a$C") == #"set -f; exec /bin/echo "${A}"b $C 'a$C'"#)
        // As systemd.service(5) has it, where the values are known.
        #expect(
            program(
                #"Environment="ONE=one" "TWO='two two' too" THREE=\nExecStart=/bin/echo $ONE $TWO ${THREE} ${TWO}"#
                    .replacing("\\n", with: "\n"))
                == #"["/bin/echo","one","two two","too","","'two two' too"]"#)
        #expect(
            program(#"ExecStart=-/bin/a ; /bin/b \; ";" ';' c;"#)
                == "{ /bin/a || :; } && /bin/b ';' ';' ';' 'c;'")
        #expect(program("ExecStart=@/bin/a name x") == #"["/bin/a","x"]"#)
        #expect(program("ExecStart=:/bin/a ${X}") == #"["/bin/a","${X}"]"#)
        #expect(program("ExecCondition=/bin/c\nExecStart=/bin/a") == "{ /bin/c || exit 0; } && /bin/a")
        #expect(program("ExecStart=/old\nExecStart=\nExecStart=/new") == #"["/new"]"#)
        #expect(program("ExecStart=/bin/a 'b").contains("a quotation mark in it has no end"))
        #expect(program("ExecStart=/bin/a %Z").contains("systemd knows no %Z, and starts no such service"))
        #expect(program("WorkingDirectory=/").contains("it has no ExecStart="))
    }

    @Test func `keeps rights, places, limits and ends`() {
        let read = timer(
            "OnCalendar=daily\nPersistent=true\n",
            """
            [Unit]
            OnFailure=mail@%n.service
            [Service]
            Type=oneshot
            ExecStart=/bin/true
            User=postgres
            Group=root
            WorkingDirectory=%h
            Environment=A=1 "B=two words"
            EnvironmentFile=-/etc/default/a
            EnvironmentFile=/etc/default/b
            StandardOutput=append:/var/log/a
            LoadCredential=key:/etc/key
            UMask=0027
            NoNewPrivileges=yes
            Nice=19
            IOSchedulingClass=idle
            MemoryMax=500M
            TasksMax=infinity
            TimeoutStartSec=2h
            TimeoutStopSec=5min
            KillSignal=SIGINT
            SuccessExitStatus=2 DATAERR
            Restart=on-failure
            RestartSec=1min
            """)
        #expect(
            read.lines == [
                #"{"identifier":"local.systemd.a","command":["/bin/true"],"environment":{"A":"1","B":"two words"},"environmentFile":"-/etc/default/a","credentials":{"key":"/etc/key"},"user":"postgres","workingDirectory":"/root","umask":"0027","standardOutput":"/var/log/a","standardError":"/var/log/a","schedule":{"calendar":"daily"},"timeBudget":"2h","gracePeriod":"90s","stopSignal":"INT","successExitCodes":[2,65],"retry":{"initial":"1m","factor":2,"max":"5h","attempts":10},"onFailure":["/usr/bin/systemctl","start","--no-block","mail@a.service.service"],"resources":{"nice":19,"ioClass":"idle","memoryMax":"500M"},"noNewPrivileges":true}"#
            ])
        #expect(read.places(.notKept) == [11])
    }

    /// Of each setting something is said at each of these values, whether it takes it or not.
    private static let values = [
        "0", "yes", "no", "100ms", "infinity", "/x", "x.service", "network-online.target", "append:/x",
        "null", "always", "oneshot",
        "0027", "nonsense",
    ]

    /// Settings that the manual of systemd 252 describes (Settings/from-manual), and of those that nothing is said of at some value.
    private func untold() throws -> [String] {
        var (section, untold) = ("", [String]())
        for line in try Repository.text("Tests/BGRunImportTests/Settings/systemd-252").split(separator: "\n")
        {
            if line.hasPrefix("#") {
                let page = line.dropFirst("# systemd.".count).prefix { $0 != "(" }
                section = ["timer": "Timer", "unit": "Unit"][page, default: "Service"]
                continue
            }
            let place = SettingFate.of(section, String(line)) == nil ? "Install" : section
            let fate = SettingFate.of(place, String(line))
            let silent = Self.values.filter { value in
                let setting = "[\(place)]\n\(line)=\(value)\n"
                let isOfTimer = place == "Timer" || place == "Install"
                let read = timer(
                    "[Timer]\nOnCalendar=daily\n" + (isOfTimer ? setting : ""),
                    "[Service]\nType=simple\nRestart=on-failure\nExecStart=/bin/true\n"
                        + (isOfTimer ? "" : setting))
                return read.refusals.isEmpty
                    && !read.remarks.contains {
                        $0.text.contains(" \(line)=\(value)") || $0.text.contains("(\(line))")
                    }
            }
            if fate == nil || !silent.isEmpty {
                untold.append("\(line): \(fate.map { "\($0)" } ?? "no place") \(silent)")
            }
        }
        return untold
    }

    @Test func `has a word for each setting, and tells of what confines its service in one line`() throws {
        let (keys, untold) = (
            SettingFate.rows.flatMap { row in row.keys.map { "\(row.section) \($0)" } }, try untold()
        )
        #expect(Set(keys).count == keys.count && untold.isEmpty, "\(untold.joined(separator: "\n"))")
        let read = timer(
            "OnCalendar=daily\nPersistent=true\n",
            "[Service]\nExecStart=/bin/true\nProtectSystem=strict\nPrivateTmp=yes\nPrivateDevices=no\nStateDirectory=a\nNonsense=1\nLimitNOFILE=5\n"
        )
        #expect(
            read.changes.filter { $0.hasPrefix("not kept") } == [
                "not kept 3: nothing confines the job (ProtectSystem, PrivateTmp)",
                "not kept 6: the directory is not made, and its variable not set",
                "not kept 7: \(SettingFate.unknown)", "not kept 8: bgrun sets no such limit",
            ])
    }

    @Test func `takes drop-ins, and instances of templates`() {
        let read = Imported.timer(
            "pg@15-main.timer",
            [
                "pg@15-main.timer": "[Timer]\nOnCalendar=weekly\n",
                "pg@15-main.timer/local.conf":
                    "[Timer]\nOnCalendar=\nOnCalendar=daily\nUnit=dump@%i.service\n",
                "dump@15-main.service": "[Service]\nExecStart=/bin/dump %i %I %j\n",
            ])
        #expect(
            read.lines == [
                #"{"identifier":"local.systemd.pg@15-main","command":["/bin/dump","15-main","15/main","dump"],"workingDirectory":"/","schedule":{"calendar":"daily"},"gracePeriod":"90s"}"#
            ])
    }

    @Test(arguments: [
        ("a.timer", ["a.timer": ""], "a.timer is masked"),
        ("a.timer", [:], "there is no file of a.timer"),
        (
            "a@.timer", ["a@.timer": "[Timer]\nOnCalendar=daily"],
            "this is a template, which says nothing by itself"
        ),
        ("a.timer", ["a.timer": "[Timer]\nOnCalendar=daily"], "there is no file of a.service"),
        (
            "a.timer", ["a.timer": "[Timer]\nOnCalendar=daily\nUnit=b.target"],
            "it starts b.target, which is no service"
        ),
        ("a.timer", ["a.timer": "[Timer]\n", "a.service": service], "nothing says when it is due"),
        (
            "a.timer", ["a.timer": "[Timer]\nOnActiveSec=infinity\n", "a.service": service],
            "that never comes, and nothing says when it is due"
        ),
        (
            "a.timer", ["a.timer": "[Timer]\nOnCalendar=daily", "a.service": service + "DynamicUser=yes"],
            "the job would have root's rights in place of a user made for it"
        ),
        (
            "a.timer", ["a.timer": "[Timer]\nOnCalendar=daily", "a.service": service + "RootDirectory=/x"],
            "bgrun runs a job in no other root"
        ),
    ])
    func `is refused for a reason`(_ name: String, _ units: [String: String], _ reason: String) {
        let read = Imported.timer(name, units)
        #expect(read.jobs.isEmpty)
        #expect(read.refusals.map(\.reason) == [reason])
    }

    @Test func `is told to lie beside its timer where it is a service that is missing`() {
        func advice(_ units: [String: String]) -> String? { Imported.timer(units).refusals.first?.advice }
        #expect(advice([:]) == "check its name, or name the file with its directory")
        #expect(
            advice(["a.timer": "[Timer]\nOnCalendar=daily"])
                == "put it beside the timer, or name another one there by Unit=")
    }

    @Test(arguments: [
        ("", "90s", Remark.Verdict.kept), ("TimeoutStopSec=nonsense", "90s", .kept),
        ("TimeoutStopSec=20", "20s", .kept), ("TimeoutSec=90", "90s", .kept),
        ("TimeoutStopSec=91", "90s", .changed), ("TimeoutStopSec=0", "90s", .changed),
        ("TimeoutSec=infinity", "90s", .changed),
    ])
    func `has as long to end as systemd gives it`(line: String, grace: String, verdict: Remark.Verdict) {
        let read = timer("OnCalendar=daily\n", Self.service + line)
        #expect(read.jobs.first?["gracePeriod"] == .string(grace))
        let remarks = read.remarks.filter {
            $0.reason.contains("gracePeriod") || $0.reason.contains("a grace period is 90 s at most")
        }
        #expect(remarks.map(\.verdict) == [verdict], "\(read.remarks)")
    }
}
