// The application of the product with UIKit's names: what its delegate hears, and what is held in the background.
import BGRunTestSupport
import BGRunWire
import Foundation
import SurfaceSwift5
import SurfaceSwift6
import Testing

@testable import BackgroundTasks
@testable import BackgroundTasksUIKitNames

/// An application that talks to a test's daemon.
@MainActor private struct Desktop {
    let application: UIApplication
    let said = Journal()
    let seen = Journal()

    init(_ socket: String, isStarted: Bool = false) {
        var settings = Settings { ["BGRUN_SOCKET": socket][$0] }
        settings.patience = .brief
        let said = said
        let held = HeldAssertions(settings, Log(isQuiet: false) { said.note($0) })
        application = UIApplication(
            FinishingWork { BackgroundAssertion(held, $0, $1, $2) }, isStarted: isStarted)
    }

    func begin(_ name: String) -> UIBackgroundTaskIdentifier {
        let seen = seen
        return application.beginBackgroundTask(withName: name) {
            dispatchPrecondition(condition: .onQueue(.main))
            seen.note("\(name) is told to end")
        }
    }
}

@MainActor @Suite struct `A background task of UIKit's name` {
    @Test func `is held in the background only`() async throws {
        let daemon = try FakeDaemon()
        let desktop = Desktop(daemon.socket)
        let task = desktop.begin("save")
        #expect(task != .invalid)
        #expect(desktop.application.backgroundTimeRemaining == .greatestFiniteMagnitude)
        #expect(daemon.heard.lines.isEmpty)
        desktop.application.enterBackground()
        #expect(daemon.heard.lines == ["assert save"])
        #expect((1...600).contains(desktop.application.backgroundTimeRemaining))
        desktop.application.enterForeground()
        #expect(daemon.heard.has("unheld save"))
        #expect(desktop.application.backgroundTimeRemaining == .greatestFiniteMagnitude)
        desktop.application.enterBackground()
        #expect(daemon.heard.has("assert save", times: 2))
        desktop.application.endBackgroundTask(task)
        #expect(daemon.heard.has("unheld save", times: 2))
        #expect(desktop.application.backgroundTimeRemaining == .greatestFiniteMagnitude)
        #expect(desktop.seen.lines.isEmpty)
    }

    @Test func `shares its limit with those that overlap, and not with those of before`() throws {
        let daemon = try FakeDaemon()
        let desktop = Desktop(daemon.socket)
        desktop.application.enterBackground()
        let (one, two) = (desktop.begin("one"), desktop.begin("two"))
        #expect(one != two)
        desktop.application.endBackgroundTask(one)
        let three = desktop.begin("three")
        desktop.application.endBackgroundTask(two)
        desktop.application.endBackgroundTask(three)
        _ = desktop.begin("four")
        let asked = daemon.heard.lines.filter { $0.hasPrefix("assert") }
        #expect(asked.count == 4)
        #expect(asked.first == "assert one" && asked.last == "assert four")
        for line in asked[1...2] { #expect(line.contains(" for ")) }
    }

    @Test func `has its handler called once, on the main thread, and is ended by hand`() async throws {
        let daemon = try FakeDaemon()
        let desktop = Desktop(daemon.socket)
        desktop.application.enterBackground()
        let task = desktop.begin("save")
        let seen = desktop.seen
        await offMain {
            daemon.warn(in: .seconds(300))
            #expect(seen.has("save is told to end"))
        }
        #expect(!daemon.heard.lines.contains("unheld save"))
        desktop.application.endBackgroundTask(task)
        #expect(daemon.heard.has("unheld save"))
        #expect(seen.lines.count == 1)
    }

    @Test func `that is left open is only not held any more`() async throws {
        let daemon = try FakeDaemon()
        daemon.limit = .milliseconds(300)
        let desktop = Desktop(daemon.socket)
        _ = desktop.begin("leaked")
        desktop.application.enterBackground()
        let seen = desktop.seen
        await offMain {
            #expect(seen.has("leaked is told to end"))
            #expect(daemon.heard.has("unheld leaked"))
        }
        #expect(desktop.application.backgroundTimeRemaining == 0)
        #expect(desktop.begin("next") != .invalid)
    }

    @Test func `is invalid where the daemon refuses it, and told to end where it was begun before`() throws {
        let daemon = try FakeDaemon { _ in ApplicationsError.tooManyAssertions(limit: 32) }
        let desktop = Desktop(daemon.socket)
        let before = desktop.begin("before")
        #expect(before != .invalid)
        desktop.application.enterBackground()
        #expect(desktop.seen.lines == ["before is told to end"])
        #expect(desktop.begin("after") == .invalid)
        #expect(desktop.seen.lines.count == 1)
    }

    @Test func `that is none, or has ended, is ended without harm`() {
        let desktop = Desktop("/nowhere")
        desktop.application.endBackgroundTask(.invalid)
        let task = desktop.begin("save")
        desktop.application.endBackgroundTask(task)
        desktop.application.endBackgroundTask(task)
        desktop.application.enterBackground()
        #expect(desktop.said.lines.isEmpty)
    }

    @Test func `can be begun and ended by many threads while the application comes and goes`() async throws {
        let daemon = try FakeDaemon()
        let desktop = Desktop(daemon.socket)
        let application = desktop.application
        await withTaskGroup(of: Void.self) { group in
            for thread in 0..<4 {
                group.addTask {
                    for number in 0..<25 {
                        application.endBackgroundTask(
                            application.beginBackgroundTask(withName: "\(thread).\(number)"))
                    }
                }
            }
            for _ in 0..<10 {
                application.enterBackground()
                await Task.yield()
                application.enterForeground()
            }
        }
        let asked = daemon.heard.lines.count { $0.hasPrefix("assert") }
        await offMain {
            #expect(daemon.heard.waits { $0.count { $0.hasPrefix("unheld") } == asked })
        }
    }
}

@MainActor @Suite struct `A delegate` {
    private final class Listener: UIResponder, UIApplicationDelegate {
        let heard = Journal()

