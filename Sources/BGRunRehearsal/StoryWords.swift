// The words by which a story says what happens.
import BGRunCalendar
import BGRunJSON
import BGRunJob

/// Reads what happens, from the words behind the time.
struct StoryWords {
    struct Fault: Error {
        let reason: String
        let advice: String
    }

    private var rest: Substring
    private let cast: StoryCast

    init(_ text: Substring, _ cast: StoryCast) {
        rest = text
        self.cast = cast
    }

    /// Nil where time passes and nothing else.
    func happening() throws(Fault) -> Story.Happening? {
        var words = self
        let happening = try words.read()
        guard words.rest.isEmpty else {
            throw Fault(
                reason: "unexpected \(QuotedText(String(words.rest)))",
                advice: "leave it out")
        }
        return happening
    }

    private mutating func read() throws(Fault) -> Story.Happening? {
        let line = rest
        let name = next()
        switch name {
        // What a log has of the play itself, which it brings about anew.
        case "wokeUp", "saved", "kept", "clockChanged", "": break
        case "plugged", "pluggedIn":
            return .power(PowerReading(verdict: .yes, reason: "plugged in", batteryLevel: try level()))
        case "unplugged":
            return .power(PowerReading(verdict: .no, reason: "unplugged", batteryLevel: try level()))
        case "power": return .power(try power())
        case "network": return .network(try network())
        case "sleep", "sleepAnnounced": return .sleep
        case "wake", "sleepOver": return .wake
        case "shutdown", "shutdownAnnounced": return .shutdown
        case "crash": return .crash
        case "boot", "start": return .start
        case "login": return .login
        case "unlock": return .unlock
        // A log names the user.
        case "loggedIn", "unlocked":
            let user = next()
            guard UInt32(user) != nil else {
                throw Fault(
                    reason: "\(QuotedText(user)) is no user's number", advice: "write login or unlock alone")
            }
            return name == "loggedIn" ? .login : .unlock
        case "pathChanged":
            let path = try quotedOrWord()
            guard path.hasPrefix("/") else {
                throw Fault(
                    reason: "\(QuotedText(path)) is no absolute path",
                    advice: "write pathChanged \"/home/me/Photos\"")
            }
            // What a log has beside it.
            while let word = optional() {
                guard ["owner=", "newest=", "recursive"].contains(where: word.hasPrefix) else {
                    throw Fault(
                        reason: "unexpected \(QuotedText(word))",
                        advice: "write the path between quotation marks")
                }
            }
            return .changed(path: path)
        case "work": return try work()
        case "submit": return .submit(try submission())
        case "condition": return try condition(rest)
        case _: return try condition(line)
        }
        return nil
    }

    // MARK: - The kinds

    private mutating func power() throws(Fault) -> PowerReading {
        let verdict = try verdict(of: "power")
        var reading = PowerReading(verdict: verdict, reason: try reason() ?? "as told")
        while !rest.isEmpty {
            if let percent = try level() {
                reading.batteryLevel = percent
                continue
            }
            switch next() {
            case "contradicted": reading.isContradicted = true
            case "draining": reading.isDraining = true
            case "asked": break
            case let word:
                throw Fault(
                    reason: "\(QuotedText(word)) says nothing of power",
                    advice: "write \"battery=40\", \"contradicted\" or \"draining\"")
            }
        }
        return reading
    }

    /// `battery=40`, where that comes next.
    private mutating func level() throws(Fault) -> Int? {
        guard rest.hasPrefix("battery=") else { return nil }
        let word = next()
        guard let percent = Int(word.dropFirst(8)), (0...100).contains(percent) else {
            throw Fault(
                reason: "\(QuotedText(word)) is no level of a battery",
                advice: "write one such as \"battery=40\""
            )
        }
        return percent
    }

