// org.bgrun.Scheduler: the contract between a daemon and its clients, as its description tells it.

/// The daemon's own interface. The description is the contract: a test holds every type and method to it.
///
/// It stays flat, with named types: the scanner of the PyPI `varlink` client trips over nested empty structs,
/// and a description that it can't read makes the service unusable for it.
package enum SchedulerInterface {
    package static let name = "org.bgrun.Scheduler"

    package static let description = """
        # Runs jobs at a good moment: the daemon bgrund and its clients.
        #
        # A date is text in RFC 3339, in UTC. A duration is text such as "90s", "15m", "6h" or "3d", or a
        # number of seconds where the field's name says so. A field of type ?T may be null or absent, which
        # mean the same. A user sees and changes only their own jobs; root sees all, and may name an owner.
        interface org.bgrun.Scheduler

        # Where a job stands. invalid: the file that brought it does not parse any more.
        type State (scheduled, due, running, expiring, disabled, invalid)

        # How a run ended.
        type Outcome (succeeded, failed, expired, interrupted, deferred, cancelled, couldNotLaunch)

        type Verdict (yes, no, unknown)

        # Requirements that a job may have, by the key of the descriptor.
        type Requirement (externalPower, network)

        # One thing that keeps a job from starting. requirement is the name of a requirement, or one of
        # earliestBeginDate, disabled, invalid, resting, settling, limit, storage, shutdown.
        # A date inside of reason is the one in until.
        type Blocker (
          requirement: string,
          reason: string,
          since: ?string,
          until: ?string
        )

        # The active run of a job. stopReason and killAt are there once it was told to end.
        type Run (
          run: int,
          process: ?int,
          started: string,
          timeBudgetSeconds: float,
          usedSeconds: float,
          stopReason: ?string,
          killAt: ?string,
          simulated: bool
        )

        # How a run ended. stopReason is one of timeBudget, requirementLost:NAME, systemSleep, shutdown,
        # preempted, userRequest, cancelled, daemonRestart.
        type LastRun (
          run: int,
          outcome: Outcome,
          stopReason: ?string,
          ended: string
        )

        type Schedule (
          every: string,
          from: (grid, completion)
        )

        # What a job's author wrote. Of its environment only the names; its standard input is left out.
        # Either command or shell is there.
        type Descriptor (
          kind: (processing, refresh),
          command: ?[]string,
          shell: ?string,
          environment: []string,
          workingDirectory: ?string,
          earliestBeginDate: ?string,
          schedule: ?Schedule,
          requirements: []Requirement,
          timeBudget: string,
          gracePeriod: string,
          onRequirementLost: (stop, finish),
          onExpiration: (continue, drop),
          noNewPrivileges: bool
        )

        # A job. due is when its current occurrence is or was due; unfinishedRuns counts the runs of it that
        # expired or were deferred, in a row; file is the file of a jobs directory that brought it.
        type Job (
          identifier: string,
          owner: int,
          title: ?string,
          state: State,
          blockers: []Blocker,
          due: string,
          occurrence: int,
          run: ?Run,
          lastRun: ?LastRun,
          unfinishedRuns: int,
          hasSuccessor: bool,
          accepted: string,
          file: ?string,
          descriptor: Descriptor
        )

        # A file of a jobs directory that brought no job.
        type BrokenFile (
          path: string,
          reason: string
        )

        # settlesAt is there while the requirement holds and does not count yet.
        type Condition (
          requirement: Requirement,
          verdict: Verdict,
          reason: string,
          since: ?string,
          settlesAt: ?string
        )

        # batteryLevel is in percent. powerSilent: supplies of this machine were seen changing without an
        # event.
        type Device (
          externalPower: Verdict,
          batteryLevel: ?int,
          network: Verdict,
          powerSilent: bool,
          conditions: []Condition
        )

        # scope is whose jobs the daemon keeps: every user's, or those of the one user it runs as.
        type Daemon (
          scope: (system, user),
          owner: int,
          version: string,
          process: int,
          started: string,
          stateDirectory: string
        )

        # A run that has ended. Of exitCode and exitSignal at most one is there; exit says it in words.
        # failure is why it could not be launched.
        type EndedRun (
          run: int,
          identifier: string,
          owner: int,
          title: ?string,
          due: string,
          started: string,
          ended: string,
          outcome: Outcome,
          stopReason: ?string,
          exit: ?string,
          exitCode: ?int,
          exitSignal: ?int,
          failure: ?string,
          simulated: bool,
          userSeconds: float,
          systemSeconds: float,
          peakMemoryKiB: int
        )

        # One visible change. Which fields are there depends on the change:
        # jobChanged: identifier, owner, state. jobLeft: identifier, owner.
        # runStarted: identifier, owner, run. runExpiring: those and stopReason.
        # runEnded: those, and outcome; stopReason only where it was told to end.
        # conditionChanged: requirement, verdict, reason.
        type Event (
          at: string,
          change: (jobChanged, jobLeft, runStarted, runExpiring, runEnded, conditionChanged),
          identifier: ?string,
          owner: ?int,
          state: ?State,
          run: ?int,
          outcome: ?Outcome,
          stopReason: ?string,
          requirement: ?Requirement,
          verdict: ?Verdict,
          reason: ?string
        )

        # One power supply, and what the rule for external power takes it for.
        type Supply (
          name: string,
          type: ?string,
          online: ?int,
          status: ?string,
          capacity: ?int,
          role: string,
          why: string
        )

        type Power (
          externalPower: Verdict,
          batteryLevel: ?int,
          why: string,
          supplies: []Supply
        )

        # A default route. fault is what it lacks, null where nothing is missing.
        type Route (
          family: (ipv4, ipv6),
          link: ?string,
          table: int,
          metric: int,
          fault: ?string
        )

        type Network (
          network: Verdict,
          why: string,
          routes: []Route
        )

        # A mistake in a descriptor: where, what is wrong, and what to write instead.
        type Mistake (
          keyPath: string,
          reason: string,
          advice: string
        )

        # Accepts a job: the reply comes after it is stored for good. new: there was none of that name.
        # replaced: it replaced the pending one. follows: a run of it is active, the new request comes after
        # it.
        method Submit(descriptor: object, owner: ?int) -> (
          identifier: string,
          acceptance: (new, replaced, follows),
          owner: int
        )

        # With more: a stream, the whole status again whenever it has changed.
        method Status(identifier: ?string, owner: ?int) -> (
          daemon: Daemon,
          device: Device,
          jobs: []Job,
          brokenFiles: []BrokenFile
        )

        # All that keeps a job from running now, and its last runs, the newest first.
        method Why(identifier: string, owner: ?int) -> (
          blockers: []Blocker,
          job: Job,
          history: []EndedRun
        )

        # Cancels one job, or with all: true every job of the owner. Exactly one of identifier and all.
        method Cancel(identifier: ?string, owner: ?int, all: ?bool) -> (cancelled: []string)

        # now (the default): whatever its dates say; refused with the blockers while a requirement does not
        # hold.
        # force: whatever anything says. whenPossible: due from now on; it starts when nothing blocks it.
        # run is the run that was started.
        method Run(identifier: string, owner: ?int, mode: ?(now, force, whenPossible)) -> (run: ?int)

        # Ends the active run and keeps the job.
        method Stop(identifier: string, owner: ?int) -> ()

        # Plays a launch, an expiration, or a stop with any reason (userRequest by default). The run is
        # marked.
        method Simulate(
          identifier: string,
          owner: ?int,
          what: (launch, expire, stop),
          reason: ?string
        ) -> (run: ?int)

        # Answers when the current occurrence of the job has ended. run is null where it was cancelled before
        # it had a run.
        method Wait(identifier: string, owner: ?int) -> (
          outcome: Outcome,
          run: ?int,
          stopReason: ?string,
          ended: ?string
        )

        # What a run has written: the active one, else the last, where run is not given. With more: in pieces.
        # With follow and more: new text as it is written, until the run has ended.
        method Logs(identifier: string, owner: ?int, run: ?int, follow: ?bool) -> (
          run: int,
          text: string
        )

        # Ended runs, the newest first: 20 where limit is not given, at most 1000.
        method History(identifier: ?string, owner: ?int, limit: ?int) -> (entries: []EndedRun)

        # With more: a stream, again whenever a condition has changed.
        method Conditions() -> (device: Device)

        # Each change from now on, of the device and of the jobs the caller may see. Needs more.
        method Events() -> (event: Event)

        # How this daemon works on this machine. holding: what keeps the processes of a run together. wakeups:
        # each reason to look at something without an event that is armed now.
        method Doctor() -> (
          daemon: Daemon,
          holding: (cgroup, session),
          holdingReason: string,
          power: Power,
          network: Network,
          wakeups: []string,
          faults: []string
        )

        # There is no such job of the caller. Another user's job is unknown too.
        error UnknownJob (identifier: string)

        # Several users have a job of this name: name the owner.
        error AmbiguousJob (identifier: string, owners: []int)

        # The owner has as many jobs as the policy allows.
        error TooManyJobs (limit: int)

        # The policy does not let this user have jobs, or the caller named somebody else as the owner.
        error OwnerNotAllowed ()

        # A file of a jobs directory brings this job: change the file.
        error BroughtByFile (path: string)

        # The job can't start now, for these reasons.
        error Blocked (blockers: []Blocker)

        # No run of the job is active.
        error NotRunning ()

        # A run of the job is active already.
        error AlreadyRunning (run: int)

        # The run that this request started could not be launched.
        error CouldNotLaunch (reason: string)

        # The change could not be stored, so it was not made.
        error StorageFailed (reason: string)

        # The daemon is about to leave.
        error ShuttingDown ()

        # The descriptor breaks a rule: where, what is wrong, and what to write instead. others are its
        # further mistakes.
        error InvalidDescriptor (
          keyPath: string,
          reason: string,
          advice: string,
          others: []Mistake
        )

        # There is no output of that run: it is unknown, or too long ago.
        error UnknownRun (run: ?int)

        """
}
