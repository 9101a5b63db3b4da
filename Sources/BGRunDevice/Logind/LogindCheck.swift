// Whether logind answers, for programs that have no loop.

import BGRunLinux

/// What a look at logind has found.
package struct LogindSight: Equatable, Sendable {
    /// One line: why it does not answer, and what does not work without it; nil where it does.
    package var lack: String?
    /// For so long it waits before sleep (`InhibitDelayMaxSec`); nil where it does not say.
    package var sleepDelay: Duration?

    package init(lack: String? = nil, sleepDelay: Duration? = nil) {
        self.lack = lack
        self.sleepDelay = sleepDelay
    }
}

/// A look at logind for a person who asks what works on this machine.
package enum LogindCheck {
    private static let delay = "InhibitDelayMaxUSec"

    /// Asks, and waits for the answer.
    ///
    /// - Parameters:
    ///   - seconds: The longest wait.
    ///   - bus: The bus that is asked, which nobody else may be using.
    package static func look(seconds: Int64 = 2, on bus: SystemBus) throws(SystemError) -> LogindSight {
        let service = BusService(bus, name: "org.freedesktop.login1", title: "logind")
        var news: BusService.News?
        var properties: [String: BusValue] = [:]
        service.news = { [weak service] fresh in
            guard fresh == .present else { return news = fresh }
            // It may have its name and hang.
            service?.properties([delay], of: Logind.path, Logind.manager) { answer in
                properties = (try? answer.get()) ?? [:]
                if news == nil { news = fresh }
            }
        }
        service.ask()
        defer { service.leave() }
        try bus.work(seconds: seconds) { news != nil }
        switch news {
        case .present?, .back?:
            guard case .longNumber(let microseconds)? = properties[delay] else { return LogindSight() }
            return LogindSight(sleepDelay: .microseconds(Int64(clamping: microseconds)))
        case .absent(let reason)?, .silent(let reason)?: return LogindSight(lack: line(reason))
        case nil: return LogindSight(lack: line("logind has not answered within \(seconds) s"))
        }
    }

    /// Why a service is not there; nil where it is, and where nothing was heard of it.
    static func absence(
        of name: String, _ title: String, seconds: Int64, on bus: SystemBus
    ) throws(SystemError) -> String? {
        let service = BusService(bus, name: name, title: title)
        var news: BusService.News?
        service.news = { fresh in news = news ?? fresh }
        service.ask()
        defer { service.leave() }
        try bus.work(seconds: seconds) { news != nil }
        guard case .absent(let reason)? = news else { return nil }
        return reason
    }

    private static func line(_ reason: String) -> String {
        "\(reason). Without logind, runs are not frozen or stopped before sleep, keepAwake holds nothing, a machine "
            + "that was woken does not go back to sleep, and login and unlock start nothing."
    }
}

extension SystemBus {
    /// Does what comes until all is known, or so many seconds have passed.
    func work(seconds: Int64, until isKnown: () -> Bool) throws(SystemError) {
        let deadline = Clock.read(.monotonic) &+ seconds &* 1_000_000
        while !isKnown(), Clock.read(.monotonic) < deadline {
            let latest = min(self.deadline ?? deadline, deadline)
            _ = try Readiness.wait(for: descriptor, to: .read, until: latest)
            process()
        }
    }
}
