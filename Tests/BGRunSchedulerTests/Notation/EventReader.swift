// Reads events in the notation of the decision log.
import BGRunCalendar
import BGRunJSON
import BGRunJob
import BGRunScheduler
import Foundation

/// The way back from `Event.notation`, for scenarios.
struct EventReader {
    let now: Now

    /// `wlan0:wifi`, or `ppp0:unknown`.
    private func card(_ text: String) -> NetworkReading.Card {
        let parts = text.split(separator: ":").map(String.init)
        return NetworkReading.Card(parts.first ?? "", parts.last.flatMap(Transport.init(rawValue:)))
    }

    func event(_ text: String, _ members: [String]) throws -> Event {
        var words = Words(text)
        let name = words.next()
        switch name {
        case "recovered": return .recovered(try recovery(&words, members))
        case "files": return try files(members)
        case "power": return try power(&words)
        case "network":
            var reading = NetworkReading(verdict: try words.value(), reason: try words.quoted())
            while let word = words.optional() {
                let names = word.split(separator: "=").last.map { $0.split(separator: ",").map(String.init) }
                if word.hasPrefix("through=") { reading.interfaces = names ?? [] }
                if word.hasPrefix("over=") { reading.uplinks = names ?? [] }
                if word.hasPrefix("cards=") { reading.cards = (names ?? []).map(card) }
                if word.hasPrefix("tunnels=") { reading.tunnels = names ?? [] }
                if word.hasPrefix("vpn=") { reading.vpn = names?.first }
            }
            return .networkRead(reading)
        case "observed": return try observed(&words)
        case "simulateConditions": return try simulation(&words)
        case "submit", "submitAll", "cancel", "purge", "run", "stop", "simulate", "wait":
            return try request(name, &words)
        case "pause", "unpause", "enable", "disable", "snooze": return try change(name, &words)
        case "pressure":
            return .pressureRead(
                PressureReading(cpu: Int(words.next().dropFirst(4)), io: Int(words.next().dropFirst(3))))
        case "presence": return .presenceRead(try words.value())
        case "zone":
            let name = words.next()
            return .zoneRead(name: name == "local" ? nil : name, try zone(words.next()))
        case "sleepAnnounced": return .sleepAnnounced
        case "sleepOver": return .sleepOver
        case "shutdownAnnounced": return .shutdownAnnounced
        case "shutdownOver": return .shutdownOver
        case "loggedIn": return .loggedIn(UserID(try words.number(after: "")))
        case "unlocked": return .unlocked(UserID(try words.number(after: "")))
        case "sessionsRead":
            return .sessionsRead(fault: words.optional() == nil ? nil : try words.quoted())
        case "pathFound", "pathChanged":
            let path = try watchedPath(&words)
            guard let newest = WallTime(rfc3339: words.next().dropFirst(7)) else {
                throw words.fault("newest=DATE")
            }
            return name == "pathFound" ? .pathFound(path, newest: newest) : .pathChanged(path, newest: newest)
        case "pathMissing": return .pathMissing(try watchedPath(&words))
        case "pathUnwatchable":
            return .pathUnwatchable(
                try watchedPath(&words), reason: try words.quoted(), isInPart: words.optional() == "inPart")
        case "dropped": return .requestDropped(RequestID(try words.number(after: "#")))
        case "ownerFound":
            return .ownerFound(UserID(try words.number(after: "")), name: try words.quoted())
        case "launched": return .launched(try run(&words), process: try words.number(after: "process="))
        case "launchFailed":
            return .launchFailed(try run(&words), try fault(&words))
        case "mainExited": return .mainExited(try run(&words), try status(words.rest))
        case "exited":
            let run = try run(&words)
            let ends = words.rest.split(separator: " left=\"", maxSplits: 1)
            let parts = (ends.first ?? "").split(separator: " \"", maxSplits: 1)
            var usage = ResourceUsage()
            if ends.count == 2 { usage.leftBehind = String(ends[1].dropLast()) }
            if parts.count == 2 { usage.exhaustion = String(parts[1].dropLast()) }
            return .exited(run, try status(parts.first.map(String.init) ?? ""), usage)
        case "hookEnded":
            let run = try run(&words)
            let owner = UserID(try words.number(after: "owner="))
            guard let report = HookReport(line: words.rest) else { throw words.fault("how a hook ended") }
            return .hookEnded(HookID(run: run, kind: report.kind), report.end, owner: owner)
        case "manifests", "permit", "forbid", "submitTask", "cancelTask", "hostStarted", "hostFailed",
            "hostEnded", "attach", "serve", "hostLost", "taskBegan", "taskProgressed", "taskEnded",
            "assert", "assertionEnded":
            return try application(name, &words, members)
        case "earlierRuns", "said": return try voice(name, &words)
        case "wokeUp": return .wokeUp
        case "clockChanged": return .clockChanged
        case "shutdown": return .shutdownRequested
        case "renew": return .renewalRequested
        case "saved": return .saved
        case "kept": return .kept
        case "notSaved": return .notSaved(reason: try words.quoted())
        default: throw Scenario.Fault(description: "no such event: \(text)")
        }
    }

