// What a service is asked, told to do, and listened to for.

import BGRunLinux

extension BusService {
    /// Asks something that changes nothing. `then` gets exactly one answer, unless the service or the bus is lost
    /// before. A question that gets none in time makes the service silent, and fails; so does each one to a service
    /// that is silent, at once.
    func call<Value>(
        _ call: BusCall, read: @escaping (borrowing BusMessage) throws(BusFault) -> Value,
        then: @escaping (Result<Value, BusFault>) -> Void
    ) {
        order(call, read: read) { [weak self] answer in
            if case .failure(.silent) = answer { self?.fallSilent(over: call) }
            then(answer)
        }
    }

    /// Tells the service to do something, once, and is otherwise like ``call(_:read:then:)``. It may have to ask
    /// others before it answers, so one that takes too long is not silent for that.
    func order<Value>(
        _ call: BusCall, read: @escaping (borrowing BusMessage) throws(BusFault) -> Value,
        then: @escaping (Result<Value, BusFault>) -> Void
    ) {
        guard let connection, let owner else { return then(.failure(.unavailable("\(title) is not there"))) }
        if isSilent { return then(.failure(.silent(silence))) }
        let attempt = BusAttempt(lasting: bus.patience.first)
        do throws(BusFault) {
            try connection.call(owner, call, for: attempt.span) { [weak self, epoch] message in
                guard let self, self.epoch == epoch else { return }
                if attempt.isOver(by: message) { return then(.failure(.silent(silence))) }
                if !message.isNoReply { hear() }
                then(Self.answer(message, to: call, read))
            }
        } catch {
            then(.failure(error))
        }
        bus.update()
    }

    /// Asks for a descriptor, and again where no answer comes. `then` hears of that once, and of the answer when it comes.
    ///
    /// - Parameters:
    ///   - tries: How often it was asked in vain already.
    ///   - isWanted: Asked before it is asked for again.
    func insist(
        _ call: BusCall, tries: Int = 0, while isWanted: @escaping () -> Bool,
        then: @escaping (Result<DescriptorCall.Brought, BusFault>) -> Void
    ) {
        guard connection != nil, let owner else {
            return then(.failure(.unavailable("\(title) is not there")))
        }
        do throws(SystemError) {
            try bus.call(call, of: owner, title, for: bus.patience.wait(afterTries: tries)) {
                [weak self, epoch] answer in
                guard let self, self.epoch == epoch else { return }
                switch answer {
                case .failure(.silent):
                    guard isWanted() else { return }
                    if tries == 0 { then(answer) }
                    insist(call, tries: tries + 1, while: isWanted, then: then)
                case .failure(.unavailable):
                    then(answer)
                case .success, .failure:
                    hear()
                    then(answer.mapError { Self.placed($0, in: call.member) })
                }
            }
        } catch {
            then(.failure(.unavailable("no thread could be started: \(error)")))
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
            hear()
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
}
