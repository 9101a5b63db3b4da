// A host that says too much keeps nobody waiting, and takes no room without end.
import BGRunCalendar
import BGRunJob
import BGRunScheduler
import Testing

@Suite struct `A host that names thousands of tasks` {
    private static let start = """
        > recovered nextRun=1
        > files 0 unreadable 0
        > manifests 1 unreadable 0
        | manifest "/etc/bgrun/applications.d/org.photos.json" {"application":"org.photos","command":["/usr/bin/photos"],"tasks":{"org.photos.export.*":{}}}
        > attach #1 by=1000 org.photos@1000 guest process=70
        < reply #1 attached guest-1 org.photos@1000
        """

    private static func names(_ range: Range<Int>) -> [String] { range.map { "org.photos.export.\($0)" } }

    @Test func `has the first 1024 looked at, and the others refused`() {
        let refused = Self.names(1024..<1100).joined(separator: ",")
        check(
            Self.start + """

                > serve #2 by=1000 guest-1 \(Self.names(0..<1100).joined(separator: " "))
                < reply #2 serving without \(refused)
                """)
    }

    @Test func `keeps nobody waiting while they are looked through`() {
        // As many as one call holds.
        let names = Self.names(0..<36_000).joined(separator: " ")
        let refused = Self.names(1024..<36_000).joined(separator: ",")
        let text = Self.start + "\n> serve #2 by=1000 guest-1 \(names)\n< reply #2 serving without \(refused)"
        let span = ContinuousClock().measure { check(text) }
        // Compared with each other they take minutes.
        #expect(span < .seconds(20), "\(span)")
    }
}
