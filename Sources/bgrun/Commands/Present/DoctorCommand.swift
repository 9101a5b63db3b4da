// bgrun doctor: why the device is judged as it is, and what is wrong with the daemon.
import ArgumentParser
import BGRunCalendar
import BGRunClient
import BGRunDevice
import BGRunJSON
import BGRunJob
import BGRunLinux
import BGRunText
import BGRunWire

struct DoctorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Explain power, network and the daemon; exit 1 if something is wrong.")

    /// A daemon answers in milliseconds, or in the time that its disk takes for a save.
    private static let patience: Duration = .seconds(5)

    /// What is to be explained.
    enum Topic: String, CaseIterable, ExpressibleByArgument { case power, network, service }

    @Argument(help: "power, network or service; all of them without it.")
    var topic: Topic?

    @Option(
        help: ArgumentHelp(
            "With power: judge the supplies below this directory instead of asking a daemon.",
            valueName: "directory"))
    var sysfsRoot: String?

    @Option(
        help: ArgumentHelp(
            "With --sysfs-root: judge by this policy instead of the defaults.", valueName: "file"))
    var policy: String?

    @Flag(help: "Attach the daemon's last decisions, for a report; for root, or your own daemon's.")
    var report = false

    @OptionGroup var call: CallOptions

    func validate() throws {
        if sysfsRoot != nil, topic != .power {
            throw ValidationError("--sysfs-root belongs to bgrun doctor power")
        }
        if report, call.output.json || sysfsRoot != nil {
            throw ValidationError(
                "--report is a text of all that a daemon tells; it goes without --json and --sysfs-root")
        }
        if policy != nil, sysfsRoot == nil {
            throw ValidationError("--policy belongs to --sysfs-root; a daemon has a policy of its own")
        }
    }

    func run() throws {
        if let sysfsRoot { return show(try explainPower(root: sysfsRoot)) }
        var decisions = report ? LastDecisions.directory(ofSocket: try call.daemon.path()) : nil
        // Also of a daemon that says nothing any more.
        defer { if let decisions { Terminal.write(LastDecisions.lines(in: decisions)) } }
        var (reply, wait) = try ask()
        if report { decisions = reply.daemon.runtimeDirectory }
        if topic == .power { return show(reply.power) }
        if topic == .network { return show(reply.network) }
        let surroundings = examine(&reply)
        let clock = LocalZone.clock
        var lines = [
            DoctorText.summary(reply), DoctorText.headlines(reply, clock: clock),
            DoctorText.jobs(reply, clock: clock, owners: Words.owners).map(\.reaching),
            [Line()],
        ]
        if topic == nil {
            lines += [
                DoctorText.power(reply.power), [Line()], DoctorText.network(reply.network), [Line()],
                DoctorText.requirements(reply.unknownRequirements), [Line()],
            ]
        }
        lines.append(DoctorText.service(reply, answeredIn: wait, around: surroundings, clock: clock))
        showAll(reply, Array(lines.joined()))
        if reply.hasFaults { throw Failure(.unsuccessful, nil) }
    }

    /// Looks at what the daemon can't tell of itself, and adds what is wrong with it.
    private func examine(_ reply: inout DoctorCall.Reply) -> Surroundings? {
        guard let examination = call.daemon.examine(reply.daemon, limits: true) else { return nil }
        reply.faults += examination.faults
        reply.limits += examination.limits
        return examination.surroundings
    }

    /// The daemon's answer, and how long it took. Of one that gives none, what is seen from outside is shown.
    private func ask() throws -> (reply: DoctorCall.Reply, wait: Duration) {
        let path = try call.daemon.path()
        let began = AwakeTime.now
        var process: Int32?
        do throws(ClientError) {
            var connection = try Connection(to: path, within: Self.patience)
            process = connection.daemonProcess
            let reply = try connection.call(DoctorCall(), until: began.advanced(by: Self.patience))
            return (reply, began.duration(to: .now))
        } catch {
            if let words = Self.silence(error), topic == .service || topic == nil {
                showSilence(words, at: path, process)
                // What it refuses with was shown, and the advice would be to ask what was just asked.
                if case .refused = error { throw Failure(.unsuccessful, nil) }
                if error.isTimeout {
                    throw Failure(.timedOut, Failure(error).complaint.map { Complaint($0.what) })
                }
            }
            throw error
        }
    }

    private func showSilence(_ answer: String, at socket: String, _ process: Int32?) {
        let sight = DaemonWitness.look(at: socket, process: process, answer: answer)
        let examination = Examination(at: socket, nil, call.daemon.settingsSight, limits: true)
        if call.output.json {
            let texts = examination.faults.map { JSONValue.string($0) }
            return Terminal.write(
                json: .object(["answer": .string(answer), "faults": .array(texts)] as JSONObject))
        }
        Terminal.write(
            DoctorText.silence(
                sight, around: examination.surroundings, faults: examination.faults, clock: LocalZone.clock))
    }

    /// What a missing answer is called; nil where there was one.
    private static func silence(_ error: ClientError) -> String? {
        switch error {
        case .noDaemon: "nobody listens"
        case .unreachable(_, let reason): "can't be reached: \(reason)"
        case .connectionLost: "the connection was closed without an answer"
        case .timedOut: "no answer within 5 s"
        case .refused(.scheduler(.storageFailed(let reason))): "nothing is accepted or started: \(reason)"
        case .refused, .senselessAnswer: nil
        }
    }

    /// Judges a tree without a daemon.
    private func explainPower(root: String) throws -> PowerExplanation {
        let supplies = try policy.map { try readPolicy($0) }?.supplies ?? Policy.Supplies()
        do throws(SystemError) {
            return try PowerTree.judge(root: root, supplies: supplies).explanation
        } catch {
            throw Failure.usage(
                "\(root.visible) can't be read: \(SystemError.text(of: error.errno))",
                advice: "give a directory that has class/power_supply, such as /sys")
        }
    }

    private func readPolicy(_ path: String) throws -> Policy {
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try File.contents(of: path, limit: JobDescriptor.byteLimit)
        } catch {
            throw Failure.usage(
                "the policy \(path.visible) can't be read: \(SystemError.text(of: error.errno))",
                advice: "name a file like /etc/bgrun/bgrund.json")
        }
        do throws(DescriptorError) {
            return try DaemonOptions.policy(bytes)
        } catch {
            throw Failure.usage(
                "the policy \(path.visible) can't be used: \("\(error)".visibleLines)",
                advice: "correct the file; docs/requirements.md shows what supplies may hold")
        }
    }

    private func show(_ power: PowerExplanation) {
        if call.output.json { Terminal.write(json: power) } else { Terminal.write(DoctorText.power(power)) }
    }

    private func show(_ network: NetworkExplanation) {
        if call.output.json {
            Terminal.write(json: network)
        } else {
            Terminal.write(DoctorText.network(network))
        }
    }

    private func showAll(_ reply: DoctorCall.Reply, _ lines: [Line]) {
        if call.output.json { Terminal.write(json: reply) } else { Terminal.write(lines) }
    }
}
