// The variables that stand in a crontab or an anacrontab above its entries, and what they mean for a job.
import BGRunJSON

/// What was set so far: it holds for the entries below.
///
/// Each entry has all of it, so that what a table sets is bounded, and is told and put together once.
struct TableVariables {
    private struct Variable {
        let name: String
        let value: String
        let place: Place
        /// Its turn among all that was set.
        let turn: Int
        var isTold = false

        var length: Int { name.utf8.count + value.utf8.count }
    }

    /// More than any table has, and less than a descriptor may be long.
    private static let (most, longest) = (100, 32 * 1024)

    /// By the bytes of their names, which take no time to compare.
    private var variables: [[UInt8]: Variable] = [:]
    private var (turns, length, isFull) = (0, 0, false)
    /// As it was put together last; nil where something was set since.
    private var members: [JSONObject.Member]?

    /// Sets it; of those that are too many the first is refused, and the others go with it.
    mutating func set(_ name: String, to value: String, at place: Place, _ imported: inout Imported) {
        let key = Array(name.utf8)
        let variable = Variable(name: name, value: value, place: place, turn: turns)
        let sum = length + variable.length - (variables[key]?.length ?? 0)
        guard sum <= Self.longest, variables[key] != nil || variables.count < Self.most else {
            if !isFull {
                imported.say(
                    Remark(
                        .refused, place,
                        "a table has \(Self.most) variables of \(Self.longest / 1024) KiB at most: this one and others below it are left out",
                        advice: "set them in the commands"))
            }
            isFull = true
            return
        }
        (turns, length, members) = (turns + 1, sum, nil)
        variables[key] = variable
    }

    /// The value of what cron itself looks at.
    subscript(name: String) -> String? { variables[Array(name.utf8)]?.value }

    func place(of name: String) -> Place? { variables[Array(name.utf8)]?.place }

    /// What the job's environment is to have, in the order in which it was set. Cron reads the others itself.
    private mutating func environment(_ sketch: inout JobSketch) -> JSONValue? {
        let members = members ?? gathered(&sketch)
        self.members = members
        return members.isEmpty ? nil : .object(JSONObject(distinct: members))
    }

    private mutating func gathered(_ sketch: inout JobSketch) -> [JSONObject.Member] {
        var members: [JSONObject.Member] = []
        for (key, variable) in variables.sorted(by: { $0.value.turn < $1.value.turn })
        where !Self.ofCron.contains(variable.name) {
            let fault = Self.fault(inName: variable.name)
            if !variable.isTold { Self.tell(variable, fault, &sketch) }
            variables[key]?.isTold = true
            if fault == nil {
                members.append(JSONObject.Member(key: variable.name, value: .string(variable.value)))
            }
        }
        return members
    }

    private static func tell(_ variable: Variable, _ fault: String?, _ sketch: inout JobSketch) {
        if let fault {
            return sketch.say(
                ofAll: .notKept, variable.place, fault, advice: "set it in the command, with env")
        }
        if let meaning = elsewhere[variable.name] {
            return sketch.say(
                ofAll: .note, variable.place,
                "it is in the environment, as Debian's cron and anacron have it; \(meaning.reader) reads it itself",
                advice: meaning.advice)
        }
        looksExpanded(variable.value)
            ? sketch.say(
                ofAll: .note, variable.place,
                "it is in the job's environment as it is written: cron, too, expands nothing in it",
                advice: "write it out")
            : sketch.say(ofAll: .kept, variable.place, "it is in the job's environment")
    }

    /// Variables that mean something here too: a remark on each is made where it is read.
    private static let ofCron: Set = [
        "SHELL", "HOME", "LOGNAME", "USER", "MAILTO", "MAILFROM", "CRON_TZ", "RANDOM_DELAY",
        "START_HOURS_RANGE",
        "CONTENT_TYPE", "CONTENT_TRANSFER_ENCODING", "NO_MAIL_OUTPUT",
    ]

    /// Settings of other implementations, which Debian's pass to the commands as environment: crontab(5) of systemd-cron 1.15.19, and
    /// anacrontab(5) of cronie.
    private static let elsewhere: [String: (reader: String, advice: String)] = [
        "BATCH": ("systemd-cron", "\"resources\": {\"nice\": 19, \"ioClass\": \"idle\"} is what that says"),
        "PERSISTENT": (
            "systemd-cron", "what passes is made up for, unless \"missed\": \"skip\" leaves it out"
        ),
        "DELAY": ("systemd-cron", "\"randomDelay\": \"30m\" spreads starts"),
        "CRON_MAIL_SUCCESS": ("systemd-cron", "bgrun logs has the output"),
        "CRON_MAIL_FORMAT": ("systemd-cron", "bgrun logs has the output"),
        "CRON_INHERIT_VARIABLES": ("systemd-cron", "\"environment\" sets a variable"),
        "PREFERRED_HOUR": ("cronie's anacron", "\"allowedHours\": \"05:00-06:00\" is near that"),
    ]

    /// Whether somebody meant another variable, or a home.
    private static func looksExpanded(_ value: String) -> Bool {
        let pairs = zip(value, value.dropFirst())
        return pairs.contains { $0 == "$" && ($1.isASCIILetter || $1 == "_" || $1 == "{") }
            || value.hasPrefix("~/") || value.contains(":~/")
    }

