// What one side writes, the other reads as the same value.
import BGRunJSON
import BGRunJob
import Testing

@testable import BGRunWire

/// Through the bytes, as a peer gets it.
private func crossed(_ object: JSONObject) throws -> JSONObject {
    let bytes = JSONValue.object(object).bytes()
    guard case .object(let read) = try JSONValue(parsing: bytes, limits: .message) else { return [:] }
    return read
}

@Suite struct `What crosses the wire` {
    @Test func `parameters of every method arrive as they were sent`() throws {
        for call in Samples.calls {
            let request = try call.method.request(try crossed(call.parameters), .stream)
            #expect(request.map(parameters) == call.parameters, "\(call.method.rawValue)")
        }
        #expect(Set(Samples.calls.map { $0.method }) == Set(SchedulerMethod.allCases))
    }

    /// What was read, as it would be sent again.
    private func parameters(of request: SchedulerRequest) -> JSONObject {
        switch request {
        case .command(.submit(let call)): call.parameters
        case .command(.submitAll(let call)): call.parameters
        case .command(.cancel(let target, let isNext)): CancelCall(.job(target), isNext: isNext).parameters
        case .command(.run(let call)): call.parameters
        case .command(.stop(let call)): call.parameters
        case .command(.simulate(let call)): call.parameters
        case .command(.simulateConditions(let call)): call.parameters
        case .command(.turn(let call)): call.parameters
        case .query(.status(let call)), .stream(.status(let call)): call.parameters
        case .query(.why(let call)): call.parameters
        case .query(.cat(let call)): call.parameters
        case .query(.next(let call)): call.parameters
        case .query(.logs(let call)), .stream(.logs(let call)): call.parameters
        case .query(.history(let call)): call.parameters
        case .query(.conditionHistory(let call)): call.parameters
        case .query(.heldBack(let call)): call.parameters
        case .query(.moment(let call)): call.parameters
        case .query(.forecast(let call)): call.parameters
        case .query(.wait(let call)): call.parameters
        case .query(.waitAll(let call, _)): call.parameters
        case .query(.purge(let call)): call.parameters
        case .query(.cancelAll(let owner, nil)): CancelCall(.all(owner: owner)).parameters
        case .query(.cancelAll(let owner, let tag?)): CancelCall(.tagged(tag, owner: owner)).parameters
        case .query(.conditions(let call)): call.parameters
        case .stream(.conditions): ConditionsCall(once: false).parameters
        case .command(.speech(let call)): call.parameters
        case .query(.doctor), .query(.ownRun), .events: [:]
        }
    }