    private func request(_ name: String, _ words: inout Words) throws -> Event {
        let requester = try requester(&words)
        if name == "submit" || name == "submitAll" { return try submission(name, requester, &words) }
        let target = try target(words.next())
        switch name {
        case "cancel":
            return .cancelRequested(target, requester, isNext: words.optional().map { $0 == "next" } ?? false)
        case "purge":
            return .purgeRequested(
                JobID(owner: target.owner ?? requester.user, identifier: target.identifier), requester)
        case "run": return .runRequested(target, try words.value(), requester)
        case "stop": return .stopRequested(target, requester)
        case "wait":
            var word = words.optional()
            let isOneRun = word == "run"
            if isOneRun { word = words.optional() }
            let since = word.flatMap { WallTime(rfc3339: $0.dropFirst("since=".count)) }
            return .waitRequested(target, requester, since: since, isOneRun: isOneRun)
        default:
            if words.next() == "launch" { return .simulationRequested(target, .launch, requester) }
            guard let reason = StopReason(words.next()) else { throw words.fault("a stop reason") }
            return .simulationRequested(target, .stop(reason), requester)
        }
    }

    /// Who asks: `#7 by=1000`, or `#7 by=1000 away`.
    func requester(_ words: inout Words) throws -> Requester {
        let request = RequestID(try words.number(after: "#"))
        let user = UserID(try words.number(after: "by="))
        return Requester(request: request, user: user, isAway: words.takes("away"))
    }

    /// What is submitted: `#7 by=1000 owner=1000 ifExists=keep nowOrFail {…}`, or a list of descriptors.
    private func submission(_ name: String, _ requester: Requester, _ words: inout Words) throws -> Event {
        let owner = UserID(try words.number(after: "owner="))
        var terms = SubmitTerms()
        while !words.rest.hasPrefix("{"), !words.rest.hasPrefix("["), let word = words.optional() {
            if word == "nowOrFail" { terms.isNowOrFail = true }
            if word.hasPrefix("edited=") { terms.edited = Fingerprint.read(String(word.dropFirst(7))) }
            if let ifExists = IfExists(rawValue: String(word.dropFirst(9))) { terms.ifExists = ifExists }
        }
        if name == "submit" {
            return .submitted(try descriptor(words.rest), requester, owner: owner, terms)
        }
        guard case .array(let values) = try JSONValue(parsing: Array(words.rest.utf8), limits: .descriptor)
        else {
            throw words.fault("a list of descriptors")
        }
        return .submittedTogether(
            try values.map { try JobDescriptor(value: $0) }, requester, owner: owner, terms.ifExists)
    }

    /// What is switched: `#7 by=1000 org.example.a for=2h`, or `--all` in place of the name.
    private func change(_ name: String, _ words: inout Words) throws -> Event {
        let requester = try requester(&words)
        let word = words.next()
        let selection: Selection =
            if word == "--all" {
                .all
            } else if word.hasPrefix("--tag=") {
                .tagged(try label(String(word.dropFirst(6))))
            } else {
                .job(try target(word))
            }
        switch name {
        case "pause":
            let rest = words.rest
            let span = rest.split(separator: " ").first { $0.hasPrefix("for=") }
                .flatMap { Duration(text: $0.dropFirst(4)) }
            let note = rest.range(of: "note=\"").map { String(rest[$0.upperBound...].dropLast()) }
            return .switchRequested(.pause(for: span, note: note), selection, requester)
        case "unpause": return .switchRequested(.unpause, selection, requester)
        case "enable": return .switchRequested(.enable, selection, requester)
        case "snooze":
            guard let span = Duration(text: words.rest.dropFirst(4)) else { throw words.fault("for=SPAN") }
            return .switchRequested(.snooze(for: span), selection, requester)
        default: return .switchRequested(.disable, selection, requester)
        }
    }

    private func label(_ text: String) throws -> Label {
        guard let label = Label(text) else { throw Words(text).fault("a tag") }
        return label
    }