    /// Nil where an environment may have such a name.
    static func fault(inName name: String) -> String? {
        if name.hasPrefix("BGRUN_") { return "names that begin with BGRUN_ are the daemon's own" }
        let isName = name.utf8.enumerated().allSatisfy { place, byte in
            byte == UInt8(ascii: "_") || Character(Unicode.Scalar(byte)).isASCIILetter
                || place > 0 && ("0"..."9").contains(Character(Unicode.Scalar(byte)))
        }
        return isName && !name.isEmpty ? nil : "this is no name of a variable here"
    }

    // MARK: - What cron itself looks at

    /// The program, started by the shell that is named, in the directory that is.
    mutating func run(_ line: String, _ sketch: inout JobSketch) {
        let shell = self["SHELL"] ?? "/bin/sh"
        if shell == "/bin/sh" {
            sketch["shell"] = .string(line)
        } else {
            sketch["command"] = .words([shell, "-c", line])
            if let place = place(of: "SHELL") { sketch.say(.kept, place, "the line is run by this shell") }
        }
        if let environment = environment(&sketch) { sketch["environment"] = environment }
        if let home = self["HOME"], let place = place(of: "HOME") {
            sketch["workingDirectory"] = .string(home)
            sketch.say(.changed, place, "the job starts in that directory; its HOME is its owner's home")
        }
        for name in ["LOGNAME", "USER"] {
            guard let place = place(of: name) else { continue }
            sketch.say(.notKept, place, "it is whose rights the job has", advice: "name a user with \"user\"")
        }
        mail(&sketch)
    }

    private func mail(_ sketch: inout JobSketch) {
        for name in ["MAILFROM", "CONTENT_TYPE", "CONTENT_TRANSFER_ENCODING", "NO_MAIL_OUTPUT"] {
            guard let place = place(of: name) else { continue }
            sketch.say(.notKept, place, "bgrun writes no such mails", advice: "see bgrun logs")
        }
        guard let address = self["MAILTO"], let place = place(of: "MAILTO") else { return }
        if address.isEmpty { return sketch.say(.kept, place, "nothing is mailed") }
        guard let first = Self.address(in: address) else {
            return sketch.say(
                .notKept, place, "this is no address of plain characters, so that nothing is mailed",
                advice: "write an \"onFailure\" of your own")
        }
        sketch["onFailure"] = .words(["/usr/libexec/bgrun/mail-report", first])
        sketch.say(
            .changed, place,
            "a failure is mailed there\(address.contains(",") ? " (to the first)" : ""), and not all that is written",
            advice: "bgrun logs has the output")
    }

    /// The first of several, where all have plain characters alone, as cron has it too: a program for mail is given it.
    private static func address(in text: String) -> String? {
        let addresses = text.split(separator: ",").map { String($0).trimmed }
        let arePlain = addresses.allSatisfy { address in
            address.first != "-" && !address.isEmpty
                && address.allSatisfy {
                    $0.isASCIILetter || ("0"..."9").contains($0) || "._+-@".contains($0)
                }
        }
        return arePlain ? addresses.first : nil
    }

    /// `RANDOM_DELAY`, in minutes.
    ///
    /// - Parameter isDrawnOnce: The cron that reads it draws when it starts; an anacron, whenever there is something to run.
    func delay(_ sketch: inout JobSketch, isDrawnOnce: Bool) {
        guard let text = self["RANDOM_DELAY"], let place = place(of: "RANDOM_DELAY") else { return }
        guard let minutes = Int(text.trimmed), (0...100_000).contains(minutes) else {
            return sketch.say(
                .notKept, place, "this is no number of minutes", advice: "write \"randomDelay\": \"30m\"")
        }
        let key = isDrawnOnce ? "fixedDelay" : "randomDelay"
        if minutes > 0 { sketch[key] = .string("\(minutes)m") }
        sketch.say(
            .changed, place,
            isDrawnOnce
                ? "each job has a delay of its own for good, where cronie draws one for all when it is started; Debian's cron passes it over"
                : "\"randomDelay\" is what cronie has it mean; Debian's anacron passes it over",
            advice: isDrawnOnce ? "\"randomDelay\" is drawn anew for each run" : nil)
    }

    /// `START_HOURS_RANGE`, such as `3-22`.
    ///
    /// - Parameter isRead: The table is one of those in which a cron reads it.
    func hours(_ sketch: inout JobSketch, isRead: Bool) {
        guard let text = self["START_HOURS_RANGE"], let place = place(of: "START_HOURS_RANGE") else { return }
        guard isRead else {
            return sketch.say(
                .notKept, place, "of a crontab only systemd-cron reads it",
                advice: "write \"allowedHours\": \"03:00-22:00\"")
        }
        guard let (first, last) = Self.range(text) else {
            return sketch.say(
                .notKept, place, "this is no range of hours",
                advice: "write \"allowedHours\": \"03:00-22:00\"")
        }
        sketch["allowedHours"] = .string("\(Self.clock(first))-\(Self.clock(last))")
        sketch.say(
            .changed, place, "\"allowedHours\" is what cronie has it mean; Debian's anacron passes it over")
    }

    /// The hour of a day from which on a job may start; 0 where midnight lies in its hours.
    var firstHour: Int {
        guard let text = self["START_HOURS_RANGE"], let (first, last) = Self.range(text) else { return 0 }
        return first < last || last == 0 ? first : 0
    }

    private static func range(_ text: String) -> (first: Int, last: Int)? {
        let hours = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
        guard hours.count == 2, let first = hours[0], let last = hours[1], (0...23).contains(first),
            (0...24).contains(last), first != last
        else { return nil }
        return (first, last)
    }

    static func clock(_ hour: Int) -> String { "\(hour < 10 ? "0" : "")\(hour):00" }
}

extension Character {
    var isASCIILetter: Bool { isASCII && isLetter }
}