    private mutating func network() throws(Fault) -> NetworkReading {
        let verdict = try verdict(of: "network")
        let reading = NetworkReading(verdict: verdict, reason: try reason() ?? "as told")
        // By which way is said by its own conditions: interface, transport, ssid, vpn.
        while let word = optional() {
            guard ["through=", "over=", "cards=", "tunnels=", "vpn="].contains(where: word.hasPrefix) else {
                throw Fault(
                    reason: "\(QuotedText(word)) says nothing of a network",
                    advice: "write one such as \"ssid \"Home\" yes\" on a line of its own")
            }
        }
        return reading
    }

    /// `idle 10m yes "reason"`, `unmetered no`: a requirement as `why` and the log print it, or a kind, and a verdict.
    private mutating func condition(_ line: Substring) throws(Fault) -> Story.Happening {
        rest = ""
        var words = line
        // The reason, and what stands behind the verdict in a log.
        if let quote = words.lastIndex(of: "\""),
            words[quote...].count == 1 || words[words.index(after: quote)...].trimmed == "simulated",
            let begin = Self.beginOfQuote(endingAt: quote, in: words),
            Self.verdict(words[..<begin].trimmed) != nil
        {
            words = words[..<begin].trimmed
        }
        guard let verdict = Self.verdict(words) else {
            throw Fault(
                reason: "unknown event \(QuotedText(String(line)))",
                advice: Self.nearest(line).map { "did you mean \"\($0)\"?" }
                    ?? "write plugged, unplugged, sleep, wake, shutdown, crash, boot, login, unlock, pathChanged, work, "
                    + "submit, power or network, or a requirement with yes, no or unknown, such as \"idle 10m yes\""
            )
        }
        var text = words.dropLast(verdict.word.count).trimmed
        var owner: UserID?
        let last = text.split(separator: " ").last ?? ""
        if last.hasPrefix("owner="), let number = UInt32(last.dropFirst(6)) {
            owner = UserID(number)
            text = text.dropLast(last.count).trimmed
        }
        let kind = String(text.prefix { $0 != " " })
        guard Requirement.Kind(rawValue: kind) != nil else {
            let known = Requirement.Kind.allCases.map(\.rawValue)
            throw Fault(
                reason: "there is no requirement \(QuotedText(kind))",
                advice: NearestSpelling.of(kind, among: known).map { "did you mean \"\($0)\"?" }
                    ?? "write one of \(known.joined(separator: ", "))")
        }
        return .condition(ConditionName(String(text), owner: owner), verdict.verdict)
    }

    private static func nearest(_ line: Substring) -> String? {
        NearestSpelling.of(
            String(line.prefix { $0 != " " }),
            among: [
                "plugged", "unplugged", "sleep", "wake", "shutdown", "crash", "boot", "login", "unlock",
                "pathChanged", "work", "submit", "power", "network",
            ])
    }

    private static func beginOfQuote(endingAt end: Substring.Index, in text: Substring) -> Substring.Index? {
        var begin = end
        while begin > text.startIndex {
            begin = text.index(before: begin)
            guard text[begin] == "\"", begin > text.startIndex else { continue }
            if text[text.index(before: begin)] == " " { return begin }
        }
        return nil
    }

    private static func verdict(_ text: Substring) -> (word: Substring, verdict: Verdict)? {
        guard let space = text.lastIndex(of: " ") else { return nil }
        let word = text[text.index(after: space)...]
        switch word {
        case "yes", "on": return (word, .yes)
        case "no", "off": return (word, .no)
        case "unknown": return (word, .unknown)
        case _: return nil
        }
    }

