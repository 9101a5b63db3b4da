// bgrun rehearse: how a job would have gone in the last days, or goes in a story, before it is submitted.
import ArgumentParser
import BGRunCalendar
import BGRunClient
import BGRunJob
import BGRunText
import BGRunWire
import Glibc

struct RehearseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rehearse",
        abstract: "Show how a job would have run in the last days, or in a story, before it is submitted.",
        discussion: """
            Nothing is started and nothing submitted. Over the last days it is played by what the daemon has recorded of \
            power, network, sleep and whatever jobs asked for; what none asked for is not known. With --scenario no daemon \
            is needed, and the exit code is 1 where an expectation (a line with < or ?) of the story is not met. A story also \
            plays the tasks of an application, by its manifest, as it says when they are submitted.
            """)

    @Argument(
        help: ArgumentHelp(
            "Descriptors, or with --scenario manifests too, directories or lists of them (.jsonl), or names of jobs; - reads standard input.",
            valueName: "file"), completion: .file())
    var files: [String]

    @Option(help: "How many days, up to today (default: 7).")
    var days: Int?

    @Option(
        help: ArgumentHelp("Play this story instead of the last days.", valueName: "story"),
        completion: .file())
    var scenario: String?

    @Option(
        help: ArgumentHelp(
            "How long each run takes (default: the median of earlier ones that succeeded, else 10m; of tasks 10s).",
            valueName: "duration"),
        transform: Words.duration)
    var takes: Duration?

    @Option(
        help: ArgumentHelp(
            "Take a requirement as met or unmet where nothing is recorded of it, such as unmetered=on.",
            valueName: "condition=value"
        ))
    var assume: [String] = []

    @OptionGroup var call: CallOptions

    private static let mostDays = 366
    private static let usualDays = 7
    static let usualWork: Duration = .seconds(600)

    func validate() throws {
        if let days, !(1...Self.mostDays).contains(days) {
            throw ValidationError("--days takes a number from 1 to \(Self.mostDays)")
        }
        if let takes, takes <= .zero {
            throw ValidationError("--takes takes a duration above zero, such as 20m")
        }
        if scenario != nil, days != nil { throw ValidationError("give either --days or --scenario") }
        if scenario != nil, !assume.isEmpty {
            throw ValidationError("a story says itself what holds; --assume is for what was recorded")
        }
        if scenario == "-", files.contains("-") {
            throw ValidationError("only one of them can be read from standard input")
        }
        _ = try assumptions()
    }

    func run() throws {
        let (jobs, manifests) = try descriptors()
        if let scenario { return try play(jobs, manifests, inStoryAt: scenario) }
        if let manifest = manifests.first {
            throw Failure.usage(
                "\(manifest.application) is an application, and nothing is recorded of when it asks for its tasks",
                advice:
                    "give a story: --scenario FILE, with a line such as \"09:00 > submit \(manifest.exampleTask)\""
            )
        }
        try play(jobs)
    }

    /// Those of the files, and of jobs that the daemon has, by their names; nothing is asked of it where all are files.
    private func descriptors() throws -> ([JobDescriptor], [ApplicationManifest]) {
        var (paths, names): ([String], [JobName]) = ([], [])
        for file in files {
            var status = stat()
            let isThere = unsafe stat(file, &status) == 0
            // What looks like a file and is not there is a slip, and no job's name.
            let looksLikeFile = file == "-" || file.contains("/") || file.contains(".json")
            if !isThere, !looksLikeFile, let name = try? Words.jobName(file) {
                names.append(name)
            } else {
                paths.append(file)
            }
        }
        var found: [JobDescriptor] = []
        var manifests: [ApplicationManifest] = []
        if !paths.isEmpty {
            switch try SubmittedFiles(paths, takeManifest: { manifests.append($0) }) {
            case .one(let file): found.append(file.file.descriptor)
            case .several(let files): found += files.map(\.file.descriptor)
            }
        }
        try call.daemon.each(names) { target, _ in
            var connection = try call.daemon.connect()
            let reply = try call.daemon.naming { try connection.call(CatCall(target)) }
            found.append(try DescriptorFile(checking: reply.descriptor).descriptor)
        }
        for (place, manifest) in manifests.enumerated()
        where manifests[..<place].contains(where: { $0.application == manifest.application }) {
            throw Failure.usage(
                "there are two manifests of \(manifest.application)", advice: "name one of them")
        }
        return (found, manifests)
    }

    /// What is to count where nothing was recorded, by kinds.
    private func assumptions() throws -> [Requirement.Kind: Verdict] {
        guard !assume.isEmpty else { return [:] }
        var verdicts: [Requirement.Kind: Verdict] = [:]
        for assignment in try Words.simulatedConditions(assume).assignments {
            guard case .verdict(let verdict) = assignment.value else {
                throw ValidationError(
                    "--assume says whether \(assignment.kind.rawValue) holds; write on or off")
            }
            verdicts[assignment.kind] = verdict
        }
        return verdicts
    }

    private func play(_ jobs: [JobDescriptor]) throws {
        let clock = LocalZone.clock
        let past = try RehearsedPast(
            jobs, days: days ?? Self.usualDays, assuming: try assumptions(), takes: takes, clock, call.daemon)
        if call.output.json { return Terminal.write(json: RehearsalReport.json(past)) }
        let text = RehearsalText(
            past.jobs, past.machine, past.facts, clock: clock, glyphs: Terminal.alphabet, on: Terminal.screen)
        Terminal.page(text.lines, call.output)
    }

    private func play(
        _ jobs: [JobDescriptor], _ manifests: [ApplicationManifest], inStoryAt path: String
    ) throws {
        let story = try RehearsedStory(path, jobs: jobs, manifests, takes: takes, call.daemon)
        if call.output.json {
            Terminal.write(json: RehearsalReport.json(story))
        } else {
            Terminal.page(story.lines, call.output)
        }
        for complaint in story.complaints { Terminal.writeError(complaint + "\n") }
        if !story.isAsWritten { throw Failure(.unsuccessful, nil) }
    }
}

extension ApplicationManifest {
    /// The name of a task that may be submitted.
    fileprivate var exampleTask: String {
        for task in tasks { if case .exact(let identifier) = task.pattern { return identifier.text } }
        return "TASK"
    }
}
