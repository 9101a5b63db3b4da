// A timer of systemd in whose place a job runs its service, and how it was before.
import BGRunJSON
import BGRunJob

/// What `bgrun adopt` did to a timer, which `bgrun release` undoes.
package struct AdoptedTimer: Equatable, Sendable {
    /// How a timer was switched off.
    package enum Way: String, CaseIterable, Sendable {
        case disabled, disabledAtRuntime, masked, stopped
        /// It was off before.
        case untouched
    }

    /// A link below a directory of units.
    package struct Link: Hashable, Sendable {
        package let path: String
        package let target: String

        package init(path: String, target: String) {
            self.path = path
            self.target = target
        }

        /// Whether it has the timer's name, or leads to its file.
        package func isAbout(_ timer: String) -> Bool {
            path.hasSuffix("/\(timer)") || target == timer || target.hasSuffix("/\(timer)")
        }
    }

    package let timer: String
    package let job: JobIdentifier
    package let switchedOff: Way
    package let wasActive: Bool
    /// Those that went with it, as they were; to be put back.
    package var links: [Link]

    package init(timer: String, job: JobIdentifier, switchedOff: Way, wasActive: Bool, links: [Link] = []) {
        self.timer = timer
        self.job = job
        self.switchedOff = switchedOff
        self.wasActive = wasActive
        self.links = links
    }

    /// Adds links that have gone; those that are still there need no one to put them back.
    package mutating func note(gone: Set<Link>) {
        links = Set(links).union(gone).sorted { $0.path < $1.path }
    }

    // MARK: - systemctl

    /// Arguments of systemctl that switch it off; none where nothing is to be done.
    package var switchingOff: [String] {
        switch switchedOff {
        case .disabled: ["disable", "--now", "--", timer]
        case .disabledAtRuntime: ["disable", "--runtime", "--now", "--", timer]
        case .masked: ["mask", "--now", "--", timer]
        case .stopped: ["stop", "--", timer]
        case .untouched: []
        }
    }

    /// Arguments of systemctl, call by call, that make it what it was. The links were put back before.
    package var switchingOn: [[String]] {
        var calls: [[String]] =
            switch switchedOff {
            // Where the links are not known, the unit's own word is the best there is.
            case .disabled: [links.isEmpty ? ["enable", "--", timer] : ["daemon-reload"]]
            case .disabledAtRuntime:
                [links.isEmpty ? ["enable", "--runtime", "--", timer] : ["daemon-reload"]]
            case .masked: [["unmask", "--", timer]]
            case .stopped, .untouched: []
            }
        if wasActive { calls.append(["start", "--", timer]) }
        return calls
    }

    // MARK: - JSON

    package var json: JSONValue {
        [
            "timer": .string(timer), "job": .string(job.text), "switchedOff": .string(switchedOff.rawValue),
            "wasActive": .bool(wasActive),
            "links": .array(
                links.map { ["path": .string($0.path), "target": .string($0.target)] }),
        ]
    }

    /// Nil for what no `bgrun adopt` has written.
    package init?(json bytes: [UInt8]) {
        guard case .object(let object)? = try? JSONValue(parsing: bytes, limits: .descriptor),
            case .string(let timer)? = object["timer"], timer.hasSuffix(".timer"), !timer.contains("/"),
            case .string(let name)? = object["job"], let job = JobIdentifier(name),
            case .string(let word)? = object["switchedOff"], let switchedOff = Way(rawValue: word),
            case .bool(let wasActive)? = object["wasActive"], case .array(let list)? = object["links"]
        else { return nil }
        var links: [Link] = []
        for value in list {
            guard case .object(let link) = value, case .string(let path)? = link["path"],
                case .string(let target)? = link["target"]
            else { return nil }
            links.append(Link(path: path, target: target))
        }
        self.init(timer: timer, job: job, switchedOff: switchedOff, wasActive: wasActive, links: links)
    }
}
