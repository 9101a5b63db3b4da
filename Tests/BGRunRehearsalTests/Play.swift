// Plays a story that is written down, and gives what came of it.
import BGRunCalendar
import BGRunJob
import BGRunRehearsal
import BGRunTestSupport
import Testing

/// What came of a story with these descriptors and manifests, in UTC, where runs work for twenty minutes.
func played(_ story: String, mostEnds: Int = 1000, _ texts: String...) throws -> Rehearsal.Played {
    let isManifest = Dictionary(grouping: texts) { $0.contains("\"application\"") }
    let jobs = try (isManifest[false] ?? []).map { try JobDescriptor(json: Array($0.utf8)) }
    let manifests = try (isManifest[true] ?? []).map {
        try ApplicationManifest(json: Array($0.utf8))
    }
    var reader = StoryReader(
        zone: .utc, StoryCast(jobs: jobs.map(\.identifier), manifests: manifests))
    var terms = Rehearsal.Terms(owner: UserID(1000), zones: KnownZones(), work: Story.Work(.seconds(1200)))
    terms.writesScript = true
    terms.manifests = manifests
    terms.mostEnds = mostEnds
    var rehearsal = Rehearsal(
        of: jobs, over: try reader.story(story), terms,
        power: PowerReading(verdict: .yes, reason: "plugged in"),
        network: NetworkReading(verdict: .yes, reason: "connected"))
    return rehearsal.play()
}

/// The same, where it is written below each line what comes of it: those lines are compared too.
func check(_ story: String, _ descriptors: String..., sourceLocation: SourceLocation = #_sourceLocation)
    throws
{
    let jobs = descriptors.map(\.self)
    let bare = story.split(separator: "\n").filter { !$0.hasPrefix("  ") }.joined(separator: "\n")
    let outcome =
        switch jobs.count {
        case 1: try played(bare, jobs[0])
        case _: try played(bare, jobs[0], jobs[1])
        }
    var lines: [String] = []
    for line in outcome.script {
        let time = line.at.rfc3339.dropFirst(11).dropLast()
        lines.append(line.kind == .happening ? "\(time) > \(line.text)" : "  \(time) \(line.text)")
    }
    let written = story.split(separator: "\n").filter { !$0.hasPrefix("#") && $0 != "" }.joined(
        separator: "\n")
    let text = lines.joined(separator: "\n")
    guard text != written else { return }
    Issue.record(
        "It plays differently:\n\(LineDifference(written, text).text)\n\nAs played:\n\(text)",
        sourceLocation: sourceLocation)
}

let backup = """
    {"identifier": "backup", "command": ["true"], "schedule": {"cron": "0 2 * * *"},
     "requires": {"externalPower": true, "network": true}, "timeBudget": "1h"}
    """

let news = """
    {"application": "com.example.news", "command": ["news"],
     "tasks": {"com.example.news.refresh": {}, "tidy": {"requires": {"idle": "1m"}, "onRequirementLost": "freeze"}}}
    """