    @Test func `a call comes to a command, a query, a stream or the events`() throws {
        func kind(_ call: any SchedulerCall, _ delivery: Conversation.Delivery) throws -> String? {
            switch try call.method.request(call.parameters, delivery) {
            case .command: "command"
            case .query: "query"
            case .stream: "stream"
            case .events: "events"
            case nil: nil
            }
        }
        let logs = LogsCall(Samples.target, follow: true)
        let calls: [any SchedulerCall] = [
            StopCall(Samples.target), StatusCall(once: false), ConditionsCall(once: false),
            WaitCall(Samples.target), StatusCall(), ConditionsCall(),
            LogsCall(Samples.target), CancelCall(.all(owner: nil)), logs, EventsCall(),
        ]
        #expect(
            try calls.map { try kind($0, .once) } == [
                "command", "query", "query", "query", "query", "query", "query", "query", nil, nil,
            ])
        #expect(try calls.map { try kind($0, .silent) } == calls.map { try kind($0, .once) })
        #expect(
            try calls.map { try kind($0, .stream) } == [
                "command", "stream", "stream", "query", "query", "query", "stream", "query", "stream",
                "events",
            ])
    }

    @Test func `replies of every method arrive as they were sent`() throws {
        for (method, reply) in Samples.replies {
            func check<R: WireObject>(_ reply: R) throws {
                let read = try R(reply: try crossed(reply.object))
                #expect(read.object == reply.object, "\(method.rawValue)")
            }
            try check(reply)
        }
        #expect(Set(Samples.replies.map(\.0)) == Set(SchedulerMethod.allCases))
    }

    @Test func `values are equal, not only their text`() throws {
        let status = StatusCall.Reply(
            daemon: Samples.daemon, device: Samples.device,
            jobs: Samples.reports)
        #expect(try StatusCall.Reply(reply: try crossed(status.object)) == status)
        let history = HistoryCall.Reply(entries: Samples.entries)
        #expect(try HistoryCall.Reply(reply: try crossed(history.object)) == history)
        let why = WhyCall.Reply(
            job: Samples.reports[1], requirements: Samples.states.map(RequirementReport.init), history: [])
        #expect(try WhyCall.Reply(reply: try crossed(why.object)) == why)
        #expect(try HeldBack(reply: try crossed(Samples.heldBack.object)) == Samples.heldBack)
        #expect(
            try ConditionHistoryCall.Reply(reply: try crossed(Samples.conditionHistory.object))
                == Samples.conditionHistory)
        #expect(try PastMoment(reply: try crossed(Samples.moment.object)) == Samples.moment)
        let forecasts = ForecastCall.Reply(forecasts: Samples.forecasts)
        #expect(try ForecastCall.Reply(reply: try crossed(forecasts.object)) == forecasts)
        for change in Samples.changes {
            let event = Transition(at: Samples.later, change)
            #expect(try Transition(reply: try crossed(event.object)) == event)
        }
    }

    @Test func `every error arrives as it was sent`() throws {
        for error in Samples.schedulerErrors {
            #expect(try received(error.answer) == .scheduler(error))
        }
        #expect(Set(Samples.schedulerErrors.map(\.name)) == Set(SchedulerError.Name.allCases))
        for error in Samples.serviceErrors {
            #expect(try received(error.answer) == .service(error))
        }
    }

    @Test func `an error of somebody else keeps its name`() throws {
        for name in ["org.example.Broken", "org.bgrun.Scheduler.NewError", "org.bgrun.Scheduler.UnknownJob"] {
            #expect(try received(.error(name, [:])) == .unknown(name: name))
        }
    }

    private func received(_ answer: Answer) throws -> CallError? {
        var bytes: [UInt8] = []
        answer.write(to: &bytes)
        guard case .error(let name, let parameters) = try Answer(message: Array(bytes.dropLast())) else {
            return nil
        }
        return CallError(name: name, parameters: parameters)
    }

    @Test func `every refusal of the scheduler has an error`() {
        let refusals: [Refusal] = [
            .unknownJob("x"), .ambiguousJob("x", owners: [.root, Samples.owner]),
            .unknownTag(Samples.label("media")), .tooManyJobs(limit: 1000), .tooMuchText(limit: 4_194_304),
            .ownerNotAllowed, .broughtByFile(path: "/etc/x.json"), .alreadyExists(Samples.backup), .neverDue,
            .noneAccepted([RefusedJob(at: 2, Samples.backup, .blocked(Samples.blockers))]),
            .blocked(Samples.blockers), .notRunning, .alreadyRunning(RunID(3)), .storage("the disk is full"),
            .shuttingDown,
            .couldNotLaunch("no such program"),
        ]
        #expect(refusals.map(SchedulerError.init) == Array(Samples.schedulerErrors.prefix(16)))
    }

    // B-18
    @Test func `no value of an environment and no standard input is in any of it`() {
        for (_, reply) in Samples.replies {
            let text = reply.json.text()
            #expect(!text.contains("hunter2"))
            #expect(!text.contains("one line"))
        }
        #expect(Samples.reports[1].json.text().contains("RESTIC_PASSWORD"))
    }

    @Test func `a line of history has the same fields with a run and without one`() {
        let shapes = Samples.entries.map { $0.object.members.map(\.key) }
        #expect(Set(shapes).count == 1)
        #expect(
            Samples.skip(.maxLateness).json.text() == """
                {"run":null,"identifier":"org.example.backup","owner":1000,"title":null,\
                "due":"2026-03-28T23:30:00Z","started":null,"ended":null,"durationSeconds":null,\
                "outcome":null,"stopReason":null,\
                "exit":null,"exitCode":null,"exitSignal":null,"failure":null,"simulated":null,\
                "attempt":null,"attempts":null,\
                "userSeconds":null,"systemSeconds":null,"peakMemoryKiB":null,"readBytes":null,"writtenBytes":null,"leftBehind":null,"hooks":[],\
                "skipped":{"due":"2026-03-28T23:30:00Z","at":"2026-03-28T23:30:00.250001Z",\
                "reason":"maxLateness"}}
                """)
    }

    @Test func `a schedule is told as its author wrote it`() {
        #expect(
            Samples.schedules.prefix(7).map { ScheduleReport($0).json.text() } == [
                #"{"cron":"30 2 * * *","timeZone":"Europe/Berlin","except":["Sat","12-25"]}"#,
                #"{"cron":"@daily"}"#,
                #"{"calendar":"Mon..Fri 02:30"}"#, #"{"calendar":"02:30","timeZone":"Asia/Kathmandu"}"#,
                #"{"every":"6h","from":"completion"}"#, #"{"every":"1m","from":"grid"}"#,
                #"{"path":"/home/a/in","settle":"5s","recursive":true}"#,
            ])
    }

    @Test func `the pause of a job is the one that holds it, whether it runs or not`() {
        let own = Pause(since: Samples.date, end: Deadline(.seconds(60), from: Samples.now))
        func pause(_ held: Pause?, own: Pause? = nil) -> PauseReport? {
            var status = Samples.bareStatus
            (status.pause, status.switches.pause) = (held, own)
            return JobReport(status, at: Samples.now).pause
        }
        #expect(pause(nil) == nil)
        #expect(
            pause(Pause(since: Samples.later, note: "x"), own: own)
                == PauseReport(since: Samples.later, note: "x", isOfAll: true))
        #expect(
            pause(own, own: own)
                == PauseReport(since: Samples.date, until: Samples.date.advanced(by: .seconds(60))))
    }

    @Test func `blockers have a stable shape`() {
        let unmet = BlockerReport(.unmet(.externalPower, reason: "AC is offline", since: Samples.date))
        #expect(
            unmet.json.text() == """
                {"requirement":"externalPower","reason":"needs external power: AC is offline",\
                "since":"2026-03-28T23:30:00Z","until":null,"latest":null,"relaxesAt":null,\
                "preferred":false}
                """)
        let waiting = BlockerReport(.earliestBeginDate(Samples.later))
        #expect(
            waiting.json.text() == """
                {"requirement":"earliestBeginDate","reason":"its date lies ahead",\
                "since":null,"until":"2026-03-28T23:30:00.250001Z","latest":null,"relaxesAt":null,\
                "preferred":false}
                """)
        let preferred = BlockerReport(
            .preferred(.unmet(.unmetered, reason: "the network is metered", since: nil), until: Samples.date))
        #expect(
            preferred.json.text() == """
                {"requirement":"unmetered","reason":"prefers a network that is not metered: the network is \
                metered","since":null,"until":"2026-03-28T23:30:00Z","latest":null,\
                "relaxesAt":"2026-03-28T23:30:00Z","preferred":true}
                """)
    }

    @Test func `no instant stands inside a reason, and each becomes words on the reader's clock`() {
        let reports = Samples.blockers.map(BlockerReport.init)
        #expect(!reports.contains { $0.reason.contains("2026") || $0.reason.hasSuffix("later") })
        let words = reports.map { $0.sentence { $0 == Samples.date ? "midnight" : "later" } }
        #expect(
            Array(words.prefix(8)) == [
                "not before midnight", "not before midnight, by later at the latest",
                "waits for the next boot",
                "waits for /in to change; what has changed is left alone until later",
                "ran less than its spacing ago; waits until later",
                "has come up again right after it ended; waits longer each time, until later",
                "its schedule has no further instant", "paused by root (moving house) until later",
            ])
        let settling = BlockerReport(.settling(.network, until: Samples.later)).sentence { _ in "later" }
        #expect(settling == "a network is back; counts from later")
        for (until, words) in [
            (Samples.date, "a network is back; counts from midnight; starts without it from later on"),
            (Samples.later.advanced(by: .seconds(1)), "a network is back; starts without it from later on"),
        ] {
            let blocker = Blocker.preferred(.settling(.network, until: until), until: Samples.later)
            #expect(BlockerReport(blocker).sentence { $0 == Samples.date ? "midnight" : "later" } == words)
        }
    }

    @Test func `requirements have a stable shape, with what would help where they are lacking`() {
        let lacking = RequirementStatus(
            requirement: .batteryLevel(60), state: .lacking, reason: "battery 43 %, needs 60 %",
            since: Samples.date, alternative: "anyOf 2", isSimulated: true)
        #expect(
            RequirementReport(lacking).json.text() == """
                {"requirement":"batteryLevel","text":"batteryLevel 60",\
                "words":"a battery of at least 60 %","state":"lacking","reason":"battery 43 %, needs 60 %",\
                "since":"2026-03-28T23:30:00Z","until":null,"remedy":"charge the battery to 60 %",\
                "alternative":"anyOf 2","preferred":false,"simulated":true}
                """)
        let unknown = RequirementStatus(
            requirement: .lid(.open), state: .unknown, reason: "logind is not on the system bus")
        #expect(RequirementReport(unknown).remedy == nil)
    }

    // B-37
    @Test func `what is simulated is an object of texts, whose it is and until when`() {
        #expect(
            Samples.simulations[2].json.text() == """
                {"conditions":{"externalPower":"off","batteryLevel":"15","idle":"10m","load":"0.5",\
                "lid":"closed","temperature":"-5","command":"unknown"},"owner":1000,\
                "identifier":"org.example.backup","until":"2026-03-28T23:30:00.250001Z"}
                """)
        #expect(JobReport(Samples.fullStatus, at: Samples.now).isSimulated)
        #expect(!JobReport(Samples.bareStatus, at: Samples.now).isSimulated)
    }

    @Test func `what a job requires and prefers is told as its author wrote it`() {
        let report = DescriptorReport(Samples.fullDescriptor)
        #expect(
            report.object["prefers"]?.text() == """
                {"network":{"unmetered":true,"interface":["eth0","wl*"],"transport":["ethernet","wifi"],"ssid":"Home",\
                "vpn":"wg0","online":true,"reachable":["nas.local:22","[fe80::1]:443"]},"for":"3d"}
                """)
        #expect(
            report.object["requirements"]
                == .array(Requirement.Kind.allCases.map { .string($0.rawValue) }))
        let simple = JobDescriptor(
            identifier: Samples.backup, program: .shell("true"), requirements: [.externalPower])
        #expect(DescriptorReport(simple).object["requires"]?.text() == #"{"externalPower":true}"#)
        #expect(DescriptorReport(Samples.bareDescriptor).object["requires"] == .null)
    }

    // B-18
    @Test func `a change of what is one user's says whose it is`() {
        #expect(
            Samples.changes.map { Transition(at: Samples.date, $0).owner }.suffix(2) == [nil, Samples.owner])
        #expect(Transition(at: Samples.date, Samples.changes[0]).owner == Samples.owner)
    }
}

