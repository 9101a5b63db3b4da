// What is asked of one owner's paths, and what of it is asked next.
import BGRunCalendar
import BGRunDevice
import BGRunJob
import BGRunScheduler

/// Gathers all looks of an owner's into surveys, one after the other. Pure: it starts nothing and reads no clock.
///
/// A survey that hangs is ended. What it hung in, a path or the mount that the path leads through, is left out from then
/// on, and tried by itself at ever longer intervals; all else is looked at anew by the next one. Where its process does
/// not end, since the kernel waits for an answer, it is left behind.
struct SurveyPlan {
    /// A look that takes longer than this has no end.
    static let patience = Duration.seconds(10)
    /// A survey that takes longer than this is ended, however much it says.
    static let longest = Duration.seconds(300)
    /// After this what was mute is tried again, then after twice as long, and so on.
    static let shortestSilence = Duration.seconds(60)
    static let longestSilence = Duration.seconds(3600)
    /// Surveys of an owner's that are left behind; with one more, what is to be looked at waits until one has ended.
    static let mostLeftBehind = 2
    /// Looks of one kind in a survey; the rest come in the next one.
    static let mostLooks = 1000

    /// What is followed in one field.
    struct Following<Path: Hashable & Sendable> {
        fileprivate(set) var wanted: Set<Path> = []
        /// In the order in which they came. What is given up meanwhile stays until its turn comes.
        private var queue: ArraySlice<Path> = []
        private var queued: Set<Path> = []
        private var gone: [Path] = []
        /// What is followed is not known, or nothing is.
        private var isAnew = true
        /// The kernel has news of something.
        var hasNews = false
        /// What is mounted has changed.
        var looksAtAll = false

        /// Nothing is followed, nor is there anything to give up.
        var isUnused: Bool { wanted.isEmpty && gone.isEmpty }

        fileprivate var hasWork: Bool { !queued.isEmpty || !gone.isEmpty || hasNews || looksAtAll }

        fileprivate mutating func observe(_ path: Path) {
            // The field was closed with the last path in it, or is as good as empty.
            if isUnused { isAnew = true }
            wanted.insert(path)
            if queued.insert(path).inserted { queue.append(path) }
        }

        fileprivate mutating func ignore(_ path: Path) {
            guard wanted.remove(path) != nil else { return }
            queued.remove(path)
            gone.append(path)
        }

        /// Everything is to be looked at again from the beginning.
        fileprivate mutating func beginAnew(in order: (Path, Path) -> Bool) {
            (isAnew, gone, hasNews, looksAtAll) = (true, [], false, false)
            queued = wanted
            queue = ArraySlice(wanted.sorted(by: order))
        }

        fileprivate mutating func takeOrders() -> SurveyOrders.Following<Path>? {
            guard hasWork else { return nil }
            var orders = SurveyOrders.Following<Path>(isAnew: isAnew, ignore: gone)
            orders.looksAtAll = looksAtAll
            while orders.observe.count < SurveyPlan.mostLooks, let path = queue.popFirst() {
                // One that was given up and asked for again stands there twice.
                if queued.remove(path) != nil { orders.observe.append(path) }
            }
            (isAnew, gone, hasNews, looksAtAll) = (false, [], false, false)
            return orders
        }
    }

    /// A place that did not answer.
    private struct Silence {
        var until: AwakeTime
        var span = SurveyPlan.shortestSilence
        /// A survey hangs in it still: another one would, too.
        var isHeld = false

        func mayBeTried(at now: AwakeTime) -> Bool { !isHeld && until <= now }
    }

    private struct Underway {
        let orders: SurveyOrders
        let startedAt: AwakeTime
        var heardAt: AwakeTime
        var looking: (path: String, mount: String?)?
        /// What is not answered of the free space.
        var spaces: Set<String>
        var isDone = false
        var isScarce = false
        /// It was told to end, and is being waited for.
        var isGivenUp = false
        /// It does not even end, and those who wait for it were told.
        var isStuck = false
        var words = 0
    }

