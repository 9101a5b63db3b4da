// Errands: started for an owner, ended with all they started, and reported once.
import BGRunJob
import BGRunLinux
import Glibc

extension Launcher {
    /// How many of an owner's may be under way at once: nobody's keep another's from starting. Whoever starts errands
    /// bounds their number over all owners.
    package static let mostErrands = 8

    /// Starts an errand. ``LaunchEvent/errandEnded(_:_:lastLine:)`` tells of its end.
    ///
    /// - Parameter output: Where what it writes goes, borrowed for the call; nil: nowhere.
    package func start(_ errand: Errand, output: Int32? = nil) throws(LaunchFailure) -> ErrandID {
        let count = trees.keys.count { name in
            if case .errand(let id) = name {
                id.owner == errand.owner && !accounts.isAsked(id)
            } else {
                false
            }
        }
        if count + accounts.waitingErrands(of: errand.owner) >= Self.mostErrands {
            throw .tooManyErrands(limit: Self.mostErrands)
        }
        let id = nextErrand(of: errand.owner)
        // What is borrowed may be gone when it begins.
        if let output {
            let kept = try LaunchFailure.ifFails(try FileDescriptor.copy(output))
            try start(Accounts.Waiting(.errand(id, errand), output: kept))
        } else {
            try start(Accounts.Waiting(.errand(id, errand)))
        }
        return id
    }

    func nextErrand(of owner: UserID) -> ErrandID {
        errandCount += 1
        return ErrandID(owner: owner, era: era, number: errandCount)
    }

    /// - Parameter owner: Nil where it keeps the daemon's own rights.
    func begin(
        _ errand: Errand, as id: ErrandID, for owner: Account?, _ output: Int32?
    ) throws(LaunchFailure) {
        do throws(LaunchFailure) {
            trees[.errand(id)] = try start(errand, as: id, for: owner, output)
        } catch {
            clearAway(.errand(id), of: id.owner, nil)
            throw error
        }
    }

    /// SIGKILL to each process of the errand; its end is told as always. Nothing happens for one that is
    /// over.
    package func endErrand(_ id: ErrandID) {
        trees[.errand(id)]?.kill()
        giveUpWaiting(.errand(id))
    }

    /// Ends all errands, for a daemon that leaves: nobody is left to ask them.
    package func endErrands() {
        accounts.giveUpErrands()
        for (name, live) in trees {
            if case .errand = name { live.kill() }
        }
    }

    // MARK: - Starting

    private func start(
        _ errand: Errand, as id: ErrandID, for owner: Account?, _ output: Int32?
    ) throws(LaunchFailure) -> LiveTree {
        // The mark comes before the process, so that no sudden end falls in between.
        if cgroups == nil { try LaunchFailure.ifFails(try marks.add(settings.mark(of: id))) }
        let group = try LaunchFailure.ifFails(
            try cgroups?.makeGroup(settings.groupName(.errand(id)), of: id.owner))
        let null = try LaunchFailure.ifFails(try File.open("/dev/null", O_RDWR))
        let input = try LaunchFailure.ifFails(try MemoryFile.sealed("errand", contents: errand.input))
        var request = request(errand, id, owner, input, null)
        if let output { request.standardOutput = output }
        var heard: RunStreams?
        if errand.keepsLastLine {
            let streams = try LaunchFailure.ifFails(
                try RunStreams(input: nil, for: settings.newOwner(of: id.owner)))
            request.standardOutput = streams.output.rawValue
            request.standardError = streams.errors.rawValue
            heard = consume streams
        }
        complete(&request, for: owner, in: group)
        guard !errand.isAwaited else {
            return try watch(launched: spawn(request, as: .errand(id), of: id.owner, at: nil, in: group))
        }
        giveWay(&request)
        let live = try spawn(request, as: .errand(id), of: id.owner, at: nil, in: group)
        // Best effort: where memory is scarce, an errand goes before anything a person works with.
        try? File.open("/proc/\(live.main?.pid ?? 0)/oom_score_adj", O_WRONLY).write(all: Array("500".utf8))
        return try watch(launched: live) { () throws(SystemError) in
            live.output = try heard?.takeOutput()
            live.output?.keepLastLine()
        }
    }

    private func request(
        _ errand: Errand, _ id: ErrandID, _ owner: Account?, _ input: borrowing FileDescriptor,
        _ null: borrowing FileDescriptor
    ) -> SpawnRequest {
        let environment =
            owner.map {
                JobEnvironment(settings: settings, account: $0).variables(for: id, errand.environment)
            }
            ?? errand.environment.map { "\($0.key)=\($0.value)" } + [settings.variable(of: .errand(id))]
        var request = SpawnRequest(
            arguments: [], environment: environment,
            workingDirectory: "/", standardInput: errand.input.isEmpty ? null.rawValue : input.rawValue,
            standardOutput: null.rawValue, standardError: null.rawValue)
        switch errand.program {
        case .command(let arguments):
            request.arguments = arguments
            request.workingDirectory = owner?.entry.home ?? "/"
            // A home that is not there keeps nobody from asking.
            request.directoryRule = .orRoot
        case .ourselves(let arguments):
            become(&request, arguments)
            // PAM's modules may need their helpers' rights.
            request.privileges = owner == nil ? .mayGrow : .fixed
        }
        return request
    }

    // MARK: - After a sudden end

    private var marks: TreeMarks { TreeMarks(.errands, in: settings.runtimeDirectory) }

    func forget(_ errand: ErrandID) {
        if cgroups == nil { marks.remove(settings.mark(of: errand)) }
    }

    /// Ends the errands of daemons before us, and clears away what is left of them.
    func endLeftErrands() {
        let marks = cgroups.map { $0.names(withPrefix: "errand-") } ?? marks.all()
        for id in marks.compactMap({ settings.errand(ofMark: $0) }) where trees[.errand(id)] == nil {
            let name = TreeName.errand(id)
            do throws(SystemError) {
                let live = LiveTree(
                    adopting: name, of: id.owner, at: nil,
                    group: try cgroups?.existingGroup(settings.groupName(name), of: id.owner),
                    settings.variable(of: name))
                live.isLeft = true
                live.kill()
                _ = try adopt(live)
            } catch {
                // It was killed; that it is gone can't be watched. The next start looks again.
                trees[name] = nil
            }
        }
    }
}
