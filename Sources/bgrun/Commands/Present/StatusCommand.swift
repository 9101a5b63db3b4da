// bgrun status: the device, and what each job is doing or waiting for.
import ArgumentParser
import BGRunCalendar
import BGRunClient
import BGRunJob
import BGRunText
import BGRunWire

struct StatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Show the device's state and what each job is doing or waiting for.")

    @Argument(help: "Show only this job, in full.", transform: Words.identifier)
    var identifier: JobIdentifier?

    @OptionGroup var tagged: TagOption

    @Flag(name: .shortAndLong, help: "Go on showing it as it changes.")
    var watch = false

    @OptionGroup var call: CallOptions

    func validate() throws { try tagged.validate(beside: identifier) }

    func run() throws {
        let status = StatusCall(tagged.selection(identifier, of: call.daemon.owner), once: !watch)
        guard watch else { return try call.show(status, by: { Terminal.write(lines($0)) }) }
        if call.output.json { return try call.follow(status) { Terminal.writeLine(json: $0) } }
        try redrawChanges(status)
    }

    private func lines(_ status: StatusCall.Reply) -> [Line] {
        let clock = LocalZone.clock
        let text = StatusText(
            status, clock: clock, screen: Terminal.screen, owners: Words.owners)
        guard identifier != nil, !status.jobs.isEmpty || !status.ended.isEmpty else { return text.lines }
        return text.headlines + [text.header] + text.simulations
            + status.jobs.flatMap { job in
                [Line()] + JobText(job, clock: clock, screen: Terminal.screen).lines
            }
            + text.ends
    }

    /// Redraws on each change and, while a bar moves on a terminal, once a second.
    private func redrawChanges(_ call: StatusCall) throws {
        var connection = try self.call.daemon.connect()
        try connection.stream(call)
        var status = try self.call.daemon.naming {
            try connection.receive(StatusCall.self, until: nil).value
        }
        var arrival = Connection.deadline(in: .zero)
        while true {
            let age = arrival.duration(to: Connection.deadline(in: .zero))
            Terminal.redraw(lines(status.aged(by: age)))
            let isTicking = status.hasActiveRun && Terminal.height != nil
            do throws(ClientError) {
                let tick = isTicking ? Connection.deadline(in: .seconds(1)) : nil
                let reply = try connection.receive(StatusCall.self, until: tick)
                status = reply.value
                arrival = Connection.deadline(in: .zero)
                if case .last = reply { return Terminal.redraw(lines(status)) }
            } catch {
                guard case .timedOut = error else { throw error }
            }
        }
    }
}
