// A timer of systemd in whose place a job runs its service, and how it was before.
import BGRunJSON
import BGRunJob

/// What systemd says of a timer that may be adopted.
package struct TimerStanding: Equatable, Sendable {
    /// The properties that it is read from.
    package static let keys = [
        "ActiveState", "LoadState", "UnitFileState", "WantedBy", "UpheldBy", "RequiredBy", "RequisiteOf",
        "BoundBy",
    ]

    package let load: String
    /// `enabled`, `static` and the like: systemctl(1), "is-enabled".
    package let file: String
    package let isActive: Bool
    /// Whether another unit starts it, by its own words.
    package let isWanted: Bool
    /// Units that fail, or are stopped, without it.
    package let needers: [String]

    /// - Parameter text: What `systemctl show` prints of ``keys``.
    package init(shown text: String) {
        var values: [String: String] = [:]
        for line in text.split(separator: "\n") {
            guard let mark = line.firstIndex(of: "=") else { continue }
            values[String(line[..<mark])] = String(line[line.index(after: mark)...])
        }
        load = values["LoadState"] ?? ""
        file = values["UnitFileState"] ?? ""
        isActive = ["active", "activating"].contains(values["ActiveState"] ?? "")
        isWanted = ["WantedBy", "UpheldBy"].contains { values[$0]?.isEmpty == false }
        needers = ["RequiredBy", "RequisiteOf", "BoundBy"].flatMap { key in
            (values[key] ?? "").split(separator: " ").map(String.init)
        }
    }

    /// Whether it is switched on at the next boot or login, also by another unit that wants it.
    package var isOn: Bool { file == "enabled" || file == "enabled-runtime" || isWanted }

    /// Why it can't be switched off, and put back, where it can't.
    package var lack: String {
        switch (load, file) {
        case ("", _): "systemd says nothing of it"
        case ("loaded", "linked"), ("loaded", "linked-runtime"):
            "its file lies elsewhere and is linked, and would have to be linked again"
        case ("loaded", "transient"): "it is gone with the next boot"
        case ("loaded", _): "systemd has it as \(file.isEmpty ? "a unit without a file" : file)"
        case (_, _): "systemd has it as \(load)"
        }
    }

    /// How it is switched off; nil for one that can't be.
    package var way: AdoptedTimer.Way? {
        switch file {
        case "enabled": .disabled
        case "enabled-runtime": .disabledAtRuntime
        case "disabled": isActive ? .stopped : .untouched
        // Nothing in /etc says that it is on, so that nothing there can be taken away.
        case "static", "indirect", "generated", "alias": .masked
        case _: nil
        }
    }
}

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
    package let way: Way
    package let wasActive: Bool
    /// Those that went with it, as they were; to be put back.
    package var links: [Link]

    package init(timer: String, job: JobIdentifier, way: Way, wasActive: Bool, links: [Link] = []) {
        self.timer = timer
        self.job = job
        self.way = way
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
        switch way {
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
            switch way {
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
            "timer": .string(timer), "job": .string(job.text), "switchedOff": .string(way.rawValue),
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
            case .string(let word)? = object["switchedOff"], let way = Way(rawValue: word),
            case .bool(let wasActive)? = object["wasActive"], case .array(let list)? = object["links"]
        else { return nil }
        var links: [Link] = []
        for value in list {
            guard case .object(let link) = value, case .string(let path)? = link["path"],
                case .string(let target)? = link["target"]
            else { return nil }
            links.append(Link(path: path, target: target))
        }
        self.init(timer: timer, job: job, way: way, wasActive: wasActive, links: links)
    }
}
