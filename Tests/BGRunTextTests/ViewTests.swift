// Each view, as people see it.
import BGRunCalendar
import BGRunJob
import BGRunWire
import Testing

@testable import BGRunText

@Suite struct `The view of one job` {
    @Test func `tells all that is known, and no secret`() {
        let job = World.job(
            "org.a.backup", .running, title: "Back up \u{1B}[31mhome", run: World.run, lastRun: World.lastRun,
            hasSuccessor: true)
        #expect(
            text(JobText(job, clock: World.clock, screen: .pipe).lines) == """
                org.a.backup  Back up [31mhome
                  state        running
                  next         for 4 min, may take 10 min, a newer request follows
                  run          7 since 22:56, process 4711
                  last run     ran out of time yesterday 21:12
                  runs         restic backup
                  in           /home/a
                  environment  RESTIC_PASSWORD
                  requires     external power, a network
                  time budget  3h, then 10s of grace
                  accepted     23:00
                """)
    }

    // B-88 B-114
    @Test func `tells a success with warnings from one without`() {
        let ends = [ExitStatus.code(3), .code(0), nil].map { RecentEnds.End(.succeeded, $0) }
        #expect(ends == [.succeededWithWarnings, .succeeded, .succeeded])
        var last = World.lastRun
        (last.outcome, last.stopReason) = (.succeeded, nil)
        let job = World.job("a", .scheduled, lastRun: last, recent: [.succeeded, ends[0], .skipped])
        let lines = text(JobText(job, clock: World.clock, screen: .pipe).lines)
        #expect(
            lines.contains("succeeded with warnings yesterday 21:12\n")
                && lines.contains("✓~–  1 succeeded, 1 skipped, 1 succeeded with warnings, the newest last"),
            "\(lines)")
    }

    @Test func `tells every reason why it waits, and its last runs`() {
        let job = World.job("org.a.backup", .due, blockers: World.unmet)
        let history: [HistoryLine] =
            [
                World.entry(6, .failed, exit: .code(3)), World.entry(5, .couldNotLaunch, exit: nil),
                World.entry(4, .expired, exit: .signal(15), reason: .timeBudget),
                World.entry(3, .succeeded, exit: .code(0)),
            ].map { .run($0) } + [World.skip]
        #expect(
            why(job, history: history) == """
                org.a.backup has been due since 22:00 and waits: needs external power: BAT0 is discharging
                  …  needs external power: BAT0 is discharging, since 22:40
                  …  waits for a free slot (3 of 3)

                history
                  run 6  21:00  2 min 5 s  failed: exit 3
                  run 5  21:00  2 min 5 s  could not be launched: no such program
                  run 4  21:00  2 min 5 s  expired: its time budget was used up, signal 15, simulated
                  run 3  21:00  2 min 5 s  succeeded
                  –      02:00  –          skipped: it was later than maxLateness
                """)
    }

    @Test func `tells what its descriptor says about time, and what has become of it`() {
        let job = World.job(
            "a", .running, overdueFrom: "2026-03-28T20:30:00Z", run: World.run, lastRun: World.lastRun,
            lastSkip: World.lastSkip,
            switches: JobRecord.Switches(
                enabled: true, pause: Pause(since: World.now))
        ) { descriptor in
            descriptor.schedules = [
                .cron(World.cron, zone: "Europe/Berlin"), .every(Every(interval: .seconds(21_600))),
                .every(Every(interval: .seconds(60), from: .completion)), .event(.wake),
                .path(PathTrigger(path: "/in", isRecursive: true)),
            ]
            descriptor.missed = .all
            descriptor.maxLateness = .seconds(7200)
            descriptor.randomDelay = .seconds(600)
            descriptor.fixedDelay = .seconds(60)
            descriptor.until = World.instant("2026-12-24T17:00:00Z")
            descriptor.maxRuns = 3
            descriptor.allowedHours = World.nightly
            descriptor.latestBegin = .after(.seconds(259_200))
            descriptor.priority = .high
            descriptor.keepAwake = KeepAwake(when: .onExternalPower, withLidClosed: true)
            descriptor.wakeSystem = .always
            descriptor.beforeSleep = .stop
        }
        #expect(
            text(JobText(job, clock: World.clock, screen: .pipe).lines) == """
                a
                  state          running
                  next           for 4 min, may take 10 min, paused after it
                  run            7 since 22:56, process 4711
                  last run       ran out of time yesterday 21:12
                  last skip      skipped 02:00: it was later than maxLateness
                  pause          until bgrun unpause
                  by hand        enabled
                  runs           restic backup
                  in             /home/a
                  environment    RESTIC_PASSWORD
                  requires       external power, a network
                  schedule       cron 30 2 * * 1-5, Europe/Berlin
                  schedule       every 6h
                  schedule       every 1m from completion
                  schedule       event wake
                  schedule       path /in and all below, quiet for 30s
                  missed         all
                  max lateness   2h
                  random delay   up to 10m
                  fixed delay    up to 1m
                  until          2026-12-24 19:00
                  max runs       3
                  allowed hours  22:00-06:00
                  latest begin   3d after it is due
                  priority       high
                  keeps awake    on external power, with the lid closed too
                  wakes system   always
                  before sleep   stop
                  time budget    3h, then 10s of grace
                  accepted       23:00
                """)
    }

    // B-101 B-104 B-112
    @Test func `has notes, a descriptor of its own, a hook that fails, and an end of its hours`() {
        var job = World.job("a", .running, run: World.run) { $0.allowedHours = World.nightly }
        job.notes = "one\n\ttwo\u{1B}"
        (job.generation, job.fingerprint) = (3, "00ff00ff00ff00ff")
        job.health.hookFault = HookReport(.onSuccess, .timeBudget)
        job.run?.hoursEnd = World.instant("2026-03-29T05:00:00Z")
        let lines = text(JobText(job, clock: World.clock, screen: .pipe).lines).split(separator: "\n")
            .map { $0.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ") }
        for line in [
            "hours end tomorrow 07:00, then the run is told to end", "hook fails onSuccess: took too long",
            "notes one",
            "descriptor number 3, fingerprint 00ff00ff00ff00ff",
        ] { #expect(lines.contains(line), "\(line) in \(lines)") }
        #expect(lines.contains { $0.hasSuffix("two") })
    }

    @Test func `tells why it waits for what no clock brings, is paused, or is late`() {
        let answers = World.timedJobs.map {
            why($0)
        }
        #expect(
            answers.joined(separator: "\n") == """
                org.b.boot has no date: waits for the next boot
                  …  waits for the next boot
                org.b.ended has no date: its schedule has no further instant
                  …  its schedule has no further instant
                org.b.frozen is frozen: for 4 min, may take 10 min, goes on after waking
                org.b.late has been due since 22:00 and waits: outside its allowed hours until tomorrow 06:00
                  …  outside its allowed hours until tomorrow 06:00 (in 6 h)
                it has been overdue since 21:30
                org.b.paused is paused until tomorrow 01:00; starts tomorrow 06:00 (in 6 h)
                  …  not before tomorrow 06:00 (in 6 h)
                  …  paused by hand until tomorrow 01:00, since 23:00 (in 2 h)
                org.b.paused2 is paused; bgrun unpause org.b.paused2 ends it
                  …  paused by hand, since 23:00
                """)
    }

    @Test func `tells dates of blockers in local time`() {
        let begin = World.instant("2026-04-02T12:00:00.25Z")
        let opens = World.instant("2026-04-02T20:00:00Z")
        let job = World.job(
            "a", .scheduled, blockers: [.earliestBeginDate(begin), .allowedHours(until: opens)],
            due: "2026-04-02T12:00:00.25Z")
        #expect(
            why(job) == """
                a is scheduled for Thu 14:00; its hours open Thu 22:00
                  …  not before Thu 14:00 (in 4 d 14 h)
                """)
    }
}

