// One owner's surveys: their plan, their fields, and the process of the one under way.
import BGRunCalendar
import BGRunDevice
import BGRunJob
import BGRunLaunch
import BGRunLinux
import BGRunScheduler

/// Carries out the plan of one owner, one survey at a time.
final class OwnerSurveys {
    /// What is read of a survey's words in a turn.
    private static let turn = 16_384
    /// In so many turns all is read that a process can have left in its socket; what comes after its end is said by
    /// somebody else who holds the socket.
    private static let turnsAfterEnd = 32

    var plan: SurveyPlan
    private let launcher: Launcher
    private let queue: EventQueue
    private let firstToken: UInt64
    private var fields: [SurveyOrders.Field: SurveyField] = [:]
    private var process: Process?
    /// Processes that were told to end and hang in the kernel, and where.
    private var leftBehind: [ErrandID: String] = [:]

    /// How many descriptors an owner's surveys are heard by: the two fields', and the words of the one under way.
    static let tokens: UInt64 = 3

    private final class Process {
        let errand: ErrandID
        let words: UnixSocket
        var line: [UInt8] = []
        var hasEnded = false
        /// All it said is read.
        var isSilent = false
        var turnsLeft = OwnerSurveys.turnsAfterEnd

        init(_ errand: ErrandID, _ words: consuming UnixSocket) {
            self.errand = errand
            self.words = words
        }
    }

    init(of owner: UserID, _ launcher: Launcher, in queue: EventQueue, tokens first: UInt64) {
        plan = SurveyPlan(owner: owner)
        self.launcher = launcher
        self.queue = queue
        firstToken = first
    }

    deinit {
        if let process { launcher.endErrand(process.errand) }
    }

    /// Of the survey under way.
    var errand: ErrandID? { process?.errand }

    func began(_ errand: ErrandID) -> Bool { process?.errand == errand || leftBehind[errand] != nil }

    var attendAt: AwakeTime? {
        ([plan.attendAt] + fields.values.map(\.resumeAt)).compactMap(\.self).min()
    }

    // MARK: - Beginning

    /// Starts the next survey where there is one to start and there is a place for it.
    func begin(at now: AwakeTime) -> [Event] {
        guard process == nil, let orders = plan.next(at: now) else { return [] }
        do throws(SystemError) {
            return try start(orders, at: now)
        } catch {
            endFields(at: now)
            return plan.ended(because: "no process could be started to look at it: \(error)", at: now)
        }
    }

    private func start(_ orders: SurveyOrders, at now: AwakeTime) throws(SystemError) -> [Event] {
        var descriptors: [Int32] = []
        for field in orders.fields {
            let open = try self.field(field)
            open.begin()
            descriptors += open.descriptors
        }
        var ends = try UnixSocketPair()
        let own = ends.takeOwn()
        let other = ends.takeOther()
        if !descriptors.isEmpty { try own.send(orders.fields.map(\.rawValue), with: descriptors) }
        do throws(LaunchFailure) {
            let errand = Errand(.ourselves(ErrandMode.survey.arguments), for: plan.owner, input: orders.bytes)
            let id = try launcher.start(errand, output: other.descriptor.rawValue)
            let words = own.descriptor.rawValue
            process = Process(id, own)
            try? queue.add(words, for: .read, token: firstToken + 2)
            return []
        } catch {
            endFields(at: now)
            return plan.ended(because: "no process could be started to look at it: \(error)", at: now)
        }
    }

    private func field(_ field: SurveyOrders.Field) throws(SystemError) -> SurveyField {
        if let open = fields[field] { return open }
        let rest: StormRest
        let token: UInt64
        switch field {
        case .existence: (rest, token) = (StormRest(), firstToken)
        // A path that changes on and on is looked at once a second.
        case .changes: (rest, token) = (StormRest(longest: .seconds(1)), firstToken + 1)
        }
        let open = try SurveyField(
            of: plan.owner.rawValue, at: Post(queue: queue, token: token), rest: rest)
        fields[field] = open
        return open
    }