@Suite struct `Fields that break the contract` {
    private func fault(_ method: SchedulerMethod, _ parameters: JSONObject) -> String? {
        do throws(FieldFault) {
            _ = try method.request(parameters, .stream)
            return nil
        } catch {
            return error.field
        }
    }

    @Test func `are named, the first one`() {
        #expect(fault(.why, [:]) == "identifier")
        #expect(fault(.why, ["identifier": nil]) == "identifier")
        #expect(fault(.why, ["identifier": "a..b"]) == "identifier")
        #expect(fault(.why, ["identifier": "a", "owner": -1]) == "owner")
        #expect(fault(.why, ["identifier": "a", "owner": 4_294_967_296]) == "owner")
        #expect(fault(.why, ["identifier": "a", "ownr": 1]) == "ownr")
        #expect(fault(.submit, ["descriptor": "text"]) == "descriptor")
        #expect(fault(.submit, ["descriptor": [:], "ifExists": "maybe"]) == "ifExists")
        #expect(fault(.submit, ["descriptor": [:], "ifExists": "keep", "nowOrFail": true]) == "ifExists")
        #expect(fault(.submitAll, ["descriptors": []]) == "descriptors")
        #expect(fault(.submitAll, ["descriptors": [[:], 3]]) == "descriptors.1")
        let many = JSONValue.array(Array(repeating: [:], count: 1001))
        #expect(fault(.submitAll, ["descriptors": many]) == "descriptors")
        #expect(fault(.submitAll, ["descriptors": [[:]], "nowOrFail": true]) == "nowOrFail")
        #expect(fault(.waitAll, ["identifiers": []]) == "identifiers")
        #expect(fault(.waitAll, ["identifiers": ["a", "a"]]) == "identifiers")
        #expect(fault(.run, ["identifier": "a", "mode": "later"]) == "mode")
        #expect(fault(.simulate, ["identifier": "a"]) == "what")
        #expect(fault(.simulate, ["identifier": "a", "what": "stop", "reason": "boredom"]) == "reason")
        #expect(fault(.simulate, ["identifier": "a", "what": "expire", "reason": "shutdown"]) == "reason")
        #expect(fault(.history, ["limit": 0]) == "limit")
        #expect(fault(.history, ["limit": -1]) == "limit")
        #expect(fault(.history, ["since": "yesterday"]) == "since")
        #expect(fault(.history, ["until": 3]) == "until")
        #expect(fault(.logs, ["identifier": "a", "run": 1.5]) == "run")
        #expect(fault(.doctor, ["verbose": true]) == "verbose")
    }

