// systemd's timers as bgrun adopt and bgrun release switch them: by systemctl, and by the links that say what is on.
import BGRunImport
import BGRunLinux
import BGRunText
import Glibc

/// The timers of a service manager, the system's or the caller's own.
struct TimerSwitch {
    let isUser: Bool

    /// A manager that has many units to look through takes seconds.
    private static let patience: Int64 = 60_000_000
    private static let answerLimit = 64 << 10
    private static let mostNames = 4096

    // MARK: - systemctl

    /// What the manager says of a timer.
    func standing(of timer: String) throws -> TimerStanding {
        let text = try systemctl(
            ["show", "--no-pager", "--property=\(TimerStanding.keys.joined(separator: ","))", "--", timer],
            calledBy: "systemctl show \(timer)")
        return TimerStanding(shown: text)
    }

    /// Calls systemctl, whose own words are the complaint where it refuses.
    ///
    /// - Parameter name: The call in short, where all of it says no more to a person.
    @discardableResult
    func systemctl(_ words: [String], calledBy name: String? = nil) throws -> String {
        let program = try CallerProgram.path(of: "systemctl")
        let variables = [
            "PATH", "HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS",
        ].compactMap { name in
            Machine.environment(name).map { (name, $0) }
        }
        let line = (name ?? "systemctl \(words.joined(separator: " "))").visible
        let answer: CapturedChild.Answer
        do throws(SystemError) {
            answer = try CapturedChild.run(
                program, (isUser ? ["--user"] : []) + words,
                environment: ["LC_ALL": "C"].merging(variables) { $1 }, limit: Self.answerLimit,
                until: Clock.read(.monotonic) &+ Self.patience)
        } catch {
            throw Failure(
                .unsuccessful, Complaint("\(line) can't be run: \(SystemError.text(of: error.errno))"))
        }
        let text = String(decoding: answer.output, as: UTF8.self)
        guard answer.end == .exited(.exited(0)) else {
            let said = text.split(separator: "\n").last.map { String($0).visible } ?? "it says nothing"
            throw Failure(
                .unsuccessful,
                Complaint("\(line) failed: \(said)", advice: "see that systemd runs here, and knows the unit")
            )
        }
        return text
    }

    // MARK: - Links

    /// All links below the directories in which systemctl makes and removes them.
    func links() -> Set<AdoptedTimer.Link> {
        var links: Set<AdoptedTimer.Link> = []
        for directory in roots { collect(directory, isOuter: true, into: &links) }
        return links
    }

    private var roots: [String] {
        isUser
            ? [UnitFiles.variable("XDG_CONFIG_HOME", below: ".config").map { "\($0)/systemd/user" }]
                .compactMap {
                    $0
                } : ["/etc/systemd/system", "/run/systemd/system"]
    }

    private func collect(_ path: String, isOuter: Bool, into links: inout Set<AdoptedTimer.Link>) {
        guard let directory = try? Directory(path: path),
            let names = try? directory.names(limit: Self.mostNames)
        else { return }
        for name in names {
            if let target = try? directory.link(name) {
                links.insert(.init(path: "\(path)/\(name)", target: target))
            } else if isOuter,
                [".wants", ".requires", ".upholds"].contains(where: { name.hasSuffix($0) })
            {
                collect("\(path)/\(name)", isOuter: false, into: &links)
            }
        }
    }

    /// Puts back the links of a timer that went with it. One that is there again stays as it is.
    func restore(_ links: [AdoptedTimer.Link]) throws {
        for link in links {
            // A record could name any place; only these are ours to touch.
            guard roots.contains(where: { link.path.hasPrefix("\($0)/") }), !link.path.contains("/../"),
                let slash = link.path.lastIndex(of: "/")
            else { continue }
            let parent = String(link.path[..<slash])
            let name = String(link.path[link.path.index(after: slash)...])
            do throws(SystemError) {
                try File.makeDirectories(parent, mode: 0o755)
                try Directory(path: parent).makeLink(name, to: link.target)
            } catch {
                guard error.errno != EEXIST else { continue }
                throw Failure(
                    .output,
                    Complaint("\(link.path.visible) can't be made: \(SystemError.text(of: error.errno))"))
            }
        }
    }

    // MARK: - What it has done

    /// Tells a timer that makes up for what has passed of a run that its job has made: else it would make it again.
    ///
    /// systemd keeps the instant as that of a file (systemd.timer(5), `Persistent=`).
    func note(_ timer: String, ranAt instant: Int64) {
        let directory =
            isUser
            ? UnitFiles.variable("XDG_DATA_HOME", below: ".local/share").map { "\($0)/systemd/timers" }
            : "/var/lib/systemd/timers"
        guard let directory, let place = try? Directory(path: directory) else { return }
        let name = "stamp-\(timer)"
        // Where there is none, the timer makes up for nothing; and what systemd itself has run since counts too.
        guard let status = try? place.status(of: name), status.modified < instant else { return }
        try? place.setChanged(name, at: instant)
    }
}
