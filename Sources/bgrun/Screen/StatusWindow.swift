// bgrun status --watch: the status again and again, and, where somebody sits at a terminal, keys that act on a job.
import BGRunCalendar
import BGRunClient
import BGRunJob
import BGRunLinux
import BGRunText
import BGRunWire
import Glibc

/// Shows the status for as long as it is watched.
struct StatusWindow {
    private enum Source: UInt64 {
        case keys, signals, daemon
    }

    let call: CallOptions
    /// Which jobs of an answer are meant.
    let chosen: (StatusCall.Reply) -> StatusCall.Reply
    /// The whole of it, where nobody can scroll.
    let lines: (StatusCall.Reply) -> [Line]

    /// - Parameter extent: Nil where one job is shown, in full.
    func follow(_ question: StatusCall, _ extent: ((StatusCall.Reply) -> StatusExtent)?) throws {
        var connection = try call.daemon.connect()
        try connection.stream(question)
        let first = try call.daemon.naming { try connection.receive(StatusCall.self, until: nil).value }
        guard Terminal.isInteractive else { return try redraw(first, &connection) }
        let screen =
            extent.map { WatchScreen(chosen(first), extent: $0(first), owners: Words.owners) }
            ?? WatchScreen(page: lines(first), first, owners: Words.owners)
        try withKeys(screen, first, isOfOne: extent == nil, &connection)
    }

    // MARK: - Without keys

    /// Redraws on each change and, while a bar moves on a terminal, once a second.
    private func redraw(_ first: StatusCall.Reply, _ connection: inout Connection) throws {
        var status = first
        var arrival = Connection.deadline(in: .zero)
        while true {
            Terminal.redraw(lines(aged(status, since: arrival)))
            let isTicking = status.hasActiveRun && Terminal.height != nil && !Terminal.isDumb
            do throws(ClientError) {
                let tick = isTicking ? Connection.deadline(in: .seconds(1)) : nil
                let reply = try connection.receive(StatusCall.self, until: tick)
                status = reply.value
                arrival = Connection.deadline(in: .zero)
                if case .last = reply { return Terminal.redraw(lines(status)) }
            } catch {
                guard error.isTimeout else { throw error }
            }
        }
    }

    private func aged(_ status: StatusCall.Reply, since arrival: AwakeTime) -> StatusCall.Reply {
        status.aged(by: arrival.duration(to: Connection.deadline(in: .zero)))
    }

    // MARK: - With keys

    private func withKeys(
        _ window: WatchScreen, _ first: StatusCall.Reply, isOfOne: Bool, _ connection: inout Connection
    ) throws {
        var screen = window
        var (status, arrival) = (first, Connection.deadline(in: .zero))
        // From here on these are read, and the terminal is put in order before they have their effect.
        let signals = try SignalQueue([SIGINT, SIGTERM, SIGHUP, SIGWINCH, SIGTSTP])
        let queue = try EventQueue()
        try queue.add(0, for: .read, token: Source.keys.rawValue)
        try queue.add(signals.descriptor.rawValue, for: .read, token: Source.signals.rawValue)
        try queue.add(connection.descriptor, for: .read, token: Source.daemon.rawValue)
        var terminal = KeyTerminal()
        defer { terminal.leave() }
        var ready: [EventQueue.Ready] = []
        while true {
            let now = aged(status, since: arrival)
            if isOfOne { screen.renew(lines(now)) } else { screen.take(chosen(now)) }
            draw(&screen)
            try queue.wait(into: &ready, timeout: status.hasActiveRun ? 1000 : nil)
            for source in ready.compactMap({ Source(rawValue: $0.token) }) {
                switch source {
                case .keys:
                    let keys = terminal.keys()
                    guard let keys else { return }
                    for key in keys {
                        guard let wish = screen.press(key, at: LocalZone.clock.now) else { continue }
                        if wish == .quit { return }
                        fulfil(wish, &screen)
                    }
                case .signals:
                    while let signal = try signals.next() {
                        switch signal.number {
                        case SIGWINCH: break
                        case SIGTSTP: terminal.pause()
                        case let number:
                            terminal.leave()
                            exit(128 + number)
                        }
                    }
                case .daemon:
                    // What came at once is shown at once, and not one after the other.
                    while let news = try answer(&connection) {
                        (status, arrival) = (news.value, Connection.deadline(in: .zero))
                        if case .last = news { return }
                    }
                }
            }
        }
    }

    /// What has come already; nil where there is no more.
    private func answer(_ connection: inout Connection) throws -> Connection.Reply<StatusCall.Reply>? {
        do throws(ClientError) {
            return try connection.receive(StatusCall.self, until: Connection.deadline(in: .zero))
        } catch {
            guard error.isTimeout else { throw error }
            return nil
        }
    }

    private func draw(_ screen: inout WatchScreen) {
        let rows = screen.rows(LocalZone.clock, on: Terminal.screen, height: Terminal.height ?? 24)
        Terminal.draw(rows)
    }

    // MARK: - Wishes

    /// Does what a key asks for; whatever is wrong with it is said below the jobs.
    private func fulfil(_ wish: WatchScreen.Wish, _ screen: inout WatchScreen) {
        do {
            switch wish {
            case .quit: break
            case .why(let id): screen.show(try why(id))
            case .logs(let id): screen.show(try logs(of: id), fromEnd: true)
            case .run(let id):
                let reply = try ask(RunCall(target(id), mode: .now))
                screen.say(
                    reply.run.map { "run \($0) of \(id.identifier) started" } ?? "\(id.identifier) is due")
            case .stop(let id):
                _ = try ask(StopCall(target(id)))
                screen.say("the run of \(id.identifier) was told to end")
            case .pause(let id):
                _ = try ask(SwitchCall(.pause(for: nil, note: nil), .job(target(id))))
                screen.say("\(id.identifier) is paused; p ends it")
            case .unpause(let id):
                _ = try ask(SwitchCall(.unpause, .job(target(id))))
                screen.say("\(id.identifier) is not paused any more")
            }
        } catch {
            let words = Failure(any: error)?.complaint?.text ?? "\(error)"
            screen.say(words.split(separator: "\n").joined(separator: " "), isFault: true)
        }
    }

    private func target(_ id: JobID) -> Target { Target(identifier: id.identifier, owner: id.owner) }

    private func ask<Question: InterfaceCall>(_ question: Question) throws -> Question.Reply {
        var connection = try call.daemon.connect()
        return try call.daemon.naming { try connection.call(question) }
    }

    private func why(_ id: JobID) throws -> [Line] {
        let (clock, screen) = (LocalZone.clock, Terminal.screen)
        do {
            return WhyText(try ask(WhyCall(target(id))), clock: clock, screen: screen).lines.map(\.reaching)
        } catch let absence as UnknownJob {
            let status = try ask(StatusCall(.job(target(id))))
            guard !status.ended.isEmpty else { throw absence }
            return StatusText(status, clock: clock, screen: screen, owners: Words.owners).ends
                .map(\.reaching)
        }
    }

    private func logs(of id: JobID) throws -> [Line] {
        let reply = try ask(LogsCall(target(id)))
        let lines = reply.text.visibleLines.split(separator: "\n", omittingEmptySubsequences: false)
        return [Line("run \(reply.run) of \(id.identifier)", .bold)] + lines.map { Line(String($0)) }
    }
}
