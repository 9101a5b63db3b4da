// A handover as text: two programs of different versions may stand at its ends.
import BGRunCalendar
import BGRunJSON
import BGRunJob
import BGRunLaunch
import BGRunScheduler

extension Handover {
    var json: JSONValue {
        .object([
            "form": .integer(Self.form), "listener": .of(listener),
            "runs": .array(
                runs.map { .object(["run": .object($0.run.json), "tree": .object($0.tree.json)]) }),
            "left": .array(left.map { .object($0.json) }),
        ])
    }

    /// Nil for what is none, or of another form.
    init?(bytes: [UInt8]) {
        guard let json = try? JSONValue(parsing: bytes, limits: Self.limits), case .object(let object) = json,
            case let fields = HandoverFields(object),
            fields.number("form") == Self.form, let runs = fields.list("runs"), let left = fields.list("left")
        else { return nil }
        listener = fields.descriptor("listener")
        for fields in runs {
            guard let run = fields.object("run").flatMap({ ContinuedRun($0) }),
                let tree = fields.object("tree").flatMap({ HandedTree($0) }), tree.name == .run(run.run.id)
            else {
                unreadable += 1
                continue
            }
            self.runs.append(HandedRun(run: run, tree: tree))
        }
        for fields in left {
            guard let tree = HandedTree(fields) else { return nil }
            self.left.append(tree)
        }
        // One that stands twice would be closed twice.
        let numbers = self.runs.flatMap(\.tree.descriptors) + self.left.flatMap(\.descriptors)
        if Set(numbers).count != numbers.count { return nil }
        if Set(self.runs.map(\.run.run.id)).count != self.runs.count { return nil }
    }
}

/// The members of an object, each nil where it is missing or is none of that kind.
private struct HandoverFields {
    private let object: JSONObject

    init(_ object: JSONObject) { self.object = object }

    func number(_ key: String) -> Int64? {
        guard case .integer(let number)? = object[key] else { return nil }
        return number
    }

    func descriptor(_ key: String) -> Int32? {
        // Behind the standard ones, and up to as many as a process may have.
        number(key).flatMap { (3..<1 << 20).contains($0) ? Int32($0) : nil }
    }

    func text(_ key: String) -> String? {
        guard case .string(let text)? = object[key] else { return nil }
        return text
    }

    func holds(_ key: String) -> Bool { object[key] == .bool(true) }

    func span(_ key: String) -> Duration? { number(key).map { .microseconds($0) } }

    func wall(_ key: String) -> WallTime? { number(key).map { WallTime(microseconds: $0) } }

    func boot(_ key: String) -> BootTime? { number(key).map { BootTime(microseconds: $0) } }

    func awake(_ key: String) -> AwakeTime? { number(key).map { AwakeTime(microseconds: $0) } }

    func object(_ key: String) -> HandoverFields? {
        guard case .object(let object)? = object[key] else { return nil }
        return HandoverFields(object)
    }

    func texts(_ key: String) -> [String] {
        guard case .array(let values)? = object[key] else { return [] }
        return values.compactMap { if case .string(let text) = $0 { text } else { nil } }
    }

    func list(_ key: String) -> [HandoverFields]? {
        guard case .array(let values)? = object[key] else { return nil }
        var list: [HandoverFields] = []
        for value in values {
            guard case .object(let object) = value else { return nil }
            list.append(HandoverFields(object))
        }
        return list
    }
}

extension JSONValue {
    fileprivate static func of(_ number: Int32?) -> JSONValue { number.map { .integer(Int64($0)) } ?? .null }

    fileprivate static func of(_ span: Duration?) -> JSONValue {
        span.map { .integer($0.wholeMicroseconds) } ?? .null
    }

    fileprivate static func of(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }
}

// MARK: - Trees

extension HandedTree {
    fileprivate var json: JSONObject {
        var object: JSONObject = [
            "process": .of(process), "descriptor": .of(descriptor), "output": .of(output),
            "errors": .of(errors),
            "memoryKillsBefore": .integer(memoryKillsBefore),
        ]
        switch name {
        case .run(let run): object["run"] = .integer(run.rawValue)
        case .errand(let errand): object["errand"] = .string(errand)
        }
        return object
    }

