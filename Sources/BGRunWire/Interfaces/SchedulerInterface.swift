// org.bgrun.Scheduler: the contract between a daemon and its clients, as its description tells it.

/// The daemon's own interface. The description is the contract: a test holds every type and method to it.
///
/// It stays flat, with named types: the scanner of the PyPI `varlink` client trips over nested empty structs,
/// and a description that it can't read makes the service unusable for it. No type has the name of a method:
/// that client keeps all members in one table.
package enum SchedulerInterface {
    package static let name = "org.bgrun.Scheduler"

    package static let description = """
        # Runs jobs at a good moment: the daemon bgrund and its clients.
        #
        # A date is text in RFC 3339, in UTC. A duration is text such as "90s", "15m", "6h" or "3d", or a
        # number of seconds where the field's name says so. A field of type ?T may be null or absent, which
        # mean the same. A user sees and changes only their own jobs; root sees all, and may name an owner.
        interface org.bgrun.Scheduler

        # Where a job stands. scheduled: its occurrence lies ahead, or it waits for an event or a file.
        # frozen: its run stands still while the machine sleeps, or until a requirement holds again. invalid:
        # the file that brought it does not parse any more, or it names a time zone that is not on this
        # machine.
        type State (scheduled, due, running, frozen, expiring, paused, disabled, invalid)

        # How a run ended.
        type Outcome (succeeded, failed, expired, interrupted, deferred, cancelled, couldNotLaunch)

        type Verdict (yes, no, unknown)

        # Requirements that a job may have, by the key of the descriptor.
        type Requirement (externalPower, batteryLevel, charging, network, unmetered, interface, ssid, vpn,
          reachable, idle, locked, load, pressure, freeSpace, pathExists, mounted, device, lid, powerSaver,
          temperature, command)

        # One thing that keeps a job from starting. requirement is the name of a requirement, or one of
        # earliestBeginDate, trigger, ended, paused, disabled, invalid, resting, allowedHours, anyOf,
        # settling, limit, catchUp, storage, sleep, shutdown.
        # A date inside of reason is the one in until. preferred: the job would rather wait for it, and starts
        # without it from until on.
        type Blocker (
          requirement: string,
          reason: string,
          since: ?string,
          until: ?string,
          preferred: bool
        )

        # One requirement of a job. text names it with what was written to it, such as "batteryLevel 60", and
        # words say it for people. lacking: it does not hold. settling: it holds, and counts from until on.
        # unknown: nobody can know, so the job waits. remedy is what a person can do where it is lacking;
        # alternative tells which one of anyOf it belongs to. simulated: its value is played.
        type RequirementState (
          requirement: Requirement,
          text: string,
          words: string,
          state: (holds, settling, lacking, unknown),
          reason: string,
          since: ?string,
          until: ?string,
          remedy: ?string,
          alternative: ?string,
          preferred: bool,
          simulated: bool
        )

        # Why and since when a run stands still: systemSleep or requirementLost:NAME. It is stopped at until,
        # where that is there.
        type Freeze (
          reason: string,
          since: string,
          until: ?string
        )

        # The active run of a job. stopReason and killAt are there once it was told to end.
        type ActiveRun (
          run: int,
          process: ?int,
          started: string,
          timeBudgetSeconds: float,
          usedSeconds: float,
          stopReason: ?string,
          killAt: ?string,
          simulated: bool,
          freeze: ?Freeze
        )

        # How a run ended. stopReason is one of timeBudget, requirementLost:NAME, systemSleep, shutdown,
        # preempted, userRequest, cancelled, daemonRestart.
        type LastRun (
          run: int,
          outcome: Outcome,
          stopReason: ?string,
          ended: string
        )

        # Why an occurrence was skipped. missed: its instant passed while nobody could look at it.
        # maxLateness: it was later than that. tooMany: more were missed than are made up for.
        type SkipReason (missed, maxLateness, tooMany)

        # One or more occurrences in a row that were skipped by rule: when the first was due, and when the
        # rule was applied.
        type Skip (
          due: string,
          at: string,
          reason: SkipReason
        )

        # Nothing starts, since then. until is null where only Unpause ends it.
        type ActivePause (
          since: string,
          until: ?string
        )

        # A change of the device that makes a job due.
        type TriggerEvent (boot, wake, externalPower, network, login, unlock)

        # What makes a job due. Exactly one of cron, calendar, every, event and path is there; timeZone may
        # be beside the first two, from is beside every, settle and recursive are beside path.
        type Schedule (
          cron: ?string,
          calendar: ?string,
          timeZone: ?string,
          every: ?string,
          from: ?(grid, completion),
          event: ?TriggerEvent,
          path: ?string,
          settle: ?string,
          recursive: ?bool
        )

        # When something that costs battery may be done.
        type PowerCondition (never, onExternalPower, always)

        # Whether a run keeps the machine from falling asleep, and whether a closed lid does not either.
        type KeepAwake (
          when: PowerCondition,
          withLidClosed: bool
        )

        # What a job's author wrote. Of its environment only the names; its standard input is left out.
        # Either command or shell is there. schedule is empty for a job that runs once; whichever of its
        # entries comes first makes the job due. latestBegin is a duration or a date. requires and prefers are
        # as in a descriptor, null where it asks for nothing; requirements are the kinds that are named in
        # requires.
        type Descriptor (
          kind: (processing, refresh),
          command: ?[]string,
          shell: ?string,
          environment: []string,
          workingDirectory: ?string,
          earliestBeginDate: ?string,
          schedule: []Schedule,
          missed: (once, skip, all),
          maxLateness: ?string,
          randomDelay: ?string,
          fixedDelay: ?string,
          until: ?string,
          maxRuns: ?int,
          allowedHours: []string,
          latestBegin: ?string,
          priority: (low, default, high),
          keepAwake: KeepAwake,
          wakeSystem: PowerCondition,
          beforeSleep: (freeze, stop),
          requires: ?object,
          prefers: ?object,
          requirements: []Requirement,
          timeBudget: string,
          gracePeriod: string,
          onRequirementLost: (stop, freeze, finish),
          onExpiration: (continue, drop),
          noNewPrivileges: bool
        )

        # A job. due is when its current occurrence is or was due, null while it waits for an event or a file
        # or does not come up again; from overdueFrom on it is overdue while it has no run. pause is the one
        # that holds it, its own or that of all jobs of its owner; enabled is what Enable or Disable said,
        # null where the descriptor decides. unfinishedRuns counts the runs of the occurrence that expired or
        # were deferred, in a row; file is the file of a jobs directory that brought it. From relaxesAt on it
        # waits no more for what it only prefers; notRunSince is there while it has not run for long.
        # simulated: conditions are played for it.
        type Job (
          identifier: string,
          owner: int,
          title: ?string,
          state: State,
          blockers: []Blocker,
          due: ?string,
          overdueFrom: ?string,
          occurrence: int,
          run: ?ActiveRun,
          lastRun: ?LastRun,
          lastSkip: ?Skip,
          pause: ?ActivePause,
          enabled: ?bool,
          unfinishedRuns: int,
          hasSuccessor: bool,
          relaxesAt: ?string,
          notRunSince: ?string,
          simulated: bool,
          accepted: string,
          file: ?string,
          descriptor: Descriptor
        )

        # A file of a jobs directory that brought no job.
        type BrokenFile (
          path: string,
          reason: string
        )

        # What is observed for one requirement; text names it with what was written to it. owner is there
        # where each user has their own answer. settlesAt is there while it holds and does not count yet.
        type Condition (
          requirement: Requirement,
          text: string,
          owner: ?int,
          verdict: Verdict,
          reason: string,
          since: ?string,
          settlesAt: ?string
        )

        # Conditions that are played instead of what is seen, until then: {"externalPower": "off",
        # "batteryLevel": "15"}. For the jobs of owner, or everybody's; with identifier for one job.
        type ConditionSimulation (
          conditions: [string]string,
          owner: ?int,
          identifier: ?string,
          until: string
        )

        # batteryLevel is in percent. powerSilent: supplies of this machine were seen changing without an
        # event. conditions are those that jobs ask for, and externalPower and network.
        type Device (
          externalPower: Verdict,
          batteryLevel: ?int,
          network: Verdict,
          powerSilent: bool,
          conditions: []Condition,
          simulations: []ConditionSimulation
        )

        # What so many jobs ask for, and nobody can know: reason tells what is missing.
        type UnknownRequirement (
          requirement: Requirement,
          text: string,
          reason: string,
          jobs: int
        )

        # One thing that held a job back, for so long. name is that of a requirement, anyOf, that of another
        # blocker, asleep, stopped (the daemon did not run) or other. unknown: nobody could know whether it
        # held.
        type HoldCause (
          name: string,
          words: string,
          seconds: float,
          unknown: bool,
          simulated: bool
        )

        type HoldEvent (
          at: string,
          text: string
        )

        # A part of the day on the machine's clock, such as 20:10 to 23:40; it ends as it begins where it is
        # the whole day.
        type DayWindow (
          start: string,
          end: string
        )

        # When a requirement usually holds, from so many days of the class. requirement may be anyOf too.
        type Habit (
          requirement: string,
          words: string,
          days: (all, workingDays, weekend),
          windows: []DayWindow,
          daysSeen: int
        )

        # When a job is likely to start. now: all that it needs is there. On daysHeld of daysSeen days it was
        # there at that time of day. unforeseeable is what the guess leaves out; note says what it rests on,
        # or why there is none.
        type JobForecast (
          identifier: string,
          owner: int,
          likely: ?string,
          now: bool,
          confidence: (none, low, fair, good),
          daysHeld: int,
          daysSeen: int,
          habits: []Habit,
          unforeseeable: []string,
          note: string
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

        # What became of an occurrence: a run that has ended, or, where skipped is there, no run; then its
        # fields are null. Of exitCode and exitSignal at most one is there; exit says it in words. failure is
        # why it could not be launched.
        type HistoryLine (
          run: ?int,
          identifier: string,
          owner: int,
          title: ?string,
          due: string,
          started: ?string,
          ended: ?string,
          outcome: ?Outcome,
          stopReason: ?string,
          exit: ?string,
          exitCode: ?int,
          exitSignal: ?int,
          failure: ?string,
          simulated: ?bool,
          userSeconds: ?float,
          systemSeconds: ?float,
          peakMemoryKiB: ?int,
          skipped: ?Skip
        )

        # One visible change. Which fields are there depends on the change:
        # jobChanged: identifier, owner, state. jobLeft: identifier, owner.
        # runStarted: identifier, owner, run. runExpiring: those and stopReason.
        # runEnded: those, and outcome; stopReason only where it was told to end.
        # occurrenceSkipped: identifier, owner, skipped. conditionChanged: requirement, text, verdict, reason,
        # and owner where each user has their own answer.
        type Event (
          at: string,
          change: (jobChanged, jobLeft, runStarted, runExpiring, runEnded, occurrenceSkipped,
            conditionChanged),
          identifier: ?string,
          owner: ?int,
          state: ?State,
          run: ?int,
          outcome: ?Outcome,
          stopReason: ?string,
          skipped: ?Skip,
          requirement: ?Requirement,
          text: ?string,
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

        # Notes are sentences: what of the policy names no supply.
        type Power (
          externalPower: Verdict,
          batteryLevel: ?int,
          why: string,
          supplies: []Supply,
          notes: []string
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

        # An instant at which a job comes up. zone is the one whose clock its schedule follows, null for the
        # machine's own; latest is there where a random delay may put it off so far.
        type Instant (
          at: string,
          zone: ?string,
          latest: ?string
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

        # All that keeps a job from running now, each of its requirements in the order of the descriptor, and
        # its last runs and skips, the newest first.
        method Why(identifier: string, owner: ?int) -> (
          blockers: []Blocker,
          job: Job,
          requirements: []RequirementState,
          history: []HistoryLine
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

        # Decides by these conditions instead of what is seen, for the duration (2m where none is given, at most
        # 1d), in place of any that are played for the same jobs; with end it sees again. Of the kinds of
        # requirements, each on, off or unknown; batteryLevel, load and temperature also a number, idle a
        # duration, lid open or closed. For one job with identifier, else for every job that the caller may change;
        # the newest for a job counts. Runs that start by it are real.
        method SimulateConditions(
          conditions: ?[string]string,
          duration: ?string,
          identifier: ?string,
          owner: ?int,
          end: ?bool
        ) -> (until: ?string)

        # Nothing of the job starts, for the duration or, where none is given, until Unpause. What runs goes
        # on. Without identifier: all jobs of the owner, or of everybody whose jobs the caller may change,
        # those still to come included.
        method Pause(identifier: ?string, owner: ?int, duration: ?string) -> ()

        # Ends the pause of a job; one of all jobs goes on. Without identifier: ends that one, and those of
        # single jobs.
        method Unpause(identifier: ?string, owner: ?int) -> ()

        # The job is run, whatever its descriptor says about enabled. Without identifier: all that are there.
        method Enable(identifier: ?string, owner: ?int) -> ()

        # The job is not run until Enable. What runs goes on. Without identifier: all that are there.
        method Disable(identifier: ?string, owner: ?int) -> ()

        # The next instants of a job, in their order: 10 where count is not given, at most 1000. None while
        # it waits for an event or a file.
        method Next(identifier: string, owner: ?int, count: ?int) -> (next: []Instant)

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

        # Ended runs and skipped occurrences, the newest first: 20 where limit is not given, at most 1000.
        method History(identifier: ?string, owner: ?int, limit: ?int) -> (entries: []HistoryLine)

        # With more: a stream, again whenever a condition has changed.
        method Conditions() -> (device: Device)

        # What held a job back in the last days (7 where none are given, at most 90), and for how long, the
        # largest first. waitingSeconds: how long an occurrence was due and had no run. Two things may be
        # missing at once, so the causes may add up to more. events: what changed, the newest first.
        method HeldBack(identifier: string, owner: ?int, days: ?int) -> (
          identifier: string,
          owner: int,
          from: string,
          to: string,
          waitingSeconds: float,
          causes: []HoldCause,
          events: []HoldEvent,
          moreEvents: bool
        )

        # When jobs are likely to start, judged by what was seen of the machine. Nothing is decided by it.
        method Forecast(identifier: ?string, owner: ?int) -> (forecasts: []JobForecast)

        # Each change from now on, of the device and of the jobs the caller may see. Needs more.
        method Events() -> (event: Event)

        # How this daemon works on this machine. holding: what keeps the processes of a run together. wakeups:
        # each reason to look at something without an event that is armed now. limits: what this machine or this
        # daemon can't do, which is no fault.
        method Doctor() -> (
          daemon: Daemon,
          holding: (cgroup, session),
          holdingReason: string,
          power: Power,
          network: Network,
          unknownRequirements: []UnknownRequirement,
          wakeups: []string,
          limits: []string,
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

        # The schedule of the job has no instant after now.
        error NeverDue ()

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
