// bgrun conditions: what the device is like, as far as jobs may ask for it.
import ArgumentParser
import BGRunClient
import BGRunText
import BGRunWire

struct ConditionsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "conditions",
        abstract: "Show what jobs ask of the device, as the daemon sees it, and why.")

    @Flag(name: .shortAndLong, help: "Go on showing them as they change.")
    var watch = false

    @OptionGroup var call: CallOptions

    func run() throws {
        guard watch else {
            return try call.show(ConditionsCall(), by: { Terminal.page(text($0).lines, call.output) })
        }
        var before: DeviceReport?
        try call.follow(ConditionsCall(once: false)) { reply in
            show(reply, after: before)
            before = reply.device
        }
    }

    /// On a terminal the whole table each time; in a pipe a line for each change.
    private func show(_ reply: ConditionsCall.Reply, after before: DeviceReport?) {
        if call.output.json { return Terminal.writeLine(json: reply) }
        guard Terminal.height == nil else { return Terminal.redraw(text(reply).lines) }
        Terminal.write(text(reply).changes(since: before))
    }

    private func text(_ reply: ConditionsCall.Reply) -> ConditionsText {
        ConditionsText(reply.device, clock: LocalZone.clock, ownerName: Words.name(of:))
    }
}
