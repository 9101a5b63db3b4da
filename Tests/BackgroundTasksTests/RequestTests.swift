// Requests: what is sent for each class, what comes back, and what each refusal is called.
import BGRunCalendar
import BGRunJob
import BGRunWire
import Foundation
import Testing

@testable import BackgroundTasks

@Suite struct `A request` {
    @Test func `of each class asks for what it says, and comes back as the same`() throws {
        let refresh = BGAppRefreshTaskRequest(identifier: "a")
        refresh.earliestBeginDate = Date(timeIntervalSince1970: 1_800_000_000.25)
        let processing = BGProcessingTaskRequest(identifier: "b")
        processing.requiresExternalPower = true
        processing.requiresNetworkConnectivity = true
        processing.earliestBeginInterval = .seconds(15)
        let research = BGHealthResearchTaskRequest(identifier: "c")
        research.protectionTypeOfRequiredData = .complete
        let continued = BGContinuedProcessingTaskRequest(identifier: "d", title: "t", subtitle: "s")
        continued.strategy = .fail
        continued.requiredResources = .gpu
        continued.earliestBeginDate = Date(timeIntervalSince1970: 1_800_000_000)
        let expected = [
            TaskRequest(
                identifier: identifier("a"), kind: .refresh,
                earliestBegin: .date(WallTime(microseconds: 1_800_000_000_250_000))),
            TaskRequest(
                identifier: identifier("b"), kind: .processing, earliestBegin: .after(.seconds(15)),
                requiresExternalPower: true, requiresNetwork: true),
            TaskRequest(identifier: identifier("c"), kind: .healthResearch, protection: .complete),
            TaskRequest(
                identifier: identifier("d"), kind: .continued, title: "t", subtitle: "s", strategy: .fail,
                resources: [.gpu]),
        ]
        let requests: [BGTaskRequest] = [refresh, processing, research, continued]
        #expect(requests.map { TaskRequest($0) } == expected)
        for (request, value) in zip(requests, expected) {
            let back = value.libraryRequest
            #expect(type(of: back) == type(of: request))
            #expect(TaskRequest(back) == value)
        }
    }

    @Test func `asks for nothing unless it says so`() {
        let bare: [BGTaskRequest] = [
            BGAppRefreshTaskRequest(identifier: "a"), BGProcessingTaskRequest(identifier: "a"),
        ]
        #expect(
            bare.map { TaskRequest($0) } == [
                TaskRequest(identifier: identifier("a"), kind: .refresh),
                TaskRequest(identifier: identifier("a"), kind: .processing),
            ])
        #expect(
            BGHealthResearchTaskRequest(identifier: "a").protectionTypeOfRequiredData.rawValue
                == FileProtectionType.completeUntilFirstUserAuthentication.rawValue)
        let continued = BGContinuedProcessingTaskRequest(identifier: "a", title: "", subtitle: "")
        #expect(continued.strategy == .queue && continued.requiredResources.isEmpty)
        #expect(BGTaskScheduler.supportedResources.isEmpty)
    }

    @Test func `is copied with its class and its values, and the copy is another`() throws {
        let request = BGHealthResearchTaskRequest(identifier: "a")
        request.requiresExternalPower = true
        request.protectionTypeOfRequiredData = .none
        request.earliestBeginInterval = .seconds(5)
        let copy = try #require(request.copy() as? BGHealthResearchTaskRequest)
        #expect(TaskRequest(copy) == TaskRequest(request))
        copy.requiresExternalPower = false
        #expect(request.requiresExternalPower)
        let continued = BGContinuedProcessingTaskRequest(identifier: "a", title: "t", subtitle: "s")
        continued.strategy = .fail
        let other = try #require(continued.copy() as? BGContinuedProcessingTaskRequest)
        #expect(TaskRequest(other) == TaskRequest(continued))
    }

    @Test func `has a date or a span, the one that was set last`() {
        let request = BGAppRefreshTaskRequest(identifier: "a")
        request.earliestBeginDate = Date(timeIntervalSince1970: 0)
        request.earliestBeginInterval = .seconds(1)
        #expect(request.earliestBeginDate == nil)
        request.earliestBeginDate = Date(timeIntervalSince1970: 0)
        #expect(request.earliestBeginInterval == nil)
    }

    @Test(arguments: [Double.nan, -.infinity, .infinity, -1e300, 1e300, 0, 253_402_300_800])
    func `takes any date there is`(_ seconds: Double) throws {
        let request = BGAppRefreshTaskRequest(identifier: "a")
        request.earliestBeginDate = Date(timeIntervalSince1970: seconds)
        let sent = try #require(TaskRequest(request)).object
        #expect(try TaskRequest(reply: sent) == TaskRequest(request))
        for span in [Duration.seconds(Int64.max), .seconds(Int64.min), .zero, .milliseconds(1)] {
            request.earliestBeginInterval = span
            let sent = try #require(TaskRequest(request)).object
            #expect(try TaskRequest(reply: sent) == TaskRequest(request))
        }
    }
}