@Suite struct `Other views` {
    @Test func `conditions`() {
        #expect(
            text(ConditionsText(World.device, clock: World.clock, ownerName: World.name(of:)).lines) == """
                CONDITION      HOLDS  SINCE  WHY
                externalPower  no     –      BAT0 is discharging
                network        yes    23:00  internet through wlan0; counts from 23:00:05
                battery  87 %
                """)
    }

    @Test func `the doctor`() {
        let power = PowerExplanation(
            externalPower: .no, batteryLevel: 87, why: "BAT0 is discharging",
            supplies: [
                .init(
                    name: "BAT0", type: "Battery", online: nil, status: "Discharging", capacity: 87,
                    role: "battery", why: "counts as battery of the machine: Discharging")
            ])
        let network = NetworkExplanation(
            network: .no, why: "wlan0 has no carrier",
            roads: [
                .init(
                    family: .ipv4, link: "wlan0", table: 254, source: "192.0.2.2", over: [],
                    fault: "no carrier"),
                .init(
                    family: .ipv6, link: "wg0", table: 51820, source: "fd00::2", over: ["eth0", "wwan0"],
                    fault: nil),
            ], cards: [.init("eth0", .ethernet), .init("wwan0", .mobile), .init("ppp0", nil)],
            standby: ["usb0"],
            connections: [
                .init(interface: "wlan0", isMetered: false, ssid: "Home"),
                .init(interface: "wwan0", isMetered: nil, ssid: nil),
            ], vpns: ["Office (Berlin)", "wg0"])
        #expect(
            text(DoctorText.power(power)) == """
                external power: no (BAT0 is discharging)
                battery: 87 %
                SUPPLY  TYPE     ONLINE  STATUS       CAPACITY  COUNTS AS
                BAT0    Battery  –       Discharging  87 %      counts as battery of the machine: Discharging
                """)
        #expect(
            text(DoctorText.network(network)) == """
                network: no (wlan0 has no carrier)
                FAMILY  INTERFACE  OVER        TABLE  SOURCE     FAULT
                ipv4    wlan0      –           main   192.0.2.2  no carrier
                ipv6    wg0        eth0 wwan0  51820  fd00::2    none
                leaves by: eth0 (Ethernet), wwan0 (mobile broadband), ppp0 (of an unknown kind)
                stands by: usb0
                NETWORKMANAGER  METERED  WI-FI
                wlan0           no       Home
                wwan0           unknown  –
                VPNs connected: "Office (Berlin)", "wg0"
                """)
        let reply = DoctorCall.Reply(
            daemon: World.daemon, holding: .session, holdingReason: "no cgroup was delegated", power: power,
            network: network, faults: ["Row 7 of history could not be read."])
        #expect(
            text(DoctorText.service(reply, answeredIn: .microseconds(1001), clock: World.clock)) == """
                daemon            user daemon 0.1.0, process 99, since 23:00
                last answer       now, within 2 ms
                state directory   /s
                runs are held by  session: no cgroup was delegated
                fault             Row 7 of history could not be read.
                """)
    }

    @Test func `begins with whether anything is wrong`() {
        let power = PowerExplanation(
            externalPower: .yes, batteryLevel: nil, why: "AC is online", supplies: [])
        var reply = DoctorCall.Reply(
            daemon: World.daemon, holding: .session, holdingReason: "", power: power,
            network: NetworkExplanation(network: .yes, why: "internet through eth0", roads: [], standby: []))
        #expect(text(DoctorText.summary(reply)) == "✓ nothing is wrong")
        reply.limits = ["No RTC."]
        reply.faults = ["Row 7 of history could not be read."]
        reply.daemon.headlines = ["Row 7 of history could not be read.", "The disk is full."]
        #expect(
            text(DoctorText.summary(reply)) == """
                ✗ 2 things are wrong · one thing can't be done here
                  Row 7 of history could not be read.
                """)

        // Failing tasks of one application are one thing.
        func job(_ name: String, _ count: Int, blockers: [Blocker] = []) -> JobReport {
            World.job(
                name, .due, blockers: blockers,
                health: JobHealth(
                    failing: Failing(
                        count: count, since: World.now.advanced(by: .seconds(-3600)), exit: .code(3)))
            ) { descriptor in
                descriptor.program = .task(
                    application: World.identifier("org.news"),
                    TaskRequest(identifier: World.identifier(name), kind: .refresh))
            }
        }
        func over(_ name: String, of application: String?) -> EndedReport {
            let entry = HistoryEntry(
                run: RunID(9), job: JobID(owner: World.owner, identifier: World.identifier(name)),
                due: World.now, started: World.now, ended: World.now, outcome: .couldNotLaunch,
                failure: "it has left")
            return EndedReport(.run(entry), application: application.map(World.identifier))
        }
        let wait = Blocker.application("it is not started again", until: World.now.advanced(by: .seconds(80)))
        reply.limits = []
        reply.faults = []
        reply.daemon.headlines = []
        reply.jobs = [job("org.news.refresh", 3), job("org.news.tidy", 2, blockers: [wait])]
        reply.ended = [
            over("org.news.clean", of: "org.news"), over("org.photos.index", of: "org.photos"),
            over("org.a.once", of: nil),
        ]
        #expect(
            text(
                DoctorText.summary(reply)
                    + DoctorText.jobs(reply, clock: World.clock, owners: World.owners))
                    == """
                    ✗ 3 things are wrong
                      org.news: 3 of its tasks failed 6 times since 22:00: exit 3; it is not started again until 23:01 (in 1 min 20 s); bgrun logs org.news.refresh
                      org.photos.index: could not be launched 23:00: it has left; bgrun status org.photos.index
                      org.a.once: could not be launched 23:00: it has left; bgrun status org.a.once
                    """)
    }
}

