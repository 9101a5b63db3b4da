// Reads what is observed of the device, in the notation of the decision log.
import BGRunCalendar
import BGRunJob
import BGRunScheduler

extension EventReader {
    func observed(_ words: inout Words) throws -> Event {
        let subject = try subject(&words)
        return .observed(subject, try observation(of: subject, &words))
    }

    private func subject(_ words: inout Words) throws -> Subject {
        switch words.next() {
        case "connection": return .connection
        case "idle": return .idle
        case "locks": return .locks
        case "lid": return .lid
        case "powerSaver": return .powerSaver
        case "load": return .load
        case "temperature": return .temperature
        case "pressure":
            guard let resource = PressureResource(rawValue: words.next()) else {
                throw words.fault("a resource")
            }
            return .pressure(resource, percent: try words.number(after: ""))
        case "freeSpace": return .freeSpace(try ownedPath(&words))
        case "path": return .path(try ownedPath(&words))
        case "mount":
            if words.rest.hasPrefix("\"") { return .mount(.path(try words.quoted())) }
            return .mount(.uuid(String(words.next().dropFirst(5))))
        case "device":
            let properties = try words.quoted().split(separator: " ").map { pair in
                let parts = pair.split(separator: "=", maxSplits: 1).map(String.init)
                return DeviceMatch.Property(name: parts[0], value: parts.count > 1 ? parts[1] : "")
            }
            return .device(DeviceMatch(properties: properties))
        case "check": return .check(try check(&words))
        default: throw words.fault("a subject")
        }
    }

    private func ownedPath(_ words: inout Words) throws -> OwnedPath {
        OwnedPath(path: try words.quoted(), owner: UserID(try words.number(after: "owner=")))
    }

    private func check(_ words: inout Words) throws -> Check {
        let kind = words.next()
        if kind == "online" { return Check(.online, owner: UserID(try words.number(after: "owner="))) }
        guard kind == "command" else {
            let parts = words.next().split(separator: ":").map(String.init)
            guard parts.count == 2, let port = UInt16(parts[1]) else { throw words.fault("HOST:PORT") }
            let endpoint = Endpoint(host: parts[0], port: port)
            return Check(.reachable(endpoint), owner: UserID(try words.number(after: "owner=")))
        }
        let arguments = try words.quoted().split(separator: " ").map(String.init)
        guard let interval = Duration(text: words.next().dropFirst(6)),
            let budget = Duration(text: words.next().dropFirst(11))
        else { throw words.fault("every=SPAN timeBudget=SPAN") }
        return Check(
            .command(CommandCheck(arguments: arguments, interval: interval, timeBudget: budget)),
            owner: UserID(try words.number(after: "owner=")))
    }

    private func observation(of subject: Subject, _ words: inout Words) throws -> Observation {
        if words.rest.hasPrefix("absent ") {
            _ = words.next()
            return .absent(try words.quoted())
        }
        if words.rest.hasPrefix("unknown ") {
            _ = words.next()
            return .unknown(try words.quoted())
        }
        switch subject {
        case .power, .network: throw words.fault("an event of its own")
        case .connection: return try connection(&words)
        case .idle:
            // In the log the instant of the awake clock, in scenarios also a time ago.
            let word = words.next()
            if word == "active" { return .idle(.active) }
            if word.hasPrefix("for="), let span = Duration(text: word.dropFirst(4)) {
                return .idle(.idle(since: now.awake.advanced(by: .zero - span)))
            }
            guard let since = Int64(word.dropFirst(6)) else { throw words.fault("active or since=") }
            return .idle(.idle(since: AwakeTime(microseconds: since)))
        case .locks: return .locks(try locks(&words))
        case .lid: return .lid(try words.value())
        case .powerSaver:
            let isOn = words.next() == "on"
            return .powerSaver(PowerSaverReading(isOn: isOn, profile: try words.quoted()))
        case .pressure: return .pressure(isHigh: words.next() == "high")
        case .load: return .load(try words.number(after: ""))
        case .temperature:
            let degrees: Int = try words.number(after: "")
            return .temperature(TemperatureReading(degrees: degrees, zone: try words.quoted()))
        case .freeSpace: return .freeSpace(try words.number(after: ""))
        case .path, .mount, .device: return .present(words.next() == "present")
        case .check:
            let holds = words.next() == "yes"
            return .answered(holds, try words.quoted())
        }
    }

    private func connection(_ words: inout Words) throws -> Observation {
        var reading = ConnectionReading(isPortal: words.next() == "portal")
        while words.rest.hasPrefix("\"") { reading.vpns.insert(try words.quoted()) }
        while let name = words.optional() {
            let price = words.next()
            reading.interfaces[name] = ConnectionReading.Interface(
                isMetered: price == "unknown" ? nil : price == "metered",
                ssid: words.rest.hasPrefix("\"") ? try words.quoted() : nil)
        }
        return .connection(reading)
    }

    private func locks(_ words: inout Words) throws -> LockReading {
        var users: [UserID: Bool] = [:]
        while let word = words.optional() {
            let parts = word.split(separator: "=").map(String.init)
            guard parts.count == 2, let user = UInt32(parts[0]) else { break }
            users[UserID(user)] = parts[1] == "locked"
        }
        return LockReading(users: users)
    }
}
