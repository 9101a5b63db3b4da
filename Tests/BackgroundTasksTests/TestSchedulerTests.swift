// Handlers tested without a daemon, as who writes them would test them.
import BackgroundTasks
import BackgroundTasksTesting
import Foundation
import Synchronization
import Testing

/// A program of somebody's: a refresh that asks for the next one first thing, and a processing task that works until it is told to end.
private final class News: Sendable {
    let scheduler: BGTaskScheduler
    let steps = Mutex<[String]>([])

    init(_ scheduler: BGTaskScheduler) { self.scheduler = scheduler }

    func start() {
        scheduler.register(forTaskWithIdentifier: "org.news.refresh", using: nil) { task in
            self.note("refresh")
            self.askForRefresh()
            task.setTaskCompleted(success: true)
        }
        scheduler.register(forTaskWithIdentifier: "org.news.clean", using: nil) { task in
            self.note("clean")
            task.expirationHandler = {
                self.note("told: \(task.expirationReason.map(\.rawValue) ?? "")")
                task.setTaskCompleted(success: false)
            }
        }
    }

    func askForRefresh() {
        let request = BGAppRefreshTaskRequest(identifier: "org.news.refresh")
        request.earliestBeginDate = nil
        request.earliestBeginInterval = .seconds(900)
        try? scheduler.submit(request)
    }

    func askForCleaning() throws {
        let request = BGProcessingTaskRequest(identifier: "org.news.clean")
        request.requiresExternalPower = true
        request.requiresNetworkConnectivity = true
        try scheduler.submit(request)
    }

    private func note(_ step: String) { steps.withLock { $0.append(step) } }
    var noted: [String] { steps.withLock { $0 } }
}

// B-139
@Suite struct `A test scheduler` {
    private let tests = TestScheduler(permitting: "org.news.refresh", "org.news.clean")
    private let news: News

    init() {
        news = News(tests.scheduler)
        news.start()
    }

    @Test func `runs what comes up as its clock goes on, and not before`() async throws {
        let begin = tests.now
        news.askForRefresh()
        await tests.advance(by: .seconds(899))
        #expect(news.noted.isEmpty)
        await tests.advance(by: .seconds(1))
        await tests.finished()
        #expect(news.noted == ["refresh"])
        #expect(tests.runs.map(\.description) == ["org.news.refresh: succeeded"])
        #expect(await tests.scheduler.pendingTaskRequests().map(\.identifier) == ["org.news.refresh"])
        // An hour, and three more. Each asks for the next one after it was entered, for which nobody waits but finished().
        for _ in 0..<3 {
            await tests.advance(by: .seconds(900))
            await tests.finished()
        }
        #expect(news.noted.count == 4 && tests.now.timeIntervalSince(begin) == 3600)
    }

    @Test func `has its conditions change, and tells what lacks them to end`() async throws {
        await tests.setExternalPower(false)
        try news.askForCleaning()
        await tests.advance(by: .seconds(3600))
        #expect(news.noted.isEmpty)
        await tests.setExternalPower(true)
        await tests.advance(by: .seconds(10))
        #expect(news.noted == ["clean"])
        await tests.setNetwork(false)
        await tests.advance(by: .seconds(60))
        await tests.finished()
        #expect(news.noted == ["clean", "told: requirementLost:network"])
        #expect(tests.runs.map(\.description) == ["org.news.clean: interrupted (requirementLost:network)"])
    }

    @Test func `launches and expires by hand, or by its time budget`() async throws {
        try news.askForCleaning()
        await tests.launch("org.news.clean")
        tests.expire("org.news.clean", because: .userRequest)
        await tests.finished()
        try news.askForCleaning()
        // The spacing of two runs, then the ten minutes of one.
        await tests.advance(by: .seconds(1200))
        await tests.finished()
        #expect(news.noted == ["clean", "told: userRequest", "clean", "told: timeBudget"])
        #expect(tests.runs.map(\.outcome) == ["interrupted", "expired"])
    }

    @Test func `refuses what the daemon refuses`() async {
        #expect(throws: BGTaskScheduler.Error.self) {
            try tests.scheduler.submit(BGAppRefreshTaskRequest(identifier: "org.news.other"))
        }
        let isRegistered = tests.scheduler.register(forTaskWithIdentifier: "org.news.other", using: nil) {
            _ in
        }
        #expect(!isRegistered)
        news.askForRefresh()
        let second = BGAppRefreshTaskRequest(identifier: "org.news.clean")
        do {
            try tests.scheduler.submit(second)
            Issue.record("two refreshes are pending")
        } catch {
            #expect((error as? BGTaskScheduler.Error)?.code == .tooManyPendingTaskRequests)
        }
    }
}