@Suite struct `A daemon that does not answer` {
    private let instant = World.now

    @Test func `is shown with its process, and when it saved last`() {
        let sight = DaemonSight(
            answer: "no answer within 5 s", socket: "/run/s", socketMade: instant,
            processes: [
                .init(number: 7, isCertain: true, since: instant, state: "stopped", place: "do_signal_stop"),
                .init(number: 8, isCertain: false, since: instant, state: "works\u{1b}[2J", place: nil),
            ], lastSave: .init(path: "/s/bgrun.sqlite-wal", at: instant))
        #expect(
            text(DoctorText.silence(sight, clock: World.clock)) == """
                daemon      no answer within 5 s
                socket      /run/s, made 23:00
                process     7, since 23:00, stopped (do_signal_stop)
                process     perhaps 8, since 23:00, works[2J
                last saved  23:00, /s/bgrun.sqlite-wal
                """)
    }

    @Test func `is shown as far as anything is there`() {
        let sight = DaemonSight(
            answer: "nobody listens", socket: "/run/s", socketMade: nil, processes: [], lastSave: nil)
        #expect(
            text(DoctorText.silence(sight, clock: World.clock)) == """
                daemon   nobody listens
                socket   /run/s, which is not there
                process  none has this socket
                """)
    }
}

@Suite struct `Confirmations` {
    private let one = SwitchText(.job(Target(identifier: World.identifier("org.a.backup"))))
    private let all = SwitchText(.all(owner: nil))

