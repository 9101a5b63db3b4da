// The daemon's own settings, one value with a default for each.

/// What the owner of the machine may set in `bgrund.json`.
package struct Policy: Hashable, Sendable {
    /// How long a gained requirement has to hold before it counts.
    package struct Settle: Hashable, Sendable {
        package var externalPower: Duration = .seconds(5)
        package var network: Duration = .seconds(5)
        /// For every other requirement that is told by events, but `idle`, which is a time already.
        package var others: Duration = .seconds(5)
        /// After waking from sleep, for every requirement.
        package var wake: Duration = .seconds(30)
        package init() {}
    }

    /// How long a lost requirement has to stay lost before a run is stopped.
    package struct LossSettle: Hashable, Sendable {
        package var externalPower: Duration = .seconds(2)
        /// Where only a discharging battery contradicts an online supply.
        package var contradictedPower: Duration = .seconds(15)
        package var network: Duration = .seconds(20)
        package var others: Duration = .seconds(2)
        /// After waking from sleep nothing is stopped for a lost requirement this long.
        package var wake: Duration = .seconds(30)
        package init() {}
    }

    /// How long an occurrence rests after a run that expired or was deferred; it doubles up to the longest.
    package struct Rest: Hashable, Sendable {
        package var initial: Duration = .seconds(15 * 60)
        package var longest: Duration = .seconds(6 * 3600)
        package init() {}
    }

    /// Supplies whose sysfs text is overruled, by their name in sysfs.
    package struct Supplies: Hashable, Sendable {
        /// Never counted.
        package var ignore: [String] = []
        /// Believed whatever a battery says; a battery among them counts, whatever its name and scope say.
        package var trust: [String] = []
        package init() {}
    }

    /// What holds for applications and their tasks.
    package struct Applications: Hashable, Sendable {
        /// Applications that one user other than root may permit.
        package var limit = 100
        /// Refresh requests of one application that may be pending.
        package var pendingRefresh = 1
        package var pendingProcessing = 10
        package var pendingContinued = 10
        /// The least time from the end of a task's run to its next start, where the manifest says nothing else.
        package var spacing: Duration = .seconds(600)
        /// How long a run waits for its handler to be entered.
        package var launchLimit: Duration = .seconds(30)
        /// How long a continued task may work without progress.
        package var progressLimit: Duration = .seconds(300)
        /// How long a started host is kept without a task.
        package var linger: Duration = .seconds(30)
        package init() {}

        /// How many requests of a kind may be pending.
        package func pendingLimit(of kind: JobDescriptor.Kind) -> Int {
            switch kind {
            case .refresh: pendingRefresh
            // No application has services.
            case .processing, .service: pendingProcessing
            case .continued: pendingContinued
            }
        }
    }

    /// What holds for programs that are finishing something.
    package struct Assertions: Hashable, Sendable {
        /// How long one may be held at most.
        package var limit = AssertionLimit.most
        /// How many the programs of one user may hold.
        package var perOwner = 32
        package init() {}
    }

    package var settle = Settle()
    package var lossSettle = LossSettle()
    package var applications = Applications()
    package var assertions = Assertions()
    package var rest = Rest()
    /// How far starts that events, files and submissions bring about lie from the start before, where a job says nothing
    /// else; zero for no distance at all.
    package var spacing: Duration = .seconds(10)
    /// Runs that may be active at once.
    package var maxRuns = 3
    /// Jobs that one user other than root may have.
    package var pendingPerOwner = 1000
    /// Bytes that the descriptors and manifests of one user other than root may have together. In memory they take up to six
    /// times as much.
    package var descriptorsPerOwner = 4 << 20
    package var maxTimeBudget: Duration = .seconds(30 * 86_400)
    /// The supplies of this machine change without an event: read them every minute while it matters.
    package var powerPoll = false
    package var supplies = Supplies()
    /// How long a run stands still at most for a lost requirement; then it is stopped.
    package var freezeLimit: Duration = .seconds(3600)
    /// A job that has been due and has not run for so long is warned of.
    package var warnAfter: Duration = .seconds(7 * 86_400)
    /// For so long `status` shows jobs that are over.
    package var showEnded: Duration = .seconds(86_400)
    /// Which ends of runs a job's owner is told of where the job does not say so itself.
    package var notify: NotifyRule = .failure
    /// Whether warnings are also shown on the desktops of those they concern.
    package var notifications = true
    /// Whether each decision goes to the journal too, in the notation of scenarios.
    package var decisions = false
    /// Bytes of output kept of each run: the first half and the last.
    package var outputLimit = 1 << 20
    /// Bytes that the output of all of a user's ended runs may take; the oldest of it goes first.
    package var outputPerOwner = 256 << 20
    /// Ended runs kept in history, over all jobs.
    package var historyLimit = 10_000
    /// Where not nil, only these users (and root) may have jobs.
    package var allowOwners: [UserID]?
    package var denyOwners: [UserID] = []
    /// Users beside root whose jobs may keep the machine awake, and wake it, though they have no session at it.
    package var awakeOwners: [UserID] = []
    /// Whose members see how root's jobs stand, by the names of groups; a group that is not there has none.
    package var administrators = ["sudo", "wheel"]
    /// What holds where a descriptor does not say. It is filled in when a descriptor is read, so a job keeps what held then.
    package var defaults = JobDescriptor.Defaults()
    /// What ``Requirement/online`` is found out by; nil, and it is unknown.
    package var onlineCheck: OnlineCheck?

    package init() {}

    package func allows(_ owner: UserID) -> Bool {
        if owner == .root { return true }
        if denyOwners.contains(owner) { return false }
        return allowOwners?.contains(owner) ?? true
    }
}
