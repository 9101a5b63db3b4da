// What systemd says of a timer: whether it is on, by what, and how it can be switched off.

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
