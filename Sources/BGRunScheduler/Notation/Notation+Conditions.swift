// How what is observed, simulated and kept of the device is written.
import BGRunCalendar
import BGRunJob

extension NetworkReading {
    var notation: String {
        var words = [verdict.rawValue, quoted(reason)]
        if !interfaces.isEmpty { words.append("through=\(interfaces.joined(separator: ","))") }
        if !cards.isEmpty {
            let parts = cards.map { "\($0.name):\($0.transport?.rawValue ?? "unknown")" }
            words.append("cards=\(parts.joined(separator: ","))")
        }
        if !tunnels.isEmpty { words.append("tunnels=\(tunnels.joined(separator: ","))") }
        return words.joined(separator: " ")
    }
}

extension Subject {
    package var notation: String {
        switch self {
        case .power: "power"
        case .network: "network"
        case .connection: "connection"
        case .idle: "idle"
        case .locks: "locks"
        case .lid: "lid"
        case .powerSaver: "powerSaver"
        case .pressure(let resource, let percent): "pressure \(resource.rawValue) \(percent)"
        case .load: "load"
        case .temperature: "temperature"
        case .freeSpace(let path): "freeSpace \(path.notation)"
        case .path(let path): "path \(path.notation)"
        case .mount(.path(let path)): "mount \(quoted(path))"
        case .mount(.uuid(let uuid)): "mount UUID=\(uuid)"
        case .device(let match): "device \(quoted(match.text))"
        case .check(let check): "check \(check.notation)"
        }
    }
}

extension OwnedPath {
    var notation: String { "\(quoted(path)) owner=\(owner)" }
}

extension Check {
    var notation: String {
        switch question {
        case .command(let command):
            "command \(quoted(command.text)) every=\(command.interval.text) "
                + "timeBudget=\(command.timeBudget.text) owner=\(owner)"
        case .reachable(let endpoint): "reachable \(endpoint.text) owner=\(owner)"
        case .online: "online owner=\(owner)"
        }
    }
}

extension Observation {
    package var notation: String {
        switch self {
        case .unknown(let reason): "unknown \(quoted(reason))"
        case .absent(let reason): "absent \(quoted(reason))"
        case .connection(let reading):
            (reading.isPortal ? "portal" : "open")
                + reading.vpns.sorted().map { " \(quoted($0))" }.joined()
                + reading.interfaces.sorted { $0.key < $1.key }.map { " \($0.key) \($0.value.notation)" }
                .joined()
        case .idle(.active): "active"
        case .idle(.idle(let since)): "since=\(since.microseconds)"
        case .locks(let locks):
            locks.users.isEmpty
                ? "nobody"
                : locks.users.sorted { $0.key < $1.key }
                    .map { "\($0.key)=\($0.value ? "locked" : "unlocked")" }.joined(separator: " ")
        case .lid(let state): state.rawValue
        case .powerSaver(let reading): "\(reading.isOn ? "on" : "off") \(quoted(reading.profile))"
        case .pressure(let isHigh): isHigh ? "high" : "low"
        case .load(let load): "\(load)"
        case .temperature(let reading): "\(reading.degrees) \(quoted(reading.zone))"
        case .freeSpace(let bytes): "\(bytes)"
        case .present(let isThere): isThere ? "present" : "absent"
        case .answered(let holds, let reason): "\(holds ? "yes" : "no") \(quoted(reason))"
        case .recorded(let verdicts):
            "recorded"
                + verdicts.map { ", \($0.key.text) \($0.value.rawValue)" }.sorted().joined()
        }
    }
}

extension ConnectionReading.Interface {
    /// `unmetered "Home"`.
    fileprivate var notation: String {
        (isMetered.map { $0 ? "metered" : "unmetered" } ?? "unknown") + (ssid.map { " \(quoted($0))" } ?? "")
    }
}

extension ConditionChange {
    var notation: String {
        switch what {
        case .requirement(let text, let owner, let verdict):
            "\(text)\(owner.map { " owner=\($0)" } ?? "") \(verdict.rawValue) \(quoted(reason))"
                + (isSimulated ? " simulated" : "")
        case .machine(let state): "\(state.rawValue) at=\(at.rfc3339)"
        }
    }
}

extension HoldChange {
    var notation: String {
        "\(job) \(isWaiting ? "waits" : "does not wait")\(blockers.map { " \($0)" }.joined())"
    }
}

extension Notice {
    var notation: String {
        switch reason {
        case .overdue: "\(job) overdue \(names)"
        case .cannotStart(let impediment): "\(job) cannotStart \(impediment.key)"
        case .notRun(let since): "\(job) notRun since=\(since.rfc3339) \(names)"
        case .failed(let failing, let isDisabled):
            "\(job) failed times=\(failing.count)\(isDisabled ? " disabled" : "")\(isLast ? " last" : "")"
        case .recovered(let failing): "\(job) recovered times=\(failing.count)"
        case .succeeded: "\(job) succeeded"
        case .overruns(let overrun):
            "\(job) overruns \(overrun.measure.rawValue)=\(overrun.span.text)"
        }
    }

    private var names: String {
        blockers.isEmpty ? "nothing" : blockers.map(\.name).joined(separator: ",")
    }
}
