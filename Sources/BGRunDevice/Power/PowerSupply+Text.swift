// A power supply from the text of its attributes.

extension PowerSupply {
    /// Reads a supply through `attribute`, which is asked once for each attribute that matters to its kind.
    /// Text that makes no sense is treated as one that can't be read: it is named in ``unreadable``.
    init(name: String, attribute: (String) -> AttributeText) {
        self.init(name: name)
        kind = text("type", attribute).map(Kind.init(text:))
        guard let kind else { return }
        scope = text("scope", attribute)
        online = number("online", attribute)
        status = text("status", attribute).map { Status(rawValue: $0) ?? .unknown }
        switch kind {
        case .battery, .ups:
            isPresent = number("present", attribute).map { $0 != 0 }
            capacity = number("capacity", attribute)
            energy = gauge("energy", attribute)
            charge = gauge("charge", attribute)
            if kind == .battery, status == .discharging {
                isAtRest = flow(attribute).map { $0 == 0 } ?? (capacity == 100)
            }
        case .mains, .other: break
        }
    }

    /// In µA or µW. Batteries that don't know it now fail to read, which is no fault of theirs.
    private func flow(_ attribute: (String) -> AttributeText) -> Int? {
        for name in ["current_now", "power_now"] {
            if case .text(let text) = attribute(name), let flow = AttributeText.number(text) { return flow }
        }
        return nil
    }

    private mutating func gauge(_ name: String, _ attribute: (String) -> AttributeText) -> Gauge {
        Gauge(now: number("\(name)_now", attribute), full: number("\(name)_full", attribute))
    }

    private mutating func number(_ name: String, _ attribute: (String) -> AttributeText) -> Int? {
        guard let text = text(name, attribute) else { return nil }
        guard let number = AttributeText.number(text) else {
            unreadable.append(name)
            return nil
        }
        return number
    }

    private mutating func text(_ name: String, _ attribute: (String) -> AttributeText) -> String? {
        switch attribute(name) {
        case .text(let text): return text
        case .absent: return nil
        case .unreadable:
            unreadable.append(name)
            return nil
        }
    }
}
