// What becomes of a service's word about other units, conditions, and what it reads and writes.
import BGRunImport
import Testing

// B-131
@Suite struct `A service that is imported` {
    /// - Parameters:
    ///   - unit: Lines of `[Unit]`, of which the first is line 2.
    ///   - service: Lines of `[Service]` behind its command.
    private func read(_ unit: String = "", _ service: String = "", mounts: [String] = []) -> Imported {
        let head =
            "[Service]\nType=oneshot\nTimeoutStartSec=1h\nNice=10\nIOSchedulingClass=2\nExecStart=/bin/true"
        let units = [
            "a.timer": "[Timer]\nOnCalendar=daily\nPersistent=true\n",
            "a.service": "[Unit]\n\(unit)\n\(head)\n\(service)\n",
        ]
        return .timer(units.merging(mounts.map { ($0, "[Mount]\n") }) { $1 })
    }

    /// What is said beside what each job has, without its lines.
    private func reasons(_ unit: String, _ service: String = "") -> [String] {
        read(unit, service).remarks.filter {
            $0.verdict != .kept && !$0.reason.contains("only time in which")
        }
        .map { "\($0.verdict.rawValue): \($0.reason)" }
    }

    @Test(arguments: ["Requires", "BindsTo", "Requisite"])
    func `waits for the mounts that it needs`(key: String) {
        let read = read("\(key)=-.mount mnt-my\\x2ddisk.mount srv.mount local-fs.target".without(target: key))
        #expect(
            read.lines.first?.contains(#""requires":{"mounted":["/mnt/my-disk","/srv"]}"#) == true,
            "\(read.lines)")
        #expect(read.places(.notKept) == [])
        let others = key == "Requisite" ? "fails the run" : "mounts it"
        #expect(
            read.changes.contains("changed 2: the job waits until it is mounted, where systemd \(others)"))
    }

    @Test func `waits for no mount that it only wants`() {
        let lines = "Wants=mnt.mount\nWantsMountsFor=/mnt/x\n"
        let read = read(lines, mounts: ["mnt.mount"])
        #expect(read.jobs.first?["requires"] == nil)
        #expect(read.places(.notKept) == [2, 3])
    }

    @Test(arguments: [
        "Requires", "Requisite", "BindsTo", "Wants", "Conflicts", "PartOf", "After", "RequiresMountsFor",
        "WantsMountsFor",
    ])
    func `is not rid of other units by an empty value`(key: String) {
        let value =
            switch key {
            case "After": "network-online.target"
            case "RequiresMountsFor", "WantsMountsFor": "/mnt"
            case _: "b.service"
            }
        var units = [
            "a.timer": "[Timer]\nOnCalendar=daily\nPersistent=true\n",
            "a.service": "[Unit]\n\(key)=\(value)\n[Service]\nExecStart=/bin/true\n",
            "mnt.mount": "[Mount]\n",
        ]
        let whole = Imported.timer(units)
        units["a.service/b.conf"] = "[Unit]\n\(key)=\n"
        #expect(
            Imported.timer(units).changes == whole.changes && whole.changes.contains { $0.contains(" 2: ") })
        #expect(Imported.timer(units).lines == whole.lines)
    }

    @Test(arguments: [
        (#""/mnt/my disk""#, ["/mnt/my disk"]), (#"/mnt/my\ disk"#, ["/mnt/my disk"]),
        (#"'/srv' /mnt/my" "disk"#, ["/srv", "/mnt/my disk"]), (#"/srv "/mnt/my disk"#, ["/srv"]),
        ("/srv/../mnt /srv", ["/srv"]),
    ])
    func `has paths in quotation marks`(value: String, places: [String]) {
        let read = read(
            "RequiresMountsFor=\(value)", mounts: ["mnt-my\\x20disk.mount", "srv.mount"])
        let mounted = read.remarks.contains { $0.reason.contains("until it is mounted") }
        #expect(mounted)
        let wanted = places.map { "\"\($0)\"" }.joined(separator: ",")
        #expect(
            read.lines.first?.contains(
                places.count == 1 ? "\"mounted\":\(wanted)}" : "\"mounted\":[\(wanted)]}") == true,
            "\(read.lines)")
    }

    @Test func `waits for the mounts that lead to its paths, where there are such`() {
        let line = "RequiresMountsFor=/mnt/my-disk/.x/%p /var/log"
        let read = read(line, mounts: ["mnt-my\\x2ddisk.mount", "mnt-my\\x2ddisk-.x-a.mount", "srv.mount"])
        #expect(
            read.lines.first?.contains(#""requires":{"mounted":["/mnt/my-disk","/mnt/my-disk/.x/a"]}"#)
                == true, "\(read.lines)")
        #expect(
            reasons(line) == ["not kept: no mount unit leads there, so that the job waits for no mount"])
    }

    // Each says what becomes of it, in the words of the first remark that is not of all services.
    @Test(arguments: [
        ("Wants=b.service", "", "not kept: bgrun starts no other units for a job"),
        ("Wants=b.timer", "", "not kept: bgrun starts no other units for a job"),
        ("Requires=b.service local-fs.target", "", "not kept: bgrun starts no other units for a job"),
        ("Requisite=b.service", "", "not kept: the job does not wait for it to be active"),
        (
            "BindsTo=b.service", "",
            "not kept: bgrun starts no other units for a job, and a run goes on when they stop"
        ),
        (#"BindsTo=dev-disk-by\x2duuid-1.device"#, "", "not kept: the job does not wait for the device"),
        ("Conflicts=b.service shutdown.target", "", "not kept: bgrun stops no other units for a job"),
        ("PartOf=b.service", "", "not kept: a run goes on when it is stopped"),
        (
            "After=d.service c.mount\nBefore=c.service\nWants=d.target\nRequires=e.target\nConflicts=shutdown.target\nBindsTo=a.timer\nPartOf=a.timer",
            "", ""
        ),
        ("", "LimitCORE=0", "not kept: bgrun sets no such limit"),
        ("", "CPUAffinity=0", "not kept: the nice value says who goes first"),
        ("", "PermissionsStartOnly=0", ""), ("", "ProtectSystem=0", ""), ("", "CPUAffinity=", ""),
        ("", "RuntimeMaxSec=1h", "not kept: systemd passes over it in a service of type oneshot"),
        ("", "ExecStart=~/bin/x", "refused: systemd takes a program by its name or its whole path"),
        (
            "", "Type=simple\nExecStart=/bin/b",
            "refused: systemd starts no service with several ExecStart= that is not of type oneshot"
        ),
        (
            "", "IOSchedulingClass=\nMemoryMax=1G",
            "changed: it has background priority: the idle class of the disk"
        ),
        ("ConditionVirtualization=no", "", "not kept: bgrun does not look at it"),
        ("ConditionACPower=true\nConditionPathExists=", "", ""),
        (
            "OnFailure=b.service\nOnFailure=c.service", "",
            "changed: a hook starts it, which does not find what systemd sets there"
        ),
        ("", "StandardOutput=append:/dev/null", "changed: bgrun logs has it"),
        (
            "", "StandardOutput=append:/srv/a\nStandardError=inherit",
            ""
        ),
        ("", "WorkingDirectory=-~", ""),
        ("", "UMask=bad", "not kept: this is no mask, and systemd passes over it"),
        ("", "EnvironmentFile=/etc/default/*", "not kept: a job has one file of variables, by its name"),
        (
            "", "User=nobody\nEnvironmentFile=/etc/default/a",
            "changed: the run's user reads it, where systemd does so with root's rights"
        ),
        (
            "", "ExecStart=\nExecStart=@/bin/sh -x -c true",
            "changed: the program sees its path as its own name, and not the word behind it"
        ),
        (
            "AssertPathExists=/a", "",
            "changed: the job waits for it, where systemd looks once and fails the run; one that has begun goes on without it"
        ),
        (
            "After=b.service c.service", "",
            "not kept: a timer of its name starts that one too, and the two may run at once"
        ),
        ("After=c.service a.service b.timer", "", ""),
        ("", "CapabilityBoundingSet=", "not kept: nothing confines the job (CapabilityBoundingSet)"),
        ("", "PrivateTmp=yes\nPrivateTmp=no\nSystemCallFilter=@swap\nSystemCallFilter=", ""),
        ("", "PrivateTmp=yes\nPrivateTmp=disconnected", "not kept: nothing confines the job (PrivateTmp)"),
        ("", "SendSIGHUP=yes", "not kept: a run that has to end gets its stop signal, and no other with it"),
        (
            "", "FinalKillSignal=SIGUSR1",
            "not kept: what has not ended when its grace period is over is killed"
        ),
        ("", "FinalKillSignal=SIGKILL\nKillMode=control-group\nSendSIGKILL=yes", ""),
        (
            "", "SyslogIdentifier=a\nLogLevelMax=0\nLogRateLimitBurst=0",
            "not kept: all that a run writes is kept as it is\nnot kept: all that a run writes is kept as it is"
        ),
        ("", "SupplementaryGroups=0", "not kept: a run has all groups of its user, and no more"),
        ("", "CapabilityBoundingSet=no", "not kept: nothing confines the job (CapabilityBoundingSet)"),
        ("", "KillMode=nonsense", "not kept: systemd passes over such a value"),
        (
            "ConditionACPower=maybe", "",
            "not kept: systemd can't read the value, and takes it for one that does not hold"
        ),
        (
            "", "DynamicUser=maybe",
            "refused: this says neither yes nor no, and systemd starts no such service"
        ),
        ("", "ExecStartPre=%i", "refused: it names no program, and systemd starts no such service"),
        (
            "", "ExecStart=/bin/b\nExecStart=-/bin/c",
            "changed: a line for the shell runs its commands one after the other, as long as each succeeds\nchanged: a line for the shell goes on where a command with \"-\" fails"
        ),
        ("", "ExecStartPre=bin/a", "refused: systemd takes a program by its name or its whole path"),
        ("", "PIDFile=/run/a", "not kept: a run is all of its processes, and each may say how it is"),
        ("", "StateDirectoryMode=0700", "not kept: the directory is not made, and its variable not set"),
        (
            "", "Restart=on-failure\nRestartSec=100ms",
            "changed: a failure is tried again, later each time, ten times at most\nchanged: a failure is tried again after 1 s at the soonest"
        ),
        (
            "", "Type=exec\nTimeoutStartSec=\nRuntimeMaxSec=1h\nExecStartPost=/bin/b",
            "changed: a line for the shell runs its commands one after the other, as long as each succeeds\nchanged: it is run behind the main command, where systemd runs it as soon as that has been started"
        ),
        ("ConditionPathExists=a", "", "not kept: systemd passes over such a value"),
        ("", "EnvironmentFile=a", "not kept: systemd passes over such a value"),
        ("", "NoNewPrivileges=maybe", "not kept: systemd passes over such a value"),
        ("", "Environment=A=%b", "refused: %b: the identifier of a boot is another one after each"),
        ("", "Environment=A=%S", "refused: %S: systemd 254 and later have another directory there"),
        ("", "Environment=A=%Z", "not kept: systemd knows no %Z, and passes over the line"),
        (
            "", "Environment=A=%v,%%o",
            "changed: %v is written out as it is now (6.1.0), where systemd reads it anew"
        ),
        ("", "Environment=A=50%,%-", ""),
        (
            "", "ExecStart=\nExecStart=/bin/a %d/key",
            "refused: %d: the directory of credentials is known to the run alone"
        ),
        (
            "", "LoadCredential=key:/k\nExecStart=\nExecStart=/bin/a %d/key",
            "changed: a line for the shell has the variables that there are when it runs"
        ),
    ])
    func `drops nothing in silence, and says nothing of what asks for nothing`(
        unit: String, service: String, remark: String
    ) {
        let read = read(unit, service, mounts: ["b.timer"])
        let said = read.remarks.filter { $0.verdict != .kept && !$0.reason.contains("only time in which") }
        #expect(
            said.map { "\($0.verdict.rawValue): \($0.reason)" }
                == remark.split(separator: "\n").map(String.init))
    }

    @Test func `has the codes of each of its main commands`() {
        let several = "SuccessExitStatus=3 4\nExecStartPre=/bin/pre\nExecStart=/bin/b"
        let read = read("", several)
        #expect(
            read.jobs.first?["shell"]
                == "{ /bin/pre || exit 1; } && { /bin/true || case $? in 3|4) ;; *) exit $?;; esac; } && /bin/b"
        )
        #expect(self.read("", "SuccessExitStatus=3").jobs.first?["command"] == ["/bin/true"])
        #expect(self.read("", "UMask=22").jobs.first?["umask"] == "0022")
    }

    @Test func `is over with its commands, and killed after its grace period`() {
        #expect(
            reasons("", "RemainAfterExit=yes\nSendSIGKILL=no") == [
                "not kept: the run is over with its commands, and the job is due again, where systemd starts nothing that is still active",
                "not kept: what has not ended when its grace period is over is killed",
            ])
        #expect(reasons("", "RemainAfterExit=no\nSendSIGKILL=yes") == [])
    }

    @Test func `reads the text that it has`() {
        let text = read(
            "",
            "StandardInput=data\nStandardInputText=old\nStandardInputText=\nStandardInputText=a\\tb \"%p\"\nStandardInputText=c"
        )
        #expect(
            text.lines.first?.contains(#""standardInput":"a\tb \"a\"\nc\n""#) == true, "\(text.lines)")
        #expect(text.places(.notKept) == [])
        #expect(read("", "StandardInputText=a").jobs.first?["standardInput"] == "a\n")
        #expect(read("", "StandardInput=null\nStandardInputText=a").jobs.first?["standardInput"] == nil)
    }

    @Test(arguments: [
        ("StandardInput=data\nStandardInputData=YQ==", "bgrun takes a text alone"),
        ("StandardInput=file:%h/a", "a job reads no file in its place"),
        ("StandardInput=tty-force", "a job has no terminal"),
        ("StandardInput=socket", "a job has nothing to read there"),
    ])
    func `reads nothing else`(lines: String, reason: String) {
        #expect(reasons("", lines) == ["not kept: \(reason)"])
        #expect(read("", lines).jobs.first?["standardInput"] == nil)
    }

    @Test func `has specifiers in the paths that it writes to and reads from`() {
        let read = read(
            "",
            "StandardOutput=append:%h/%p.log\nStandardError=file:%h/e\nStandardInput=file:%h/in\nLoadCredential=%p:%h/key"
        )
        #expect(
            read.lines.first?.contains(
                #""credentials":{"a":"/root/key"},"workingDirectory":"/","standardOutput":"/root/a.log","standardError":"/root/e""#
            ) == true, "\(read.lines)")
        #expect(read.remarks.contains { $0.advice == "have the command read it: < /root/in" })
        #expect(self.read("", "StandardOutput=append:%b/a").refusals.count == 1)
    }

    @Test(arguments: [
        ("PathIsDirectory", "whether it is a directory"), ("PathIsReadWrite", "whether it can be written to"),
        ("FileNotEmpty", "whether it is a file that is not empty"),
        ("FileIsExecutable", "whether it can be executed"),
        ("DirectoryNotEmpty", "whether it is a directory that is not empty"),
    ])
    func `waits for a path to exist, and tells what is not looked at`(condition: String, unseen: String) {
        #expect(
            reasons("Condition\(condition)=/srv/a") == [
                "changed: the job waits until it exists, where systemd looks once and skips the run; \(unseen) is not looked at, and a run that has begun goes on without it"
            ])
    }
}

extension String {
    /// Only what is required may be a target that goes without saying.
    fileprivate func without(target key: String) -> String {
        key == "Requires" ? self : replacing(" local-fs.target", with: "")
    }
}
