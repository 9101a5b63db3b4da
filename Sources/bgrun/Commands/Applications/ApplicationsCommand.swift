// bgrun applications: which applications may have tasks, and what is going on in them.
import ArgumentParser
import BGRunClient
import BGRunJSON
import BGRunJob
import BGRunText
import BGRunWire

struct ApplicationsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "applications",
        abstract: "List the applications that may have tasks, their hosts and their pending requests.")

    @Argument(help: "Show only this one, in full.", transform: Words.identifier)
    var application: JobIdentifier?

    @OptionGroup var call: CallOptions

    func run() throws {
        var connection = try call.daemon.connect()
        var reply = try connection.call(ListApplicationsCall(owner: call.daemon.owner))
        if let application {
            let all = reply.applications
            reply.applications.removeAll { $0.application != application }
            if reply.applications.isEmpty {
                let nearest = NearestSpelling.of(application.text, among: all.map(\.application.text))
                throw Failure(.refused, ApplicationsText.absence(of: application, nearest: nearest))
            }
        }
        if call.output.json { return Terminal.write(json: reply) }
        let text = ApplicationsText(reply.applications, owners: Words.owners)
        Terminal.write(application == nil ? text.lines : text.details)
    }
}
