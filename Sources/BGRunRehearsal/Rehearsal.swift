// Jobs played over a story in virtual time, by the scheduler itself.
import BGRunCalendar
import BGRunJob
import BGRunScheduler

/// Plays jobs over a story: the scheduler decides, and all around it is made up.
///
/// Nothing is started and nobody is told. Runs work for as long as they are said to, an occurrence that was stopped goes on
/// where it was, and what is told to end does so at once.
package struct Rehearsal {
    /// What is taken for given.
    package struct Terms {
        /// Whose jobs they are.
        package var owner: UserID
        package var policy: Policy
        /// The zones that schedules name, and the machine's own for nil.
        package var zones: KnownZones
        /// What delays are drawn from; a daemon has its machine's, and stories go alike everywhere.
        package var seed: UInt64 = 0
        /// How runs of all jobs go that are not in ``works``.
        package var work: Story.Work
        package var works: [JobIdentifier: Story.Work] = [:]
        /// Applications that may have tasks; the story says when they ask for them.
        package var manifests: [ApplicationManifest] = []
        /// The same as ``work`` for tasks of applications.
        package var taskWork = Story.Work(.seconds(10), exit: .completed(true))
        /// Whether ``Played/script`` is wanted: of weeks it is long.
        package var writesScript = false
        /// A play with more runs and skips than anybody looks at ends there.
        package var mostEnds = 20_000

        package init(owner: UserID, policy: Policy = Policy(), zones: KnownZones, work: Story.Work) {
            self.owner = owner
            self.policy = policy
            self.zones = zones
            self.work = work
        }
    }

    /// Why a play ended before its story.
    package enum Cut: String, Sendable {
        /// More runs and skips came of it than ``Terms/mostEnds``.
        case ends
        /// More events: a job that is looked at each second would never come to its end.
        case events
        /// More lines than anybody reads.
        case lines
    }

    static let mostEvents = 300_000
    static let mostLines = 20_000

    /// How it went.
    package struct Played: Sendable {
        /// Up to then it was played.
        package var end: WallTime
        /// Nil where that is the end of the story.
        package var cut: Cut?
        /// What history would have: runs and skips, in the order in which they ended.
        package var lines: [HistoryLine] = []
        package var holds: [HoldChange] = []
        package var changes: [ConditionChange] = []
        /// What is left at the end.
        package var records: [JobID: JobRecord] = [:]
        /// Why jobs were not accepted.
        package var refusals: [(job: JobIdentifier, refusal: Refusal)] = []
        package var script: [ScriptLine] = []
        /// In the order of their lines.
        package var unmet: [Unmet] = []
        /// Lines that tell of conditions which none of the jobs asks for.
        package var unasked: [String] = []
    }

    private let story: Story
    private var stage: Stage

    /// - Parameters:
    ///   - power: How things stand as the story begins, of external power.
    ///   - network: The same of the network.
    package init(
        of jobs: [JobDescriptor], over story: Story, _ terms: Terms, power: PowerReading,
        network: NetworkReading
    ) {
        self.story = story
        let tasks = story.requests.flatMap { request in
            terms.manifests.compactMap { try? $0.descriptor(for: request).get() }
        }
        let knowledge = Knowledge(of: jobs + tasks, owner: terms.owner, power: power, network: network)
        stage = Stage(jobs, terms, knowledge, at: story.begin)
    }

    /// Plays all of it.
    package mutating func play() -> Played {
        var unmet: [Unmet] = []
        stage.open()
        for (index, moment) in story.moments.enumerated() {
            // How things stand as the story begins is so before the jobs come.
            if moment.at > story.begin || !(moment.happening?.isState ?? true) { stage.submit() }
            stage.pass(to: moment.at)
            stage.beginScene(moment.text)
            if let happening = moment.happening { stage.take(happening) }
            let isLast = index + 1 == story.moments.count
            if isLast || story.moments[index + 1].at > story.begin { stage.submit() }
            if stage.isCut { break }
            guard !moment.expectations.isEmpty else { continue }
            stage.pass(to: index + 1 < story.moments.count ? story.moments[index + 1].at : story.end)
            unmet += Expectation.unmet(moment.expectations, in: stage.scene, blockers: stage.blockers)
        }
        stage.submit()
        stage.pass(to: story.end)
        var played = stage.closed()
        played.unmet = unmet
        return played
    }
}
