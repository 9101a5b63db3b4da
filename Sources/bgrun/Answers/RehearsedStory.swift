// Jobs played over a story that somebody has written.
import BGRunCalendar
import BGRunClient
import BGRunJSON
import BGRunJob
import BGRunRehearsal
import BGRunText
import BGRunWire

/// A story, and what came of it.
struct RehearsedStory {
    let story: Story
    let played: Rehearsal.Played
    private let path: String

    init(
        _ path: String, jobs: [JobDescriptor], _ manifests: [ApplicationManifest], takes: Duration?,
        _ daemon: DaemonOptions
    ) throws {
        self.path = path
        let zone = LocalZone.zone
        var reader = StoryReader(
            zone: zone, StoryCast(jobs: jobs.map(\.identifier), manifests: manifests))
        let text = try Self.text(at: path)
        do throws(StoryFault) {
            story = try reader.story(text)
        } catch {
            throw Failure.usage(
                "\(path.visible):\(error.line): \(error.reason.visible)", advice: error.advice.visible)
        }
        var terms = Rehearsal.Terms(
            owner: daemon.asker, zones: MachineZones.known(for: jobs, local: zone),
            work: Story.Work(takes ?? RehearseCommand.usualWork))
        terms.writesScript = true
        terms.manifests = manifests
        if let takes { terms.taskWork.span = takes }
        // A story begins as most of them do; whoever wants it otherwise says so in the first line.
        var rehearsal = Rehearsal(
            of: jobs, over: story, terms, power: PowerReading(verdict: .yes, reason: "plugged in"),
            network: NetworkReading(verdict: .yes, reason: "connected"))
        played = rehearsal.play()
        if let refusal = played.firstRefusal { throw refusal }
    }

    private static func text(at path: String) throws -> String {
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

    /// Whether it was played to its end, and all came as its lines say.
    var isAsWritten: Bool { played.unmet.isEmpty && played.cut == nil }

    var lines: [Line] {
        ScriptText.lines(
            played.script.map {
                ScriptText.Entry(at: $0.at, text: $0.text, isConsequence: $0.kind == .consequence)
            },
            LocalZone.clock(at: story.end))
    }

    /// What is wrong with it, a line each.
    var complaints: [String] {
        let unasked = played.unasked.map {
            "\(path.visible): warning: no job of this rehearsal asks for \($0.visible), so it changes nothing"
        }
        let unmet = played.unmet.map {
            "\(path.visible):\($0.expectation.line): expected \(QuotedText($0.expectation.text)), but there was: "
                + $0.found.visible
        }
        let cut = played.cut.map { "\(path.visible): it was not played to its end: \($0.words)" }
        return unasked + unmet + (cut.map { [$0] } ?? [])
    }
}

extension Rehearsal.Cut {
    /// Why not all was played, behind a colon.
    var words: String {
        switch self {
        case .ends: "there are 20,000 runs and skips by then"
        case .events: "more came of it than can be played"
        case .lines: "there are 20,000 lines by then"
        }
    }
}

extension Rehearsal.Played {
    /// The daemon's "no" to the first job that it would not have taken.
    var firstRefusal: Failure? {
        refusals.first.map { Failure(.refused(.scheduler(SchedulerError($0.refusal)))) }
    }
}
