// What `bgrun applications`, `permit` and `forbid` show.
import BGRunJob
import BGRunText
import BGRunWire
import Testing

@Suite struct `The applications` {
    private static func name(_ text: String) -> JobIdentifier {
        guard let name = JobIdentifier(text) else { preconditionFailure("a test's name is bad") }
        return name
    }

    private static func pattern(_ text: String) -> TaskPattern {
        guard let pattern = TaskPattern(text) else { preconditionFailure("a test's pattern is bad") }
        return pattern
    }

    private static let photos = ApplicationReport(
        application: name("com.example.photos"), owner: UserID(1000), title: "Photos", path: nil,
        program: "/usr/bin/photos", isEnabled: true, fault: nil,
        permitted: ["com.example.photos.export.*", "com.example.photos.index", "com.example.photos.refresh"]
            .map(pattern),
        hosts: [
            .init(
                host: .started(RunID(17)), process: 4242,
                identifiers: [pattern("com.example.photos.index"), pattern("com.example.photos.refresh")],
                runs: [RunID(17), RunID(18)])
        ],
        pending: ["com.example.photos.export.7", "com.example.photos.refresh"].map(name))
    private static let mail = ApplicationReport(
        application: name("com.example.mail"), owner: nil, title: nil,
        path: "/etc/bgrun/applications.d/com.example.mail.json", isEnabled: false, fault: nil,
        permitted: [pattern("sync")], hosts: [], pending: [])
    private static let broken = ApplicationReport(
        application: name("com.example.old"), owner: nil, title: nil,
        path: "/etc/bgrun/applications.d/com.example.old.json", isEnabled: true,
        fault: "tasks: the key is missing; name its tasks", permitted: [], hosts: [], pending: [])

    private func text(
        _ applications: [ApplicationReport], viewer: UInt32 = 1000, details: Bool = false,
        on screen: Screen = Screen(colour: .off, width: 80)
    ) -> String {
        let owners = OwnerNames(shownTo: UserID(viewer)) { $0 == UserID(1000) ? "ann" : "\($0)" }
        let text = ApplicationsText(applications, owners: owners)
        let rows = (details ? text.details : text.lines).flatMap { $0.rows(on: screen) }
        if let width = screen.width { for row in rows { #expect(row.count <= width, "\(row)") } }
        return rows.joined(separator: "\n")
    }

    @Test func `have a row each, with their hosts, tasks and pending requests`() {
        #expect(
            text([Self.mail, Self.photos]) == """
                APPLICATION         ORIGIN     HOSTS       TASKS  PENDING
                com.example.mail    file, off  –           1      –
                com.example.photos  permit     started-17  3      com.example.photos.export.7,
                                                                  com.example.photos.refresh
                """)
    }

    @Test func `have an owner each for root`() {
        var other = Self.photos
        other.owner = UserID(1001)
        other.pending = []
        other.hosts += [.init(host: .guest(1), process: nil, identifiers: [], runs: [])]
        #expect(
            text([Self.mail, Self.photos, other], viewer: 0) == """
                APPLICATION         OWNER      ORIGIN     HOSTS       TASKS  PENDING
                com.example.mail    everybody  file, off  –           1      –
                com.example.photos  ann        permit     started-17  3
                    com.example.photos.export.7, com.example.photos.refresh
                com.example.photos  1001       permit     2           3      –
                """)
    }

    @Test func `say below why a manifest is not used`() {
        #expect(
            text([Self.broken], on: .pipe) == """
                APPLICATION      ORIGIN        HOSTS  TASKS  PENDING
                com.example.old  file, broken  –      0      –

                broken manifest: com.example.old (/etc/bgrun/applications.d/com.example.old.json): \
                tasks: the key is missing; name its tasks
                """)
    }

    @Test func `say how one is permitted where there is none`() {
        #expect(text([]) == "no application may have tasks; bgrun permit lets one have them")
    }

    @Test func `tell all of one`() {
        #expect(
            text([Self.photos], details: true) == """
                com.example.photos  Photos
                  owner    ann
                  program  /usr/bin/photos
                  tasks    com.example.photos.export.*, pending: com.example.photos.export.7
                           com.example.photos.index
                           com.example.photos.refresh, pending
                  hosts    started-17, process 4242, runs 17 and 18; serves
                           com.example.photos.index, com.example.photos.refresh
                """)
        #expect(
            text([Self.mail, Self.broken], details: true) == """
                com.example.mail
                  owner    everybody; a file permits it
                  file     /etc/bgrun/applications.d/com.example.mail.json
                  enabled  no: its manifest is switched off
                  tasks    sync
                  hosts    none now

                com.example.old
                  owner   everybody; a file permits it
                  file    /etc/bgrun/applications.d/com.example.old.json
                  broken  tasks: the key is missing; name its tasks
                  hosts   none now
                """)
    }

    // B-18
    @Test func `show nothing that moves the cursor`() {
        var evil = Self.photos
        evil.title = "a\u{1B}[2Jb"
        evil.fault = "x\u{202E}y"
        evil.path = "/etc/\u{7}.json"
        evil.program = "/usr/bin/\u{7}"
        let all = text([evil], details: true) + text([evil])
        #expect(!all.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{202E}" || $0 == "\u{7}" })
    }

    @Test func `are permitted, forbidden and missed in a sentence`() {
        let photos = Self.photos.application
        #expect(
            ApplicationsText.permitted(.init(application: photos, isReplaced: false))
                == "com.example.photos may have tasks")
        #expect(
            ApplicationsText.permitted(.init(application: photos, isReplaced: true))
                == "com.example.photos may have tasks, by this manifest in place of the one before")
        #expect(ApplicationsText.forbidden(photos) == "com.example.photos may have no tasks any more")
        #expect(
            ApplicationsText.absence(of: photos, nearest: nil).text
                == "there is no application com.example.photos; bgrun applications lists them")
        #expect(
            ApplicationsText.absence(of: photos, nearest: "com.example.photo").text
                == "there is no application com.example.photos; did you mean com.example.photo?")
    }
}
