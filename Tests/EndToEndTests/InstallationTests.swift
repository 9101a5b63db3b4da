// What `make install` puts where, and whether systemd accepts the units.
import BGRunTestSupport
import Foundation
import Testing

@Suite struct `An installation` {
    private let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    private func install(_ verb: String, prefix: String = "/usr") throws {
        let run = try Command.run(
            [Repository.path("packaging/scripts/install"), verb],
            environment: [
                "PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": scratch.path, "PREFIX": prefix,
                "DESTDIR": scratch.path("root"), "BUILT": Repository.products.path(percentEncoded: false),
            ])
        try #require(run.status == 0, "\(run.output)\(run.errors)")
    }

    /// Every file below the root with its mode, sorted: `0755 /usr/bin/bgrun`.
    private func files() throws -> [String] {
        let found = try Command.run(
            ["find", "root", "-type", "f", "-printf", "0%m /%P\n"], directory: scratch.path)
        return found.output.split(separator: "\n").map(String.init).sorted()
    }

    /// What systemd has to say about a unit; empty when it has no objection.
    private func verify(_ kind: String, prefix: String) throws -> String {
        // The programs are looked for in the running system, so the unit under test names one that is there.
        let unit = try scratch.text("root\(prefix)/lib/systemd/\(kind)/bgrund.service")
        #expect(unit.contains("\nExecStart=\(prefix)/bin/bgrund --\(kind)"))
        let path = try scratch.file(
            "\(kind)/bgrund.service",
            unit.replacing("\(prefix)/bin/bgrund", with: scratch.path("root\(prefix)/bin/bgrund")))
        let socket = try scratch.file(
            "\(kind)/bgrund.socket", scratch.text("root\(prefix)/lib/systemd/\(kind)/bgrund.socket"))
        let run = try Command.run(
            ["systemd-analyze", "verify", "--\(kind)", "--man=no", "--recursive-errors=no", path, socket],
            environment: ["PATH": "/usr/bin:/bin", "HOME": scratch.path, "XDG_RUNTIME_DIR": scratch.path])
        return run.status == 0 ? run.output + run.errors : "status \(run.status)\n\(run.output)\(run.errors)"
    }