    @Test func `say what holds from now on, until when, and what ends it`() {
        let span = Duration.seconds(7200)
        #expect(
            one.paused(for: span, clock: World.clock)
                == "org.a.backup is paused until tomorrow 01:00 (for 2 h)")
        #expect(
            one.paused(for: nil, clock: World.clock)
                == "org.a.backup is paused; bgrun unpause org.a.backup ends it")
        #expect(
            all.paused(for: nil, clock: World.clock)
                == "all jobs that you may change are paused; bgrun unpause --all ends it")
        #expect(
            SwitchText(.all(owner: World.owner)).paused(for: span, clock: World.clock)
                == "all jobs of user 1000 are paused until tomorrow 01:00 (for 2 h)")
        #expect(one.unpaused == "org.a.backup is no longer paused")
        #expect(one.enabled == "org.a.backup is enabled")
        #expect(one.disabled == "org.a.backup is disabled; bgrun enable org.a.backup ends it")
        #expect(
            all.disabled == "all jobs that you may change are disabled; bgrun enable --all ends it")
    }

    @Test func `do not say that a job is free while all are paused`() {
        let user = UserID(1000)
        var pause = PauseReport(since: World.now, until: World.now.advanced(by: .seconds(60)), by: user)
        #expect(
            one.stillPaused(pause, by: user, clock: World.clock)
                == "org.a.backup is still paused until 23:01, as all jobs are; bgrun unpause --all ends it")
        pause.by = .root
        #expect(
            one.stillPaused(pause, by: user, clock: World.clock)
                == "org.a.backup is still paused until 23:01, by root")
        #expect(
            all.stillPaused(PauseReport(since: World.now), by: user, clock: World.clock)
                == "all jobs that you may change are still paused, by root")
    }
}

