// bgrun events: each visible change, as it happens.
import ArgumentParser
import BGRunClient
import BGRunText
import BGRunWire

struct EventsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "events", abstract: "Print each change of jobs, runs and the device as it happens.")

    @OptionGroup var output: OutputOptions
    @OptionGroup var daemon: DaemonOptions

    func run() throws {
        var connection = try daemon.connect()
        try connection.stream(EventsCall())
        while true {
            let reply = try connection.receive(EventsCall.self, until: nil)
            if output.json {
                Terminal.writeLine(json: reply.value.event)
            } else {
                Terminal.write([EventText(reply.value.event, clock: LocalZone.clock).line])
            }
            if case .last = reply { return }
        }
    }
}