        func application(
            _ application: UIApplication,
            didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
        ) -> Bool {
            note("launched", application)
            return launchOptions == nil
        }
        func applicationDidBecomeActive(_ application: UIApplication) { note("in use", application) }
        func applicationWillResignActive(_ application: UIApplication) { note("leaves", application) }
        func applicationDidEnterBackground(_ application: UIApplication) { note("in the back", application) }
        func applicationWillEnterForeground(_ application: UIApplication) { note("comes", application) }

        private func note(_ what: String, _ application: UIApplication) {
            heard.note("\(what): \(application.applicationState)")
        }
    }

    @Test func `hears of the launch, and of the background by the program's word`() {
        let (desktop, listener) = (Desktop("/nowhere"), Listener())
        desktop.application.launch(listener)
        desktop.application.enterForeground()
        desktop.application.enterBackground()
        desktop.application.enterBackground()
        desktop.application.enterForeground()
        #expect(
            listener.heard.lines == [
                "launched: inactive", "in use: active", "leaves: active", "in the back: background",
                "comes: background", "in use: active",
            ])
    }

    @Test func `of a process that the daemon has started begins in the background`() {
        let (desktop, listener) = (Desktop("/nowhere", isStarted: true), Listener())
        desktop.application.launch(listener)
        #expect(listener.heard.lines == ["launched: background"])
        desktop.application.enterForeground()
        #expect(listener.heard.lines.suffix(2) == ["comes: background", "in use: active"])
    }

    @Test func `is not alone to hear of it`() {
        let desktop = Desktop("/nowhere")
        let heard = Journal()
        let names = [
            UIApplication.didFinishLaunchingNotification, UIApplication.didBecomeActiveNotification,
            UIApplication.willResignActiveNotification, UIApplication.didEnterBackgroundNotification,
            UIApplication.willEnterForegroundNotification,
        ]
        let tokens = names.map { name in
            NotificationCenter.default.addObserver(forName: name, object: desktop.application, queue: nil) {
                heard.note($0.name.rawValue)
            }
        }
        desktop.application.launch(Listener())
        desktop.application.enterBackground()
        desktop.application.enterForeground()
        for token in tokens { NotificationCenter.default.removeObserver(token) }
        let short = heard.lines.map {
            $0.replacing("UIApplication", with: "").replacing("Notification", with: "")
        }
        #expect(
            short == [
                "DidFinishLaunching", "DidBecomeActive", "WillResignActive", "DidEnterBackground",
                "WillEnterForeground", "DidBecomeActive",
            ])
    }

    @Test func `can be written as in Xcode's templates, in both language modes`() {
        for delegate in [NotesDelegate() as any UIApplicationDelegate, ModelDelegate()] {
            let desktop = Desktop("/nowhere")
            desktop.application.launch(delegate)
            desktop.application.enterBackground()
            desktop.application.enterForeground()
            #expect(desktop.application.delegate === delegate)
        }
    }
}

@Suite struct `An activity that may expire` {
    @Test(arguments: [
        (Duration.milliseconds(300), ["begins", "must end", "has ended"]), (.zero, ["must end"]),
    ])
    func `is told to end while it is at it, and alone where nothing may be held`(
        limit: Duration, lines: [String]
    ) throws {
        let held = HeldAssertions(Settings { ["BGRUN_SOCKET": "/nowhere"][$0] }, Log(isQuiet: true))
        let seen = Journal()
        ProcessInfo.perform({ isExpired in
            seen.note(isExpired ? "must end" : "begins")
            guard !isExpired else { return }
            _ = seen.has("must end")
            seen.note("has ended")
        }) { BackgroundAssertion(held, "sync", limit, $0) }
        #expect(seen.waits { $0 == lines }, "\(seen.lines)")
    }
}
