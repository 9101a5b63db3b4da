// What the service of a timer runs, and how: its commands, its rights, its limits.
import BGRunCalendar
import BGRunJSON
import BGRunJob

/// Adds to a job what its service says.
struct ServiceReader {
    var service: Unit
    var sketch: JobSketch
    /// Where its manager starts what does not say where; nil: in its owner's home.
    let directory: String?
    let work: TimerReader.Work
    /// The timer in whose place the job is: a service is often bound to it.
    let timer: String
    /// Whether there is a unit of that name.
    let isThere: (String) -> Bool
    /// Mounts that were asked for.
    var mounts: [String: Bool] = [:]
    /// Codes other than 0 by which a main command succeeds.
    var successCodes: [Int64] = []

    init(
        _ service: Unit, of timer: String, _ sketch: JobSketch, as work: TimerReader.Work,
        in directory: String?, isThere: @escaping (String) -> Bool
    ) {
        self.directory = directory
        self.service = service
        self.sketch = sketch
        self.work = work
        self.timer = timer
        self.isThere = isThere
    }

    mutating func read() -> JobSketch {
        switch work {
        case .commands: readCommands()
        case .unit: readAsUnit()
        }
    }

    private mutating func readCommands() -> JobSketch {
        if let title = service.last("Unit", "Description"),
            case .success(let text) = service.expanded(title.value)
        {
            sketch["title"] = .string(text)
            sketch.say(.kept, title.place, "\"title\" is the same")
        }
        kind()
        commands()
        rights()
        places()
        times()
        resources()
        ends()
        conditions()
        rest()
        return sketch
    }

    /// A value with its specifiers; one that has no value here refuses the job, since it is a part of what is run. Of one that systemd does
    /// not know that is so where systemd starts no such service, and else it passes over the line.
    mutating func expanded(_ written: Assignment) -> String? {
        // With ":" systemd puts in no variables.
        let isCommand =
            written.key.hasPrefix("Exec") && !CommandWords.marks(of: written.value).contains(":")
            && !service.all("Service", "LoadCredential").isEmpty
        switch service.expanded(written.value, isCommand: isCommand) {
        case .success(let text):
            sketch.sayOfPassing(service.passing(in: written.value), at: written.place)
            return text
        case .failure(let unknown):
            let isNeeded =
                written.key.hasPrefix("Exec") || ["User", "Group", "WorkingDirectory"].contains(written.key)
            sketch.say(
                unknown.isOfSystemd || isNeeded ? .refused : .notKept, written.place,
                unknown.reason
                    + (unknown.isOfSystemd
                        ? "" : isNeeded ? ", and starts no such service" : ", and passes over the line"),
                advice: unknown.advice(for: service.name))
            return nil
        }
    }

    // MARK: - Commands

    private mutating func kind() {
        guard let written = service.last("Service", "Type") else { return }
        switch written.value {
        case "oneshot", "simple", "exec", "idle":
            sketch.say(.kept, written.place, "the run lasts as long as its commands")
        case "forking":
            sketch.say(
                .changed, written.place, "the run lasts until the process it leaves behind has ended too")
        case "notify", "notify-reload": sketch.say(.kept, written.place, "its words are heard")
        case "dbus": sketch.say(.changed, written.place, "the run lasts as long as its process")
        case _: sketch.say(.notKept, written.place, SettingFate.passedOver)
        }
    }

    private struct Step {
        let words: CommandWords
        let key: String
        let place: Place
    }

    private mutating func commands() {
        var steps: [Step] = []
        var first: Place?
        let variables = variables
        readSuccessCodes()
        for key in [
            "ExecCondition", "ExecStartPre", "ExecStart", "ExecStartPost", "ExecStop", "ExecStopPost",
        ] {
            for written in service.all("Service", key) {
                guard let text = expanded(written) else { return }
                guard let words = CommandWords.all(text) else {
                    return sketch.say(
                        .refused, written.place, "a quotation mark in it has no end", advice: "mend the unit")
                }
                guard !words.isEmpty else {
                    return sketch.say(
                        .refused, written.place, "it names no program, and systemd starts no such service",
                        advice: "mend the unit")
                }
                if key == "ExecStart" { first = first ?? written.place }
                for words in words { say(of: words, key, written) }
                steps += words.map {
                    Step(words: $0.filled(with: variables) ?? $0, key: key, place: written.place)
                }
            }
        }
        guard let first else {
            return sketch.say(
                .refused, service.place, "it has no ExecStart=", advice: "write a \"command\" yourself")
        }
        if steps.count(where: { $0.key == "ExecStart" }) > 1,
            service.last("Service", "Type")?.value != "oneshot"
        {
            return sketch.say(
                .refused, first,
                "systemd starts no service with several ExecStart= that is not of type oneshot",
                advice: "mend the unit: systemd-analyze verify tells more")
        }
        if let step = steps.first(where: { $0.words.words.first.map(Self.isNoProgram) == true }) {
            return sketch.say(
                .refused, step.place, "systemd takes a program by its name or its whole path",
                advice: "mend the unit: %h stands for the home")
        }
        if steps.count == 1,
            let words = steps[0].words.marks.contains(":") ? steps[0].words.words : steps[0].words.plainWords,
            !steps[0].words.marks.contains("-")
        {
            sketch["command"] = .words(words)
            return sketch.say(.kept, first, "the command is the same")
        }
        sketch["shell"] = .string(line(steps))
        sayOfLine(steps, first)
    }