    let owner: UserID
    private(set) var existence = Following<OwnedPath>()
    private(set) var changes = Following<WatchedPath>()
    private var spaces: ArraySlice<String> = []
    private var asked: Set<String> = []
    private var silences: [String: Silence] = [:]
    /// Watches were lacking: when all is looked at again, since nobody tells when there are more.
    private var scarcity: Silence?
    private var underway: Underway?
    /// Where surveys hang that were left behind, and how many.
    private var hanging: [String: Int] = [:]
    /// When the last survey began: whoever waits longest is next.
    private(set) var lastBegun = AwakeTime(microseconds: .min)
    /// Nothing is started before this: the last survey failed by itself.
    private var restsUntil: AwakeTime?
    private var rest = SurveyPlan.shortestSilence

    init(owner: UserID) { self.owner = owner }

    /// Whether nothing is asked for, nothing is under way, and nothing is left out.
    func isIdle(at now: AwakeTime) -> Bool {
        silences.values.allSatisfy { $0.mayBeTried(at: now) } && existence.wanted.isEmpty
            && changes.wanted.isEmpty
            && spaces.isEmpty && underway == nil && hanging.isEmpty
            && !existence.hasWork && !changes.hasWork
    }

    var isUnderway: Bool { underway != nil }
    /// Where the survey under way looks, as far as it was heard.
    var looking: String? { underway?.looking?.path }
    /// Whether a survey is under way that has been heard in the last second, or has only begun.
    func isAtWork(at now: AwakeTime) -> Bool { silentAt.map { now < $0 } ?? false }

    /// When the survey under way, if nothing is heard of it, counts as silent.
    var silentAt: AwakeTime? { underway?.heardAt.advanced(by: .seconds(1)) }

    // MARK: - Wishes

    mutating func observe(_ path: WatchedPath) { changes.observe(path) }
    mutating func ignore(_ path: WatchedPath) { changes.ignore(path) }
    mutating func observe(_ path: OwnedPath) { existence.observe(path) }
    mutating func ignore(_ path: OwnedPath) { existence.ignore(path) }

    /// One look at the free space there.
    mutating func read(spaceAt path: String) { if asked.insert(path).inserted { spaces.append(path) } }

    /// The kernel has something to tell of what is followed.
    mutating func note(newsIn field: SurveyOrders.Field) {
        switch field {
        case .existence: existence.hasNews = true
        case .changes: changes.hasNews = true
        }
    }

    /// What is mounted has changed: what was mute may be gone, and what is there may be another. Where a survey hangs is
    /// tried while one more may be left behind; anybody may mount something.
    mutating func noteMounts() {
        lookAtAll()
        for (place, silence) in silences where !silence.isHeld || mayLeaveBehind { tryAgain(place) }
    }

    private mutating func lookAtAll() {
        if !existence.wanted.isEmpty { existence.looksAtAll = true }
        if !changes.wanted.isEmpty { changes.looksAtAll = true }
    }

    // MARK: - Surveys

    /// The orders of the next survey; nil while one is under way, and while nothing is to be done.
    mutating func next(at now: AwakeTime) -> SurveyOrders? {
        guard underway == nil, restsUntil.map({ $0 <= now }) ?? true else { return nil }
        if let scarcity, scarcity.mayBeTried(at: now) { lookAtAll() }
        var orders = SurveyOrders()
        // By themselves: where one hangs again, nothing else is looked at anew for it.
        if !spaces.isEmpty { orders.trials = trials(at: now) }
        if !orders.trials.isEmpty { return begin(orders, at: now) }
        orders.existence = existence.takeOrders()
        orders.changes = changes.takeOrders()
        orders.spaces = Array(spaces.prefix(Self.mostLooks))
        spaces = spaces.dropFirst(orders.spaces.count)
        asked.subtract(orders.spaces)
        if orders.isEmpty { orders.trials = trials(at: now) } else { orders.mute = silences.keys.sorted() }
        return orders.isEmpty ? nil : begin(orders, at: now)
    }

    private mutating func begin(_ orders: SurveyOrders, at now: AwakeTime) -> SurveyOrders {
        lastBegun = now
        underway = Underway(orders: orders, startedAt: now, heardAt: now, spaces: Set(orders.spaces))
        return orders
    }

