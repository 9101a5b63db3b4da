// A service of systemd as a process follows it that has nothing else to do meanwhile.

import BGRunJob
import BGRunLinux
import Glibc

/// A caller of org.freedesktop.systemd1 for one unit (org.freedesktop.systemd1(5)).
///
/// It waits for answers: only for a process of its own. Who may start and stop what is systemd's to say.
final class UnitFollower {
    private static let service = "org.freedesktop.systemd1"
    private static let path = "/org/freedesktop/systemd1"
    private static let manager = "org.freedesktop.systemd1.Manager"
    private static let unitInterface = "org.freedesktop.systemd1.Unit"
    private static let serviceInterface = "org.freedesktop.systemd1.Service"

    private let connection: BusConnection
    private let title: String
    private let queue: EventQueue
    private var directions: EventQueue.Directions = []
    private var matches: [BusMatch] = []
    private let unit: UnitName
    /// The unit's object, by systemd's own word.
    private var object = ""
    /// systemd's unique name: whoever else on the bus says something is not believed.
    private var owner: String?
    /// Whether something may have changed since the state was read.
    private(set) var isStale = true
    /// systemd has left the bus, as it does while it executes itself, or is a new one.
    private var isNew = false
    /// What became of each job of the unit's that is over, in systemd's word.
    private(set) var results: [String: String] = [:]
    private static let mostResults = 64

    enum Token: UInt64 {
        case bus, other
    }

    /// - Parameters:
    ///   - address: Of the bus; nil is the system's.
    ///   - other: A descriptor that ends a wait when it can be read.
    init(_ unit: UnitName, at address: String?, library: String, beside other: Int32) throws(BusFault) {
        self.unit = unit
        title = address == nil ? "the system bus" : "the session bus"
        do throws(BusLoss) {
            connection = try BusConnection(address: address, library: library)
        } catch {
            throw .unavailable(error.reason(of: title))
        }
        do throws(SystemError) {
            queue = try EventQueue()
            try queue.add(other, for: .read, token: Token.other.rawValue)
            directions = connection.directions
            try queue.add(connection.descriptor, for: directions, token: Token.bus.rawValue)
        } catch {
            throw .unavailable("\(error)")
        }
    }

    // MARK: - The unit

    /// Has systemd load the unit, hold it, and tell of it.
    func follow() throws(BusFault) {
        try listen()
        try attach()
        hasFollowed = true
    }

    /// Whether it has answered before, so that its absence is a short one.
    private var hasFollowed = false

    private func attach() throws(BusFault) {
        try tell("Subscribe")
        object = try ask(call("LoadUnit", .text(unit.text))) {
            (message: borrowing BusMessage) throws(BusFault) in try message.path()
        }
        // So that what it came to is there when it is over. A systemd that does not know how may have forgotten.
        try? ask(BusCall(path: object, interface: Self.unitInterface, member: "Ref")) { _ in }
        isNew = false
        isStale = true
    }

    func readState() throws(BusFault) -> UnitState {
        if isNew { try attach() }
        isStale = false
        let unit = try properties(UnitState.unitProperties, Self.unitInterface)
        return UnitState(unit, try properties(UnitState.serviceProperties, Self.serviceInterface))
    }

    private func properties(
        _ names: [String], _ interface: String
    ) throws(BusFault) -> [String: BusValue] {
        let call = BusCall(
            path: object, interface: "org.freedesktop.DBus.Properties", member: "GetAll", .text(interface))
        return try ask(call) { (message: borrowing BusMessage) throws(BusFault) in
            try message.properties(named: names)
        }
    }

    /// - Returns: The job that does it.
    func start() throws(BusFault) -> String { try job("StartUnit") }

    func stop() throws(BusFault) { _ = try job("StopUnit") }

    private func job(_ member: String) throws(BusFault) -> String {
        isStale = true
        return try ask(call(member, .text(unit.text), .text("replace"))) {
            (message: borrowing BusMessage) throws(BusFault) in try message.path()
        }
    }

    /// SIGKILL to some of its processes, or to all.
    ///
    /// One that has just ended has none, which systemd refuses.
    func kill(_ parts: [String]) {
        for part in parts {
            try? ask(call("KillUnit", .text(unit.text), .text(part), .signedNumber(SIGKILL))) { _ in }
        }
        isStale = true
    }

    private func tell(_ member: String) throws(BusFault) {
        do throws(BusFault) {
            try ask(call(member)) { _ in }
        } catch .refused("org.freedesktop.systemd1.AlreadySubscribed", _) {
            // It was meant, and is so.
        }
    }

    private func call(_ member: String, _ arguments: BusArgument...) -> BusCall {
        BusCall(path: Self.path, interface: Self.manager, member: member, arguments)
    }

    // MARK: - Signals

