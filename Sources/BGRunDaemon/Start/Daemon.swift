// The daemon as a program: from its arguments to its exit code.
import BGRunLinux
import BGRunWire

/// `bgrund`.
package enum Daemon {
    /// Runs until it is told to leave, and gives the exit code.
    ///
    /// - Parameter arguments: Those of the command line, with the program's name.
    package static func run(_ arguments: [String]) -> Int32 {
        if let mode = ErrandMode(arguments.dropFirst()) { return mode.run() }
        let journal = Journal()
        do throws(StartFailure) {
            if let settings = try settings(arguments.dropFirst()) { try serve(settings, journal) }
            return 0
        } catch {
            journal.say(.error, error.text)
            return error.code.rawValue
        }
    }

    /// Nil where the question was for help or the version, which is then answered.
    private static func settings(_ words: ArraySlice<String>) throws(StartFailure) -> DaemonSettings? {
        do throws(Arguments.Misuse) {
            switch try Arguments.read(words) {
            case .help: print(Arguments.help)
            case .version: print("bgrund \(ServiceIdentity.bgrun.version)")
            case .run(let arguments): return try DaemonSettings(arguments, in: ProcessSetup.surroundings)
            }
            return nil
        } catch {
            throw StartFailure(code: .usage, text: "\(error.text); see bgrund --help")
        }
    }

    private static func serve(_ settings: DaemonSettings, _ journal: Journal) throws(StartFailure) {
        let policy = try PolicyFile.read(
            settings.policy, absence: settings.isPolicyNamed ? .isAFault : .meansDefaults,
            trust: settings.trust)
        let socket = PassedSocket.find(at: settings.socket, journal)
        ProcessSetup.detach(keeping: socket)
        Heap.keepApart(largerThan: 128 << 10)
        let jobLimits = ProcessSetup.takeLimits()
        let loop = try Assembly(settings, policy, journal).assemble(jobLimits, socket)
        do {
            try loop.run()
        } catch {
            // The kernel refuses what the loop lives by. The service manager starts us anew, and the store knows
            // what was running.
            throw StartFailure(code: .software, text: "the loop can't go on: \(error)")
        }
        loop.end()
    }
}
