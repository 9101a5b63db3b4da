// Handing trees to the daemon's next program, and taking them over from the one before.
import BGRunJob
import BGRunLinux
import Glibc

extension Launcher {
    /// All that has a main process which nobody has waited for. From here on nothing may be done with any of it: the process
    /// is to execute another program, for which copies of the descriptors stay open.
    package func handOn() throws(SystemError) -> [HandedTree] {
        var handed: [HandedTree] = []
        for live in trees.values where live.end == nil {
            guard let main = live.main else { continue }
            let name: HandedTree.Name
            // What an errand has written is of no use to anybody any more.
            var output: TreeOutput?
            switch live.name {
            case .run(let run): (name, output) = (.run(run), live.output)
            case .errand(let errand): name = .errand(errand.description)
            // None is there that anybody has started while a renewal may begin.
            case .host: continue
            }
            handed.append(
                HandedTree(
                    name, process: main.pid, descriptor: try Self.keep(main.rawValue),
                    output: try output?.rawValue(of: .standardOutput).map(Self.keep),
                    errors: try output?.rawValue(of: .standardError).map(Self.keep),
                    memoryKillsBefore: live.memoryKillsBefore))
        }
        return handed
    }

    private static func keep(_ number: Int32) throws(SystemError) -> Int32 {
        try FileDescriptor.inheritable(number).release()
    }

    /// Goes on with a run that the program before us in this process has started: all that it does and how it ends is told as
    /// if it were ours from the beginning.
    ///
    /// - Throws: Where it can't be watched. What the daemon before a crash had started is taken over otherwise: ``adopt(_:of:endingBy:)``.
    package func take(
        _ tree: HandedTree, as run: RunID, of job: JobID, _ descriptor: JobDescriptor
    ) throws(SystemError) {
        precondition(trees[.run(run)] == nil, "a run is taken over once")
        // First all of them, so that none is left open where one is not what it should be.
        let held = try FileDescriptor(inherited: tree.descriptor)
        let output = try tree.output.map { number throws(SystemError) in try FileDescriptor(inherited: number)
        }
        let errors = try tree.errors.map { number throws(SystemError) in try FileDescriptor(inherited: number)
        }
        let main = HeldProcess(try ProcessDescriptor(inherited: held, pid: tree.process))
        let user = RunPlace.user(of: job, settings)
        let name = TreeName.run(run)
        let group = try cgroups?.existingGroup(settings.groupName(name), of: job.owner)
        if cgroups != nil, group == nil {
            throw SystemError(operation: "open", path: settings.groupName(name), errno: ENOENT)
        }
        let live = LiveTree(
            name, of: job.owner, at: RunPlace(run, of: job, settings, for: user),
            mark: ProcessTable.Mark(variable: settings.variable(of: name), owner: user, session: main.pid),
            group: group, main: main)
        live.memoryKillsBefore = tree.memoryKillsBefore
        live.hold(to: descriptor)
        let read = TreeOutput(from: output, errors)
        read.begin(run, goOnKeeping(run))
        live.output = read
        trees[name] = live
        do throws(SystemError) {
            try watchLaunched(live)
        } catch {
            for token in live.tokens { forget(token) }
            trees[name] = nil
            throw error
        }
        // What it says of itself is heard again.
        _ = speechAddress(for: user)
    }

    /// Kills the main process of a run of which nothing else is known.
    package func kill(_ tree: HandedTree) {
        for number in [tree.output, tree.errors].compactMap(\.self) {
            _ = try? FileDescriptor(inherited: number).rawValue
        }
        guard let held = try? FileDescriptor(inherited: tree.descriptor),
            let process = try? ProcessDescriptor(inherited: held, pid: tree.process)
        else { return }
        try? process.send(signal: SIGKILL)
    }

    /// Ends an errand of the program before us, and waits for its process, as nobody else can.
    func end(left tree: HandedTree) {
        guard case .errand(let text) = tree.name, let id = ErrandID(text), trees[.errand(id)] == nil,
            let held = try? FileDescriptor(inherited: tree.descriptor),
            let process = try? ProcessDescriptor(inherited: held, pid: tree.process)
        else { return }
        let name = TreeName.errand(id)
        let main = HeldProcess(process)
        let live = LiveTree(
            name, of: id.owner, at: nil,
            mark: ProcessTable.Mark(
                variable: settings.variable(of: name), owner: id.owner, session: main.pid),
            group: (try? cgroups?.existingGroup(settings.groupName(name), of: id.owner)) ?? nil, main: main)
        live.isLeft = true
        live.kill()
        trees[name] = live
        // Unwatched it stays a zombie until the daemon ends.
        try? watchLaunched(live)
    }
}
