// The system bus, for all who follow a service on it: one connection, open while somebody asks for it.

import BGRunLinux

/// Joins the services that are followed to one connection, which is opened for the first of them and closed after
/// the last.
///
/// The caller watches ``descriptor`` for reading and calls ``process()`` when it is ready, and when ``deadline`` has
/// come. No thread and no timer lives here, and nothing is waited for. A bus that is lost is tried again at a few
/// instants that grow apart, then only when somebody asks for something; a bus that was not there at all, only then.
package final class SystemBus {
    /// The library that has sd-bus, by the name the dynamic linker knows.
    package static let soname = "libsystemd.so.0"
    /// Steps taken at one time, so that a storm can't keep the loop busy.
    private static let batch = 512
    /// Microseconds from a loss to a try, from there to the next, and so on. A bus that is not back after a minute
    /// needs a hand, and whoever lends it has us asked anew.
    private static let retryDelays: [Int64] = [1, 2, 4, 8, 16, 32].map { $0 * 1_000_000 }

    private let address: String?
    private let libraryName: String
    /// Stands for the connection's descriptor, which comes and goes, and which may have to be watched for writing.
    private let queue: EventQueue
    private var watched: (number: Int32, directions: EventQueue.Directions)?
    private var connection: BusConnection?
    private var services: [BusService] = []
    /// How many tries have failed since the loss; nil where nothing was lost.
    private var tries: Int?
    private var retryAt: Int64?
    private var isProcessing = false

    /// Opens nothing yet.
    ///
    /// - Parameters:
    ///   - address: Where the bus is, in D-Bus's words; nil is the system's (`DBUS_SYSTEM_BUS_ADDRESS`, else
    ///     `/run/dbus/system_bus_socket`).
    ///   - library: Another library than ``soname``, for tests.
    package init(address: String? = nil, library: String = SystemBus.soname) throws(SystemError) {
        self.address = address
        libraryName = library
        queue = try EventQueue()
    }

    /// To be watched for reading, level-triggered; the same number for ever.
    package var descriptor: Int32 { queue.rawValue }

    /// When ``process()`` is to be called although nothing came; microseconds of the monotonic clock. An instant
    /// that has passed means at once. Nil with no call under way and nothing to try again.
    package var deadline: Int64? { connection.map(\.deadline) ?? retryAt }

    /// Whether a connection is open, or being opened.
    package var isOpen: Bool { connection != nil }

    /// Does what can be done now. What is left after a batch makes ``deadline`` an instant that has passed.
    package func process() {
        if connection == nil, let retryAt, Clock.read(.monotonic) >= retryAt { connect() }
        // The connection may be given up by what it delivers; it has to live to the end of its own step.
        if let connection {
            isProcessing = true
            withExtendedLifetime(connection) { step(connection) }
            isProcessing = false
        }
        update()
    }

    private func step(_ connection: BusConnection) {
        for _ in 0..<Self.batch {
            switch connection.process() {
            case .some: continue
            case .none: return
            case .lost(let reason): return lose("the system bus has gone: \(reason)")
            }
        }
    }

    // MARK: - For services

    /// Connects the service, now or with the next try that succeeds.
    func join(_ service: BusService) {
        services.append(service)
        if let connection { service.connected(connection) } else { connect() }
        update()
    }

    func leave(_ service: BusService) {
        services.removeAll { $0 === service }
        update()
    }

    /// Somebody asks for something: the occasion to try again.
    func tryAgain() {
        if connection == nil, !services.isEmpty { connect() }
        update()
    }

    /// The bus has answered: a loss from now on is a new one.
    func answered() { tries = 0 }

    /// What was sent may not have gone out whole, and what was dropped may have been the last.
    func update() {
        if services.isEmpty, !isProcessing { close() }
        watch()
    }

    // MARK: - The connection

    private func connect() {
        retryAt = nil
        do throws(BusFault) {
            let fresh = try BusConnection(address: address, library: libraryName)
            connection = fresh
            for service in services { service.connected(fresh) }
        } catch {
            planRetry()
            for service in services { service.lost(error.description) }
        }
    }

    private func lose(_ reason: String) {
        unwatch()
        connection = nil
        planRetry()
        for service in services { service.lost(reason) }
    }

    private func planRetry() {
        guard let failed = tries, failed < Self.retryDelays.count else { return }
        retryAt = Clock.read(.monotonic) + Self.retryDelays[failed]
        tries = failed + 1
    }

    private func close() {
        unwatch()
        connection = nil
        tries = nil
        retryAt = nil
    }

    private func watch() {
        guard let connection else { return }
        let number = connection.descriptor
        let directions = connection.directions
        if let watched, watched == (number, directions) { return }
        // A descriptor that is no more is told by the next step, which is now: nothing else would call for it.
        guard number >= 0 else { return lose("the system bus has gone") }
        do throws(SystemError) {
            if watched?.number == number {
                try queue.modify(number, for: directions, token: 0)
            } else {
                unwatch()
                try queue.add(number, for: directions, token: 0)
            }
            watched = (number, directions)
        } catch {
            lose("the system bus can't be watched: \(error)")
        }
    }

    /// Before the connection closes its descriptor. Where it has done so already, the queue has forgotten it.
    private func unwatch() {
        if let watched { try? queue.remove(watched.number) }
        watched = nil
    }
}
