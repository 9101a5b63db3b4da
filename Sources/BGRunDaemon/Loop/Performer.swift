// Carries out the effects of one turn in the order stop, save, promise, wish.
import BGRunJob
import BGRunScheduler
import BGRunStore

/// The order in which a turn's effects are carried out; what carries them out are the hands.
///
/// Stop comes first, so that a full disk can't keep a process alive. All saves of the turn are one transaction:
/// requests of many connections that came in together share one wait for the disk. Only then promises are kept.
/// If the transaction fails, what the scheduler would have to take back is not done at all, and it says itself
/// what is to be answered instead. Wishes, what is observed and what keeps the machine awake, come last: nobody waits
/// for them, and they hold whatever becomes of the disk.
enum Performer {
    /// Carries out `effects` and gives the facts that came of it, in order, as events for the next turn.
    static func perform(_ effects: Effects, with hands: some Hands) -> [Event] {
        var facts: [Event] = []
        for stop in effects.stops { facts += carryOut(stop, with: hands) }
        var promises = effects.promises
        if !effects.saves.isEmpty {
            do {
                try hands.write(effects.saves)
                facts.insert(.saved, at: 0)
            } catch {
                facts.insert(.notSaved(reason: "\(error)"), at: 0)
                promises = promises.filter(\.isFact)
            }
        } else if promises.contains(where: \.isTakenBack) {
            facts.insert(.kept, at: 0)
        }
        for promise in promises { facts += keep(promise, with: hands) }
        for wish in effects.wishes { facts += grant(wish, with: hands) }
        return facts
    }

    private static func carryOut(_ stop: Effects.Stop, with hands: some Hands) -> [Event] {
        switch stop {
        case .signal(let run, let signal): hands.deliver(signal, to: run)
        case .adopt(let run, let job, let signal): return [hands.adopt(run, of: job, endingBy: signal)]
        case .warn(let host, let run, let reason, let grace):
            hands.warn(host, of: run, because: reason, grace: grace)
        case .signalHost(let host, let signal): hands.deliver(signal, to: host)
        case .warnAssertion(let id, let reason, let left): hands.warn(id, because: reason, left: left)
        case .endAssertion(let id): hands.end(id)
        case .adoptHost(let host, let application): return hands.adopt(host, of: application)
        case .abandon(let subject): hands.abandon(subject)
        case .endHook(let hook): hands.end(hook)
        case .readPower: return [hands.readPower()]
        case .readPressure: return [hands.readPressure()]
        case .read(let subject): return hands.read(subject)
        }
        return []
    }

    private static func keep(_ promise: Effects.Promise, with hands: some Hands) -> [Event] {
        switch promise {
        case .launch(let order): return hands.launch(order)
        case .startHost(let order): return hands.startHost(order)
        case .handOver(let host, let order): hands.handOver(order, to: host)
        case .reply(let request, let reply): hands.answer(request, reply)
        case .exit: hands.leave()
        }
        return []
    }

    private static func grant(_ wish: Effects.Wish, with hands: some Hands) -> [Event] {
        switch wish {
        case .observe(let interest): hands.observe(interest)
        case .ignore(let interest): hands.ignore(interest)
        case .notify(let notice): hands.notify(notice)
        case .call(let call): hands.call(call)
        case .holdAwake(let inhibition): hands.holdAwake(inhibition)
        case .letSleep: hands.letSleep()
        case .letShutdown: hands.letShutdown()
        case .readPresence: hands.readPresence()
        case .suspend: hands.suspend()
        }
    }
}

extension Effects.Promise {
    /// Whether it tells what is so, whatever becomes of the disk: a refusal, or a start that was seen.
    fileprivate var isFact: Bool {
        switch self {
        case .reply(_, .refused), .reply(_, .started), .reply(_, .attached), .reply(_, .serving),
            .reply(_, .asserted), .reply(_, .heard):
            true
        case .reply(_, .accepted), .reply(_, .allAccepted), .reply(_, .done), .reply(_, .simulating),
            .reply(_, .ended),
            .reply(_, .permitted), .launch, .startHost, .handOver, .exit:
            false
        }
    }
}
