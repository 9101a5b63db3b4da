// Valid descriptors drawn from a seed, to try rules on more shapes than anybody writes down.
import BGRunCalendar
import BGRunJob
import BGRunTestSupport

struct RandomDescriptor {
    let descriptor: JobDescriptor?

    init(using random: inout SeededGenerator) {
        let instance = Self.coin(&random) ? "@i\(random.next() % 10)" : ""
        guard let identifier = JobIdentifier("org.example.\(random.next() % 1000)\(instance)") else {
            descriptor = nil
            return
        }
        var job = JobDescriptor(
            identifier: identifier,
            kind: JobDescriptor.Kind.written.randomElement(using: &random) ?? .processing,
            program: Self.program(using: &random))
        if Self.coin(&random) {
            job.title = Self.text(using: &random).filter { !$0.isNewline && $0 != "\u{1}" }
        }
        if Self.coin(&random) { job.notes = "one\ntwo \(random.next() % 9)" }
        let names = Set((0..<random.next() % 4).map { _ in "N\(random.next() % 9)" })
        job.environment = names.sorted().map { .init(name: $0, value: Self.text(using: &random)) }
        if Self.coin(&random) { job.workingDirectory = "/" + Self.text(using: &random) }
        if Self.coin(&random) { job.standardInput = Self.text(using: &random) + "\0" }
        job.earliestBegin = Self.earliestBegin(using: &random)
        job.takeSchedule(using: &random)
        job.takeTiming(using: &random)
        job.takeRequirements(using: &random)
        if Self.coin(&random) {
            job.timeBudget = .milliseconds(Int64.random(in: 1...10_000_000_000, using: &random))
        }
        if Self.coin(&random) {
            job.maxTimeBudget = job.timeBudget + .seconds(Int64.random(in: 0...10_000, using: &random))
        }
        if Self.coin(&random) {
            job.gracePeriod = .milliseconds(Int64.random(in: 0...90_000, using: &random))
        }
        job.onRequirementLost = .allCases.randomElement(using: &random) ?? .stop
        job.onExpiration = .allCases.randomElement(using: &random) ?? .drop
        job.takeOrder(using: &random)
        job.isEnabled = Self.coin(&random)
        job.noNewPrivileges = Self.coin(&random)
        job.launchRules = Self.launchRules(
            hasDirectory: job.workingDirectory != nil, using: &random)
        if job.kind == .service { job.dropWhatNoServiceSays() }
        descriptor = job
    }

    private static func launchRules(hasDirectory: Bool, using random: inout SeededGenerator) -> LaunchRules {
        var rules = LaunchRules()
        rules.stopSignal = .allCases.randomElement(using: &random) ?? .HUP
        if coin(&random) { rules.umask = FileModeMask(bits: .random(in: 0...0o777, using: &random)) }
        rules.makesWorkingDirectory = hasDirectory && coin(&random)
        if coin(&random) { rules.user = "backup" }
        if coin(&random) { rules.group = "disk$" }
        if coin(&random) {
            rules.environmentFile = EnvironmentFile(
                path: "/" + text(using: &random), isOptional: coin(&random))
        }
        if coin(&random) { rules.credentials = [Credential(name: "a.b", path: "/" + text(using: &random))] }
        if coin(&random) { rules.standardOutput = OutputTarget(path: "/home/me/a.log") }
        if coin(&random) {
            rules.standardError = OutputTarget(
                path: "/home/me/b.log", maxSize: .random(in: 4096...99_999, using: &random),
                keep: .random(in: 1...99, using: &random))
        }
        rules.resources = resources(using: &random)
        return rules
    }

    private static func resources(using random: inout SeededGenerator) -> ResourceRules {
        func one(_ range: ClosedRange<Int>) -> Int? {
            coin(&random) ? .random(in: range, using: &random) : nil
        }
        return ResourceRules(
            nice: one(-20...19), ioClass: coin(&random) ? .bestEffort : nil, cpuWeight: one(1...10_000),
            ioWeight: one(1...10_000), memoryMax: one(1_048_576...99_999_999_999), swapMax: one(0...4096),
            tasksMax: one(1...99))
    }

    private static func coin(_ random: inout SeededGenerator) -> Bool { .random(using: &random) }

    private static func text(using random: inout SeededGenerator) -> String {
        let letters = [
            "a", "Z", " ", "\"", "\\", "/", "é", "e\u{301}", "日", "👩‍💻", "\u{7f}", "\n", "\u{1}", "'", "$",
        ]
        let text = (0..<random.next() % 12).map { _ in letters.randomElement(using: &random) ?? "" }.joined()
        return text.filter { $0 != "\u{7f}" }
    }

    private static func program(using random: inout SeededGenerator) -> JobDescriptor.Program {
        if coin(&random) { return .shell("x" + text(using: &random)) }
        return .command(["p"] + (0..<random.next() % 4).map { _ in text(using: &random) })
    }

    private static func earliestBegin(using random: inout SeededGenerator) -> JobDescriptor.EarliestBegin? {
        switch random.next() % 3 {
        case 0: nil
        case 1: .after(.milliseconds(Int64.random(in: 0...100_000_000_000, using: &random)))
        default:
            .date(
                WallTime(
                    microseconds: .random(
                        in: -62_167_219_200_000_000...253_402_300_799_999_999, using: &random)))
        }
    }
}
