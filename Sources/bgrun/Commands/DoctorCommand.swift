// bgrun doctor: why the device is judged as it is, and what is wrong with the daemon.
import ArgumentParser
import BGRunClient
import BGRunDevice
import BGRunJob
import BGRunLinux
import BGRunText
import BGRunWire

struct DoctorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Explain power, network and the daemon; exit 1 if something is wrong.")

    /// What is to be explained.
    enum Topic: String, CaseIterable, ExpressibleByArgument { case power, network, service }

    @Argument(help: "power, network or service; all of them without it.")
    var topic: Topic?

    @Option(
        help: ArgumentHelp(
            "With power: judge the supplies below this directory instead of asking a daemon.",
            valueName: "directory"))
    var sysfsRoot: String?

    @OptionGroup var output: OutputOptions
    @OptionGroup var daemon: DaemonOptions

    func validate() throws {
        if sysfsRoot != nil, topic != .power {
            throw ValidationError("--sysfs-root belongs to bgrun doctor power")
        }
    }

    func run() throws {
        if let sysfsRoot { return show(try explainPower(root: sysfsRoot)) }
        var connection = try daemon.connect()
        var reply = try connection.call(DoctorCall())
        reply.limits += logindLimit
        switch topic {
        case .power: show(reply.power)
        case .network: show(reply.network)
        case .service:
            showAll(reply, DoctorText.service(reply, clock: LocalZone.clock))
            try complain(reply)
        case nil:
            let lines = [
                DoctorText.power(reply.power), [Line()], DoctorText.network(reply.network), [Line()],
                DoctorText.requirements(reply.unknownRequirements), [Line()],
                DoctorText.service(reply, clock: LocalZone.clock),
            ]
            showAll(reply, Array(lines.joined()))
            try complain(reply)
        }
    }

    /// Judges a tree without a daemon, by the usual policy.
    private func explainPower(root: String) throws -> PowerExplanation {
        do throws(SystemError) {
            return try PowerTree.judge(root: root, supplies: Policy().supplies).explanation
        } catch {
            throw Failure.usage(
                "\(root.visible) can't be read: \(SystemError.text(of: error.errno))",
                advice: "give a directory that has class/power_supply, such as /sys")
        }
    }

    /// What does not work because logind does not answer; the daemon itself asks it only when a job needs it.
    private var logindLimit: [String] {
        do throws(SystemError) {
            return try LogindCheck.fault(on: SystemBus()).map { [$0] } ?? []
        } catch {
            return ["logind could not be asked: \(error)"]
        }
    }

    private func show(_ power: PowerExplanation) {
        if output.json { Terminal.write(json: power) } else { Terminal.write(DoctorText.power(power)) }
    }

    private func show(_ network: NetworkExplanation) {
        if output.json { Terminal.write(json: network) } else { Terminal.write(DoctorText.network(network)) }
    }

    private func showAll(_ reply: DoctorCall.Reply, _ lines: [Line]) {
        if output.json { Terminal.write(json: reply) } else { Terminal.write(lines) }
    }

    private func complain(_ reply: DoctorCall.Reply) throws {
        if reply.hasFaults { throw Failure(.unsuccessful, nil) }
    }
}
