// What `bgrun doctor` prints.
import BGRunCalendar
import BGRunJob
import BGRunWire

/// The doctor's explanations.
package enum DoctorText {
    package static func power(_ power: PowerExplanation) -> [Line] {
        var lines = [verdict(.externalPower, power.externalPower, power.why)]
        lines.append(Line("battery: \(level(power))"))
        var table = Table(heading: ["SUPPLY", "TYPE", "ONLINE", "STATUS", "CAPACITY", "COUNTS AS"])
        for supply in power.supplies {
            table.add([
                Span(supply.name.visible, .bold), Span(supply.type?.visible ?? "–"),
                Span(supply.online.map(String.init) ?? "–"), Span(supply.status?.visible ?? "–"),
                Span(supply.capacity.map { "\($0) %" } ?? "–"), Span(supply.why.visible),
            ])
        }
        lines += power.supplies.isEmpty ? [Line("no power supplies", .dim)] : table.lines
        return lines + power.notes.map { Line([Span("note: ", .dim), Span($0.visible)]) }
    }

    private static func level(_ power: PowerExplanation) -> String {
        if let level = power.batteryLevel { return "\(level) %" }
        return power.supplies.contains { ["battery", "ups"].contains($0.role) } ? "unknown" : "none"
    }

    package static func network(_ network: NetworkExplanation) -> [Line] {
        var table = Table(heading: ["FAMILY", "INTERFACE", "OVER", "TABLE", "SOURCE", "FAULT"])
        for road in network.roads {
            table.add([
                Span(road.family.rawValue, .bold), Span(road.link?.visible ?? "–"),
                Span(road.over.isEmpty ? "–" : road.over.joined(separator: " ").visible),
                Span(road.table.map(nameOfTable) ?? "–"), Span(road.source?.visible ?? "–"),
                road.fault.map { Span($0.visible, .waiting) } ?? Span("none", .good),
            ])
        }
        let cards = network.cards.map {
            "\($0.name.visible) (\($0.transport?.words ?? "of an unknown kind"))"
        }
        .joined(separator: ", ")
        let standby = network.standby.joined(separator: " ").visible
        return [verdict(.network, network.network, network.why)] + table.lines
            + (cards.isEmpty ? [] : [Line([Span("leaves by: ", .dim), Span(cards)])])
            + (standby.isEmpty ? [] : [Line([Span("stands by: ", .dim), Span(standby)])]) + manager(network)
    }

    /// By the names of ip-route(8).
    private static func nameOfTable(_ number: Int64) -> String {
        switch number {
        case 253: "default"
        case 254: "main"
        case 255: "local"
        case _: "\(number)"
        }
    }

    private static func manager(_ network: NetworkExplanation) -> [Line] {
        if let lack = network.managerLack {
            return [Line([Span("NetworkManager: ", .dim), Span("unknown (\(lack.visible))")])]
        }
        var table = Table(heading: ["NETWORKMANAGER", "METERED", "WI-FI"])
        for connection in network.connections {
            table.add([
                Span(connection.interface.visible, .bold),
                Span(connection.isMetered.map { $0 ? "yes" : "no" } ?? "unknown"),
                Span(connection.ssid?.visible ?? "–"),
            ])
        }
        let vpns = network.vpns.map { "\"\($0.visible)\"" }.joined(separator: ", ")
        return (network.connections.isEmpty ? [] : table.lines)
            + (vpns.isEmpty ? [] : [Line([Span("VPNs connected: ", .dim), Span(vpns)])])
    }

    /// What jobs ask for and nobody can know.
    package static func requirements(_ unknown: [UnknownRequirement]) -> [Line] {
        guard !unknown.isEmpty else { return [Line("everything that jobs require can be known", .dim)] }
        var table = Table(heading: ["UNKNOWN REQUIREMENT", "DUE", "WHY"])
        for requirement in unknown {
            table.add([
                Span(requirement.text.visible, .bad), Span(String(requirement.jobs)),
                Span(requirement.reason.visible),
            ])
        }
        return table.lines
    }

    /// First of all, whether anything is wrong: green, or how much is.
    package static func summary(_ reply: DoctorCall.Reply) -> [Line] {
        let wrong =
            Set(reply.faults + reply.daemon.headlines + reply.daemon.losses.map(\.text)).count
            + Patient.all(in: reply).count
        var parts: [Span] = []
        if wrong > 0 {
            parts.append(Span("✗ \(wrong == 1 ? "one thing is" : "\(wrong) things are") wrong", .bad))
        }
        if parts.isEmpty { parts.append(Span("✓ nothing is wrong", .good)) }
        if !reply.limits.isEmpty {
            let count = reply.limits.count
            parts.append(Span(" · \(count == 1 ? "one thing" : "\(count) things") can't be done here", .dim))
        }
        return [Line(parts)] + reply.faults.map { Line([Span("  ", .plain), Span($0.visible, .bad)]) }
    }

    /// What is wrong now, a line each.
    ///
    /// Those that the table tells as faults are left to it.
    package static func headlines(_ reply: DoctorCall.Reply, clock: LocalClock) -> [Line] {
        var daemon = reply.daemon
        daemon.headlines.removeAll(where: reply.faults.contains)
        return headlines(daemon, clock: clock)
    }

    /// What was lost stands first, with its date.
    package static func headlines(_ daemon: DaemonReport, clock: LocalClock) -> [Line] {
        let lost = Set(daemon.losses.map(\.text))
        return daemon.losses.map { loss in
            Line("LOST, as of \(clock.date(loss.found)): \(loss.text.visible)", .bad)
        }
            + daemon.headlines.filter { !lost.contains($0) }.map {
                Line([Span("! ", .bad), Span($0.visible, .bad)])
            }
    }

    /// - Parameters:
    ///   - wait: How long the daemon took to answer.
    ///   - surroundings: What was seen around it; its faults are among those of the reply.
    package static func service(
        _ reply: DoctorCall.Reply, answeredIn wait: Duration, around surroundings: Surroundings? = nil,
        clock: LocalClock
    ) -> [Line] {
        let daemon = reply.daemon
        var table = Table()
        table.add([
            Span("daemon", .dim),
            Span(
                """
                \(daemon.title) \(daemon.version.visible), process \(daemon.process), \
                since \(clock.date(daemon.started))
                """),
        ])
        table.add([Span("last answer", .dim), Span("now, within \(milliseconds(wait)) ms")])
        table.add([Span("state directory", .dim), Span(daemon.stateDirectory.visible)])
        table.add([
            Span("runs are held by", .dim), Span("\(reply.holding.rawValue): \(reply.holdingReason.visible)"),
        ])
        for (title, words) in surroundings?.rows ?? [] { table.add([Span(title, .dim), Span(words)]) }
        for wakeup in reply.wakeups { table.add([Span("wakes up for", .dim), Span(wakeup.visible)]) }
        for limit in reply.limits { table.add([Span("can't do", .dim), Span(limit.visible)]) }
        for fault in reply.faults { table.add([Span("fault", .bad), Span(fault.visible)]) }
        if reply.faults.isEmpty { table.add([Span("faults", .dim), Span("none", .good)]) }
        return table.lines
    }

    /// Rounded up.
    private static func milliseconds(_ span: Duration) -> Int64 {
        let (seconds, attoseconds) = span.components
        let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1000)
        return overflow ? .max : whole &+ (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
    }

    private static func verdict(_ requirement: Requirement.Kind, _ verdict: Verdict, _ why: String) -> Line {
        Line([
            Span("\(requirement.row.title): ", .bold), Span(verdict.rawValue, verdict.style),
            Span(" (\(why.visible))"),
        ])
    }
}

extension DoctorCall.Reply {
    /// Whether anything is wrong: with the daemon, around it, or with a job.
    package var hasFaults: Bool {
        !faults.isEmpty || !daemon.headlines.isEmpty || !daemon.losses.isEmpty || !jobs.isEmpty
            || !ended.isEmpty
    }
}
