// The daemon as a program: from its arguments to its exit code.
import BGRunJob
import BGRunLinux
import BGRunWire

/// `bgrund`.
package enum Daemon {
    /// Runs until it is told to leave, and gives the exit code.
    ///
    /// - Parameter arguments: Those of the command line, with the program's name.
    package static func run(_ arguments: [String] = OwnProgram.arguments) -> Int32 {
        if let mode = ErrandMode(arguments.dropFirst()) { return mode.run() }
        if let mode = UnitMode(arguments.dropFirst()) { return mode.run() }
        let journal = Journal()
        do throws(StartFailure) {
            guard let settings = try settings(arguments.dropFirst()) else { return 0 }
            // All that it has held is let go of before the next program begins.
            if let next = try serve(settings, journal) { try next.begin() }
            return 0
        } catch {
            journal.say(.error, error.text)
            return error.code.rawValue
        }
    }

    /// Nil where it was asked for help, for the version, or for a check; that is answered then.
    private static func settings(_ words: ArraySlice<String>) throws(StartFailure) -> DaemonSettings? {
        let request: Arguments.Request
        do throws(Arguments.Misuse) {
            request = try Arguments.read(words)
        } catch {
            throw misuse(error)
        }
        switch request {
        case .help: print(Arguments.help)
        case .version: print("bgrund \(ServiceIdentity.bgrun.version)")
        case .check(let arguments): _ = try policy(of: settings(arguments))
        case .run(let arguments): return try settings(arguments)
        }
        return nil
    }

    private static func settings(_ arguments: Arguments) throws(StartFailure) -> DaemonSettings {
        do throws(Arguments.Misuse) {
            return try DaemonSettings(arguments, in: ProcessSetup.surroundings)
        } catch {
            throw misuse(error)
        }
    }

    private static func misuse(_ misuse: Arguments.Misuse) -> StartFailure {
        StartFailure(code: .usage, text: "\(misuse.text); see bgrund --help")
    }

    private static func policy(of settings: DaemonSettings) throws(StartFailure) -> Policy {
        try PolicyFile.read(
            settings.policy, absence: settings.isPolicyNamed ? .isAFault : .meansDefaults,
            trust: settings.trust)
    }

    /// - Returns: The step to the next program, where one is to take over.
    private static func serve(
        _ settings: DaemonSettings, _ journal: Journal
    ) throws(StartFailure) -> Succession? {
        let policy = try policy(of: settings)
        let origin = Succession.Origin.find()
        let handover = Succession.take(journal)
        let socket = PassedSocket.find(at: settings.socket, journal)
        ProcessSetup.detach(keeping: (handover?.descriptors ?? []).union([socket].compactMap(\.self)))
        Heap.keepApart(largerThan: 128 << 10)
        let jobLimits = ProcessSetup.takeLimits()
        var wait = StorageWait(at: settings.socket, journal)
        var assembled: Loop?
        while assembled == nil {
            do throws(StartFailure) {
                assembled = try Assembly(settings, policy, journal, after: handover)
                    .assemble(jobLimits, socket, trying: origin?.program)
            } catch {
                // Runs that were handed over need a daemon now, and without a passed socket no client could be refused.
                guard error.isOfStorage, handover == nil, let socket else { throw error }
                guard try wait.outlast(error, socket) else { return nil }
            }
        }
        guard let loop = assembled else { return nil }
        do {
            try loop.run()
            guard let origin, let (handover, passed) = try loop.end() else { return nil }
            return try Succession(to: origin, handover, passed: passed, jobLimits: jobLimits)
        } catch {
            // The kernel refuses what the loop lives by. The service manager starts us anew, and the store knows
            // what was running.
            throw StartFailure(code: .software, text: "the loop can't go on: \(error)")
        }
    }
}