@Suite struct `A program that submits` {
    @Test func `speaks on one connection, and need not register`() async throws {
        let daemon = try FakeDaemon(pending: [TaskRequest(identifier: identifier("b"), kind: .processing)])
        let program = Program(daemon)
        try program.scheduler.submit(BGAppRefreshTaskRequest(identifier: "a"))
        try await program.scheduler.submitTaskRequest(BGProcessingTaskRequest(identifier: "b"))
        let told = Journal()
        program.scheduler.submitTaskRequest(BGProcessingTaskRequest(identifier: "c")) {
            told.note("\($0 == nil)")
        }
        #expect(told.has("true"))
        program.scheduler.cancel(taskRequestWithIdentifier: "a")
        program.scheduler.cancelAllTaskRequests()
        let pending = await program.scheduler.pendingTaskRequests()
        #expect(pending.map(\.identifier) == ["b"] && pending.first is BGProcessingTaskRequest)
        program.scheduler.getPendingTaskRequests { told.note("\($0.map(\.identifier))") }
        #expect(told.has(#"["b"]"#))
        #expect(
            daemon.heard.lines == [
                "submit a", "submit b", "submit c", "cancel a", "cancel all", "pending", "pending",
            ])
    }

    @MainActor @Test func `hears of its requests on the main actor where it asks from there`() async throws {
        let daemon = try FakeDaemon()
        let program = Program(daemon)
        let told = Journal()
        program.scheduler.getPendingTaskRequests { requests in
            MainActor.assertIsolated()
            told.note("\(requests.count)")
        }
        await offMain { #expect(told.has("0")) }
    }

    @Test(arguments: [
        (ApplicationsError.notPermitted(reason: "the manifest does not have it"), 3),
        (.notAnApplication(reason: "two fit: a and b"), 3), (.ownerNotAllowed, 3),
        (.tooManyPending(kind: .processing, limit: 10), 2),
        (
            .notImmediate([
                BlockerReport(.sleep), BlockerReport(.allowedHours(until: WallTime(microseconds: 0))),
            ]), 4
        ),
        (.unavailable(reason: "the application is disabled"), 1),
        (.storageFailed(reason: "the disk is full"), 1),
        (.versionNotSupported(supported: [2, 3]), 1), (.shuttingDown, 1), (.notYourHost, 1),
    ])
    func `is told Apple's code, why, and what to do`(_ refusal: ApplicationsError, _ code: Int) throws {
        let daemon = try FakeDaemon { _ in refusal }
        let program = Program(daemon)
        do {
            try program.scheduler.submit(BGAppRefreshTaskRequest(identifier: "a"))
            Issue.record("it was accepted")
        } catch {
            let error = error as NSError
            #expect(error.domain == "BGTaskSchedulerErrorDomain" && error.code == code)
            #expect("\(error)".contains("Code=\(code)"))
            #expect(error.localizedDescription.hasPrefix("The task request was not accepted: "))
            #expect(!(error.localizedFailureReason ?? "").isEmpty)
            #expect(!(error.localizedRecoverySuggestion ?? "").isEmpty)
        }
    }

    @Test func `is told what else to do where more is asked for than there is`() throws {
        let daemon = try FakeDaemon()
        let request = BGContinuedProcessingTaskRequest(identifier: "a", title: "", subtitle: "")
        request.requiredResources = .gpu
        do {
            try Program(daemon).scheduler.submit(request)
            Issue.record("it was accepted")
        } catch let error as BGTaskScheduler.Error {
            #expect(error.code == .notPermitted)
            #expect((error as NSError).localizedRecoverySuggestion?.contains("requiredResources") == true)
        }
    }

    @Test(arguments: [
        (1, "there is 1 pending request of the kind refresh, the most there may be"),
        (2, "there are 2 pending requests of the kind refresh, the most there may be"),
    ])
    func `is told how many requests there may be`(_ limit: Int, _ reason: String) throws {
        let daemon = try FakeDaemon { _ in ApplicationsError.tooManyPending(kind: .refresh, limit: limit) }
        do {
            try Program(daemon).scheduler.submit(BGAppRefreshTaskRequest(identifier: "a"))
            Issue.record("it was accepted")
        } catch {
            #expect((error as NSError).localizedFailureReason == reason)
        }
    }

    @Test func `catches errors by their codes`() throws {
        let daemon = try FakeDaemon { _ in ApplicationsError.notPermitted(reason: "no") }
        do {
            try Program(daemon).scheduler.submit(BGAppRefreshTaskRequest(identifier: "a"))
            Issue.record("it was accepted")
        } catch BGTaskScheduler.Error.unavailable {
            Issue.record("it was another error")
        } catch BGTaskScheduler.Error.notPermitted {
        }
    }

    @Test(arguments: ["", "a b", "../../etc"]) func `is not permitted what is no identifier`(_ name: String)
        throws
    {
        let daemon = try FakeDaemon()
        let program = Program(daemon)
        #expect(program.code(of: BGAppRefreshTaskRequest(identifier: name)) == .notPermitted)
        program.scheduler.cancel(taskRequestWithIdentifier: name)
        #expect(daemon.heard.lines.isEmpty)
    }

    @Test func `may have its tasks simulated`() throws {
        let daemon = try FakeDaemon()
        let program = Program(daemon, ["BGRUN_APPLICATION": "org.example.app"])
        program.scheduler._simulateLaunchForTask(withIdentifier: "b")
        program.scheduler._simulateExpirationForTask(withIdentifier: "org.example.app.c")
        #expect(daemon.heard.has(#"simulate org.example.app.c "stop""#))
        #expect(
            daemon.heard.lines == [
                #"simulate org.example.app.b "launch""#, #"simulate org.example.app.c "stop""#,
            ])
    }

    @Test func `is not kept from beginning a task whose launch it has simulated`() throws {
        let daemon = try FakeDaemon()
        // As the real one does: the answer comes when the handler is entered.
        daemon.simulating = { [unowned daemon] in
            daemon.launch(1, "a")
            _ = daemon.heard.has("began 1")
        }
        let program = Program(daemon)
        program.register("a") { $0.setTaskCompleted(success: true) }
        #expect(daemon.heard.has("serve a"))
        program.scheduler._simulateLaunchForTask(withIdentifier: "a")
        #expect(daemon.heard.has("ended 1 true"))
        #expect(program.said.lines.isEmpty)
    }

    @Test func `is told where its task can't be simulated`() throws {
        let daemon = try FakeDaemon { _ in SchedulerError.unknownJob(identifier: "a") }
        let program = Program(daemon)
        program.scheduler._simulateLaunchForTask(withIdentifier: "a")
        #expect(program.said.mentions("a can't be simulated: no request for it is pending; submit one"))
    }
}

