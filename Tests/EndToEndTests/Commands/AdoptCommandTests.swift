// bgrun adopt and bgrun release: a timer is switched off and its job installed, and all of it undone to the link.
import BGRunTestSupport
import Foundation
import Glibc
import Testing

// B-135
@Suite struct `A timer that is adopted on the command line` {
    private let daemon: DaemonFixture
    private let scratch: ScratchDirectory
    private let environment: [String: String]

    /// A stand-in for systemctl, which knows one directory of units and logs what it is told.
    private static let systemctl = """
        #!/bin/sh
        echo "$*" >>"$HOME/calls"
        shift
        unit=; for unit; do :; done
        dir=$XDG_CONFIG_HOME/systemd/user
        link=$dir/timers.target.wants/$unit
        case $1 in
            show)
                state=disabled; [ ! -L "$link" ] || state=enabled
                [ ! -e "$HOME/state" ] || state=$(cat "$HOME/state")
                printf 'LoadState=loaded\\nUnitFileState=%s\\nActiveState=active\\n' "$state"
                [ ! -e "$HOME/wanted" ] || cat "$HOME/wanted" ;;
            disable) rm -f "$link" ;;
            mask) [ ! -e "$dir/$unit" ] || { echo "Failed to mask unit: File '$dir/$unit' already exists."; exit 1; } ;;
            start) [ ! -e "$HOME/broken" ] || { echo "Failed to start $unit"; exit 1; } ;;
        esac
        """

    init() throws {
        daemon = try DaemonFixture()
        scratch = try ScratchDirectory()
        let jobs = try #require(daemon.arguments.firstIndex(of: "--jobs-directory"))
        try FileManager.default.createDirectory(
            atPath: scratch.path("config/bgrun/jobs.d"), withIntermediateDirectories: true)
        daemon.arguments[jobs + 1] = scratch.path("config/bgrun/jobs.d")
        try daemon.start()
        try scratch.file("bin/systemctl", Self.systemctl, mode: 0o755)
        environment = [
            "PATH": "\(scratch.path("bin")):/usr/bin:/bin", "TZ": "UTC", "BGRUN_SOCKET": daemon.socket,
            "HOME": scratch.path("home"), "XDG_CONFIG_HOME": scratch.path("config"),
            "XDG_DATA_HOME": scratch.path("data"), "XDG_RUNTIME_DIR": scratch.path("run"),
        ]
        for (name, text) in [
            ("a.timer", "[Timer]\nOnCalendar=daily\nPersistent=true\n"),
            ("a.service", "[Service]\nType=oneshot\nExecStart=/bin/true\n"),
            ("b.timer", "[Timer]\nOnCalendar=never\n"), ("b.service", "[Service]\nExecStart=/bin/true\n"),
        ] { try scratch.file("data/systemd/user/\(name)", text) }
        try scratch.file("home/calls", "")
        try FileManager.default.createDirectory(
            atPath: wants, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: "\(wants)/a.timer", withDestinationPath: "/somewhere/else/a.timer")
        // The user's own daemon is where its runtime directory says.
        try FileManager.default.createDirectory(
            atPath: scratch.path("run/bgrun"), withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: scratch.path("run/bgrun/org.bgrun.Scheduler"), withDestinationPath: daemon.socket)
    }

    private var wants: String { scratch.path("config/systemd/user/timers.target.wants") }
    private var job: String { scratch.path("config/bgrun/jobs.d/local.systemd.a.json") }
    private var link: String? {
        try? FileManager.default.destinationOfSymbolicLink(atPath: "\(wants)/a.timer")
    }
    private var calls: [String] {
        (try? scratch.text("home/calls"))?.split(separator: "\n").map(String.init).filter {
            !$0.contains(" show ")
        }
            ?? []
    }

    private func bgrun(_ arguments: String...) throws -> Command {
        try Command.run([Repository.program("bgrun")] + arguments + ["--user"], environment: environment)
    }

    @Test func `is off and a job, and then what it was, to the link`() throws {
        let plan = try bgrun("adopt", "a", "--print")
        #expect(plan.status == 0 && plan.output.contains("\"unit\": \"a.service\""), "\(plan.errors)")
        #expect(link != nil && calls.isEmpty && access(job, F_OK) != 0)

        try scratch.file("config/systemd/user/c.timer", "[Timer]\nOnCalendar=weekly\nUnit=a.service\n")
        let plans = try bgrun("adopt", "a", "c", "--print", "--json")
        let report = try #require(
            try JSONSerialization.jsonObject(with: Data(plans.output.utf8)) as? [String: Any])
        let remarks = try #require(report["remarks"] as? [[String: Any]])
        #expect((report["jobs"] as? [Any])?.count == 2 && plans.errors.isEmpty, "\(plans.errors)")
        #expect(Set(remarks.compactMap { $0["job"] as? String }).count == 2, "\(remarks)")

