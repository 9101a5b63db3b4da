// The rules of what conditions ask for: numbers, free space, file systems that are mounted.
import BGRunCalendar
import BGRunJSON

extension ValueRule<Int> {
    /// A number with at most two decimals, held in hundredths.
    static func hundredths(_ range: ClosedRange<Int>) -> ValueRule {
        func text(_ hundredths: Int) -> String { Requirement.text(hundredths: hundredths) }
        let bounds = (Double(range.lowerBound) / 100, Double(range.upperBound) / 100)
        let wanted =
            "a number from \(text(range.lowerBound)) to \(text(range.upperBound)) with at most two decimals, "
            + "such as 0.8"
        return ValueRule(
            expects: wanted,
            schema: ["type": "number", "minimum": .number(bounds.0), "maximum": .number(bounds.1)],
            read: { field throws(FieldError) in
                let number: Double
                switch field.value {
                case .integer(let whole): number = Double(whole)
                case .number(let fraction): number = fraction
                case .null, .bool, .string, .array, .object: throw field.mismatch(wanted)
                }
                guard number >= bounds.0, number <= bounds.1 else {
                    throw field.refusal("the number is out of range", advice: "write \(wanted)")
                }
                let hundredths = Int(number * 100 + 0.5)
                guard Double(hundredths) / 100 == number else {
                    throw field.refusal("the number has more than two decimals", advice: "write \(wanted)")
                }
                return hundredths
            },
            print: { $0 % 100 == 0 ? .integer(Int64($0 / 100)) : .number(Double($0) / 100) })
    }
}

private struct PressureDraft {
    var cpu: Int?
    var io: Int?
    var memory: Int?

    init() {}

    init(_ requirements: [Requirement]) {
        for requirement in requirements {
            guard case .pressure(let resource, let percent) = requirement else { continue }
            switch resource {
            case .cpu: cpu = percent
            case .io: io = percent
            case .memory: memory = percent
            }
        }
    }

    var requirements: [Requirement] {
        PressureResource.allCases.compactMap { resource in
            let percent =
                switch resource {
                case .cpu: cpu
                case .io: io
                case .memory: memory
                }
            return percent.map { .pressure(resource, percent: $0) }
        }
    }
}

extension ValueRule<[Requirement]> {
    /// An object with one percentage for each resource.
    static var pressures: ValueRule {
        let table = KeyTable<PressureDraft>([
            .init("cpu", .whole(1...100), \.cpu, "Something waits for a processor.", example: "20"),
            .init("io", .whole(1...100), \.io, "Something waits for a disk.", example: "10"),
            .init("memory", .whole(1...100), \.memory, "Something waits for memory.", example: "5"),
        ])
        return .object(
            table, PressureDraft(), example: "an object such as {\"io\": 10}", value: \.requirements,
            draft: { PressureDraft($0) })
    }
}

private struct FreeSpaceDraft {
    var path: String?
    var atLeast: Int?
}

extension ValueRule<FreeSpace> {
    static var example: String { "an object such as {\"path\": \"/home\", \"atLeast\": \"10G\"}" }

    static var freeSpace: ValueRule {
        let table = KeyTable<FreeSpaceDraft>([
            .init(
                "path", .plainPath, \.path, "A path on the file system that is meant.", example: #""/home""#),
            .init(
                "atLeast", .size(1...1 << 60), \.atLeast, "How much free space its owner may use there.",
                example: #""10G""#),
        ])
        return .object(
            table, FreeSpaceDraft(),
            required: [
                ("path", "write where, such as \"path\": \"/home\""),
                ("atLeast", "write how much, such as \"atLeast\": \"10G\""),
            ], example: example,
            value: { draft in
                draft.path.flatMap { path in draft.atLeast.map { FreeSpace(path: path, bytes: $0) } }
            },
            draft: { FreeSpaceDraft(path: $0.path, atLeast: $0.bytes) })
    }
}

extension ValueRule<MountTarget> {
    static var example: String {
        "an absolute path such as \"/mnt/backup\", or a file system's UUID such as \"UUID=1234-ABCD\""
    }

    static var mountTarget: ValueRule {
        let prefix = "UUID="
        let path = ValueRule<String>.plainPath
        return ValueRule(
            schema: [
                "anyOf": [
                    .object(path.schema),
                    ["type": "string", "pattern": .string("^\(prefix)[0-9A-Za-z-]{1,64}$")],
                ]
            ],
            collecting: { field, errors in
                guard case .string(let text) = field.value, text.utf8.first != UInt8(ascii: "/") else {
                    return path.read(field, &errors).map { .path($0) }
                }
                let uuid = text.utf8.dropFirst(prefix.utf8.count)
                let isUUID = (1...64).contains(uuid.count) && uuid.allSatisfy(isPartOfUUID)
                if text.utf8.starts(with: prefix.utf8), isUUID {
                    return .uuid(String(text.dropFirst(prefix.count)))
                }
                errors.append(
                    field.refusal("\(QuotedText(text)) names no file system", advice: "write \(example)"))
                return nil
            },
            print: { .string($0.text) })
    }

    private static func isPartOfUUID(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"):
            true
        case _: false
        }
    }
}