@Suite struct `A daemon that is none` {
    private func code(_ answer: @escaping @Sendable (borrowing Peer) throws -> Void) throws -> BGTaskScheduler
        .Error.Code?
    {
        let daemon = try ScriptedDaemon(answer)
        var patience = Settings.Patience.brief
        patience.answer = .milliseconds(50)
        return Program(daemon.socket, patience: patience).code(of: BGAppRefreshTaskRequest(identifier: "a"))
    }

    @Test func `is unavailable where nobody listens, at once and with one line a program`() {
        let program = Program("/nowhere/socket")
        for _ in 0..<3 { #expect(program.code(of: BGAppRefreshTaskRequest(identifier: "a")) == .unavailable) }
        #expect(program.said.lines.count == 1)
    }

    @Test func `is unavailable where it does not answer, or talks nonsense, or dies in the middle`() throws {
        #expect(try code { peer in while try !peer.hear().isEmpty {} } == .unavailable)
        for answer in [
            "nonsense\0", "[]\0", #"{"parameters":{}}"# + "\0", #"{"error":"x.Y"}"# + "\0", #"{"para"#, "",
        ] {
            #expect(
                try code { peer in
                    _ = try peer.hear()
                    try peer.say(answer)
                } == .unavailable, "\(answer)")
        }
    }

    @Test func `is unavailable where it is older than applications`() throws {
        let text =
            #"{"error":"org.varlink.service.InterfaceNotFound","parameters":{"interface":"org.bgrun.Applications"}}"#
        let daemon = try ScriptedDaemon { peer in
            _ = try peer.hear()
            try peer.say(text + "\0")
        }
        let program = Program(daemon.socket)
        #expect(program.code(of: BGAppRefreshTaskRequest(identifier: "a")) == .unavailable)
        #expect(program.said.mentions("the daemon is older than applications"))
    }

    @Test func `that lets nobody in is not waited for longer than a second`() throws {
        let scratch = try Deaf.full()
        var patience = Settings.Patience.brief
        patience.connection = .milliseconds(20)
        let program = Program(scratch.path, patience: patience)
        #expect(program.code(of: BGAppRefreshTaskRequest(identifier: "a")) == .unavailable)
        #expect(Settings.Patience().connection == .seconds(1) && Settings.Patience().answer == .seconds(5))
    }

    @Test func `is told the version that the library speaks where it speaks another`() throws {
        let daemon = try FakeDaemon { _ in ApplicationsError.versionNotSupported(supported: [2, 3]) }
        let program = Program(daemon)
        #expect(program.register("a"))
        #expect(program.said.mentions("speaks version 2, 3 of the protocol, and this library version 1"))
    }
}