    /// A path that is not whole, or one that a shell would have to write out.
    private static func isNoProgram(_ word: String) -> Bool {
        word.first != "/" && (word.contains("/") || word.first == "~" || word.first == "$")
    }

    /// Why a list of words is not enough.
    private mutating func sayOfLine(_ steps: [Step], _ first: Place) {
        if steps.count > 1 {
            sketch.say(
                .changed, first,
                "a line for the shell runs its commands one after the other, as long as each succeeds")
        }
        if let step = steps.first(where: { $0.words.marks.contains("-") }) {
            sketch.say(.changed, step.place, "a line for the shell goes on where a command with \"-\" fails")
        }
        if let step = steps.first(where: { !$0.words.marks.contains(":") && $0.words.plainWords == nil }) {
            let isSplit = steps.contains(where: \.words.splitsVariables)
            sketch.say(
                .changed, step.place,
                "a line for the shell has the variables that there are when it runs"
                    + (isSplit ? "; quotation marks in their values stay" : ""))
        }
    }

    /// Those that are known by their values. A file of variables, which comes later, may have others.
    private var variables: [String: String] {
        var service = service
        guard service.all("Service", "EnvironmentFile").isEmpty else { return [:] }
        var values: [String: String] = [:]
        for written in service.all("Service", "Environment") {
            guard case .success(let text) = service.expanded(written.value),
                let words = CommandWords.words(text)
            else { return [:] }
            for word in words {
                let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                if parts.count == 2 { values[String(parts[0])] = String(parts[1]) }
            }
        }
        return values
    }

    private mutating func say(of words: CommandWords, _ key: String, _ written: Assignment) {
        if !words.marks.isDisjoint(with: ["+", "!"]), service.last("Service", "User") != nil {
            sketch.say(
                .changed, written.place,
                "this command is not run with all rights, but with those of the user",
                advice: "split the job, or use sudo")
        }
        if words.marks.contains("@") {
            sketch.say(
                .changed, written.place,
                "the program sees its path as its own name, and not the word behind it")
        }
        let isOneShot = service.last("Service", "Type")?.value == "oneshot"
        switch key {
        case "ExecStartPost" where !isOneShot:
            sketch.say(
                .changed, written.place,
                "it is run behind the main command, where systemd runs it as soon as that has been started")
        case "ExecStart" where service.all("Service", "ExecStart").count == 1: break
        case "ExecStart", "ExecStartPre", "ExecStartPost":
            sketch.say(.kept, written.place, "it is run in its turn")
        case "ExecCondition":
            sketch.say(.changed, written.place, "where it fails the run has succeeded, and is not skipped")
        case "ExecStop", "ExecStopPost":
            sketch.say(
                .changed, written.place, "it is run behind the others where all went well, and not otherwise")
        case _: break
        }
    }

    private func line(_ steps: [Step]) -> String {
        let parts = steps.enumerated().map { place, step in
            let line = step.words.shellLine
            if step.key == "ExecCondition" { return "{ \(line) || exit 0; }" }
            if step.words.marks.contains("-") { return "{ \(line) || :; }" }
            if successCodes.isEmpty || steps.count == 1 { return line }
            // The codes are those of the main commands, of which the last one's are the run's.
            guard step.key == "ExecStart" else { return "{ \(line) || exit 1; }" }
            let codes = successCodes.map(String.init).joined(separator: "|")
            return place == steps.count - 1
                ? line : "{ \(line) || case $? in \(codes)) ;; *) exit $?;; esac; }"
        }
        let line =
            parts.count == 1 && !parts[0].hasPrefix("{")
            ? "exec \(parts[0])" : parts.joined(separator: " && ")
        // systemd looks for no files by patterns in what it splits.
        return steps.contains(where: \.words.splitsVariables) ? "set -f; \(line)" : line
    }

