// A program that uses the library, as far as a test needs one: a scheduler of its own, and what it printed.
import BGRunLinux
import Foundation

@testable import BackgroundTasks

/// A scheduler with a host of its own, which talks to a test's daemon.
struct Program: Sendable {
    let scheduler: BGTaskScheduler
    let host: BackgroundTasks.Host
    /// What went to standard error.
    let said = Journal()

    init(
        _ socket: String, _ variables: [String: String] = [:], patience: Settings.Patience = .brief
    ) {
        var environment = variables
        environment["BGRUN_SOCKET"] = socket
        var settings = Settings { environment[$0] }
        settings.patience = patience
        let said = said
        host = BackgroundTasks.Host(settings, Log(isQuiet: settings.isQuiet) { said.note($0) })
        scheduler = BGTaskScheduler(host)
    }

    init(_ daemon: FakeDaemon, _ variables: [String: String] = [:]) { self.init(daemon.socket, variables) }

    @discardableResult
    func register(
        _ identifier: String, using queue: DispatchQueue? = nil,
        _ handler: @escaping @isolated(any) (BGTask) -> Void = { _ in }
    ) -> Bool {
        scheduler.register(forTaskWithIdentifier: identifier, using: queue, launchHandler: handler)
    }

    /// The code of the error that a submission ends with.
    func code(of request: BGTaskRequest) -> BGTaskScheduler.Error.Code? {
        do {
            try scheduler.submit(request)
            return nil
        } catch {
            return (error as? BGTaskScheduler.Error)?.code
        }
    }
}

extension Settings.Patience {
    /// Short where a test waits for it to be over, and long where it must not be.
    static var brief: Self {
        var patience = Self()
        patience.launch = .milliseconds(20)
        patience.attempt = .milliseconds(20)
        return patience
    }
}
