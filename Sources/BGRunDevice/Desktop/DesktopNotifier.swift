// Shows notifications on the desktop of the user we are, and hears what is chosen of them.

import BGRunLinux

/// Something that a notification offers.
package struct DesktopAction: Hashable, Sendable {
    /// What the desktop names when it is chosen; not shown.
    package let key: String
    package let label: String

    package init(key: String, label: String) {
        self.key = key
        self.label = label
    }
}

/// What became of a notification.
package enum DesktopAnswer: Hashable, Sendable {
    /// The key of an action.
    case chosen(String)
    case closed
}

/// A caller of org.freedesktop.Notifications on the session bus (Desktop Notifications Specification, 1.2).
///
/// It waits for answers: only for a process of its own.
package final class DesktopNotifier {
    private static let service = "org.freedesktop.Notifications"
    private static let path = "/org/freedesktop/Notifications"

    private let connection: BusConnection
    private var matches: [BusMatch?] = []
    private var answers: [UInt32: DesktopAnswer] = [:]
    /// The unique name of the desktop, by its first answer: whoever else on the bus says something is not believed.
    private var desktop: String?
    /// It has left, or another one has come: nothing that was shown is there any more.
    private var isGone = false

    /// Where the session bus is: as the environment says, else where systemd's user manager has it.
    package static var sessionBus: String {
        Machine.environment("DBUS_SESSION_BUS_ADDRESS") ?? "unix:path=/run/user/\(Machine.user)/bus"
    }

    /// - Throws: Why nothing can be shown; nobody need be told, for the journal has the same words.
    package init(
        at address: String = sessionBus, library: String = SystemBus.soname
    ) throws(BusFault) {
        do throws(BusLoss) {
            connection = try BusConnection(address: address, library: library)
        } catch {
            throw .unavailable(error.reason(of: Self.bus))
        }
    }

    /// What the desktop can show, such as `actions`.
    ///
    /// - Parameter deadline: microseconds of the monotonic clock.
    /// - Throws: Where no desktop answers by then.
    package func capabilities(until deadline: Int64) throws(BusFault) -> [String] {
        try ask(BusCall(path: Self.path, interface: Self.service, member: "GetCapabilities"), until: deadline)
        {
            (message: borrowing BusMessage) throws(BusFault) in
            var names: [String] = []
            try message.array(of: "s") { () throws(BusFault) in names.append(try message.text()) }
            return names
        }
    }

    /// Shows it and gives the number it was given there.
    ///
    /// - Parameters:
    ///   - actions: What it offers; ``answer(to:until:)`` tells what was chosen.
    ///   - number: The one in whose place it is shown; 0 for none.
    ///   - deadline: microseconds of the monotonic clock.
    @discardableResult
    package func show(
        _ notification: DesktopNotification, offering actions: [DesktopAction] = [],
        inPlaceOf number: UInt32 = 0,
        until deadline: Int64
    ) throws(BusFault) -> UInt32 {
        if !actions.isEmpty, matches.isEmpty { try listen() }
        return try ask(
            BusCall(
                path: Self.path, interface: Self.service, member: "Notify",
                .text("bgrun"), .number(number),
                // It has no icon.
                .text(""), .text(notification.summary), .text(notification.markup),
                .texts(actions.flatMap { [$0.key, $0.label] }),
                // 1 is normal; a low one may never be seen, a critical one stays until it is clicked away.
                .bytes(["urgency": 1]),
                // The server says when it disappears.
                .signedNumber(-1)), until: deadline
        ) { (message: borrowing BusMessage) throws(BusFault) in try message.number() }
    }

    /// What was chosen of a notification that offers something; nil where nothing was by then.
    package func answer(to number: UInt32, until deadline: Int64) throws(BusFault) -> DesktopAnswer? {
        while answers[number] == nil {
            if isGone { return .closed }
            guard try connection.step(on: Self.bus, until: deadline) else { return nil }
        }
        return answers[number]
    }

    // MARK: - The bus

    /// Has the two signals told. Of one that is chosen and closed, the first counts.
    private func listen() throws(BusFault) {
        for member in ["ActionInvoked", "NotificationClosed"] {
            let rule = BusRule(place: .path(Self.path), interface: Self.service, member: member)
            let match = try connection.match(rule.text(sender: Self.service)) { [weak self] message in
                guard let self, message.sender == desktop, let number = try? message.number(),
                    answers[number] == nil
                else { return }
                if member == "NotificationClosed" {
                    answers[number] = .closed
                } else if let key = try? message.text() {
                    answers[number] = .chosen(key)
                }
            }
            matches.append(match)
        }
        let change = BusRule(
            place: .path("/org/freedesktop/DBus"), interface: "org.freedesktop.DBus",
            member: "NameOwnerChanged",
            firstArgument: Self.service)
        matches.append(
            try connection.match(change.text(sender: "org.freedesktop.DBus")) { [weak self] message in
                guard let self, message.sender == "org.freedesktop.DBus", desktop != nil else { return }
                isGone = true
            })
    }

    private func ask<Value>(
        _ call: BusCall, until deadline: Int64,
        _ read: @escaping (borrowing BusMessage) throws(BusFault) -> Value
    ) throws(BusFault) -> Value {
        try connection.ask(Self.service, call, "the desktop", on: Self.bus, until: deadline) {
            [weak self] (message: borrowing BusMessage) throws(BusFault) in
            self?.desktop = message.sender ?? self?.desktop
            return try read(message)
        }
    }

    private static let bus = "the session bus"
}