    /// `work org.example.backup 20m`, `work org.example.backup 20m exit 75`; of a task also `fails` and `stubborn`.
    private mutating func work() throws(Fault) -> Story.Happening {
        let name = next()
        let application = cast.application(name)
        guard let job = cast.job(name) ?? application else {
            throw Fault(
                reason: "\(QuotedText(name)) is no job of this rehearsal",
                advice: "write one of \(cast.names)")
        }
        let text = next()
        guard let span = Duration(text: text), span > .zero else {
            throw Fault(reason: "\(QuotedText(text)) is no duration", advice: "write one such as \"20m\"")
        }
        let task = cast.task(name)
        // An application that registers its tasks, and a task, are done without an exit.
        var work = Story.Work(
            span, exit: task == nil && cast.job(name) != nil ? .code(0) : .completed(true))
        switch optional() {
        case nil: break
        case "fails" where task != nil: work.exit = .completed(false)
        case "stubborn" where task != nil: work.isStubborn = true
        case let word?:
            let number = optional()
            guard word == "exit", let code = number.flatMap({ Int32($0) }), (0...255).contains(code) else {
                let words = [word, number].compactMap(\.self).joined(separator: " ")
                throw Fault(
                    reason: "\(QuotedText(words)) is no way to end",
                    advice: "write one such as \"exit 1\"\(task == nil ? "" : ", \"fails\" or \"stubborn\"")")
            }
            work.exit = .code(code)
        }
        return cast.job(name) == nil ? .launch(application: job, work) : .work(job, work)
    }

    /// `submit com.example.news.refresh refresh +4h network again`.
    private mutating func submission() throws(Fault) -> Story.Submission {
        let name = next()
        guard let task = cast.task(name) else {
            let names = cast.namesOfTasks
            throw Fault(
                reason: "\(QuotedText(name)) is no task of this rehearsal",
                advice: names.isEmpty
                    ? "name the manifest of its application beside the descriptors" : "write one of \(names)")
        }
        var request = TaskRequest(identifier: task.identifier, kind: .processing)
        var renewal: Story.Renewal?
        while let word = optional() {
            switch word {
            case "again": renewal = .run
            case "atLaunch": renewal = .launch
            case Requirement.Kind.externalPower.rawValue: request.requiresExternalPower = true
            case Requirement.Kind.network.rawValue: request.requiresNetwork = true
            case TaskRequest.Kind.continued.rawValue:
                throw Fault(
                    reason: "\"continued\" tasks are not rehearsed, since somebody watches them",
                    advice: "write \"refresh\", \"processing\" or \"healthResearch\"")
            case let word:
                if let kind = TaskRequest.Kind(rawValue: word) {
                    request.kind = kind
                } else if word.first == "+", let span = Duration(text: word.dropFirst()), span >= .zero {
                    request.earliestBegin = .after(span)
                } else {
                    throw Fault(
                        reason: "\(QuotedText(word)) says nothing of a request",
                        advice:
                            "write \"refresh\", \"processing\" or \"healthResearch\", a time such as \"+4h\", "
                            + "\"externalPower\", \"network\", \"again\" or \"atLaunch\"")
                }
            }
        }
        return Story.Submission(
            application: task.manifest.application, job: task.job, request: request, renewal: renewal)
    }

    // MARK: - Words

    private mutating func verdict(of name: String) throws(Fault) -> Verdict {
        let word = next()
        switch word {
        case "yes", "on": return .yes
        case "no", "off": return .no
        case "unknown": return .unknown
        case _:
            throw Fault(
                reason: "\(QuotedText(word)) is nothing that can become of \(name)",
                advice: "write \"yes\", \"no\" or \"unknown\"")
        }
    }

    /// What stands between quotes, where that comes next.
    private mutating func reason() throws(Fault) -> String? {
        guard rest.first == "\"" else { return nil }
        return try quotedOrWord()
    }

    private mutating func quotedOrWord() throws(Fault) -> String {
        guard rest.first == "\"" else { return next() }
        var text = ""
        var isEscaped = false
        var index = rest.index(after: rest.startIndex)
        while index < rest.endIndex {
            let character = rest[index]
            index = rest.index(after: index)
            if isEscaped {
                text.append(character == "n" ? "\n" : character)
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
            } else if character == "\"" {
                rest = rest[index...].trimmed
                return text
            } else {
                text.append(character)
            }
        }
        throw Fault(reason: "a quotation mark is missing", advice: "end the text with \"")
    }

    private mutating func optional() -> String? {
        guard !rest.isEmpty else { return nil }
        return next()
    }

    private mutating func next() -> String {
        let word = rest.prefix { !$0.isWhitespace }
        rest = rest.dropFirst(word.count).trimmed
        return String(word)
    }
}