    @Test func `puts every file in its place with its mode, and takes all of them away again`() throws {
        try install("install")
        let jobs = try Repository.files(below: "jobs.d", suffix: ".json")
            .map { "0644 /usr/lib/bgrun/\($0)" }
        let documents =
            [
                "README.md", "CHANGELOG.md", "LICENSE", "SECURITY.md", "docs/applications.md",
                "docs/backgroundtasks.md", "docs/behaviour.md", "docs/cookbook.md",
                "docs/debian-schedules.md", "docs/descriptor.md",
                "docs/from-cron.md", "docs/guide.md", "docs/import.md", "docs/install.md",
                "docs/not-built.md", "docs/org.bgrun.Applications.varlink",
                "docs/org.bgrun.Scheduler.varlink", "docs/plug.svg", "docs/protocol.md",
                "docs/requirements.md", "docs/schedules.md", "docs/security.md", "docs/stories.md",
            ]
            .filter { FileManager.default.fileExists(atPath: Repository.path($0)) }
            .map { "0644 /usr/share/doc/bgrun/\($0.split(separator: "/").last ?? "")" }
            + ["0644 /usr/share/doc/bgrun/jobs.md"]
        let schemas = try Repository.files(below: "packaging", suffix: ".schema.json")
            .map { "0644 /usr/share/bgrun/\($0.split(separator: "/").last ?? "")" }
        let examples = try
            (Repository.files(below: "Examples", suffix: ".json").filter { $0.count { $0 == "/" } == 1 }
            + Repository.files(below: "Examples/stories", suffix: ""))
            .map { "0644 /usr/share/doc/bgrun/examples/\($0.split(separator: "/").last ?? "")" }
        let recipes = try Repository.files(below: "Examples/cookbook", suffix: ".json").map { "0644 \($0)" }
        let scripts = try Repository.files(below: "Examples/cookbook/bin", suffix: "").map { "0755 \($0)" }
        let cookbook = (recipes + scripts).map {
            $0.replacingOccurrences(of: "Examples/", with: "/usr/share/doc/bgrun/examples/")
        }
        // A page has several names where it tells of several commands.
        let manual = try Repository.files(below: "packaging/man", suffix: ".1").flatMap { page in
            let own = String(page.split(separator: "/").last?.dropLast(".1".count) ?? "")
            let names = try Repository.text(page).matches(of: /(?m)^\.Nm (bgrun-[a-z]+)(?: ,)?$/)
            return Set(names.map { String($0.1) } + [own]).map { "0644 /usr/share/man/man1/\($0).1" }
        }
        #expect(manual.count > 30)
        let others = [
            "0644 /usr/lib/pam.d/bgrun",
            "0644 /usr/lib/systemd/system/bgrund.service", "0644 /usr/lib/systemd/system/bgrund.socket",
            "0644 /usr/lib/systemd/user/bgrund.service", "0644 /usr/lib/systemd/user/bgrund.socket",
            "0644 /usr/share/applications/org.bgrun.Report.desktop",
            "0644 /usr/share/bash-completion/completions/bgrun",
            "0644 /usr/share/fish/vendor_completions.d/bgrun.fish",
            "0644 /usr/share/man/man5/bgrun-application.5",
            "0644 /usr/share/man/man5/bgrun-job.5",
            "0644 /usr/share/man/man5/bgrund.json.5",
            "0644 /usr/share/man/man8/bgrund.8",
            "0644 /usr/share/zsh/vendor-completions/_bgrun",
            "0755 /usr/bin/bgrun",
            "0755 /usr/bin/bgrund",
            "0755 /usr/libexec/bgrun/backup",
            "0755 /usr/libexec/bgrun/bgrun-exec",
            "0755 /usr/libexec/bgrun/mail-report",
            "0755 /usr/libexec/bgrun/reload-daemons",
            "0755 /usr/libexec/bgrun/stop-daemons",
            "0755 /usr/libexec/bgrun/webhook-report",
        ]
        #expect(try files() == (jobs + documents + schemas + examples + cookbook + manual + others).sorted())

        try install("uninstall")
        #expect(try files().isEmpty)
        let left = try Command.run(["find", "root", "-name", "*bgrun*"], directory: scratch.path)
        #expect(left.output == "root/etc/bgrun\n")
    }

