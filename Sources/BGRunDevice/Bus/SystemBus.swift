// The system bus, for all who follow a service on it: one connection, open while somebody asks for it.

import BGRunLinux

/// Joins the services that are followed to one connection, which is opened for the first of them and closed after
/// the last.
///
/// The caller watches ``descriptor`` for reading and calls ``process()`` when it is ready, and when ``deadline`` has
/// come. No timer lives here, and nothing is waited for. Without a bus, the place of its socket is
/// watched, and whatever changes there is an occasion to try. A socket that nobody listens at is tried at a few instants
/// that grow apart beside that, since a bus makes it a moment before it listens; one that somebody listens at without
/// an answer is tried on and on, at last once an hour.
package final class SystemBus {
    /// The library that has sd-bus, by the name the dynamic linker knows.
    package static let soname = "libsystemd.so.0"
    /// Steps taken at one time, so that a storm can't keep the loop busy.
    private static let batch = 512
    /// Tries of a socket that nobody listens at.
    private static let absenceTries = 6

    private let address: String?
    private let libraryName: String
    let patience: BusPatience
    /// Stands for the connection's descriptor, which comes and goes, and which may have to be watched for writing.
    private let queue: EventQueue
    private var watched: (number: Int32, directions: EventQueue.Directions)?
    private var connection: BusConnection?
    private var services: [BusService] = []
    /// How often it was tried again since the bus answered last, or its place changed.
    private var tries = 0
    private var retryAt: Int64?
    /// When a new connection without an answer is told of, which goes on being waited for; nil once it has one.
    private var answerBy: Int64?
    /// Where the socket is or will be; watched while there is no connection.
    private var place: PlaceWatch?
    private var isProcessing = false
    /// Each with whom its answer is for.
    private var calls: [(call: DescriptorCall, then: (Result<DescriptorCall.Brought, BusFault>) -> Void)] = []

    /// Opens nothing yet.
    ///
    /// - Parameters:
    ///   - address: Where the bus is, in D-Bus's words; nil is the system's (`DBUS_SYSTEM_BUS_ADDRESS`, else
    ///     `/run/dbus/system_bus_socket`).
    ///   - library: Another library than ``soname``, for tests.
    package convenience init(
        address: String? = nil, library: String = SystemBus.soname
    ) throws(SystemError) {
        try self.init(address: address, library: library, patience: BusPatience())
    }

    init(
        address: String?, library: String = SystemBus.soname, patience: BusPatience
    ) throws(SystemError) {
        self.address = address
        libraryName = library
        self.patience = patience
        queue = try EventQueue()
    }

    /// To be watched for reading, level-triggered; the same number for ever.
    package var descriptor: Int32 { queue.rawValue }

    /// When ``process()`` is to be called although nothing came; microseconds of the monotonic clock. An instant
    /// that has passed means at once. Nil with no call under way and nothing to try again.
    package var deadline: Int64? {
        guard let connection else { return retryAt }
        return [connection.deadline, answerBy].compactMap(\.self).min()
    }

    /// Whether a connection is open, or being opened.
    package var isOpen: Bool { connection != nil }

    /// Does what can be done now. What is left after a batch makes ``deadline`` an instant that has passed.
    package func process() {
        takeAnswers()
        if hasNewPlace {
            tries = 0
            connect()
        } else if connection == nil, let retryAt, Clock.read(.monotonic) >= retryAt {
            tries += 1
            connect()
        }
        // The connection may be given up by what it delivers; it has to live to the end of its own step.
        if let connection {
            isProcessing = true
            withExtendedLifetime(connection) { step(connection) }
            isProcessing = false
        }
        if let answerBy, Clock.read(.monotonic) >= answerBy {
            self.answerBy = nil
            for service in services { service.wait() }
        }
        update()
    }

    /// Has all services asked anew: after a sleep of the machine, nobody knows what was said.
    package func readAnew() {
        for service in services { service.readAnew() }
        update()
    }

    private func step(_ connection: BusConnection) {
        for _ in 0..<Self.batch {
            switch connection.process() {
            case .some: continue
            case .none: return
            case .lost(let loss): return lose(loss)
            }
        }
    }

    /// When ``readStale()`` has something to do; nil with no service to ask.
    package var staleAt: Int64? { services.compactMap(\.staleAt).min() }

    /// Has those services asked anew that were not heard of for a minute.
    package func readStale() {
        let now = Clock.read(.monotonic)
        for service in services where service.staleAt.map({ $0 <= now }) ?? false { service.readAnew() }
        update()
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

    /// The bus itself has answered: a loss from now on is a new one.
    func answered() {
        tries = 0
        answerBy = nil
    }

    /// What was sent may not have gone out whole, and what was dropped may have been the last.
    func update() {
        if services.isEmpty, !isProcessing { close() }
        watch()
    }

    // MARK: - Calls whose answers bring descriptors

    /// Makes a call in a thread of its own.
    ///
    /// - Parameters:
    ///   - span: How long the answer is waited for, in microseconds; without one it is ``BusFault/silent(_:)``.
    ///   - then: Gets one answer.
    func call(
        _ call: BusCall, of destination: String, _ title: String, for span: UInt64,
        then: @escaping (Result<DescriptorCall.Brought, BusFault>) -> Void
    ) throws(SystemError) {
        let made = try DescriptorCall(
            call, of: destination, title, address: address, library: libraryName, for: span)
        // First, so that an answer comes once: what can't be watched is the caller's error alone.
        try queue.add(made.descriptor, for: .read, token: 2)
        calls.append((made, then))
    }

    private func takeAnswers() {
        for (call, then) in calls {
            guard let answer = call.result else { continue }
            try? queue.remove(call.descriptor)
            calls.removeAll { $0.call === call }
            then(answer)
        }
    }

    // MARK: - The connection

    private func connect() {
        retryAt = nil
        do throws(BusLoss) {
            let fresh = try open()
            leavePlace()
            connection = fresh
            answerBy = Clock.read(.monotonic) &+ Int64(clamping: patience.first)
            for service in services { service.connected(fresh) }
        } catch {
            planRetry(after: error)
            for service in services { service.lost(error) }
        }
    }

    private func open() throws(BusLoss) -> BusConnection {
        // It may come before its place is watched.
        if BusAddress.isAbsent(address), place != nil || watchPlace(), BusAddress.isAbsent(address) {
            throw .noSocket
        }
        return try BusConnection(address: address, library: libraryName)
    }

    private func lose(_ loss: BusLoss) {
        unwatch()
        connection = nil
        answerBy = nil
        planRetry(after: loss)
        for service in services { service.lost(loss) }
    }

    private func planRetry(after loss: BusLoss) {
        if case .noLibrary = loss { return }
        let isWatched = place != nil || watchPlace()
        if isWatched, loss.hasNoSocket || loss.isAbsence && tries >= Self.absenceTries { return }
        retryAt = Clock.read(.monotonic) &+ Int64(clamping: patience.pause(afterTries: tries))
    }

    private func close() {
        unwatch()
        leavePlace()
        connection = nil
        answerBy = nil
        tries = 0
        retryAt = nil
    }

    // MARK: - The place of the socket

    /// False where it can't be watched, as that of a socket without a path.
    private func watchPlace() -> Bool {
        let paths = BusAddress.socketPaths(of: address)
        guard !paths.isEmpty, let watch = try? PlaceWatch(paths, of: .files) else { return false }
        do throws(SystemError) {
            try queue.add(watch.descriptor, for: .read, token: 1)
        } catch {
            return false
        }
        place = watch
        return true
    }

    private var hasNewPlace: Bool { place?.drain() ?? false }

    private func leavePlace() {
        if let place { try? queue.remove(place.descriptor) }
        place = nil
    }

    // MARK: - The connection's descriptor

    private func watch() {
        guard let connection else { return }
        let number = connection.descriptor
        let directions = connection.directions
        if let watched, watched == (number, directions) { return }
        // A descriptor that is no more is told by the next step, which is now: nothing else would call for it.
        guard number >= 0 else { return lose(.closed) }
        do throws(SystemError) {
            if watched?.number == number {
                try queue.modify(number, for: directions, token: 0)
            } else {
                unwatch()
                try queue.add(number, for: directions, token: 0)
            }
            watched = (number, directions)
        } catch {
            lose(.gone(errno: error.errno))
        }
    }

    /// Before the connection closes its descriptor. Where it has done so already, the queue has forgotten it.
    private func unwatch() {
        if let watched { try? queue.remove(watched.number) }
        watched = nil
    }
}