@Suite struct `Complaints` {
    @Test func `say what happened and what to do`() throws {
        let errors: [SchedulerError] = [
            .unknownJob(identifier: "org.a\u{1B}]0;x\u{7}"),
            .ambiguousJob(identifier: "a", owners: [.root, World.owner]),
            .unknownTag(try #require(Label("media"))), .tooManyJobs(limit: 1000),
            .tooMuchText(limit: 4_194_304), .ownerNotAllowed,
            .broughtByFile(path: "/etc/bgrun/jobs.d/a.json"),
            .neverDue,
            .blocked(World.unmet.map(BlockerReport.init)),
            .blocked(World.unmet.prefix(1).map(BlockerReport.init)),
            .blocked([BlockerReport(.disabled)]), .blocked([BlockerReport(.invalid("no such zone"))]),
            .notRunning, .alreadyRunning(RunID(3)),
            .couldNotLaunch(reason: "no such program"), .storageFailed(reason: "the disk is full"),
            .shuttingDown,
            .invalidDescriptor(
                DescriptorMistake(keyPath: "timeBudget", reason: "found a number", advice: "write \"15m\""),
                others: [DescriptorMistake(keyPath: "", reason: "too long", advice: "shorten it")]),
            .unknownRun(RunID(3)), .unknownRun(nil), .outputDropped(RunID(3)),
        ]
        #expect(
            errors.map { $0.complaint(World.clock, about: "org.a --user").text }.joined(separator: "\n")
                == """
                there is no job org.a]0;x; bgrun status lists your jobs
                several users have a job a: 0, 1000; say whose with --owner USER
                no job has the tag media; bgrun status with a job's identifier shows its tags
                you have as many jobs as the policy allows, 1000; cancel some with bgrun cancel
                your jobs' descriptors would have more than 4M together, all that the policy allows; cancel some with bgrun cancel, or put what is long into a file
                this user may have no jobs: the policy does not let them, or the number has no account; see getent passwd NUMBER, and allowOwners and denyOwners in bgrund.json
                the job comes from the file /etc/bgrun/jobs.d/a.json; change or remove that file
                the job would never be due: its schedule has no instant after now; correct its "schedule" or its "until"
                the job can't start now:
                  needs external power: BAT0 is discharging
                  waits for a free slot (3 of 3)
                --when-possible starts it as soon as it can
                the job can't start now:
                  needs external power: BAT0 is discharging
                --when-possible starts it as soon as it can, --force starts it all the same
                the job can't start now:
                  disabled
                --force starts it all the same
                the job can't start now:
                  it can't be used: no such zone
                no run of the job is active; bgrun why org.a --user tells what it waits for
                run 3 of the job is active already; bgrun stop org.a --user ends it
                the run could not be launched: no such program; mend that, or correct the descriptor
                nothing can be stored, so nothing was done: the disk is full; bgrun doctor says what is wrong with the state directory; try again when it takes changes
                the daemon is shutting down; try again when it is back
                the descriptor was refused:
                  timeBudget: found a number; write "15m"
                  too long; shorten it
                there is no output of run 3; bgrun history org.a --user lists its runs; a task in a program that somebody has started writes where that does
                the job has not run yet; bgrun why org.a --user tells what it waits for
                what run 3 wrote is kept no more, as newer output of the same user has taken its room; "outputPerOwner" in bgrund.json says how much is kept
                """)
    }
}
