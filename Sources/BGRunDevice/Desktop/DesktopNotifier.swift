// Shows a notification on the desktop of the user we are.

import BGRunLinux

/// A caller of org.freedesktop.Notifications on the session bus.
package enum DesktopNotifier {
    /// Where the session bus is: as the environment says, else where systemd's user manager has it.
    package static var sessionBus: String {
        Machine.environment("DBUS_SESSION_BUS_ADDRESS") ?? "unix:path=/run/user/\(Machine.user)/bus"
    }

    /// Shows it and gives the number it was given there.
    ///
    /// It waits for the answer: only for a process of its own.
    ///
    /// - Parameter deadline: microseconds of the monotonic clock.
    /// - Throws: Why it is not shown; nobody need be told, for the journal has the same words.
    @discardableResult
    package static func show(
        _ notification: DesktopNotification, at address: String = sessionBus,
        library: String = SystemBus.soname, until deadline: Int64
    ) throws(BusFault) -> UInt32 {
        let connection = try connect(address, library)
        var answer: Result<UInt32, BusFault>?
        try connection.call("org.freedesktop.Notifications", call(notification)) { message in
            if let refusal = message.refusal {
                answer = .failure(refusal)
            } else {
                do throws(BusFault) {
                    answer = .success(try message.number())
                } catch {
                    answer = .failure(error)
                }
            }
        }
        while true {
            switch connection.process() {
            case .some: break
            case .none: try wait(for: connection, until: deadline)
            case .lost(let loss): throw .unavailable(loss.reason(of: "the session bus"))
            }
            if let answer { return try answer.get() }
        }
    }

    private static func connect(_ address: String, _ library: String) throws(BusFault) -> BusConnection {
        do throws(BusLoss) {
            return try BusConnection(address: address, library: library)
        } catch {
            throw .unavailable(error.reason(of: "the session bus"))
        }
    }

    private static func call(_ notification: DesktopNotification) -> BusCall {
        BusCall(
            path: "/org/freedesktop/Notifications", interface: "org.freedesktop.Notifications",
            member: "Notify",
            .text("bgrun"),
            // It replaces none, and has no icon.
            .number(0), .text(""),
            .text(notification.summary), .text(notification.markup),
            .texts([]),
            // 1 is normal; a low one may never be seen, a critical one stays until it is clicked away.
            .bytes(["urgency": 1]),
            // The server says when it disappears.
            .signedNumber(-1))
    }

    private static func wait(for connection: BusConnection, until deadline: Int64) throws(BusFault) {
        do throws(SystemError) {
            let limit = min(deadline, connection.deadline ?? deadline)
            let isReady = try Readiness.wait(
                for: connection.descriptor, to: connection.directions.contains(.write) ? .write : .read,
                until: limit)
            if isReady || Clock.read(.monotonic) < deadline { return }
        } catch {
            throw .unavailable("\(error)")
        }
        throw .unavailable("the desktop does not answer")
    }
}
