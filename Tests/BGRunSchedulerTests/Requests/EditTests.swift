// Submissions of descriptors that were edited.
import Testing

@testable import BGRunJob

@Suite struct `Submitting a descriptor that was edited` {
    private let pending = """
        > recovered nextRun=1
        > files 0 unreadable 0
        > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"requiresNetwork":true,"environment":{"A":"x"}}
        < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
        < reply #1 accepted org.example.a@1000 new
        > saved

        """

    private func fingerprint() throws -> String {
        let text =
            #"{"identifier":"org.example.a","command":["true"],"requiresNetwork":true,"environment":{"A":"x"}}"#
        return try JobDescriptor(json: Array(text.utf8), rules: DescriptorRules { _ in nil }).fingerprintText
    }

    @Test func `replaces the one that was shown, and no other`() throws {  // B-117
        let shown = try fingerprint()
        check(
            pending + """
                > submit #2 by=1000 owner=1000 edited=\(shown) {"identifier":"org.example.a","command":["true"],"requiresNetwork":true,"environment":{"B":"…"}}
                < reply #2 refused notEdited nothingHidden environment.B
                > submit #3 by=1000 owner=1000 edited=\(shown) {"identifier":"org.example.a","command":["false"],"requiresNetwork":true,"environment":{"A":"…"}}
                < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
                < reply #3 accepted org.example.a@1000 replaced
                > saved
                > submit #4 by=1000 owner=1000 edited=\(shown) {"identifier":"org.example.a","command":["echo"],"requiresNetwork":true,"environment":{"A":"…"}}
                < reply #4 refused notEdited changed
                > submit #5 by=1000 owner=1000 edited=\(shown) {"identifier":"org.example.b","command":["true"]}
                < reply #5 refused unknownJob org.example.b
                > submit #6 by=1001 owner=1000 edited=\(shown) {"identifier":"org.example.a","command":["true"]}
                < reply #6 refused ownerNotAllowed
                """)
    }
}
