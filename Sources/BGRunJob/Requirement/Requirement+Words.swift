// Requirements in words: what is needed, and what would satisfy it.
import BGRunCalendar

extension Requirement {
    /// For people, as the object of "needs": "external power", "a battery of at least 60 %".
    package var words: String {
        switch self {
        case .externalPower: "external power"
        case .batteryLevel(let percent): "a battery of at least \(percent) %"
        case .charging: "a charger that does not leave the battery draining"
        case .network: "a network"
        case .unmetered: "a network that is not metered"
        case .interface(let names): "a network through \(names.joined(separator: " or "))"
        case .ssid(let names): "the wireless network \(names.map { "\"\($0)\"" }.joined(separator: " or "))"
        case .vpn(nil): "a VPN"
        case .vpn(let name?): "the VPN \(name)"
        case .reachable(let endpoint): "a connection to \(endpoint.text)"
        case .idle(let span): "an idle machine for \(span.text)"
        case .locked(true): "a locked session"
        case .locked(false): "an unlocked session"
        case .load(let most): "a load of at most \(Self.text(hundredths: most)) for each processor"
        case .pressure(let resource, let percent): "pressure on \(resource.words) below \(percent) %"
        case .freeSpace(let space): "\(SizeText.text(of: space.bytes)) free at \(space.path)"
        case .pathExists(let path): "the path \(path)"
        case .mounted(.path(let path)): "a file system mounted at \(path)"
        case .mounted(.uuid(let uuid)): "the file system \(uuid) mounted"
        case .device(let match): "the device \(match.text)"
        case .lid(.open): "an open lid"
        case .lid(.closed): "a closed lid"
        case .powerSaver(true): "power saver mode"
        case .powerSaver(false): "no power saver mode"
        case .temperature(let most): "at most \(most) °C"
        case .command(let check): "a yes from \(check.name)"
        case .not(let opposite): opposite.wordsOfOpposite
        }
    }

    /// What is needed where its opposite is.
    private var wordsOfOpposite: String {
        switch self {
        case .externalPower: "no external power"
        case .batteryLevel(let percent): "a battery below \(percent) %"
        case .charging: "no charger that keeps the battery from draining"
        case .network: "no network"
        case .unmetered: "a metered network"
        case .interface(let names): "no network through \(names.joined(separator: " or "))"
        case .ssid(let names):
            "another wireless network than \(names.map { "\"\($0)\"" }.joined(separator: " or "))"
        case .vpn(nil): "no VPN"
        case .vpn(let name?): "no VPN \(name)"
        case .reachable(let endpoint): "no connection to \(endpoint.text)"
        case .idle(let span): "a machine that was used in the last \(span.text)"
        case .locked(let wanted): Requirement.locked(!wanted).words
        case .load(let most): "a load above \(Self.text(hundredths: most)) for each processor"
        case .pressure(let resource, let percent): "pressure on \(resource.words) of at least \(percent) %"
        case .freeSpace(let space): "less than \(SizeText.text(of: space.bytes)) free at \(space.path)"
        case .pathExists(let path): "no path \(path)"
        case .mounted(.path(let path)): "nothing mounted at \(path)"
        case .mounted(.uuid(let uuid)): "the file system \(uuid) not mounted"
        case .device(let match): "the device \(match.text) disconnected"
        case .lid(let state): Requirement.lid(state == .open ? .closed : .open).words
        case .powerSaver(let wanted): Requirement.powerSaver(!wanted).words
        case .temperature(let most): "more than \(most) °C"
        case .command(let check): "a no from \(check.name)"
        case .not(let opposite): opposite.words
        }
    }

    /// What a person can do or wait for, as a sentence without a full stop.
    package var remedy: String {
        switch self {
        case .externalPower: "plug in the charger"
        case .batteryLevel(let percent): "charge the battery to \(percent) %"
        case .charging: "plug in a charger that is strong enough"
        case .network: "connect to a network"
        case .unmetered: "connect to a network that is not metered, or mark this one so in NetworkManager"
        case .interface(let names): "connect through \(names.joined(separator: " or "))"
        case .ssid(let names): "connect to \(names.map { "\"\($0)\"" }.joined(separator: " or "))"
        case .vpn(nil): "connect to a VPN"
        case .vpn(let name?): "connect to the VPN \(name)"
        case .reachable(let endpoint): "see that \(endpoint.text) can be reached"
        case .idle(let span): "leave the machine alone for \(span.text)"
        case .locked(true): "lock the session"
        case .locked(false): "unlock the session"
        case .load, .pressure: "wait until the machine is less busy"
        case .freeSpace(let space): "free some space at \(space.path)"
        case .pathExists(let path): "make \(path)"
        case .mounted(.path(let path)): "mount a file system at \(path)"
        case .mounted(.uuid(let uuid)): "mount the file system \(uuid)"
        case .device(let match): "connect the device \(match.text)"
        case .lid(.open): "open the lid"
        case .lid(.closed): "close the lid"
        case .powerSaver(true): "switch the power saver on"
        case .powerSaver(false): "switch the power saver off"
        case .temperature: "let the machine cool down"
        case .command(let check): "see what \(check.name) asks for"
        case .not: "wait for \(words)"
        }
    }

    /// One line that names it among all others: the log, history and ``kind`` with what was written to it.
    package var text: String {
        switch self {
        case .externalPower, .charging, .network, .unmetered, .vpn(nil): kind.rawValue
        case .batteryLevel(let percent), .temperature(let percent): "\(kind.rawValue) \(percent)"
        case .interface(let names), .ssid(let names):
            "\(kind.rawValue) \(names.map { "\"\($0)\"" }.joined(separator: " "))"
        case .vpn(let name?): "\(kind.rawValue) \(name)"
        case .reachable(let endpoint): "\(kind.rawValue) \(endpoint.text)"
        case .idle(let span): "\(kind.rawValue) \(span.text)"
        case .locked(let wanted), .powerSaver(let wanted): "\(kind.rawValue) \(wanted)"
        case .load(let most): "\(kind.rawValue) \(Self.text(hundredths: most))"
        case .pressure(let resource, let percent): "\(kind.rawValue) \(resource.rawValue) \(percent)"
        case .freeSpace(let space): "\(kind.rawValue) \(SizeText.text(of: space.bytes)) \(space.path)"
        case .pathExists(let path): "\(kind.rawValue) \(path)"
        case .mounted(.path(let path)): "\(kind.rawValue) \(path)"
        case .mounted(.uuid(let uuid)): "\(kind.rawValue) UUID=\(uuid)"
        case .device(let match): "\(kind.rawValue) \(match.text)"
        case .lid(let state): "\(kind.rawValue) \(state.rawValue)"
        case .command(let check):
            "\(kind.rawValue) \(check.text) every=\(check.interval.text)"
                + " timeBudget=\(check.timeBudget.text)"
        case .not(let opposite): "not \(opposite.text)"
        }
    }

    /// 150 is "1.5".
    package static func text(hundredths: Int) -> String {
        let fraction = hundredths % 100
        if fraction == 0 { return "\(hundredths / 100)" }
        return "\(hundredths / 100)."
            + (fraction % 10 == 0 ? "\(fraction / 10)" : fraction < 10 ? "0\(fraction)" : "\(fraction)")
    }
}