    private func watchedPath(_ words: inout Words) throws -> WatchedPath {
        let path = try words.quoted()
        let owner = UserID(try words.number(after: "owner="))
        let isRecursive = words.rest.hasPrefix("recursive")
        if isRecursive { _ = words.next() }
        return WatchedPath(path: path, owner: owner, isRecursive: isRecursive)
    }

    /// A zone as it is installed.
    private func zone(_ name: String) throws -> Zone? {
        if name == "missing" { return nil }
        if name == "UTC" { return .utc }
        let bytes = try Data(contentsOf: URL(filePath: "/usr/share/zoneinfo/\(name)"))
        return try Zone(name: name, tzif: Array(bytes))
    }

    private func power(_ words: inout Words) throws -> Event {
        var reading = PowerReading(verdict: try words.value(), reason: try words.quoted())
        var cause = PowerReadingCause.event
        while let word = words.optional() {
            if word.hasPrefix("battery=") { reading.batteryLevel = Int(word.dropFirst(8)) }
            if word == "contradicted" { reading.isContradicted = true }
            if word == "draining" { reading.isDraining = true }
            if word == "lasting" { reading.isLasting = true }
            if word == "asked" { cause = .asked }
        }
        return .powerRead(reading, cause)
    }

    private func simulation(_ words: inout Words) throws -> Event {
        let requester = try requester(&words)
        let word = words.next()
        let target = word == "--all" ? nil : try target(word)
        let span = words.next()
        if span == "end" { return .conditionSimulationRequested(nil, for: .zero, target, requester) }
        guard let span = Duration(text: span.dropFirst(4)) else { throw words.fault("for=SPAN") }
        return .conditionSimulationRequested(
            try SimulatedConditions(text: words.rest), for: span, target, requester)
    }

    func status(_ text: String) throws -> ExitStatus {
        guard let status = ExitStatus(text) else { throw Words(text).fault("an exit status") }
        return status
    }

    func fault(_ words: inout Words) throws -> LaunchFault {
        let kind = words.next()
        let reason = try words.quoted()
        switch kind {
        case "passing": return .passing(reason: reason)
        case "missing": return .missing(path: reason, reason: try words.quoted())
        case "shortage": return .shortage(reason: reason)
        default: return .lasting(reason: reason)
        }
    }

    private func files(_ members: [String]) throws -> Event {
        var files: [JobFile] = []
        var unreadable: [UnreadableFile] = []
        for member in members {
            var words = Words(String(member.dropFirst(2)))
            switch words.next() {
            case "file":
                let path = try words.quoted()
                let owner = UserID(try words.number(after: "owner="))
                let descriptor = try descriptor(words.rest)
                files.append(
                    JobFile(
                        job: JobID(owner: owner, identifier: descriptor.identifier), path: path,
                        descriptor: descriptor))
            default: unreadable.append(try unreadableFile(&words))
            }
        }
        return .filesRead(files, unreadable: unreadable)
    }

    func unreadableFile(_ words: inout Words) throws -> UnreadableFile {
        let path = try words.quoted()
        let job = words.rest.hasPrefix("\"") ? nil : try self.job(words.next())
        return UnreadableFile(job: job, file: BrokenFile(path: path, reason: try words.quoted()))
    }

    /// A recovered job is written as `| job ID due|run=N|scheduled {descriptor}`, as if accepted now.
    private func recovery(_ words: inout Words, _ members: [String]) throws -> Recovery {
        var recovery = Recovery(nextRun: RunID(try words.number(after: "nextRun=")))
        while let word = words.optional() {
            if word == "silentPower" { recovery.isPowerSilent = true }
            if word == "newBoot" { recovery.isNewBoot = true }
            if word.hasPrefix("lastWritten=") {
                recovery.lastWritten = WallTime(rfc3339: String(word.dropFirst(12)))
            }
            if word == "goingOn" { recovery.continued = [] }
        }
        for member in members {
            var words = Words(String(member.dropFirst(2)))
            switch words.next() {
            case "job": recovery.jobs.append(try record(&words))
            case "goesOn": recovery.continued?.append(try continued(&words))
            case "permitted":
                let owner = UserID(try words.number(after: "owner="))
                recovery.applications.append(
                    PermittedApplication(try manifest(words.rest), owner: owner))
            default:
                throw Scenario.Fault(description: "this can't be recovered in a scenario: \(member)")
            }
        }
        return recovery
    }

