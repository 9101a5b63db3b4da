// Everything the scheduler can ask for: small acts, in the order stop, save, promise, wish.
import BGRunJob

/// What one event leads to, in the order in which it is carried out.
///
/// Stops come first: nothing that fails later may keep a process alive. All saves of a turn are one transaction. If it
/// fails, its promises are not kept, since only what is on disk may be promised. Wishes are granted last, whatever
/// becomes of the saves.
package struct Effects: Hashable, Sendable {
    package var stops: [Stop] = []
    package var saves: [Change] = []
    /// So many of the saves, the first, were handed out before, and failed: whoever tells of changes has told of these.
    package var repeated = 0
    package var promises: [Promise] = []
    package var wishes: [Wish] = []

    package init() {}

    /// What ends or freezes a run, and, after that, what is read for the next decision.
    package enum Stop: Hashable, Sendable {
        case signal(RunID, RunSignal)
        /// Take over what is left of a run that a dead daemon recorded: report it as launched, with its process 0,
        /// or as exited where nothing is left. The signal is what it is told to end with.
        case adopt(RunID, JobID, StopSignal)
        /// Tell the host that a run in it must end within the span.
        case warn(HostID, RunID, StopReason, grace: Duration)
        case signalHost(HostID, HostSignal)
        /// Tell the program that what it is finishing must end within the span.
        case warnAssertion(AssertionID, StopReason, left: Duration)
        /// The assertion is over, since it is at its limit.
        case endAssertion(AssertionID)
        /// Take over what is left of a host that a dead daemon recorded: report it as started, with its process 0, or as
        /// ended where nothing is left.
        case adoptHost(HostID, ApplicationID)
        /// End a check that nobody waits for any more. It is not reported.
        case abandon(Subject)
        /// End a hook that takes too long. Its end is reported.
        case endHook(HookID)
        /// Read the power supplies again and report it.
        case readPower
        /// Read how busy the machine is and report it.
        case readPressure
        /// Have one look at what tells of no change itself, and report it; a check is reported when its process has
        /// ended.
        case read(Subject)
    }

    /// What others rely on.
    package enum Promise: Hashable, Sendable {
        case launch(LaunchOrder)
        case startHost(HostOrder)
        case handOver(HostID, TaskOrder)
        case reply(RequestID, Reply)
        /// Nothing is running any more: leave.
        case exit
    }

    /// What nobody waits for.
    package enum Wish: Hashable, Sendable {
        /// Ask whether anybody is at the machine and report it.
        case readPresence
        /// Begin or cease to observe something; what is observed is reported whole at once.
        case observe(Interest)
        case ignore(Interest)
        /// Tell a job's owner of it.
        case notify(Notice)
        /// Call a hook, and report its end.
        case call(HookCall)
        /// Keep the machine from falling asleep, just so much; replaces what was held before.
        case holdAwake(Inhibition)
        /// All is ready for the sleep that was announced.
        case letSleep
        /// The shutdown that was announced waits for nothing any more.
        case letShutdown
        /// Put the machine back to sleep.
        case suspend
    }

    /// What of the saves is new.
    package var news: ArraySlice<Change> { saves.dropFirst(repeated) }

    /// How many acts that is.
    package var count: Int { stops.count + saves.count + promises.count + wishes.count }

    /// Takes in what the next event of the same turn leads to.
    package mutating func append(_ later: Effects) {
        stops += later.stops
        saves += later.saves
        promises += later.promises
        wishes += later.wishes
    }
}

extension Effects.Promise {
    /// Whether the scheduler takes it back by itself where the disk takes nothing: each yes, each launch, and each end,
    /// which is told once it is stored.
    package var isTakenBack: Bool {
        switch self {
        case .reply(_, .accepted), .reply(_, .allAccepted), .reply(_, .done), .reply(_, .simulating),
            .reply(_, .ended),
            .reply(_, .permitted), .launch, .startHost, .handOver:
            true
        case .reply(_, .refused), .reply(_, .started), .reply(_, .attached), .reply(_, .serving),
            .reply(_, .asserted), .reply(_, .heard), .exit:
            false
        }
    }
}
