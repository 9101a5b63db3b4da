// What `bgrun applications`, `permit` and `forbid` print.
import BGRunJob
import BGRunWire

/// The view of applications.
package struct ApplicationsText {
    private let applications: [ApplicationReport]
    private let owners: OwnerNames

    package init(_ applications: [ApplicationReport], owners: OwnerNames) {
        self.applications = applications
        self.owners = owners
    }

    // MARK: - All

    /// A row for each, and what is wrong with their manifests.
    package var lines: [Line] {
        guard !applications.isEmpty else {
            return [Line("no application may have tasks; bgrun permit lets one have them", .dim)]
        }
        let showsOwners = owners.areShown(applications.compactMap(\.owner))
        var table = Table(
            heading: ["APPLICATION"] + (showsOwners ? ["OWNER"] : [])
                + ["ORIGIN", "HOSTS", "TASKS", "PENDING"])
        for application in applications {
            var row = [Span(application.application.text, .bold)]
            if showsOwners { row.append(owner(of: application)) }
            row += [
                application.origin, application.hostCount, Span("\(application.permitted.count)"),
                application.pendingList,
            ]
            table.add(row)
        }
        return table.lines + faults
    }

    private var faults: [Line] {
        let lines = applications.compactMap { application in
            application.fault.map { fault in
                let place = application.path.map { " (\($0.visible))" } ?? ""
                return Line("broken manifest: \(application.application)\(place): \(fault.visible)", .bad)
            }
        }
        return lines.isEmpty ? [] : [Line()] + lines
    }

    private func owner(of application: ApplicationReport) -> Span {
        application.owner.map { Span(owners.name($0).visible) } ?? Span("everybody", .dim)
    }

    // MARK: - In full

    /// All that is known of each.
    package var details: [Line] {
        applications.enumerated().flatMap { place, application in
            (place == 0 ? [] : [Line()]) + details(of: application)
        }
    }

    private func details(of application: ApplicationReport) -> [Line] {
        var table = Table()
        func add(_ name: String, _ text: String?, _ style: Style = .plain) {
            if let text { table.add([Span("  \(name)", .dim), Span(text.visible, style)]) }
        }
        let owner = application.owner.map(owners.name)
        add("owner", owner ?? "everybody; a file permits it")
        add("file", application.path)
        add("program", application.program)
        add("enabled", application.isEnabled ? nil : "no: its manifest is switched off", .waiting)
        add("broken", application.fault, .bad)
        for (place, task) in application.permitted.enumerated() {
            add(place == 0 ? "tasks" : "", words(task, in: application))
        }
        for (place, host) in application.hosts.enumerated() {
            add(place == 0 ? "hosts" : "", host.words)
        }
        if application.hosts.isEmpty { add("hosts", "none now", .dim) }
        var title = [Span(application.application.text, .bold)]
        if let text = application.title { title.append(Span("  \(text.visible)")) }
        return [Line(title)] + table.lines
    }

    /// Of a prefix it is said which tasks below it are pending.
    private func words(_ task: TaskPattern, in application: ApplicationReport) -> String {
        switch task {
        case .exact(let identifier):
            return application.pending.contains(identifier) ? "\(identifier), pending" : identifier.text
        case .below:
            let exact = Set(application.permitted)
            let pending = application.pending.filter { task.matches($0) && !exact.contains(.exact($0)) }
            return pending.isEmpty
                ? "\(task)" : "\(task), pending: \(pending.map(\.text).joined(separator: ", "))"
        }
    }

    // MARK: - In a sentence

    package static func permitted(_ reply: PermitCall.Reply) -> String {
        "\(reply.application) may have tasks\(reply.isReplaced ? ", by this manifest in place of the one before" : "")"
    }

    package static func forbidden(_ application: JobIdentifier) -> String {
        "\(application) may have no tasks any more"
    }

    package static func absence(of application: JobIdentifier, nearest: String?) -> Complaint {
        Complaint(
            "there is no application \(application)",
            advice: nearest.map { "did you mean \($0)?" } ?? "bgrun applications lists them")
    }
}

extension ApplicationReport {
    /// By whom it is permitted, and whether that counts.
    fileprivate var origin: Span {
        let word = path == nil ? "permit" : "file"
        if fault != nil { return Span("\(word), broken", .bad) }
        return isEnabled ? Span(word) : Span("\(word), off", .waiting)
    }

    fileprivate var hostCount: Span {
        switch hosts.count {
        case 0: Span("–", .dim)
        case 1: Span(hosts[0].host.description, .active)
        case let count: Span("\(count)", .active)
        }
    }

    fileprivate var pendingList: Span {
        pending.isEmpty
            ? Span("–", .dim) : Span(pending.map(\.text).joined(separator: ", "), .waiting)
    }
}

extension ApplicationReport.Host {
    /// `started-17, process 4242, run 18; serves a, b`.
    fileprivate var words: String {
        var words = [host.description]
        if let process { words.append("process \(process)") }
        switch runs.count {
        case 0: break
        case 1: words.append("run \(runs[0])")
        case _: words.append("runs \(runs.map(\.description).joined(separator: " and "))")
        }
        let serves = identifiers.map(\.description).joined(separator: ", ")
        return words.joined(separator: ", ")
            + (serves.isEmpty ? "; serves nothing yet" : "; serves \(serves)")
    }
}
