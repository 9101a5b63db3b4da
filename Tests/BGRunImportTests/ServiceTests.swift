// What becomes of a service's word about other units, conditions, and what it reads and writes.
import BGRunImport
import Testing

// B-131
@Suite struct `A service that is imported` {
    /// - Parameters:
    ///   - unit: Lines of `[Unit]`, of which the first is line 2.
    ///   - service: Lines of `[Service]` behind its command.
    private func read(_ unit: String = "", _ service: String = "", mounts: [String] = []) -> Imported {
        let head = "[Service]\nType=oneshot\nTimeoutStartSec=1h\nNice=10\nExecStart=/bin/true"
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

    @Test(arguments: [
        ("Wants=b.service", "bgrun starts no other units for a job"),
        ("Wants=b.timer", "bgrun starts no other units for a job"),
        ("Requires=b.service local-fs.target", "bgrun starts no other units for a job"),
        ("Requisite=b.service", "the job does not wait for it to be active"),
        ("BindsTo=b.service", "bgrun starts no other units for a job, and a run goes on when they stop"),
        (#"BindsTo=dev-disk-by\x2duuid-1.device"#, "the job does not wait for the device"),
        ("Conflicts=b.service shutdown.target", "bgrun stops no other units for a job"),
        ("PartOf=b.service", "a run goes on when it is stopped"),
    ])
    func `has no other units started, stopped or watched`(line: String, reason: String) {
        #expect(reasons(line) == ["not kept: \(reason)"])
    }

    @Test func `says nothing of order, of targets and of its own timer`() {
        #expect(
            reasons(
                """
                After=b.service c.mount
                Before=c.service
                Wants=d.target
                Requires=e.target
                Conflicts=shutdown.target
                BindsTo=a.timer
                PartOf=a.timer
                """) == [])
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
        #expect(self.read("", "StandardOutput=append:%Z/a").refusals.count == 1)
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
