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
    static func perform(_ effects: [Effect], with hands: some Hands) -> [Event] {
        var facts: [Event] = []
        var changes: [Change] = []
        var promises: [Effect] = []
        var wishes: [Effect] = []
        for effect in effects {
            switch effect {
            case .signal(let run, let signal): hands.deliver(signal, to: run)
            case .adopt(let run, let job): facts.append(hands.adopt(run, of: job))
            case .readPower: facts.append(hands.readPower())
            case .readPressure: facts.append(hands.readPressure())
            case .read(let subject): facts += hands.read(subject)
            case .abandon(let subject): hands.abandon(subject)
            case .save(let record): changes.append(.save(record))
            case .forget(let job): changes.append(.forget(job))
            case .appendHistory(let entry): changes.append(.appendHistory(entry))
            case .appendSkip(let skip): changes.append(.appendSkip(skip))
            case .savePause(let scope, let pause): changes.append(.savePause(scope, pause))
            case .rememberFinishedFile(let file): changes.append(.rememberFinishedFile(file))
            case .forgetFinishedFile(let job): changes.append(.forgetFinishedFile(job))
            case .rememberSilentPower: changes.append(.rememberSilentPower)
            case .appendCondition(let change): changes.append(.appendCondition(change))
            case .appendHold(let change): changes.append(.appendHold(change))
            case .launch, .reply, .exit: promises.append(effect)
            case .readPresence, .observe, .ignore, .notify, .holdAwake, .letSleep, .suspend:
                wishes.append(effect)
            }
        }
        if !changes.isEmpty {
            do {
                try hands.write(changes)
                facts.insert(.saved, at: 0)
            } catch {
                facts.insert(.notSaved(reason: "\(error)"), at: 0)
                promises = promises.filter(\.isFact)
            }
        }
        facts += promises.compactMap { keep($0, with: hands) }
        for wish in wishes { facts += grant(wish, with: hands) }
        return facts
    }

    private static func keep(_ promise: Effect, with hands: some Hands) -> Event? {
        switch promise {
        case .launch(let order): return hands.launch(order)
        case .reply(let request, let reply): hands.answer(request, reply)
        case .exit: hands.leave()
        case .signal, .adopt, .readPower, .readPressure, .read, .abandon, .readPresence, .observe, .ignore,
            .notify, .holdAwake, .letSleep, .suspend, .appendCondition, .appendHold, .save, .forget,
            .appendHistory, .appendSkip, .savePause, .rememberFinishedFile,
            .forgetFinishedFile, .rememberSilentPower:
            preconditionFailure("only a promise is kept as one")
        }
        return nil
    }

    private static func grant(_ wish: Effect, with hands: some Hands) -> [Event] {
        switch wish {
        case .observe(let interest): hands.observe(interest)
        case .ignore(let interest): hands.ignore(interest)
        case .notify(let notice): hands.notify(notice)
        case .holdAwake(let inhibition): hands.holdAwake(inhibition)
        case .letSleep: hands.letSleep()
        case .readPresence: hands.readPresence()
        case .suspend: hands.suspend()
        case .signal, .adopt, .readPower, .readPressure, .read, .abandon, .save, .forget, .appendHistory,
            .appendSkip, .appendCondition, .appendHold, .savePause, .rememberFinishedFile,
            .forgetFinishedFile, .rememberSilentPower, .launch, .reply, .exit:
            preconditionFailure("only a wish is granted as one")
        }
    }
}

extension Effect {
    /// Whether it tells what is so, whatever becomes of the disk: a refusal, a start or an end that was seen.
    /// Only a yes needs the disk behind it, and the scheduler takes back each yes and each launch by itself.
    fileprivate var isFact: Bool {
        switch self {
        case .reply(_, .refused), .reply(_, .started), .reply(_, .ended): true
        case .reply(_, .accepted), .reply(_, .done), .reply(_, .simulating), .launch, .exit: false
        case .signal, .adopt, .readPower, .readPressure, .read, .abandon, .readPresence, .observe, .ignore,
            .notify, .holdAwake, .letSleep, .suspend, .appendCondition, .appendHold, .save, .forget,
            .appendHistory, .appendSkip, .savePause, .rememberFinishedFile,
            .forgetFinishedFile, .rememberSilentPower:
            false
        }
    }
}
