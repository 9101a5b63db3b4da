// A unit of the service manager's, and what of it is wrong.
import BGRunWire

/// What `systemctl show` prints of one unit.
package struct UnitSight: Hashable, Sendable {
    /// What is asked for.
    package static let keys = [
        "Id", "LoadState", "ActiveState", "Result", "UnitFileState", "Delegate", "NeedDaemonReload",
        "MainPID",
        "NRestarts",
    ]

    package let name: String
    private let properties: [Substring: Substring]

    /// All units of one answer, which an empty line divides; lines that are no properties are somebody's warning.
    package static func all(in text: String) -> [UnitSight] {
        text.split(separator: "\n\n").compactMap { UnitSight($0) }
    }

    private init?(_ text: Substring) {
        var properties: [Substring: Substring] = [:]
        for line in text.split(separator: "\n") {
            guard let mark = line.firstIndex(of: "=") else { continue }
            properties[line[..<mark]] = line[line.index(after: mark)...]
        }
        guard let name = properties["Id"], !name.isEmpty else { return nil }
        self.name = String(name)
        self.properties = properties
    }

    private func has(_ key: Substring, _ value: Substring) -> Bool { properties[key] == value }

    var isActive: Bool { has("ActiveState", "active") }

    /// For a table: `active, enabled`.
    package var words: String {
        if has("LoadState", "not-found") { return "\(name) is not installed" }
        let state = properties["ActiveState"] ?? "unknown"
        let file = properties["UnitFileState"].flatMap { $0.isEmpty ? nil : ", \($0)" } ?? ""
        return "\(name) is \(state)\(file)"
    }

    /// Of the unit that starts the daemon.
    ///
    /// - Parameter command: `systemctl`, as it is called for this unit.
    func faults(of daemon: DaemonReport?, _ command: String) -> [String] {
        if let fault = loadFault(command) { return [fault] }
        var faults: [String] = []
        if let fault = activityFault(daemon, command) { faults.append(fault) }
        if has("UnitFileState", "disabled") {
            faults.append(
                "\(name) is not enabled: after the next boot no job runs until somebody calls bgrun. \(command) enable \(name)"
            )
        }
        if has("Delegate", "no") {
            faults.append(
                "\(name) has no part of the cgroup tree (Delegate=no), so processes may outlive their run and limits of "
                    + "resources don't hold: \(command) cat \(name) shows what takes it away.")
        }
        if has("NeedDaemonReload", "yes") {
            faults.append(
                "\(name) was changed, and systemd has not read it yet: \(command) daemon-reload, then \(command) restart \(name)."
            )
        }
        if let restarts = properties["NRestarts"].flatMap({ Int($0) }), restarts > 0 {
            faults.append(
                "The daemon has died \(restarts == 1 ? "once" : "\(restarts) times") and was started anew: "
                    + "\(journal(command)) says why; \(command) reset-failed \(name) counts anew.")
        }
        return faults
    }

    /// Of the unit that keeps the socket.
    func socketFaults(_ command: String) -> [String] {
        if let fault = loadFault(command) { return [fault] }
        if isActive { return [] }
        return [
            "\(name) is \(properties["ActiveState"] ?? "unknown"), so calls fail while the daemon is restarted: \(command) restart \(name)."
        ]
    }

    private func loadFault(_ command: String) -> String? {
        switch properties["LoadState"] {
        case "loaded": nil
        case "masked": "\(name) is masked, so nothing starts it: \(command) unmask \(name)"
        case "not-found":
            "There is no \(name), so nothing starts the daemon at the next boot: install the package, or make install."
        case let state:
            "\(name) can't be loaded (\(state ?? "no state")): \(command) status \(name) says why."
        }
    }

    private func activityFault(_ daemon: DaemonReport?, _ command: String) -> String? {
        if has("ActiveState", "failed") {
            return
                "\(name) has failed (\(properties["Result"] ?? "unknown")): \(journal(command)) says why; then \(command) "
                + "reset-failed \(name) and \(command) start \(name)."
        }
        guard let daemon else {
            return isActive ? nil : "\(name) does not run: \(command) start \(name)"
        }
        guard let main = properties["MainPID"], main != "\(daemon.process)" else { return nil }
        return
            "The daemon that answers, process \(daemon.process), was not started by \(name): end it, then \(command) "
            + "restart \(name)."
    }

    private func journal(_ command: String) -> String {
        "journalctl\(command.dropFirst("systemctl".count)) -b -u \(name)"
    }
}
