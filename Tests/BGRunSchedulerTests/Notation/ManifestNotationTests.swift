// A listing of manifests in the notation of the decision log.
import BGRunCalendar
import BGRunJob
import BGRunScheduler
import Testing

@Suite struct `A listing of manifests` {
    private static let now = Now(
        wall: WallTime(microseconds: 0), boot: BootTime(microseconds: 0), awake: AwakeTime(microseconds: 0))

    @Test func `is read again as it was written, and changes nothing by itself`() throws {
        let name = try #require(JobIdentifier("com.example.photos"))
        let task = try #require(JobIdentifier("com.example.photos.export"))
        let manifest = ApplicationManifest(
            application: name, command: ["/usr/bin/photos", "a b"],
            tasks: [.init(.exact(task)), .init(.below(task), .init(timeBudget: .seconds(60)))])
        let event = Event.manifestsRead(
            [ManifestFile(path: "/etc/bgrun/applications.d/com.example.photos.json", manifest: manifest)],
            unreadable: [
                UnreadableFile(
                    job: JobID(owner: .root, identifier: name),
                    file: BrokenFile(path: "/x", reason: "it is bad")),
                UnreadableFile(job: nil, file: BrokenFile(path: "/y z", reason: "no name")),
            ])
        let lines = event.notation.split(separator: "\n").map(String.init)
        #expect(lines.count == 4 && lines[0] == "manifests 1 unreadable 2")
        #expect(try EventReader(now: Self.now).event(lines[0], Array(lines.dropFirst())) == event)
        var scheduler = Scheduler(policy: Policy(), seed: 1)
        _ = scheduler.handle(.recovered(Recovery()), at: Self.now)
        #expect(scheduler.handle(event, at: Self.now).saves.isEmpty)
    }
}
