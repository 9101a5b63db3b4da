// A template: one descriptor that stands for several jobs, which differ in a word.
import BGRunJSON

/// A descriptor whose identifier ends in `@`, with the instances that it stands for.
///
/// `org.example.backup@` with the instances `home` and `photos` is the jobs `org.example.backup@home` and
/// `org.example.backup@photos`. In its values `%i` is the instance.
package struct JobTemplate: Sendable {
    /// So many jobs one template stands for at most.
    package static let mostInstances = 250
    /// So many bytes their descriptors have together at most, before any of them is made: a short text can ask for much.
    static let mostBytes = 4 << 20

    /// `org.example.backup@`.
    package let name: String
    /// The jobs that it stands for, in the order of its list.
    package let jobs: [JobIdentifier]
    /// Without the list.
    private let object: JSONObject

    /// Whether an object is meant to be one.
    package static func isMeant(by object: JSONObject) -> Bool {
        if object["instances"] != nil { return true }
        guard case .string(let name)? = object["identifier"] else { return false }
        return name.utf8.last == JobIdentifier.at
    }

    /// Whether a template may have this name.
    package static func isName(_ text: String) -> Bool { fault(inName: text) == nil }

    private static func fault(inName text: String) -> String? {
        guard text.utf8.last == JobIdentifier.at else { return "the name of a template ends in '@'" }
        // With the shortest instance there is, so that it is as long as it may be.
        return JobIdentifier.fault(in: text + "0")
    }

    /// Reads what makes a template of an object; its other keys are read with each job.
    package init(_ object: JSONObject) throws(DescriptorError) {
        var errors: [FieldError] = []
        let name = Self.name(of: object, &errors)
        let instances = Self.instances(of: object, &errors) ?? []
        guard errors.isEmpty, let name else { throw .fields(errors) }
        var jobs: [JobIdentifier] = []
        for (place, instance) in instances.enumerated() {
            if let job = JobIdentifier("\(name)\(instance)") {
                jobs.append(job)
            } else {
                errors.append(
                    FieldError(
                        at: JSONKeyPath([.key("instances"), .index(place)]),
                        reason: JobIdentifier.fault(in: "\(name)\(instance)") ?? "this is no instance",
                        advice: "choose another name"))
            }
        }
        guard errors.isEmpty else { throw .fields(errors) }
        self.name = name
        self.jobs = jobs
        var object = object
        object["instances"] = nil
        self.object = object
        if let error = excess { throw .fields([error]) }
    }

    /// Why its jobs are too much together.
    private var excess: FieldError? {
        let text = Array(JSONValue.object(object).text().utf8)
        let marks = zip(text, text.dropFirst()).count { $0 == UInt8(ascii: "%") && $1 == UInt8(ascii: "i") }
        let bytes = jobs.reduce(0) { $0 + text.count + marks * ($1.instance?.utf8.count ?? 0) }
        guard bytes > Self.mostBytes else { return nil }
        return FieldError(
            at: JSONKeyPath([.key("instances")]),
            reason: "the template's jobs have \(bytes) bytes together, \(Self.mostBytes) at most",
            advice: "make a second template, or shorten this one")
    }

    private static func name(of object: JSONObject, _ errors: inout [FieldError]) -> String? {
        let path = JSONKeyPath([.key("identifier")])
        guard let value = object["identifier"] else {
            errors.append(
                FieldError(
                    at: path, reason: "the key is missing",
                    advice: "name the template, such as \"identifier\": \"org.example.backup@\""))
            return nil
        }
        let field = JSONField(value, at: .key("identifier"), in: .root)
        do throws(FieldError) {
            let text = try field.string()
            guard let fault = fault(inName: text) else { return text }
            throw field.refusal(
                fault,
                advice: JobIdentifier(text) == nil
                    ? "write a name such as \"org.example.backup@\""
                    : "write \"\(text.prefix { $0 != "@" })@\", or remove \"instances\"")
        } catch {
            errors.append(error)
            return nil
        }
    }

    private static func instances(of object: JSONObject, _ errors: inout [FieldError]) -> [Label]? {
        guard let value = object["instances"] else {
            errors.append(
                FieldError(
                    at: JSONKeyPath([.key("instances")]), reason: "the key is missing",
                    advice: "write which jobs the template stands for, such as \"instances\": [\"home\"]"))
            return nil
        }
        let rule = ValueRule<[Label]>.instances
        return rule.read(JSONField(value, at: .key("instances"), in: .root, expects: rule.expects), &errors)
    }

    /// The descriptor of one of its jobs, as its author could have written it.
    package func object(for job: JobIdentifier) -> JSONObject {
        let instance = job.instance ?? ""
        return JSONObject(
            distinct: object.members.map { member in
                JSONObject.Member(
                    key: member.key,
                    value: member.key == "identifier" ? .string(job.text) : member.value.naming(instance))
            })
    }
}

extension JSONObject {
    /// The object with the name of an instance in place of `%i` in all its values.
    func naming(_ instance: String) -> JSONObject {
        JSONObject(distinct: members.map { Member(key: $0.key, value: $0.value.naming(instance)) })
    }
}

extension JSONValue {
    /// The value with `instance` in place of `%i`, and one percent sign in place of two. Keys stay as they are, and so does
    /// any other percent sign: it is the job's own, as in `date +%F`.
    func naming(_ instance: String) -> JSONValue {
        switch self {
        case .null, .bool, .integer, .number: self
        case .string(let text): .string(Self.naming(instance, in: text))
        case .array(let elements): .array(elements.map { $0.naming(instance) })
        case .object(let object): .object(object.naming(instance))
        }
    }

    private static func naming(_ instance: String, in text: String) -> String {
        let percent = UInt8(ascii: "%")
        guard text.utf8.contains(percent) else { return text }
        var bytes: [UInt8] = []
        var isOpen = false
        for byte in text.utf8 {
            guard isOpen else {
                if byte == percent { isOpen = true } else { bytes.append(byte) }
                continue
            }
            isOpen = false
            switch byte {
            case UInt8(ascii: "i"): bytes.append(contentsOf: instance.utf8)
            case percent: bytes.append(percent)
            case _: bytes.append(contentsOf: [percent, byte])
            }
        }
        if isOpen { bytes.append(percent) }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension ValueRule<[Label]> {
    /// What a template stands for: at least one name, and none twice.
    static var instances: ValueRule {
        let most = JobTemplate.mostInstances
        let wanted = "a list of names such as [\"home\", \"photos\"]"
        let list = ValueRule.list(of: ValueRule<Label>.label("a name such as \"home\""))
        return ValueRule(
            expects: wanted,
            schema: list.schema.with([
                "minItems": 1, "maxItems": .integer(Int64(most)), "uniqueItems": true,
            ]),
            collecting: { field, errors in
                if case .array(let elements) = field.value, !(1...most).contains(elements.count) {
                    errors.append(
                        elements.isEmpty
                            ? field.refusal("the template stands for no job", advice: "write \(wanted)")
                            : field.refusal(
                                "the list has \(elements.count) entries, \(most) at most",
                                advice: "make a second template"))
                    return nil
                }
                guard let names = list.read(field, &errors) else { return nil }
                var seen: Set<Label> = []
                for (place, name) in names.enumerated() where !seen.insert(name).inserted {
                    errors.append(
                        FieldError(
                            at: field.keyPath.appending(.index(place)),
                            reason: "the list has \"\(name)\" already", advice: "remove one of them"))
                    return nil
                }
                return names
            }, print: list.print)
    }
}