    private func trials(at now: AwakeTime) -> [String] {
        isWanted || !spaces.isEmpty ? silences.filter { $0.value.mayBeTried(at: now) }.keys.sorted() : []
    }

    private var isWanted: Bool { !existence.wanted.isEmpty || !changes.wanted.isEmpty }

    /// When the survey under way has had its time, or the next one is due, in the past for at once; nil for neither.
    var attendAt: AwakeTime? {
        if let underway {
            if underway.isStuck { return nil }
            let silent = underway.heardAt.advanced(by: Self.patience)
            return underway.isGivenUp ? silent : min(silent, underway.startedAt.advanced(by: Self.longest))
        }
        if existence.hasWork || changes.hasWork || !spaces.isEmpty {
            return restsUntil ?? AwakeTime(microseconds: 0)
        }
        let tries = silences.values.filter { !$0.isHeld } + (scarcity.map { [$0] } ?? [])
        guard isWanted, let first = tries.map(\.until).min() else { return nil }
        return [first, restsUntil].compactMap(\.self).max()
    }

    /// Takes one word of the survey's.
    mutating func take(_ answer: SurveyAnswer, at now: AwakeTime) -> [Event] {
        guard var survey = underway, !survey.isGivenUp else { return [] }
        defer { underway = survey }
        survey.heardAt = now
        survey.words += 1
        switch answer {
        case .looking(let path, let mount):
            survey.looking = (path, mount)
            return []
        case .path(let path, let isRecursive, let newest, let fault, let isFirst):
            let path = WatchedPath(path: path, owner: owner, isRecursive: isRecursive)
            guard changes.wanted.contains(path) else { return [] }
            return Self.events(of: path, newest, fault, isFirst)
        case .existence(let path, let observation):
            let path = OwnedPath(path: path, owner: owner)
            return existence.wanted.contains(path) ? [.observed(.path(path), observation)] : []
        case .space(let path, let observation):
            survey.spaces.remove(path)
            return [.observed(.freeSpace(OwnedPath(path: path, owner: owner)), observation)]
        case .answers(let place):
            // Whatever led there is worth a look again.
            if silences.removeValue(forKey: place) != nil { beginAnew() }
            return []
        case .scarce:
            survey.isScarce = true
            return []
        case .done:
            survey.isDone = true
            return []
        }
    }

    /// Whether it has said more than there can be to say: it is somebody else who speaks.
    var saysTooMuch: Bool {
        (underway?.words ?? 0) > 65_536 + 8 * (existence.wanted.count + changes.wanted.count)
    }

    /// What the shell is to do about a survey that has had its time.
    enum Verdict: Equatable {
        case goOn
        /// End its process.
        case end
        /// Its process was told to end and does not: a look that has no end, in the kernel. It is waited for.
        case tell([Event])
        /// So it is, and nobody waits for it; it hangs in this place.
        case leaveBehind(String, [Event])
    }

    /// To be called at ``attendAt``.
    mutating func judge(at now: AwakeTime) -> Verdict {
        guard var survey = underway, let instant = attendAt, instant <= now else { return .goOn }
        survey.heardAt = now
        guard survey.isGivenUp else {
            survey.isGivenUp = true
            underway = survey
            return .end
        }
        if let (path, mount) = survey.looking, mayLeaveBehind {
            hanging[mount ?? path, default: 0] += 1
            let events = ended(at: now)
            silences[mount ?? path]?.isHeld = true
            return .leaveBehind(mount ?? path, events)
        }
        survey.isStuck = true
        underway = survey
        return .tell(allUnknown(because: "a look that was begun before it does not end", survey))
    }

    /// A process that was left behind has ended: where it hung is tried at once.
    mutating func endedBehind(in place: String) {
        let left = hanging[place, default: 1] - 1
        hanging[place] = left > 0 ? left : nil
        if left <= 0 { tryAgain(place) }
    }

    private var mayLeaveBehind: Bool { hanging.values.reduce(0, +) < Self.mostLeftBehind }

    private mutating func tryAgain(_ place: String) {
        silences[place]?.until = AwakeTime(microseconds: 0)
        silences[place]?.isHeld = false
    }