    private func listen() throws(BusFault) {
        try hear(
            BusRule(
                place: .path("/org/freedesktop/DBus"), interface: "org.freedesktop.DBus",
                member: "NameOwnerChanged",
                firstArgument: Self.service), from: "org.freedesktop.DBus"
        ) { [weak self] message in
            guard let self, message.sender == "org.freedesktop.DBus" else { return }
            _ = try? message.text()
            _ = try? message.text()
            // While there is none, nothing can be asked.
            guard let owner = try? message.text(), !owner.isEmpty else { return }
            isNew = true
            isStale = true
        }
        try hear(
            BusRule(place: .path(Self.path), interface: Self.manager, member: "JobRemoved"),
            from: Self.service
        ) { [weak self] message in
            guard let self, message.sender == owner, (try? message.number()) != nil,
                let job = try? message.path(), let name = try? message.text(), name == unit.text,
                let result = try? message.text(), results.count < Self.mostResults
            else { return }
            results[job] = result
            isStale = true
        }
        try hear(
            BusRule(
                place: .below("\(Self.path)/unit"), interface: "org.freedesktop.DBus.Properties",
                member: "PropertiesChanged"), from: Self.service
        ) { [weak self] message in
            guard let self, message.sender == owner, message.objectPath == object else { return }
            isStale = true
        }
    }

    private func hear(
        _ rule: BusRule, from sender: String, _ receive: @escaping (borrowing BusMessage) -> Void
    ) throws(BusFault) {
        matches.append(try connection.match(rule.text(sender: sender), receive: receive))
    }

    // MARK: - The bus

    /// Longer than systemd takes for anything that it answers by itself.
    private static let patience: Int64 = 30_000_000

    /// Asks, and again where systemd is not on the bus: it leaves for a moment to execute itself.
    @discardableResult
    private func ask<Value>(
        _ call: BusCall, _ read: @escaping (borrowing BusMessage) throws(BusFault) -> Value
    ) throws(BusFault) -> Value {
        let deadline = Clock.read(.monotonic) &+ Self.absence
        while true {
            do throws(BusFault) {
                return try askOnce(call, read)
            } catch {
                guard error.isAbsence, hasFollowed, Clock.read(.monotonic) < deadline else { throw error }
                // It says so when it comes back. Who listens may have been told before.
                try step(until: Clock.read(.monotonic) &+ Self.pause, hearingOther: false)
            }
        }
    }

    private static let absence: Int64 = 20_000_000
    private static let pause: Int64 = 250_000

    private func askOnce<Value>(
        _ call: BusCall, _ read: @escaping (borrowing BusMessage) throws(BusFault) -> Value
    ) throws(BusFault) -> Value {
        var answer: Result<Value, BusFault>?
        try connection.call(Self.service, call) { [weak self] message in
            if let refusal = message.refusal {
                answer = .failure(refusal)
                return
            }
            self?.owner = message.sender ?? self?.owner
            do throws(BusFault) {
                answer = .success(try read(message))
            } catch {
                answer = .failure(error)
            }
        }
        let deadline = Clock.read(.monotonic) &+ Self.patience
        while true {
            if let answer { return try answer.get() }
            guard Clock.read(.monotonic) < deadline else { throw .silent("systemd does not answer") }
            try step(until: deadline, hearingOther: false)
        }
    }

    /// Waits until something comes of the bus or of the other descriptor, or until an instant of the monotonic clock.
    func wait(until deadline: Int64?) throws(BusFault) { try step(until: deadline, hearingOther: true) }

    private func step(until deadline: Int64?, hearingOther: Bool) throws(BusFault) {
        switch connection.process() {
        case .some: return
        case .lost(let loss): throw .unavailable(loss.reason(of: title))
        case .none: break
        }
        do throws(SystemError) {
            if connection.directions != directions {
                directions = connection.directions
                try queue.modify(connection.descriptor, for: directions, token: Token.bus.rawValue)
            }
            var ready: [EventQueue.Ready] = []
            let limit = [deadline, connection.deadline].compactMap(\.self).min()
            if hearingOther {
                try queue.wait(into: &ready, until: limit)
            } else {
                // What else there is to hear waits until the answer has come.
                _ = try Readiness.wait(
                    for: connection.descriptor, to: directions.contains(.write) ? .write : .read, until: limit
                )
            }
        } catch {
            throw .unavailable("\(error)")
        }
    }
}

extension BusFault {
    /// Whether it may be otherwise another time: nobody has said no, but nothing.
    var isPassing: Bool {
        switch self {
        case .unavailable, .silent: true
        case .refused(let name, _): Self.passing.contains(name) || isAbsence
        case .misunderstood: false
        }
    }

    private static let passing: Set = [
        "org.freedesktop.DBus.Error.NoReply", "org.freedesktop.DBus.Error.LimitsExceeded",
        "org.freedesktop.DBus.Error.Timeout",
    ]

    /// Nobody was there to be asked.
    var isAbsence: Bool {
        guard case .refused(let name, _) = self else { return false }
        return name == "org.freedesktop.DBus.Error.ServiceUnknown"
            || name == "org.freedesktop.DBus.Error.NameHasNoOwner"
            || name.hasPrefix("org.freedesktop.DBus.Error.Spawn.")
    }
}
