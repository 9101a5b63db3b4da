// Reads events of applications in the notation of the decision log.
import BGRunJob
import BGRunScheduler

extension EventReader {
    func application(_ name: String, _ words: inout Words, _ members: [String]) throws -> Event {
        switch name {
        case "manifests": return try manifests(members)
        case "permit":
            let requester = try requester(&words)
            let owner = UserID(try words.number(after: "owner="))
            return .permitted(try manifest(words.rest), owner: owner, requester)
        case "forbid":
            let requester = try requester(&words)
            return .forbidden(try application(&words), requester)
        case "submitTask":
            let requester = try requester(&words)
            let application = try application(&words)
            let host = words.rest.hasPrefix("{") ? nil : try host(&words)
            guard let request = TaskRequest(text: words.rest) else { throw words.fault("a request") }
            return .taskSubmitted(request, of: application, from: host, requester)
        case "cancelTask":
            let requester = try requester(&words)
            let application = try application(&words)
            let host = words.rest.contains(" ") ? try host(&words) : nil
            let word = words.next()
            return .taskCancelRequested(
                word == "--all" ? nil : try identifier(word), of: application, from: host, requester)
        case "hostStarted":
            return .hostStarted(try host(&words), process: try words.number(after: "process="))
        case "hostFailed": return .hostFailed(try host(&words), try fault(&words))
        case "hostEnded": return .hostEnded(try host(&words), try status(words.rest))
        case "attach": return try attach(&words)
        case "serve":
            let requester = try requester(&words)
            let host = try host(&words)
            var tasks: [TaskPattern] = []
            while let word = words.optional() {
                guard let task = TaskPattern(word) else { throw words.fault("a task instead of \(word)") }
                tasks.append(task)
            }
            return .hostServed(host, tasks, requester)
        case "hostLost": return .hostLost(try host(&words))
        case "taskBegan":
            let requester = try requester(&words)
            let host = try host(&words)
            return .taskBegan(try run(&words), in: host, requester)
        case "taskProgressed":
            let host = try host(&words)
            let run = try run(&words)
            let units = words.next().split(separator: "/").compactMap { Int64($0) }
            guard units.count == 2 else { throw words.fault("COMPLETED/TOTAL") }
            var progress = TaskProgress(completedUnits: units[0], totalUnits: units[1])
            if !words.rest.isEmpty { progress.title = try words.quoted() }
            if !words.rest.isEmpty { progress.subtitle = try words.quoted() }
            return .taskProgressed(run, in: host, progress)
        case "assert":
            let requester = try requester(&words)
            let host = HostID(words.next())
            let process: Int32 = try words.number(after: "process=")
            var limit: Duration?
            if words.rest.hasPrefix("for=") { limit = Duration(text: words.next().dropFirst(4)) }
            let run = words.rest.isEmpty ? nil : try run(&words)
            return .assertionAsked(
                AssertionClaim(why: "saving", limit: limit, host: host, run: run, process: process),
                requester)
        case "assertionEnded": return .assertionEnded(AssertionID(try words.number(after: "")))
        default:
            let host = try host(&words)
            return .taskEnded(try run(&words), in: host, success: words.next() == "true")
        }
    }

    private func attach(_ words: inout Words) throws -> Event {
        let requester = try requester(&words)
        let application = try application(&words)
        let word = words.next()
        let process: Int32 = try words.number(after: "process=")
        var busy: [BusyTask] = []
        while let word = words.optional() {
            let parts = word.dropFirst(5).split(separator: ":").map(String.init)
            guard parts.count == 2, let run = Int64(parts[0]) else { throw words.fault("busy=RUN:TASK") }
            busy.append(BusyTask(run: RunID(run), task: try identifier(parts[1])))
        }
        return .hostAttached(
            application, started: HostID(word), busy: busy, process: process, requester)
    }

    private func manifests(_ members: [String]) throws -> Event {
        var files: [ManifestFile] = []
        var unreadable: [UnreadableFile] = []
        for member in members {
            var words = Words(String(member.dropFirst(2)))
            switch words.next() {
            case "manifest":
                let path = try words.quoted()
                files.append(ManifestFile(path: path, manifest: try manifest(words.rest)))
            default: unreadable.append(try unreadableFile(&words))
            }
        }
        return .manifestsRead(files, unreadable: unreadable)
    }

    private func application(_ words: inout Words) throws -> ApplicationID {
        let job = try self.job(words.next())
        return ApplicationID(owner: job.owner, name: job.identifier)
    }

    private func host(_ words: inout Words) throws -> HostID {
        let word = words.next()
        guard let host = HostID(word) else { throw words.fault("a host instead of \(word)") }
        return host
    }

    private func identifier(_ word: String) throws -> JobIdentifier {
        guard let identifier = JobIdentifier(word) else {
            throw Scenario.Fault(description: "no identifier: \(word)")
        }
        return identifier
    }
}
