// Jobs of macOS's launchd, each a property list, as descriptors.
import BGRunCalendar
import BGRunJSON
import BGRunJob

/// Makes a descriptor of a property list of launchd.
package struct LaunchdReader {
    private let path: String
    /// Of each key the line on which it stands first.
    private let lines: [String: Int]
    private let keys: [String: PlistValue]
    private var asked: Set<String> = []
    private var sketch: JobSketch

    /// Reads a property list into what was imported so far.
    package static func read(_ source: ForeignSource, into imported: inout Imported) {
        let place = Place(path: source.path, line: nil, subject: "")
        do throws(PlistValue.Fault) {
            guard case .object(let keys) = try PlistValue(source.text) else {
                throw PlistValue.Fault(
                    reason: "this is no job of launchd", advice: "its outermost value is a dictionary")
            }
            var lines: [String: Int] = [:]
            for (number, line) in source.lines {
                for piece in line.split(separator: "<") where piece.hasPrefix("key>") {
                    let key = String(piece.dropFirst("key>".count))
                    if lines[key] == nil { lines[key] = number }
                }
            }
            let file = source.path.split(separator: "/").last.map { String($0) } ?? "job"
            let label = keys["Label"]?.string ?? (file.hasSuffix(".plist") ? String(file.dropLast(6)) : file)
            var reader = LaunchdReader(
                path: source.path, lines: lines, keys: keys,
                sketch: JobSketch(imported.name(label), at: place))
            reader.read()
            imported.take(reader.sketch)
        } catch {
            imported.say(Remark(.refused, place, error.reason, advice: error.advice))
        }
    }

    private init(path: String, lines: [String: Int], keys: [String: PlistValue], sketch: JobSketch) {
        self.path = path
        self.lines = lines
        self.keys = keys
        self.sketch = sketch
    }

    private mutating func read() {
        sketch["notes"] = .string("Imported from \(path.onOneLine).")
        _ = value("Label")
        command()
        schedule()
        keepAlive()
        environment()
        places()
        limits()
        rest()
    }

    // MARK: - Keys

    private mutating func value(_ key: String) -> PlistValue? {
        asked.insert(key)
        return keys[key]
    }

    private func place(_ key: String) -> Place {
        Place(path: path, line: lines[key], subject: "\(key)=\(keys[key]?.shown ?? "")")
    }

    private mutating func say(
        _ verdict: Remark.Verdict, _ key: String, _ reason: String, advice: String? = nil
    ) {
        sketch.say(verdict, place(key), reason, advice: advice)
    }

    /// The value of a key, of the kind that is expected; of another one it is said that it is left out.
    private mutating func typed<Kind>(_ key: String, _ read: (PlistValue) -> Kind?) -> Kind? {
        guard let value = value(key) else { return nil }
        let taken = read(value)
        if taken == nil {
            say(.notKept, key, "the value is not of the kind that launchd.plist(5) has here")
        }
        return taken
    }

    /// Whether a switch is on; of one that is off it is said that a job is so too.
    private mutating func isOn(_ key: String) -> Bool {
        guard let isOn = typed(key, \.boolean) else { return false }
        if !isOn { say(.kept, key, SettingFate.offReason) }
        return isOn
    }

    /// Takes a value over under another name, where it is one of the kind that is expected.
    private mutating func keep(_ key: String, as name: String, _ read: (PlistValue) -> JSONValue?) {
        guard let taken = typed(key, read) else { return }
        sketch[name] = taken
        say(.kept, key, "\"\(name)\" is the same")
    }

    private static func text(_ value: PlistValue) -> JSONValue? { value.string.map { .string($0) } }

    // MARK: - What and when

    private mutating func command() {
        let program = typed("Program", \.string)
        let arguments = typed("ProgramArguments", \.strings) ?? []
        guard let first = program ?? arguments.first else {
            return sketch.say(.refused, sketch.place, "it names no program", advice: "write ProgramArguments")
        }
        sketch["command"] = .words([first] + arguments.dropFirst())
        let key = program == nil ? "ProgramArguments" : "Program"
        say(.kept, key, "the command is the same")
        if program != nil, let name = arguments.first {
            name == first
                ? say(.kept, "ProgramArguments", "the command is the same")
                : say(
                    .changed, "ProgramArguments",
                    "the program sees its path as its own name, and not \(name.onOneLine)")
        }
        let ofMac = ["System", "Applications", "Library", "opt/homebrew", "usr/local/Cellar", "Users"]
        if ([first] + arguments).contains(where: { word in ofMac.contains { word.hasPrefix("/\($0)/") } }) {
            say(.note, key, "it has a path of macOS", advice: "write that of this machine")
        }
    }

    private mutating func schedule() {
        if let seconds = value("StartInterval") {
            if let number = seconds.integer, (1...3_000_000_000).contains(number) {
                sketch.add(schedule: ["every": .string(Duration.seconds(number).text)])
                let every = Every(interval: .seconds(number))
                say(
                    .changed, "StartInterval",
                    "the first is due at once, and what passes in sleep or during a run is made up for"
                        + (every.isInDays ? ", and keeps its time of day where clocks are changed" : ""))
            } else {
                say(
                    .refused, "StartInterval", "this is no number of seconds that launchd takes",
                    advice: "write one of at least 1")
            }
        }
        calendar()
        for (key, reason) in [
            ("WatchPaths", "it is due when the path has been quiet for 30 s after a change"),
            (
                "QueueDirectories",
                "it is due when something has changed there, and not for as long as the directory is filled"
            ),
        ] {
            guard let paths = typed(key, \.strings) else { continue }
            guard !paths.isEmpty else {
                say(.kept, key, SettingFate.offReason)
                continue
            }
            for path in paths { sketch.add(schedule: ["path": .string(path)]) }
            say(
                .changed, key, reason, advice: key == "WatchPaths" ? "write \"settle\" for another time" : nil
            )
        }
        let runsAtLoad = isOn("RunAtLoad")
        if runsAtLoad, isKeptUp {
            say(.kept, "RunAtLoad", "a service is started with its daemon")
        } else if runsAtLoad {
            let isAgent = path.contains("LaunchAgents")
            sketch.add(schedule: ["event": isAgent ? "login" : "boot"])
            say(
                .changed, "RunAtLoad",
                isAgent ? "it is due when its owner has logged in" : "it is due once for each boot",
                advice: isAgent ? nil : "an agent of a user's begins with {\"event\": \"login\"}")
        }
        if isOn("StartOnMount") {
            say(
                .notKept, "StartOnMount", "a schedule names what is mounted",
                advice: "write {\"mount\": \"/mnt/x\"}")
        }
    }

    private mutating func calendar() {
        guard let value = value("StartCalendarInterval") else { return }
        let entries: [PlistValue] = if case .list(let list) = value { list } else { [value] }
        guard !entries.isEmpty else {
            return say(.notKept, "StartCalendarInterval", "the list has no time")
        }
        var times: [CalendarInterval] = []
        for entry in entries {
            guard case .object(let fields) = entry, let time = CalendarInterval(fields) else {
                return say(
                    .refused, "StartCalendarInterval", "this is no time of a calendar",
                    advice: "launchd.plist(5) has its keys")
            }
            times.append(time)
        }
        for cron in CalendarInterval.joined(times).map(\.cron) {
            do throws(ScheduleFault) {
                _ = try CronExpression(cron)
            } catch {
                return say(.refused, "StartCalendarInterval", error.reason, advice: error.advice)
            }
            sketch.add(schedule: ["cron": .string(cron)])
        }
        say(
            .changed, "StartCalendarInterval",
            "what passes while the machine is off is made up for, as what passes in sleep is")
    }

    /// OnDemand is the older form of it, with the opposite value.
    private var keptAlive: PlistValue? {
        keys["KeepAlive"] ?? (keys["OnDemand"]?.boolean == false ? .bool(true) : nil)
    }

    /// Whether it is a service: a job that has times to come up at ends in between.
    private var isKeptUp: Bool {
        let times = ["StartInterval", "StartCalendarInterval", "WatchPaths", "QueueDirectories"]
        guard let value = keptAlive, times.allSatisfy({ keys[$0] == nil }) else { return false }
        guard case .object(let conditions) = value else { return value.isTrue }
        return conditions.contains { Self.isKept($0.key, $0.value) }
    }

    private mutating func keepAlive() {
        asked.formUnion(["KeepAlive", "OnDemand"])
        if keys["OnDemand"] != nil, keys["KeepAlive"] != nil {
            say(.notKept, "OnDemand", "KeepAlive is what launchd looks at")
        } else if let isOnDemand = typed("OnDemand", \.boolean), isOnDemand {
            say(.kept, "OnDemand", SettingFate.offReason)
        }
        guard let value = keptAlive else { return }
        let key = keys["KeepAlive"] == nil ? "OnDemand" : "KeepAlive"
        if case .object(let conditions) = value {
            guard !conditions.isEmpty else {
                return say(.note, key, "no condition has it kept alive, by launchd either")
            }
            keep(aliveBy: conditions)
        } else if value.boolean == nil {
            return say(.notKept, key, "the value is not of the kind that launchd.plist(5) has here")
        } else if !value.isTrue {
            return say(.kept, key, SettingFate.offReason)
        } else if isKeptUp {
            say(.changed, key, "it is started again after a failure, and stays down after exit 0")
        } else {
            say(
                .notKept, key, "a job with a schedule ends",
                advice: "make a second job of the kind \"service\"")
        }
        if isKeptUp { sketch["kind"] = "service" }
    }

    /// Whether a condition of KeepAlive has something of bgrun's.
    private static func isKept(_ key: String, _ condition: PlistValue) -> Bool {
        switch key {
        case "NetworkState": condition.isTrue
        case "PathState": !paths(condition).isEmpty
        case "SuccessfulExit": condition == .bool(false)
        case "Crashed": condition.isTrue
        default: false
        }
    }

    /// The paths of a PathState, and whether they are to be there.
    private static func paths(_ condition: PlistValue) -> [(path: String, isThere: Bool)] {
        guard case .object(let paths) = condition else { return [] }
        return paths.sorted { $0.key < $1.key }.compactMap { path, state in
            state.boolean.map { (path, $0) }
        }
    }

    /// Of several conditions one is enough for launchd.
    private mutating func keep(aliveBy conditions: [String: PlistValue]) {
        var either: [JSONValue] = []
        for (key, condition) in conditions.sorted(by: { $0.key < $1.key }) {
            switch key {
            case _ where !Self.isKept(key, condition):
                say(.notKept, "KeepAlive", "\(key.onOneLine): \(Self.lack(key))")
            case "NetworkState": either.append(["network": true])
            case "PathState":
                either += Self.paths(condition).map { path, isThere in
                    let exists: JSONValue = ["pathExists": .string(path)]
                    return isThere ? exists : ["not": exists]
                }
            case _ where !isKeptUp:
                say(
                    .notKept, "KeepAlive", "\(key): a job with a schedule ends",
                    advice: "\"retry\" has it tried again after a failure")
            case "Crashed":
                say(.changed, "KeepAlive", "Crashed: a service is started again after each failure")
            case _:
                say(.kept, "KeepAlive", "SuccessfulExit: a service is started again after a failure")
            }
        }
        guard !either.isEmpty else { return }
        if either == [["network": true]] {
            sketch["requiresNetwork"] = true
        } else if either.count > 1 {
            sketch.add("anyOf", .array(either), to: "requires")
        } else if case .object(let one)? = either.first {
            for member in one.members { sketch.add(member.key, member.value, to: "requires") }
        }
        let names = ["NetworkState", "PathState"].filter { conditions[$0] != nil }.joined(separator: ", ")
        let isExitLookedAt = conditions.keys.contains { $0 == "Crashed" || $0 == "SuccessfulExit" }
        say(
            .changed, "KeepAlive",
            "\(names): it waits until \(either.count > 1 ? "one of them" : "that") holds, and is ended when it no longer does, where launchd goes on"
                + (isExitLookedAt ? "; after a failure launchd starts it without that too" : ""))
    }

    private static func lack(_ key: String) -> String {
        switch key {
        case "SuccessfulExit", "Crashed": "a service stays down after exit 0"
        case "NetworkState": "bgrun has nothing that waits for no network"
        case _: "bgrun has nothing like it"
        }
    }

    // MARK: - How

    private mutating func environment() {
        guard let value = value("EnvironmentVariables") else { return }
        guard case .object(let variables) = value else {
            return say(.notKept, "EnvironmentVariables", "these are no variables")
        }
        let good = variables.filter { $0.value.string != nil && TableVariables.fault(inName: $0.key) == nil }
            .sorted { $0.key < $1.key }
        if !good.isEmpty {
            sketch["environment"] = .object(
                JSONObject(good.map { JSONObject.Member(key: $0.key, value: .string($0.value.string ?? "")) })
            )
        }
        good.count == variables.count
            ? say(.kept, "EnvironmentVariables", "\"environment\" is the same")
            : say(.notKept, "EnvironmentVariables", "some are no variables that a job may have")
    }

    private mutating func places() {
        keep("WorkingDirectory", as: "workingDirectory", Self.text)
        for (key, name) in [("StandardOutPath", "standardOutput"), ("StandardErrorPath", "standardError")] {
            keys[key]?.string == "/dev/null"
                ? say(.changed, key, "bgrun logs has it") : keep(key, as: name, Self.text)
            asked.insert(key)
        }
        for (key, name, ofRoot) in [("UserName", "user", "root"), ("GroupName", "group", "wheel")] {
            keys[key]?.string == ofRoot
                ? say(.kept, key, "a job of root's has root's rights") : keep(key, as: name, Self.text)
            asked.insert(key)
        }
        keep("Umask", as: "umask") { value in
            guard let mask = value.integer ?? value.string.flatMap(Self.number), (0...0o777).contains(mask)
            else { return nil }
            let digits = String(mask, radix: 8)
            return .string(String(repeating: "0", count: max(4 - digits.count, 0)) + digits)
        }
        if value("RootDirectory") != nil {
            say(
                .refused, "RootDirectory", "bgrun runs a job in no other root",
                advice: "use chroot in the command")
        }
        if isOn("Disabled") {
            sketch["enabled"] = false
            say(.kept, "Disabled", "\"enabled\" is false")
        }
    }

    /// As strtoul(3) reads it: `0x3f`, `077`, `63`.
    private static func number(_ text: String) -> Int64? {
        if text.lowercased().hasPrefix("0x") { return Int64(text.dropFirst(2), radix: 16) }
        return Int64(text, radix: text.hasPrefix("0") ? 8 : 10)
    }

    private mutating func limits() {
        if let nice = typed("Nice", \.integer) {
            let near = min(max(nice, -20), 19)
            sketch.add("nice", .integer(near), to: "resources")
            nice == near
                ? say(.kept, "Nice", "\"resources\" has it") : say(.changed, "Nice", "it goes from -20 to 19")
        }
        for key in ["LowPriorityIO", "LowPriorityBackgroundIO"] where isOn(key) {
            sketch.add("ioClass", "idle", to: "resources")
            say(.kept, key, "\"resources\" has it")
        }
        if let type = typed("ProcessType", \.string) {
            let isService = sketch["kind"] != nil
            (type == "Background") != isService
                ? say(
                    .kept, "ProcessType",
                    "a \(isService ? "service has usual" : "job has background") priority")
                : say(
                    .changed, "ProcessType",
                    "a \(isService ? "service has usual" : "job has background") priority",
                    advice: "\"resources\" says otherwise")
        }
        throttle()
        if let seconds = typed("ExitTimeOut", \.integer) {
            let longest = JobDescriptor.longestGracePeriod
            let isKept = seconds > 0 && .seconds(seconds) <= longest
            sketch["gracePeriod"] = .string((isKept ? .seconds(seconds) : longest).text)
            isKept
                ? say(.kept, "ExitTimeOut", "\"gracePeriod\" is the same")
                : say(.changed, "ExitTimeOut", "a grace period is 90 s at most")
        }
        guard sketch["kind"] == nil else { return }
        sketch.say(
            .changed, sketch.place,
            "a run has 3 h and background priority, and goes on after a rest when it has used them up",
            advice: "\"timeBudget\" and \"resources\" say otherwise")
    }

    private mutating func throttle() {
        guard let seconds = typed("ThrottleInterval", \.integer) else { return }
        if sketch["kind"] != nil {
            say(.changed, "ThrottleInterval", "a service is started again after 10 s, later each time")
        } else if seconds == 0 {
            say(.kept, "ThrottleInterval", "a job has no spacing")
        } else if (1...3_000_000_000).contains(seconds) {
            sketch["spacing"] = .string(Duration.seconds(seconds).text)
            say(.kept, "ThrottleInterval", "\"spacing\" is the same")
        } else {
            say(.notKept, "ThrottleInterval", "this is no number of seconds that launchd takes")
        }
    }

    private mutating func rest() {
        let isDue = sketch["schedule"] != nil || sketch["kind"] != nil
        for key in keys.keys.sorted(by: { (lines[$0] ?? 0, $0) < (lines[$1] ?? 0, $1) })
        where !asked.contains(key) {
            let fate = SettingFate.of(SettingFate.launchd, key)
            switch fate {
            case nil: say(.notKept, key, SettingFate.unknownOfLaunchd)
            case .read, .idle, .confines: say(.kept, key, SettingFate.idleReason)
            case .notKept where keys[key] == .bool(false): say(.kept, key, SettingFate.offReason)
            case .notKept(let reason, let advice):
                say(fate == .start && !isDue ? .refused : .notKept, key, reason, advice: advice)
            }
        }
        if !isDue, !sketch.isRefused {
            sketch.say(
                .note, sketch.place, "nothing says when it is due, so it runs once",
                advice: "write a \"schedule\"")
        }
    }
}
