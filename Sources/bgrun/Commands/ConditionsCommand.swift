// bgrun conditions: what the device is like, as far as jobs may ask for it.
import ArgumentParser
import BGRunClient
import BGRunText
import BGRunWire

struct ConditionsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "conditions", abstract: "Show power and network as the daemon sees them, and why.")

    @Flag(name: .shortAndLong, help: "Go on showing them as they change.")
    var watch = false

    @OptionGroup var output: OutputOptions
    @OptionGroup var daemon: DaemonOptions

    func run() throws {
        var connection = try daemon.connect()
        guard watch else {
            let reply = try connection.call(ConditionsCall())
            if output.json { return Terminal.write(json: reply) }
            return Terminal.write(lines(reply))
        }
        try connection.stream(ConditionsCall())
        while true {
            let reply = try connection.receive(ConditionsCall.self, until: nil)
            if output.json {
                Terminal.writeLine(json: reply.value)
            } else {
                Terminal.redraw(lines(reply.value))
            }
            if case .last = reply { return }
        }
    }

    private func lines(_ reply: ConditionsCall.Reply) -> [Line] {
        ConditionsText(reply.device, clock: LocalZone.clock).lines
    }
}