    fileprivate init?(_ fields: HandoverFields) {
        let name: Name
        if let run = fields.number("run") {
            name = .run(RunID(run))
        } else if let errand = fields.text("errand") {
            name = .errand(errand)
        } else {
            return nil
        }
        guard let process = fields.number("process").flatMap({ Int32(exactly: $0) }), process > 0,
            let descriptor = fields.descriptor("descriptor")
        else { return nil }
        self.init(
            name, process: process, descriptor: descriptor, output: fields.descriptor("output"),
            errors: fields.descriptor("errors"), memoryKillsBefore: fields.number("memoryKillsBefore") ?? 0)
    }
}

// MARK: - Runs

extension ContinuedRun {
    fileprivate var json: JSONObject {
        var object: JSONObject = [
            "id": .integer(run.id.rawValue), "process": .of(process),
            "due": .integer(run.due.microseconds), "wall": .integer(run.started.wall.microseconds),
            "boot": .integer(run.started.boot.microseconds),
            "awake": .integer(run.started.awake.microseconds),
            "timeBudget": .of(run.timeBudget), "gracePeriod": .of(run.gracePeriod),
            "isForced": .bool(run.isForced), "isInHours": .bool(run.isInHours),
            "isSimulated": .bool(run.isSimulated), "silenceLimit": .of(run.silenceLimit),
            "relaxed": .array(run.relaxed.map { .string($0) }), "frozenFor": .of(run.frozenFor),
            "progressed": .integer(run.progressed.microseconds), "isOverrunTold": .bool(isOverrunTold),
            "sign": .of(sign?.rawValue),
        ]
        if let stillness { object["stillness"] = .object(stillness.json) }
        if let progress {
            object["progress"] = .object([
                "completed": .integer(progress.completedUnits), "total": .integer(progress.totalUnits),
                "title": .of(progress.title), "subtitle": .of(progress.subtitle),
            ])
        }
        switch deferral {
        case .usual?: object["deferral"] = .string("usual")
        case .by(let span)?: object["deferral"] = .of(span)
        case nil: break
        }
        return object
    }

    fileprivate init?(_ fields: HandoverFields) {
        guard let id = fields.number("id"), let due = fields.wall("due"), let wall = fields.wall("wall"),
            let boot = fields.boot("boot"), let awake = fields.awake("awake"),
            let budget = fields.span("timeBudget"), let grace = fields.span("gracePeriod"),
            let process = fields.number("process").flatMap({ Int32(exactly: $0) })
        else { return nil }
        var run = Run(
            id: RunID(id), due: due, started: Now(wall: wall, boot: boot, awake: awake), timeBudget: budget,
            gracePeriod: grace, isForced: fields.holds("isForced"), isInHours: fields.holds("isInHours"),
            isSimulated: fields.holds("isSimulated"), silenceLimit: fields.span("silenceLimit"),
            relaxed: fields.texts("relaxed"))
        run.frozenFor = fields.span("frozenFor") ?? .zero
        run.progressed = fields.awake("progressed") ?? awake
        var stillness: Stillness?
        if let told = fields.object("stillness") {
            guard let read = Stillness(told) else { return nil }
            stillness = read
        }
        self.init(run, process: process, stillness: stillness)
        isOverrunTold = fields.holds("isOverrunTold")
        sign = fields.text("sign").flatMap { RunWords.Sign(rawValue: $0) }
        deferral =
            fields.span("deferral").map { .by($0) } ?? (fields.text("deferral") == "usual" ? .usual : nil)
        progress = fields.object("progress").map { told in
            TaskProgress(
                completedUnits: told.number("completed") ?? 0, totalUnits: told.number("total") ?? 0,
                title: told.text("title"), subtitle: told.text("subtitle"))
        }
    }
}

extension ContinuedRun.Stillness {
    fileprivate var json: JSONObject {
        var object: JSONObject = [
            "since": .integer(since.microseconds), "cause": .string(reason.cause.rawValue),
        ]
        if case .requirementLost(let kind, let until) = reason {
            object["kind"] = .string(kind.rawValue)
            object["until"] = .integer(until.microseconds)
        }
        return object
    }

    fileprivate init?(_ fields: HandoverFields) {
        guard let since = fields.awake("since"),
            let cause = fields.text("cause").flatMap({ FreezeCause(rawValue: $0) })
        else { return nil }
        switch cause {
        case .allowedHours: self.init(since: since, reason: .allowedHours)
        case .requirementLost:
            guard let kind = fields.text("kind").flatMap({ Requirement.Kind(rawValue: $0) }),
                let until = fields.awake("until")
            else { return nil }
            self.init(since: since, reason: .requirementLost(kind, until: until))
        // None stands still for a sleep while a renewal may begin.
        case .systemSleep: return nil
        }
    }
}