    @Test func `has documents whose links lead to what is installed`() throws {
        try install("install")
        let documents = "root/usr/share/doc/bgrun"
        var count = 0
        for name in try FileManager.default.contentsOfDirectory(atPath: scratch.path(documents))
        where name.hasSuffix(".md") {
            let text = try scratch.text("\(documents)/\(name)")
            for link in text.matches(of: /\]\(([^()#:\s]+)(?:#[^()\s]*)?\)/) {
                let path = scratch.path("\(documents)/\(link.1)")
                #expect(FileManager.default.fileExists(atPath: path), "\(name): \(link.1)")
                count += 1
            }
        }
        #expect(count > 30)
    }

    @Test func `has a page of the manual for each command, also where several share one`() throws {
        try install("install")
        for (name, heading) in [("bgrun-why", "BGRUN-STATUS(1)"), ("bgrun-submit", "BGRUN-SUBMIT(1)")] {
            let page = try Command.run(
                ["man", "--manpath", scratch.path("root/usr/share/man"), name],
                environment: [
                    "PATH": "/usr/bin:/bin", "MANPAGER": "cat", "MANWIDTH": "80", "LC_ALL": "C.UTF-8",
                ])
            #expect(page.status == 0 && page.output.hasPrefix(heading), "\(page.errors)")
        }
    }

    @Test(arguments: ["system", "user"])
    func `has units that systemd accepts without a word`(_ kind: String) throws {
        try install("install")
        #expect(try verify(kind, prefix: "/usr") == "")
    }

    @Test(arguments: ["system", "user"])
    func `names its own paths under another prefix`(_ kind: String) throws {
        try install("install", prefix: "/usr/local")
        #expect(try verify(kind, prefix: "/usr/local") == "")
        let unit = try scratch.text("root/usr/local/lib/systemd/\(kind)/bgrund.service")
        let directory = "--jobs-directory /usr/local/lib/bgrun/jobs.d"
        #expect(unit.contains(directory) == (kind == "system"))
        let applications = "--applications-directory /usr/local/lib/bgrun/applications.d"
        #expect(unit.contains(applications) == (kind == "system"))
    }

    // B-52
    @Test(arguments: [("system", "/run", "0666", "0755"), ("user", "%t", "0600", "0700")])
    func `has a socket as the daemon would make it, which comes and goes with the daemon`(
        _ kind: String, _ place: String, _ mode: String, _ directoryMode: String
    ) throws {
        let socket = try Repository.text("packaging/systemd/\(kind)/bgrund.socket")
        for line in [
            "ListenStream=\(place)/bgrun/org.bgrun.Scheduler", "SocketMode=\(mode)",
            "DirectoryMode=\(directoryMode)", "RemoveOnStop=yes", "WantedBy=sockets.target",
        ] {
            #expect(socket.contains("\n\(line)\n"))
        }
        let service = try Repository.text("packaging/systemd/\(kind)/bgrund.service")
        for line in [
            "Requires=bgrund.socket", "After=bgrund.socket", "Also=bgrund.socket",
            "RuntimeDirectoryPreserve=yes", "RuntimeDirectoryMode=\(directoryMode)",
        ] {
            #expect(service.contains("\n\(line)\n"))
        }
    }

    @Test func `stops before the bus and logind, whose end would be told as a fault`() throws {
        let system = try Repository.text("packaging/systemd/system/bgrund.service")
        #expect(system.contains("\nAfter=dbus.socket dbus.service systemd-logind.service\n"))
        #expect(
            try Repository.text("packaging/systemd/user/bgrund.service").contains("\nAfter=dbus.socket\n"))
    }

    @Test(arguments: ["system", "user"])
    func `gives a stopping daemon more time than the longest grace period`(_ kind: String) throws {
        let unit = try Repository.text("packaging/systemd/\(kind)/bgrund.service")
        let line = try #require(unit.firstMatch(of: /(?m)^TimeoutStopSec=([0-9]+)$/))
        #expect(try #require(Int(line.1)) >= 90 + 15)
    }

    @Test(arguments: ["system", "user"])
    func `binds jobs to nothing`(_ kind: String) throws {
        let unit = try Repository.text("packaging/systemd/\(kind)/bgrund.service")
        let keys = unit.split(separator: "\n").filter { !$0.hasPrefix("#") }
            .compactMap { $0.contains("=") ? $0.split(separator: "=").first.map(String.init) : nil }
        let allowed: Set = [
            "After", "Also", "ConfigurationDirectory", "ConfigurationDirectoryMode", "Delegate",
            "Description", "Documentation",
            "ExecStart", "ExecReload", "ExecStopPost",
            "KillMode", "NotifyAccess", "OOMPolicy", "Restart", "RestartSec", "Requires", "RuntimeDirectory",
            "RuntimeDirectoryMode", "RuntimeDirectoryPreserve", "StartLimitBurst", "StartLimitIntervalSec",
            "StateDirectory", "StateDirectoryMode", "TimeoutStopSec", "Type", "UMask", "WantedBy",
            // Of the whole group: what nobody else wants is theirs.
            "CPUWeight", "IOWeight",
        ]
        #expect(Set(keys).subtracting(allowed).isEmpty, "does a job inherit it? then it may not be set")
    }
}