    private func record(_ words: inout Words) throws -> JobRecord {
        let id = try job(words.next())
        var active: JobRecord.ActiveRun?
        var progress = JobRecord.Progress()
        var occurrence = JobRecord.Occurrence(plan: Plan(at: now.wall))
        while !words.rest.hasPrefix("{"), let word = words.optional() {
            if word.hasPrefix("run="), let number = Int64(word.dropFirst(4)) {
                active = JobRecord.ActiveRun(run: RunID(number), started: now.wall)
                occurrence.dueSince = now.wall
            }
            if word == "open" { occurrence.plan = Plan() }
            if word.hasPrefix("stop=") { active?.stopReason = StopReason(String(word.dropFirst(5))) }
            if word.hasPrefix("left=(") {
                active?.mainExit = ExitStatus("\(word.dropFirst(6)) \(words.next().dropLast())")
            }
            if word.hasPrefix("host=") { active?.host = HostID(String(word.dropFirst(5))) }
            if word == "byHand" { occurrence.isByHand = true }
            if word == "due" { occurrence.dueSince = now.wall }
            if word.hasPrefix("since="), let date = WallTime(rfc3339: word.dropFirst(6)) {
                occurrence.dueSince = date
            }
            if word.hasPrefix("rests="), let span = Duration(text: word.dropFirst(6)) {
                occurrence.rest = Deadline(span, from: now)
            }
            if word.hasPrefix("after="), let span = Duration(text: word.dropFirst(6)) {
                occurrence.plan = Plan(after: Deadline(span, from: now))
            }
            if word.hasPrefix("called="), let span = Duration(text: word.dropFirst(7)) {
                occurrence.plan = Plan(called: Deadline(span, from: now))
            }
            if word.hasPrefix("lastStart="), let date = WallTime(rfc3339: word.dropFirst(10)) {
                progress.lastStart = date
            }
            if word.hasPrefix("at="), let date = WallTime(rfc3339: word.dropFirst(3)) {
                occurrence.plan = Plan(at: date)
            }
        }
        return JobRecord(
            id: id, descriptor: try descriptor(words.rest), origin: .submission, accepted: now.wall,
            anchor: now.wall, occurrence: occurrence, progress: progress, activeRun: active)
    }

    func manifest(_ text: String) throws -> ApplicationManifest {
        try ApplicationManifest(json: Array(text.utf8))
    }

    private func descriptor(_ text: String) throws -> JobDescriptor {
        try JobDescriptor(json: Array(text.utf8))
    }

    func run(_ words: inout Words) throws -> RunID { RunID(try words.number(after: "run=")) }

    private func target(_ word: String) throws -> Target {
        let end = word.lastIndex(of: "@") ?? word.endIndex
        guard let identifier = JobIdentifier(String(word[..<end])) else {
            throw Scenario.Fault(description: "no identifier: \(word)")
        }
        return Target(
            identifier: identifier, owner: UInt32(word[end...].dropFirst()).map { UserID($0) })
    }

    func job(_ word: String) throws -> JobID {
        let target = try target(word)
        guard let owner = target.owner else { throw Scenario.Fault(description: "no owner: \(word)") }
        return JobID(owner: owner, identifier: target.identifier)
    }
}

/// The words of a line, taken one after the other.
struct Words {
    private(set) var rest: String

    init(_ text: String) { rest = text.trimmed }

    func fault(_ what: String) -> Scenario.Fault {
        Scenario.Fault(description: "expected \(what) before: \(rest)")
    }

    mutating func optional() -> String? {
        guard !rest.isEmpty else { return nil }
        let word = rest.prefix { $0 != " " }
        rest = rest.dropFirst(word.count).trimmed
        return String(word)
    }

    mutating func next() -> String { optional() ?? "" }

    /// Takes the word where it is the next one.
    mutating func takes(_ word: String) -> Bool {
        guard rest == word || rest.hasPrefix(word + " ") else { return false }
        _ = next()
        return true
    }

    mutating func quoted() throws -> String {
        guard rest.hasPrefix("\""), let end = rest.dropFirst().firstIndex(of: "\"") else {
            throw fault("text in quotes")
        }
        let text = rest[rest.index(after: rest.startIndex)..<end]
        rest = rest[rest.index(after: end)...].trimmed
        return String(text)
    }

    mutating func number<Number: FixedWidthInteger>(after prefix: String) throws -> Number {
        let word = next()
        guard word.hasPrefix(prefix), let number = Number(word.dropFirst(prefix.count)) else {
            throw fault("\(prefix)NUMBER instead of \(word)")
        }
        return number
    }

    mutating func value<Value: RawRepresentable<String>>() throws -> Value {
        let word = next()
        guard let value = Value(rawValue: word) else { throw fault("a value instead of \(word)") }
        return value
    }
}
