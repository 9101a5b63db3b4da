// bgrun events: each visible change, as it happens.
import ArgumentParser
import BGRunClient
import BGRunText
import BGRunWire

struct EventsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "events", abstract: "Print each change of jobs, runs and the device as it happens.")

    @OptionGroup var call: CallOptions

    func run() throws {
        try call.follow(EventsCall()) { reply in
            if call.output.json { return Terminal.writeLine(json: reply.event) }
            Terminal.write([EventText(reply.event, clock: LocalZone.clock).line])
        }
    }
}
