// The rule of `resources`: an object of weights, limits and priorities.
import BGRunJSON

extension ValueRule<ResourceRules> {
    private static let weight = ValueRule<Int>.whole(1...10_000)
    /// Less than this hardly lets a program begin.
    private static let memory = ValueRule<Int>.size((1 << 20)...(1 << 50))

    private static let table = KeyTable<ResourceRules>([
        .init(
            "nice", .whole(-20...19), \.nice,
            "The nice value (10 for \"processing\", else 0); below 0 for root's jobs alone.", example: "15"),
        .init(
            "ioClass", .choice, \.ioClass,
            "\"idle\" (the default of \"processing\") or \"best-effort\", with the level that follows from nice.",
            example: #""best-effort""#
        ),
        .init(
            "cpuWeight", weight, \.cpuWeight, "The share of processor time while others want some.",
            default: "100", example: "20"),
        .init(
            "ioWeight", weight, \.ioWeight, "The share of the disk's time while others want some.",
            default: "100", example: "20"),
        .init(
            "memoryMax", memory, \.memoryMax, "The memory of all its processes; what needs more is killed.",
            example: #""500M""#),
        .init(
            "swapMax", .size(0...(1 << 50)), \.swapMax, "The swap space of all its processes.",
            example: #""1G""#),
        .init(
            "tasksMax", .whole(1...4_194_304), \.tasksMax, "How many processes and threads it has at most.",
            example: "100"),
    ])

    static var keys: [String] { table.rows.map(\.key.name) }

    static var resources: ValueRule {
        .object(
            table, ResourceRules(), example: "an object such as {\"memoryMax\": \"500M\"}", value: { $0 },
            draft: { $0 })
    }
}