    @Test func `of the calls that switch jobs and look ahead are named too`() {
        for method in [SchedulerMethod.pause, .unpause, .enable, .disable, .snooze] {
            #expect(fault(method, [:]) == nil)
            #expect(fault(method, ["identifier": "a..b"]) == "identifier")
            #expect(fault(method, ["identifier": "a", "owner": "root"]) == "owner")
            #expect(fault(method, ["all": true]) == "all")
        }
        for span in [JSONValue("0s"), "-1h", "2 huors", "101000d", "", 7200] {
            #expect(fault(.pause, ["identifier": "a", "duration": span]) == "duration", "\(span.text())")
            #expect(fault(.snooze, ["identifier": "a", "duration": span]) == "duration", "\(span.text())")
        }
        #expect(fault(.pause, ["duration": "1ms"]) == nil)
        #expect(fault(.unpause, ["duration": "1h"]) == "duration")
        #expect(fault(.next, [:]) == "identifier")
        for count in [JSONValue(0), -1, 1001, 1.5, "10", .integer(.max)] {
            #expect(fault(.next, ["identifier": "a", "count": count]) == "count", "\(count.text())")
        }
        #expect(fault(.next, ["identifier": "a", "count": 1000]) == nil)
    }

    // B-35, B-36, B-37
    @Test func `of the calls that look back, guess and play are named too`() {
        for days in [JSONValue(0), 91, -1, "7"] {
            #expect(fault(.heldBack, ["identifier": "a", "days": days]) == "days", "\(days.text())")
        }
        #expect(fault(.heldBack, [:]) == "identifier")
        #expect(fault(.forecast, [:]) == nil)
        #expect(fault(.forecast, ["identifier": "a..b"]) == "identifier")
        let simulated: JSONValue = ["externalPower": "off"]
        #expect(fault(.simulateConditions, ["conditions": simulated]) == nil)
        #expect(fault(.simulateConditions, ["conditions": simulated, "duration": "1d"]) == nil)
        #expect(fault(.simulateConditions, ["end": true]) == nil)
        #expect(fault(.simulateConditions, [:]) == "conditions")
        #expect(fault(.simulateConditions, ["conditions": [:]]) == "conditions")
        #expect(fault(.simulateConditions, ["conditions": "externalPower=off"]) == "conditions")
        #expect(fault(.simulateConditions, ["conditions": ["lid": "ajar"]]) == "conditions.lid")
        #expect(fault(.simulateConditions, ["conditions": ["power": "off"]]) == "conditions.power")
        #expect(fault(.simulateConditions, ["conditions": ["locked": true]]) == "conditions.locked")
        #expect(fault(.simulateConditions, ["conditions": simulated, "end": true]) == "conditions")
        #expect(fault(.simulateConditions, ["duration": "1m", "end": true]) == "duration")
        #expect(fault(.simulateConditions, ["conditions": simulated, "owner": 1000]) == "identifier")
        for span in [JSONValue("0s"), "-1m", "25h", "soon"] {
            #expect(
                fault(.simulateConditions, ["conditions": simulated, "duration": span]) == "duration",
                "\(span.text())")
        }
    }

    @Test func `a call to cancel everything has to say so`() {
        #expect(fault(.cancel, [:]) == "identifier")
        #expect(fault(.cancel, ["all": false]) == "identifier")
        #expect(fault(.cancel, ["all": true, "identifier": "a"]) == "all")
        #expect(fault(.cancel, ["all": true]) == nil)
    }

    @Test func `null and absent mean the same, and 3 may be written as 3.0`() {
        #expect(fault(.status, ["identifier": nil, "owner": nil]) == nil)
        #expect(fault(.history, ["limit": .number(3)]) == nil)
    }

    @Test func `deep inside a reply are named with their path`() throws {
        var status = StatusCall.Reply(
            daemon: Samples.daemon, device: Samples.device, jobs: [Samples.reports[1]]
        ).object
        guard case .array(var jobs) = status["jobs"], case .object(var job) = jobs[0],
            case .object(var run) = job["run"]
        else {
            Issue.record("the status has no run")
            return
        }
        run["started"] = "yesterday"
        job["run"] = .object(run)
        jobs[0] = .object(job)
        status["jobs"] = .array(jobs)
        #expect(throws: FieldFault("jobs.0.run.started")) { try StatusCall.Reply(reply: status) }
    }

    @Test func `a reply may have fields that a client does not know yet`() throws {
        var reply = RunCall.Reply(run: RunID(1)).object
        reply["mood"] = "good"
        #expect(try RunCall.Reply(reply: reply).run == RunID(1))
    }
}