    // MARK: - Hearing

    /// Something is heard by the token of that number.
    func hear(_ token: UInt64, at now: AwakeTime) -> [Event] {
        switch token {
        case 0: wake(.existence)
        case 1: wake(.changes)
        case _: return hearWords(at: now)
        }
        return []
    }

    private func wake(_ field: SurveyOrders.Field) {
        fields[field]?.wake()
        plan.note(newsIn: field)
    }

    private func hearWords(at now: AwakeTime) -> [Event] {
        guard let process else { return [] }
        if process.hasEnded { process.turnsLeft -= 1 }
        var buffer = [UInt8](repeating: 0, count: Self.turn)
        switch (try? process.words.receive(into: &buffer)) ?? .endOfFile {
        case .wouldBlock: return process.hasEnded ? fallSilent(process, at: now) : []
        case .bytes(let count):
            process.line += buffer[..<count]
            let events = takeLines(of: process, at: now)
            return process.turnsLeft > 0 ? events : events + fallSilent(process, at: now)
        case .endOfFile: return fallSilent(process, at: now)
        }
    }

    private func fallSilent(_ process: Process, at now: AwakeTime) -> [Event] {
        try? queue.remove(process.words.descriptor.rawValue)
        process.isSilent = true
        return finish(process, at: now)
    }

    private func takeLines(of process: Process, at now: AwakeTime) -> [Event] {
        var events: [Event] = []
        var rest = process.line[...]
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            // What is no answer is nobody's word.
            if let answer = try? SurveyAnswer(line: rest[..<end]) {
                let news = plan.take(answer, at: now)
                if !news.isEmpty { note(answer) }
                events += news
            }
            rest = rest[(end + 1)...]
        }
        process.line = Array(rest)
        if process.line.count > SurveyAnswer.mostBytes || plan.saysTooMuch {
            launcher.endErrand(process.errand)
        }
        return events
    }

    private func note(_ answer: SurveyAnswer) {
        switch answer {
        case .path: fields[.changes]?.hadNews = true
        case .existence: fields[.existence]?.hadNews = true
        case .looking, .space, .answers, .scarce, .done: break
        }
    }

    // MARK: - Ending

    /// Its time has come, or something is to be begun.
    func attend(at now: AwakeTime) -> [Event] {
        for field in fields.values { field.resume(at: now) }
        switch plan.judge(at: now) {
        case .goOn: return []
        case .end:
            if let process { launcher.endErrand(process.errand) }
            return []
        case .tell(let events): return events
        case .leaveBehind(let place, let events):
            if let process = process.take() {
                try? queue.remove(process.words.descriptor.rawValue)
                leftBehind[process.errand] = place
            }
            endFields(at: now)
            return events
        }
    }

    /// The process of an errand has ended, or did not begin.
    func ended(_ errand: ErrandID, because reason: String? = nil, at now: AwakeTime) -> [Event] {
        if let place = leftBehind.removeValue(forKey: errand) { plan.endedBehind(in: place) }
        guard let process, process.errand == errand else { return [] }
        process.hasEnded = true
        if let reason {
            try? queue.remove(process.words.descriptor.rawValue)
            return close(because: reason, at: now)
        }
        // What it said before its end may still lie there.
        return process.isSilent ? finish(process, at: now) : hearWords(at: now)
    }

    private func finish(_ process: Process, at now: AwakeTime) -> [Event] {
        process.hasEnded && process.isSilent ? close(because: nil, at: now) : []
    }

    private func close(because reason: String?, at now: AwakeTime) -> [Event] {
        process = nil
        let events = plan.ended(because: reason, at: now)
        endFields(at: now)
        return events
    }

    private func endFields(at now: AwakeTime) {
        for field in fields.values { field.end(at: now) }
        // With nothing in it, each goes without work for the kernel.
        if plan.existence.isUnused { fields[.existence] = nil }
        if plan.changes.isUnused { fields[.changes] = nil }
    }
}
