// bgrun rehearse: how a job would have gone in the last days, or goes in a story, before it is submitted.
import ArgumentParser
import BGRunCalendar
import BGRunClient
import BGRunForecast
import BGRunJSON
import BGRunJob
import BGRunLinux
import BGRunRehearsal
import BGRunText
import BGRunWire

struct RehearseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rehearse",
        abstract: "Play a descriptor over the last days, or over a story, before it is submitted.",
        discussion: """
            Nothing is started and nothing submitted. Over the last days it is played by what the daemon has recorded of \
            power, network, sleep and whatever jobs asked for; what none asked for is not known. With --scenario no daemon \
            is needed, and it leaves with 1 where something else comes of the story than its lines with < and ? say.
            """)

    @Argument(
        help: ArgumentHelp(
            "Descriptors to play together, directories or lists of them (.jsonl); - reads standard input.",
            valueName: "file"), completion: .file())
    var files: [String]

    @Option(help: "How many days, up to today; 7 where nothing is said.")
    var days: Int?

    @Option(
        help: ArgumentHelp("Play this story instead of the last days.", valueName: "story"),
        completion: .file())
    var scenario: String?

    @Option(
        help: ArgumentHelp(
            "How long runs work; else as long as earlier ones that succeeded, or 10m.", valueName: "duration"),
        transform: Words.duration)
    var takes: Duration?

    @Option(
        help: ArgumentHelp(
            "What counts where nothing is recorded of it, such as unmetered=on.", valueName: "condition=value"
        ))
    var assume: [String] = []

    @OptionGroup var call: CallOptions

    private static let mostDays = 366
    private static let usualDays = 7
    static let usualWork: Duration = .seconds(600)

    func validate() throws {
        if let days, !(1...Self.mostDays).contains(days) {
            throw ValidationError("--days is a number from 1 to \(Self.mostDays)")
        }
        if let takes, takes <= .zero { throw ValidationError("--takes is longer than nothing") }
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
        let jobs =
            switch try SubmittedFiles(files) {
            case .one(let file): [file.file.descriptor]
            case .several(let files): files.map(\.file.descriptor)
            }
        if let scenario { return try play(jobs, inStoryAt: scenario) }
        try play(jobs)
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

    private func zones(for jobs: [JobDescriptor], local: Zone) -> KnownZones {
        var zones = KnownZones(local: local)
        for name in Set(jobs.flatMap(\.schedules).compactMap(\.zoneName)) {
            zones[name] = try? MachineZones.zone(named: name)
        }
        return zones
    }

    // MARK: - The last days

    private func play(_ jobs: [JobDescriptor]) throws {
        let owner = call.daemon.owner ?? UserID(Machine.effectiveUser)
        let clock = LocalZone.clock
        let past = try RehearsedPast(
            jobs, owner: owner, days: days ?? Self.usualDays, assuming: try assumptions(), takes: takes,
            zones: zones(for: jobs, local: (try? MachineZones.zone(named: nil)) ?? .utc), clock, call.daemon)
        if let refusal = past.refusal { throw refusal }
        if call.output.json { return Terminal.write(json: RehearsalReport.json(past)) }
        let text = RehearsalText(
            past.jobs, past.machine, past.facts, clock: clock, glyphs: Terminal.alphabet, on: Terminal.screen)
        Terminal.page(text.lines, call.output)
    }

    // MARK: - A story

    private func play(_ jobs: [JobDescriptor], inStoryAt path: String) throws {
        let zone = LocalZone.zone
        var reader = StoryReader(zone: zone, jobs: jobs.map(\.identifier))
        let text = try text(at: path)
        let story: Story
        do throws(StoryFault) {
            story = try reader.story(text)
        } catch {
            throw Failure.usage(
                "\(path.visible):\(error.line): \(error.reason.visible)", advice: error.advice.visible)
        }
        var terms = Rehearsal.Terms(
            owner: call.daemon.owner ?? UserID(Machine.effectiveUser), zones: zones(for: jobs, local: zone),
            work: Story.Work(takes ?? Self.usualWork))
        terms.writesScript = true
        var rehearsal = Rehearsal(
            of: jobs, over: story, terms, power: PowerReading(verdict: .yes, reason: "plugged in"),
            network: NetworkReading(verdict: .yes, reason: "connected"))
        let outcome = rehearsal.play()
        if let refusal = outcome.firstRefusal { throw refusal }
        if call.output.json {
            Terminal.write(json: RehearsalReport.json(outcome, story))
        } else {
            let clock = LocalZone.clock(at: story.end)
            Terminal.page(
                ScriptText.lines(
                    outcome.script.filter { $0.kind != .chore }.map {
                        ($0.at, $0.text, isHappening: $0.kind == .happening)
                    }, clock), call.output)
        }
        for miss in outcome.misses {
            Terminal.writeError(
                "\(path.visible):\(miss.expectation.line): \(QuotedText(miss.expectation.text)) did not come true; instead: \(miss.found.visible)\n"
            )
        }
        if let cut = outcome.cut {
            throw Failure.usage("the story was not played to its end: \(cut)", advice: "make it shorter")
        }
        if !outcome.misses.isEmpty { throw Failure(.unsuccessful, nil) }
    }

    private func text(at path: String) throws -> String {
        let file: InputFile
        do throws(InputFile.Fault) {
            file = try InputFile(path: path, limit: StoryReader.mostBytes)
        } catch {
            throw Failure.usage(error.lines.map { "\(path.visible): \($0)" }.joined(separator: "\n"))
        }
        guard file.bytes.count <= StoryReader.mostBytes else {
            throw Failure.usage("\(path.visible): this is longer than 1 MiB", advice: "play it in parts")
        }
        return String(decoding: file.bytes, as: UTF8.self)
    }
}

extension Rehearsal.Outcome {
    /// The daemon's "no" to the first job that it would not have taken.
    var firstRefusal: Failure? {
        refusals.first.map { Failure(.refused(.scheduler(SchedulerError($0.1)))) }
    }
}