    // MARK: - Rights and places

    private mutating func rights() {
        if let written = service.last("Service", "DynamicUser"), Unit.boolean(written.value) != false {
            sketch.say(
                .refused, written.place,
                Unit.boolean(written.value) == nil
                    ? "this says neither yes nor no, and systemd starts no such service"
                    : "the job would have root's rights in place of a user made for it",
                advice:
                    "make a user, and write DynamicUser=no and User= in a drop-in: systemctl edit \(service.name)"
            )
        }
        for (key, name) in [("User", "user"), ("Group", "group")] {
            guard let written = service.last("Service", key), let account = expanded(written) else {
                continue
            }
            guard account != "root" else {
                sketch.say(.kept, written.place, "a job of root's has root's rights")
                continue
            }
            sketch[name] = .string(account)
            sketch.say(.kept, written.place, "\"\(name)\" is the same")
        }
        for key in ["RootDirectory", "RootImage"] {
            guard let written = service.last("Service", key) else { continue }
            sketch.say(
                .refused, written.place, "bgrun runs a job in no other root",
                advice: "use chroot in the command")
        }
        if let written = service.last("Service", "NoNewPrivileges"), Unit.boolean(written.value) == true {
            sketch["noNewPrivileges"] = true
            sketch.say(.kept, written.place, "\"noNewPrivileges\" is the same")
        }
        if let written = service.last("Service", "UMask") {
            if let mask = UInt32(written.value, radix: 8).flatMap(FileModeMask.init(bits:)) {
                sketch["umask"] = .string(mask.text)
                sketch.say(.kept, written.place, "\"umask\" is the same")
            } else {
                sketch.say(
                    .notKept, written.place, "this is no mask, and systemd passes over it",
                    advice: "write one such as \"umask\": \"0027\"")
            }
        }
    }

    private mutating func places() {
        if let written = service.last("Service", "WorkingDirectory") {
            guard let path = expanded(written) else { return }
            if path == "~" || path == "-~" {
                sketch.say(.kept, written.place, "a run begins in the home of its user")
            } else if path.hasPrefix("-"), !path.hasPrefix("-/") {
                sketch.say(.notKept, written.place, SettingFate.passedOver)
            } else {
                sketch["workingDirectory"] = .string(path.hasPrefix("-") ? String(path.dropFirst()) : path)
                path.hasPrefix("-")
                    ? sketch.say(.changed, written.place, "the directory has to be there")
                    : sketch.say(.kept, written.place, "\"workingDirectory\" is the same")
            }
        } else if let directory {
            sketch["workingDirectory"] = .string(directory)
        }
        environment()
        output()
        input()
        credentials()
    }

    private mutating func environment() {
        var (members, places): ([JSONObject.Member], [String: Int]) = ([], [:])
        for written in service.all("Service", "Environment") {
            guard let text = expanded(written), let words = CommandWords.words(text) else { continue }
            for word in words {
                let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(
                    String.init)
                guard parts.count == 2, TableVariables.fault(inName: parts[0]) == nil else {
                    sketch.say(.notKept, written.place, "this sets no variable that a job may have")
                    continue
                }
                let place = places[parts[0]] ?? members.count
                if place == members.count { members.append(.init(key: parts[0], value: .null)) }
                members[place].value = .string(parts[1])
                places[parts[0]] = place
            }
            sketch.say(.kept, written.place, "\"environment\" is the same")
        }
        // Put together at once, since there may be many.
        if !members.isEmpty { sketch["environment"] = .object(JSONObject(distinct: members)) }
        let files = service.all("Service", "EnvironmentFile")
        for (place, written) in files.enumerated() {
            guard place == 0 else {
                sketch.say(
                    .notKept, written.place, "a job has one file of variables",
                    advice: "have the command read this one")
                continue
            }
            guard let path = expanded(written) else { continue }
            guard path.hasPrefix("/") || path.hasPrefix("-/") else {
                sketch.say(.notKept, written.place, SettingFate.passedOver)
                continue
            }
            guard !path.contains(where: { "*?[".contains($0) }) else {
                sketch.say(
                    .notKept, written.place, "a job has one file of variables, by its name",
                    advice: "have the command read them")
                continue
            }
            sketch["environmentFile"] = .string(path)
            sketch["user"] == nil
                ? sketch.say(.kept, written.place, "\"environmentFile\" is the same")
                : sketch.say(
                    .changed, written.place,
                    "the run's user reads it, where systemd does so with root's rights",
                    advice: "let that user read it")
        }
    }
}