    /// The process of the survey is gone, and all it said was taken.
    ///
    /// - Parameter reason: Why it did not begin; nil where it did.
    mutating func ended(because reason: String? = nil, at now: AwakeTime) -> [Event] {
        guard let survey = underway else { return [] }
        underway = nil
        if survey.isDone {
            (rest, restsUntil) = (Self.shortestSilence, nil)
            noteScarcity(survey, at: now)
            // It belongs to the owner, who may keep it from saying what it found.
            for place in survey.orders.trials where silences[place] != nil { silence(place, at: now) }
            return []
        }
        if !survey.orders.fields.isEmpty { beginAnew() }
        if survey.isGivenUp, let (path, mount) = survey.looking {
            silence(mount ?? path, at: now)
            for left in survey.spaces.sorted() where left != path { read(spaceAt: left) }
            return unknown(
                at: path, because: "can't look at \(path), because its file system does not answer", survey)
        }
        restsUntil = now.advanced(by: rest)
        rest = min(rest * 2, Self.longestSilence)
        return allUnknown(because: reason ?? "the process that looks at paths has ended early", survey)
    }

    /// A survey that has not looked at all leaves the next try as it was.
    private mutating func noteScarcity(_ survey: Underway, at now: AwakeTime) {
        guard survey.isScarce else {
            let orders = survey.orders
            if orders.existence?.looksAtAll == true || orders.changes?.looksAtAll == true { scarcity = nil }
            return
        }
        guard scarcity.map({ $0.mayBeTried(at: now) }) ?? true else { return }
        var next = scarcity ?? Silence(until: now)
        next.until = now.advanced(by: next.span)
        next.span = min(next.span * 2, Self.longestSilence)
        scarcity = next
    }

    private mutating func silence(_ place: String, at now: AwakeTime) {
        var silence = silences[place] ?? Silence(until: now)
        silence.until = now.advanced(by: silence.span)
        silence.span = min(silence.span * 2, Self.longestSilence)
        silences[place] = silence
    }

    private mutating func beginAnew() {
        existence.beginAnew { $0.path < $1.path }
        changes.beginAnew(in: <)
    }

    // MARK: - Events

    /// A path where nothing is waits for what is made there.
    private static func events(
        of path: WatchedPath, _ newest: WallTime?, _ fault: String?, _ isFirst: Bool
    ) -> [Event] {
        var events: [Event] = []
        if let newest {
            events.append(isFirst ? .pathFound(path, newest: newest) : .pathChanged(path, newest: newest))
        }
        // Of a path that can only be watched in part, both are so; the fault comes last, to be shown.
        if let fault {
            events.append(.pathUnwatchable(path, reason: fault, isInPart: newest != nil))
        }
        return events.isEmpty ? [.pathMissing(path)] : events
    }

    private func unknown(at path: String, because reason: String, _ survey: Underway) -> [Event] {
        let existing = OwnedPath(path: path, owner: owner)
        var events: [Event] = []
        if existence.wanted.contains(existing) { events.append(.observed(.path(existing), .unknown(reason))) }
        for isRecursive in [false, true] {
            let watched = WatchedPath(path: path, owner: owner, isRecursive: isRecursive)
            if changes.wanted.contains(watched) { events.append(.pathUnwatchable(watched, reason: reason)) }
        }
        if survey.spaces.contains(path) { events.append(.observed(.freeSpace(existing), .unknown(reason))) }
        return events
    }

    /// Of what was asked; what is known of all else stays until it is looked at again.
    private func allUnknown(because reason: String, _ survey: Underway) -> [Event] {
        let existing = (survey.orders.existence?.observe ?? []).filter(existence.wanted.contains)
        let watched = (survey.orders.changes?.observe ?? []).filter(changes.wanted.contains)
        return existing.map { .observed(.path($0), .unknown(reason)) }
            + watched.map { .pathUnwatchable($0, reason: reason) }
            + survey.spaces.sorted().map {
                .observed(.freeSpace(OwnedPath(path: $0, owner: owner)), .unknown(reason))
            }
    }
}