        let adopted = try bgrun("adopt", "a.timer")
        #expect(adopted.status == 0, "\(adopted.errors)")
        #expect(adopted.output.hasPrefix("a.timer is the job local.systemd.a now ("), "\(adopted.output)")
        #expect(link == nil && calls == ["--user disable --now -- a.timer"])
        #expect(try String(contentsOfFile: job, encoding: .utf8).contains("\"calendar\": \"daily\""))
        let list = try bgrun("adopt")
        #expect(list.output == "a.timer is the job local.systemd.a\n")
        #expect(try bgrun("adopt", "a.timer").status == 5)

        let released = try bgrun("release", "local.systemd.a")
        #expect(released.status == 0, "\(released.errors)")
        #expect(link == "/somewhere/else/a.timer" && access(job, F_OK) != 0)
        #expect(calls.suffix(2) == ["--user daemon-reload", "--user start -- a.timer"], "\(calls)")
        #expect(try bgrun("release", "a.timer").status == 5)
        #expect(try bgrun("adopt").output.hasPrefix("no timer was adopted"))
    }

    @Test func `is offered by a shell, to be adopted and then to be released`() throws {
        let script = """
            cd "$HOME"
            source <(bgrun --generate-completion-script bash)
            offer() {
                COMP_LINE="$*" COMP_POINT=${#COMP_LINE}; COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMPREPLY=()
                _bgrun bgrun "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
                echo "$2: ${COMPREPLY[*]}"
            }
            offer bgrun adopt --user a.
            offer bgrun release --user a.
            """
        let environment = environment.merging([
            "PATH": "\(Repository.products.path(percentEncoded: false)):/usr/bin:/bin"
        ]) { $1 }
        func offers() throws -> String {
            try Command.run(["bash", "-c", script], environment: environment).output
        }
        // A template, and names of no unit that a shell would execute.
        for name in ["a.@", "a.$(touch${IFS}executed)", "a.`touch${IFS}executed`"] {
            try scratch.file("config/systemd/user/\(name).timer", "[Timer]\nOnCalendar=daily\n")
        }
        #expect(try offers() == "adopt: a.timer\nrelease: \n")
        #expect(try bgrun("adopt", "a.timer").status == 0)
        #expect(try offers() == "adopt: \nrelease: a.timer\n")
        #expect(access(scratch.path("home/executed"), F_OK) != 0)
    }

    @Test func `is told of in one shape, adopted or released`() throws {
        func reports(_ key: String, _ arguments: String...) throws -> [[String: String]] {
            let said = try Command.run(
                [Repository.program("bgrun")] + arguments + ["--user", "--json"], environment: environment)
            let answer =
                try JSONSerialization.jsonObject(with: Data(said.output.utf8))
                as? [String: [[String: String]]]
            return answer?[key] ?? []
        }
        let report = [
            "timer": "a.timer", "job": "local.systemd.a", "path": job, "switchedOff": "disabled",
        ]
        #expect(try reports("adopted", "adopt", "a.timer") == [report])
        let mode = try FileManager.default.attributesOfItem(atPath: job)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        #expect(try reports("adopted", "adopt") == [report])
        #expect(try reports("released", "release", "--all") == [report])
    }

    @Test func `is refused where a file brings its job already, which is named`() throws {
        #expect(try bgrun("import", "systemd", "a", "--install").status == 0)
        let refused = try bgrun("adopt", "a.timer")
        #expect(
            refused.status == 5 && refused.errors.contains("\(job) is there already; remove that file"),
            "\(refused.errors)")
        #expect(!refused.errors.contains("bgrun cancel"))
        unlink(job)
    }

    @Test func `is not released by what others may have written`() throws {
        #expect(try bgrun("adopt", "a.timer").status == 0)
        let record = scratch.path("config/bgrun/adopted/a.timer.json")
        #expect(chmod(record, 0o666) == 0)
        let list = try bgrun("adopt")
        #expect(list.status == 1 && list.errors.contains("others may have written it"), "\(list.errors)")
        #expect(try bgrun("release", "a.timer").status == 1)
        #expect(link == nil)
        #expect(chmod(record, 0o644) == 0)
        #expect(try bgrun("release", "a.timer").status == 0)
    }

    @Test func `is masked where an administrator has it on for everyone`() throws {
        unlink("\(wants)/a.timer")
        try scratch.file("home/state", "enabled")
        #expect(try bgrun("adopt", "a.timer", "a.timer").status == 0)
        #expect(calls.last == "--user mask --now -- a.timer", "\(calls)")
        #expect(try bgrun("release", "a.timer").status == 0)
        #expect(calls.suffix(2) == ["--user unmask -- a.timer", "--user start -- a.timer"], "\(calls)")
        #expect(link == nil)
    }

    @Test func `is masked where another unit starts it`() throws {
        try scratch.file("home/wanted", "WantedBy=b.service\n")
        #expect(try bgrun("adopt", "a.timer").status == 0)
        #expect(calls == ["--user disable --now -- a.timer", "--user mask --now -- a.timer"], "\(calls)")
        #expect(try bgrun("release", "a.timer").status == 0)
        #expect(calls.suffix(2) == ["--user unmask -- a.timer", "--user start -- a.timer"], "\(calls)")
        #expect(link == "/somewhere/else/a.timer")
    }

    @Test func `is as it was where it is wanted, and no mask has room beside its own file`() throws {
        try scratch.file("config/systemd/user/a.timer", "[Timer]\nOnCalendar=daily\n")
        try scratch.file("home/wanted", "UpheldBy=b.service\n")
        let refused = try bgrun("adopt", "a.timer")
        #expect(refused.status == 1 && refused.errors.contains("already exists"), "\(refused.errors)")
        #expect(
            refused.errors.contains("see systemctl list-dependencies --reverse a.timer"), "\(refused.errors)")
        #expect(link == "/somewhere/else/a.timer" && calls.last == "--user start -- a.timer", "\(calls)")
        #expect(try bgrun("adopt").output.hasPrefix("no timer was adopted"))
    }

    @Test(arguments: ["BoundBy=b.service", "RequiredBy=timers.target b.service"])
    func `is left alone where another unit fails without it`(needer: String) throws {
        try scratch.file("home/wanted", needer + "\n")
        let refused = try bgrun("adopt", "a.timer")
        #expect(refused.status == 1 && refused.errors.contains("b.service requires it"), "\(refused.errors)")
        #expect(calls.isEmpty && link != nil)
        // A link of its own makes a target require it, and goes with it; this one stays.
        try scratch.file("home/wanted", "RequiredBy=timers.target\n")
        #expect(try bgrun("adopt", "a.timer").errors.contains("timers.target requires it"))
        #expect(link == "/somewhere/else/a.timer")
    }

    @Test func `is released though the record of another can't be read`() throws {
        #expect(try bgrun("adopt", "a.timer").status == 0)
        try scratch.file("config/bgrun/adopted/b.timer.json", "{}")
        let list = try bgrun("adopt")
        #expect(list.status == 1 && list.output == "a.timer is the job local.systemd.a\n")
        #expect(list.errors.contains("/adopted/b.timer.json can't be read: "), "\(list.errors)")
        #expect(try bgrun("release", "b.timer").errors.contains("b.timer.json can't be read"))
        let all = try bgrun("release", "--all")
        #expect(all.status == 1 && all.errors.contains("b.timer.json can't be read"), "\(all.errors)")
        #expect(link == "/somewhere/else/a.timer" && access(job, F_OK) != 0, "\(all.output)")
        try scratch.file("config/bgrun/adopted/a.timer.json", "{}")
        #expect(try bgrun("adopt", "a.timer").status == 5)
    }

    @Test func `is what it was where a step fails`() throws {
        try scratch.file("config/bgrun/jobs.d/local.systemd.a.json", "{}")
        let taken = try bgrun("adopt", "a.timer")
        #expect(taken.status == 5 && taken.errors.contains("is there already"), "\(taken.errors)")
        #expect(link == "/somewhere/else/a.timer")
        #expect(try String(contentsOfFile: job, encoding: .utf8) == "{}")
        #expect(try bgrun("adopt").output.hasPrefix("no timer was adopted"))
        unlink(job)

        // What can't be undone is said, and stays written down.
        #expect(try bgrun("adopt", "a.timer").status == 0)
        try scratch.file("home/broken", "")
        let half = try bgrun("release", "--all")
        #expect(half.status == 1 && half.errors.contains("Failed to start a.timer"), "\(half.errors)")
        unlink(scratch.path("home/broken"))
        #expect(try bgrun("release", "--all", "--json").output.contains("\"a.timer\""))
    }

    @Test func `is refused before anything is touched`() throws {
        #expect(try bgrun("adopt", "a.service").status == 2)
        #expect(try bgrun("adopt", "/etc/a.timer").status == 2)
        #expect(try bgrun("release").status == 2)
        #expect(try bgrun("adopt", "none.timer").status == 1)
        // One of two that can't be keeps both.
        let never = try bgrun("adopt", "a.timer", "b.timer")
        #expect(never.status == 1 && never.errors.contains("b.timer can't be adopted"), "\(never.errors)")
        try scratch.file("home/state", "linked")
        let linked = try bgrun("adopt", "a.timer")
        #expect(
            linked.status == 1 && linked.errors.contains("its file lies elsewhere and is linked"),
            "\(linked.errors)")
        unlink(scratch.path("home/state"))
        _ = try daemon.stop()
        #expect(try bgrun("adopt", "a.timer").status == 4)
        #expect(link != nil && calls.isEmpty)
    }
}
