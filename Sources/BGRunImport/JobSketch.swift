// A job as its reader puts it together: keys, and what there is to say of them.
import BGRunJSON

/// A job as it comes about: the keys so far, and what was said of it.
struct JobSketch {
    let name: String
    /// Where it begins.
    let place: Place
    private(set) var object: JSONObject
    private(set) var remarks: [Remark] = []
    private(set) var isRefused = false
    /// It is of a user's own manager: what is advised is said for that.
    var isUsers = false

    init(_ name: String, at place: Place) {
        self.name = name
        self.place = place
        object = ["identifier": .string(name)]
    }

    subscript(key: String) -> JSONValue? {
        get { object[key] }
        set { object[key] = newValue }
    }

    mutating func say(
        _ verdict: Remark.Verdict, _ place: Place, _ reason: String, advice: String? = nil
    ) {
        if verdict == .refused { isRefused = true }
        let advice = isUsers ? advice.map(Self.forUser) : advice
        remarks.append(Remark(verdict, place, reason, advice: advice, job: name))
    }

    private static func forUser(_ advice: String) -> String {
        advice.replacing("have a job of root's", with: "have another job")
            .replacing("systemctl ", with: "systemctl --user ").replacing(
                "systemd-run ", with: "systemd-run --user "
            )
            .replacing("a \"user\", ", with: "")
    }

    /// Says something of what holds for other jobs of the text too, once for all of them.
    mutating func say(
        ofAll verdict: Remark.Verdict, _ place: Place, _ reason: String, advice: String? = nil
    ) {
        remarks.append(Remark(verdict, place, reason, advice: advice))
    }

    /// Says which of systemd's specifiers stand there as they are now.
    mutating func sayOfPassing(_ specifiers: [(letter: Character, value: String)], at place: Place) {
        for (letter, value) in specifiers {
            say(
                .changed, place,
                "%\(letter) is written out as it is now (\(value.isEmpty ? "nothing" : value.onOneLine)), where systemd reads it anew",
                advice: "import it again after a change")
        }
    }

    /// Says of what a reader has asked for without a word that it is off, names what is there anyway, or has a value of no use.
    mutating func sayOfUntold(_ all: [Assignment]) {
        for written in all {
            if Unit.boolean(written.value) == false || written.value == "infinity" {
                say(.kept, written.place, SettingFate.offReason)
            } else if written.section == "Unit", !SettingFate.isCondition(written.key) {
                say(.kept, written.place, SettingFate.idleReason)
            } else {
                say(.notKept, written.place, SettingFate.passedOver)
            }
        }
    }

    /// More than a descriptor takes of anything: what it is asked for beyond that is not gathered, and refuses the job.
    private static let longestList = 64

    private mutating func isShort(_ list: [JSONValue]) -> Bool {
        guard list.count >= Self.longestList else { return true }
        if !isRefused { say(.refused, place, "it has more entries of one kind than a descriptor takes") }
        return false
    }

    /// Adds one more entry of the schedule.
    mutating func add(schedule entry: JSONValue) {
        var entries: [JSONValue] = if case .array(let entries)? = object["schedule"] { entries } else { [] }
        guard isShort(entries) else { return }
        entries.append(entry)
        object["schedule"] = .array(entries)
    }

    /// Adds a member of an object such as `requires` or `resources`; several values of one name become a list.
    mutating func add(_ key: String, _ value: JSONValue, to outer: String) {
        var inner: JSONObject = if case .object(let inner)? = object[outer] { inner } else { JSONObject() }
        switch inner[key] {
        case nil: inner[key] = value
        case .array(let values)?:
            guard !values.contains(value), isShort(values) else { return }
            inner[key] = .array(values + [value])
        case let other?: inner[key] = other == value ? value : .array([other, value])
        }
        object[outer] = .object(inner)
    }
}

extension JSONValue {
    static func words(_ words: [String]) -> JSONValue { .array(words.map { .string($0) }) }
}
