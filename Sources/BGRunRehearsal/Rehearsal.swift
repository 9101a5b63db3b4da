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
        package var owner: UserID
        package var policy: Policy
        /// The zones that schedules name, and the machine's own for nil.
        package var zones: KnownZones
        /// How long runs work, of whom nothing else is said.
        package var work: Story.Work
        package var works: [JobIdentifier: Story.Work] = [:]
        /// Whether ``Outcome/script`` is wanted.
        package var writesScript = false
        /// A play with more runs and skips than anybody looks at ends there.
        package var mostRuns = 20_000

        package init(owner: UserID, policy: Policy = Policy(), zones: KnownZones, work: Story.Work) {
            self.owner = owner
            self.policy = policy
            self.zones = zones
            self.work = work
        }
    }

    /// A job that is looked at each second would never come to its end.
    static let mostTurns = 500_000

    /// How it went.
    package struct Outcome: Sendable {
        /// Up to then it was played.
        package var end: WallTime
        /// Why not to the end of the story.
        package var cut: String?
        package var lines: [HistoryLine] = []
        package var holds: [HoldChange] = []
        package var changes: [ConditionChange] = []
        package var notices: [(at: WallTime, notice: Notice)] = []
        /// What is left at the end.
        package var records: [JobID: JobRecord] = [:]
        /// Why a job was not accepted.
        package var refusals: [(job: JobIdentifier, Refusal)] = []
        /// What happened and what came of it, in the notation of the decision log.
        package var script: [ScriptLine] = []
        package var misses: [Miss] = []
    }

    private let story: Story
    private var stage: Stage

    package init(
        of jobs: [JobDescriptor], over story: Story, _ terms: Terms, power: PowerReading,
        network: NetworkReading
    ) {
        self.story = story
        let knowledge = Knowledge(of: jobs, owner: terms.owner, power: power, network: network)
        stage = Stage(jobs, terms, knowledge, at: story.begin)
    }

    package mutating func play() -> Outcome {
        var misses: [Miss] = []
        stage.open()
        for (index, moment) in story.moments.enumerated() {
            stage.pass(to: moment.at)
            stage.beginScene(moment.text)
            if let happening = moment.happening { stage.take(happening) }
            if stage.isCut { break }
            guard !moment.expectations.isEmpty else { continue }
            stage.pass(to: index + 1 < story.moments.count ? story.moments[index + 1].at : story.end)
            let held = moment.expectations.compactMap { $0.miss(blockers: stage.blockers) }
            misses += held + Expectation.misses(moment.expectations, in: stage.scene)
        }
        stage.pass(to: story.end)
        var outcome = stage.closed()
        outcome.misses = misses.sorted { $0.expectation.line < $1.expectation.line }
        return outcome
    }
}
