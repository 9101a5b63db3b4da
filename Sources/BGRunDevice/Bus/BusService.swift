// One service on the bus, known by its name: whether it is there, and who it is.

/// A service as one tracker follows it.
///
/// Anyone may send a signal straight to us under any path and member; the bus lets it through whatever the match
/// rules say, and sd-bus delivers it. Only the sender's unique name can't be forged. So the service's owner is
/// followed, calls go to that owner, and a signal of anyone else is dropped.
///
/// All that was asked of one owner ends with it: answers that come later are dropped unread, with the descriptors in
/// them.
final class BusService {
    /// What the tracker hears.
    enum News: Equatable, Sendable {
        /// The service is there, and new: nothing of what was asked before stands.
        case present
        /// It is not there, for this reason. It is heard of when it comes.
        case absent(String)
    }

    private static let busName = "org.freedesktop.DBus"
    private static let busPath = "/org/freedesktop/DBus"

    private let bus: SystemBus
    private let name: String
    /// The service in words, for reasons: "logind".
    private let title: String
    private var connection: BusConnection?
    private var ownerMatch: BusMatch?
    private var owner: String?
    /// Counts the owners, so that an answer knows whom it was asked of.
    private var epoch: UInt64 = 0
    private var isAsked = false
    /// Whom the news go to. It must not own this service strongly, nor be owned by it.
    var news: (News) -> Void = { _ in }

    init(_ bus: SystemBus, name: String, title: String) {
        self.bus = bus
        self.name = name
        self.title = title
    }

    var isPresent: Bool { owner != nil }
    /// Whether it is known not to be there.
    private(set) var isAbsent = false

    /// Follows the service from now on; the first news come at once, or with the bus's answer. Asking again for one
    /// that is not there tries again.
    func ask() {
        if !isAsked {
            isAsked = true
            bus.join(self)
        } else if connection == nil {
            bus.tryAgain()
        }
    }

    /// Follows it no more. No news come of that.
    func leave() {
        guard isAsked else { return }
        isAsked = false
        isAbsent = false
        forgetConnection()
        bus.leave(self)
    }

    // MARK: - Asking

    /// Calls a method. `then` gets exactly one answer, unless the service or the bus is lost before.
    func call<Value>(
        _ call: BusCall, read: @escaping (borrowing BusMessage) throws(BusFault) -> Value,
        then: @escaping (Result<Value, BusFault>) -> Void
    ) {
        guard let connection, let owner else { return then(.failure(.unavailable("\(title) is not there"))) }
        do throws(BusFault) {
            try connection.call(owner, call) { [weak self, epoch] message in
                guard let self, self.epoch == epoch else { return }
                then(Self.answer(message, to: call, read))
            }
        } catch {
            then(.failure(error))
        }
        bus.update()
    }

    /// Reads some properties of an object's interface; those it does not have are missing from the answer.
    func properties(
        _ names: [String], of path: String, _ interface: String,
        then: @escaping (Result<[String: BusValue], BusFault>) -> Void
    ) {
        let call = BusCall(
            path: path, interface: "org.freedesktop.DBus.Properties", member: "GetAll", .text(interface))
        self.call(
            call, read: { message throws(BusFault) in try message.properties(named: names) }, then: then)
    }

    /// Listens to a signal of the service until the value that is returned is gone; nil where it is not there.
    func listen<Value>(
        _ rule: BusRule, read: @escaping (borrowing BusMessage) throws(BusFault) -> Value,
        then: @escaping (Result<Value, BusFault>) -> Void
    ) -> BusMatch? {
        defer { bus.update() }
        guard let connection, let owner else { return nil }
        return try? connection.match(rule.text(sender: name)) { [weak self, epoch] message in
            guard let self, self.epoch == epoch, message.sender == owner else { return }
            do throws(BusFault) {
                then(.success(try read(message)))
            } catch {
                then(.failure(Self.placed(error, in: rule.member)))
            }
        }
    }

    private static func answer<Value>(
        _ message: borrowing BusMessage, to call: BusCall,
        _ read: (borrowing BusMessage) throws(BusFault) -> Value
    ) -> Result<Value, BusFault> {
        if let refusal = message.refusal { return .failure(refusal) }
        do throws(BusFault) {
            return .success(try read(message))
        } catch {
            return .failure(placed(error, in: call.member))
        }
    }

    private static func placed(_ fault: BusFault, in member: String) -> BusFault {
        guard case .misunderstood(let what) = fault else { return fault }
        return .misunderstood("\(member): \(what)")
    }

    // MARK: - From the bus

    func connected(_ connection: BusConnection) {
        self.connection = connection
        isAbsent = false
        let rule = BusRule(
            place: .path(Self.busPath), interface: Self.busName, member: "NameOwnerChanged",
            firstArgument: name)
        let question = BusCall(
            path: Self.busPath, interface: Self.busName, member: "GetNameOwner", .text(name))
        do throws(BusFault) {
            // First the match, then the question, so that no change falls in between.
            ownerMatch = try connection.match(rule.text(sender: Self.busName)) { [weak self] message in
                self?.hearOwner(message)
            }
            try connection.call(Self.busName, question) { [weak self, epoch] message in
                // Where the owner has changed since, that was the newer word.
                if let self, self.epoch == epoch { takeOwner(message) }
            }
        } catch {
            lost(error.description)
        }
    }

    func lost(_ reason: String) {
        forgetConnection()
        tell(.absent(reason))
    }

    private func tell(_ news: News) {
        isAbsent = news != .present
        self.news(news)
    }

    private func forgetConnection() {
        epoch &+= 1
        connection = nil
        ownerMatch = nil
        owner = nil
    }

    private func hearOwner(_ message: borrowing BusMessage) {
        guard message.sender == Self.busName else { return }
        do throws(BusFault) {
            guard try message.text() == name else { return }
            _ = try message.text()
            change(owner: try message.text())
        } catch {
            // The bus itself does not stammer; what can't be read changes nothing.
        }
    }

    private func takeOwner(_ message: borrowing BusMessage) {
        bus.answered()
        switch message.refusal {
        case nil: change(owner: (try? message.text()) ?? "")
        case .refused(name: "org.freedesktop.DBus.Error.NameHasNoOwner", _)?: change(owner: "")
        case let refusal?: tell(.absent("\(title): \(refusal)"))
        }
    }

    private func change(owner fresh: String) {
        if let owner, owner == fresh { return }
        let wasPresent = owner != nil
        epoch &+= 1
        owner = fresh.isEmpty ? nil : fresh
        if fresh.isEmpty {
            tell(
                .absent(wasPresent ? "\(title) has left the system bus" : "\(title) is not on the system bus")
            )
        } else {
            tell(.present)
        }
    }
}
