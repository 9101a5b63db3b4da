// bgrun for applications: permit, forbid and list them, and each command on one of their tasks.
import BGRunJob
import BGRunTestSupport
import BGRunWire
import Foundation
import Glibc
import TestConditions
import Testing

@Suite struct `bgrun, for an application` {
    private static let index = "serve=org.photos.index"

    @Test func `permits it, shows it and forbids it`() throws {
        let machine = try PhotosMachine()
        let file = try machine.daemon.scratch.file(
            "own.json", machine.manifest("org.own", command: ["/bin/true"]))
        #expect(try machine.person.says("permit", file).contains("org.own"))
        #expect(
            try machine.person.says("permit", "org.words", "--task", "org.words.sync", "--", "true").contains(
                "org.words"))
        let list = try machine.person.says("applications")
        for name in ["org.own", "org.words", "org.photos"] { #expect(list.contains(name)) }
        #expect(try machine.person.says("applications", "org.words").contains("org.words.sync"))
        // Over a restart too.
        #expect(try machine.daemon.stop() == 0)
        try machine.daemon.start()
        #expect(try machine.person.says("applications").contains("org.own"))
        _ = try machine.person.says("forbid", "org.own")
        #expect(try !machine.person.says("applications").contains("org.own"))
        #expect(try machine.person.bgrun("forbid", "org.own").status != 0)
        #expect(try machine.person.bgrun("forbid", "org.photos").status != 0, "a file permits it")
        #expect(try machine.person.bgrun("applications", "org.own").status != 0)
        let clash = try machine.daemon.scratch.file(
            "clash.json",
            #"{"application": "org", "command": ["/bin/true"], "tasks": {"org.photos.index": {}}}"#)
        let refused = try machine.person.bgrun("permit", clash)
        #expect(refused.status != 0 && refused.errors.contains("org.photos"), "\(refused.errors)")
        #expect(refused.errors.contains("rename the task"), "\(refused.errors)")
        let absent = try machine.person.bgrun("simulate", "launch", "org.words.sync")
        #expect(
            absent.errors.contains("the task org.words.sync is permitted, and no request for it is pending"))
    }

    /// As Xcode writes it, and as it lies in an application's bundle.
    @Test(arguments: [PropertyListSerialization.PropertyListFormat.xml, .binary])
    func `permits what an Info.plist does, and says what is not so here`(
        _ format: PropertyListSerialization.PropertyListFormat
    ) throws {
        let machine = try PhotosMachine()
        let plist: [String: Any] = [
            "CFBundleIdentifier": "org.notes", "CFBundleName": "Notes ü",
            "UIBackgroundModes": ["fetch", "audio"], "LSRequiresIPhoneOS": true, "Version": 17,
            "BGTaskSchedulerPermittedIdentifiers": ["org.notes.count", "$(PRODUCT_BUNDLE_IDENTIFIER).sync"],
        ]
        let bytes = try PropertyListSerialization.data(fromPropertyList: plist, format: format, options: 0)
        let path = machine.daemon.scratch.path("Info.plist")
        try bytes.write(to: URL(filePath: path))
        let permitted = try machine.person.bgrun("permit", "--info-plist", path, "--", "true")
        #expect(
            permitted.status == 0 && permitted.errors.contains("background modes audio"),
            "\(permitted.errors)")
        #expect(permitted.errors.contains(#"UIBackgroundModes has no "processing""#))
        let shown = try machine.person.says("applications", "org.notes")
        for words in ["org.notes.count", "org.notes.sync", "Notes ü"] {
            #expect(shown.contains(words), "\(shown)")
        }
        #expect(try machine.person.bgrun("permit", "--info-plist", path).status == 2)
        try bytes.prefix(bytes.count / 2).write(to: URL(filePath: path))
        #expect(try machine.person.bgrun("permit", "--info-plist", path, "--", "true").status == 2)
    }

    @Test(.root) func `keeps the applications of users apart, and within their limit`() throws {
        let machine = try SharedMachine(policy: #"{"applications": {"limit": 3}}"#)
        for number in 1...3 {
            _ = try machine.enemy.says(
                "permit", "org.a\(number)", "--task", "org.a\(number).x", "--", "/bin/true")
        }
        let full = try machine.enemy.bgrun("permit", "org.a4", "--task", "org.a4.x", "--", "/bin/true")
        #expect(full.status != 0 && full.errors.contains("3"), "\(full.errors)")
        // One that is replaced counts once, and one that is forbidden no more.
        _ = try machine.enemy.says("permit", "org.a3", "--task", "org.a3.y", "--", "/bin/true")
        _ = try machine.enemy.says("forbid", "org.a1")
        _ = try machine.enemy.says("permit", "org.a4", "--task", "org.a4.x", "--", "/bin/true")
        // The other user has the same names for their own, and sees no others.
        _ = try machine.other.says("permit", "org.a2", "--task", "org.a2.mine", "--", "/bin/true")
        let list = try machine.other.says("applications", "--json")
        #expect(list.contains("org.a2.mine") && !list.contains("org.a3") && !list.contains("org.a2.x"))
        #expect(try machine.other.bgrun("forbid", "org.a3").status != 0)
        #expect(try machine.other.bgrun("forbid", "org.a2", "--owner", Person.nobody).status != 0)
        #expect(try machine.other.bgrun("applications", "--owner", Person.nobody).status != 0)
        #expect(try machine.enemy.says("applications").contains("org.a2"))
        // Root sees and forbids everybody's.
        let root = Person(daemon: machine.daemon)
        #expect(try root.says("applications").contains("org.a3"))
        _ = try root.says("forbid", "org.a3", "--owner", Person.nobody)
        #expect(try !machine.enemy.says("applications").contains("org.a3"))
    }

    /// By the job's name, and by the task's own where the job's is another.
    @Test(arguments: ["org.photos.scan", "scan"])
    func `does with a task what it does with a job`(name: String) throws {
        let machine = try PhotosMachine()
        try machine.put(
            #"""
            {"application": "org.photos", "title": "other", "command": ["/bin/true"],
             "tasks": {"scan": {"timeBudget": "1m", "gracePeriod": "5s", "requires": {"pathExists": "/nonexistent"}}}}
            """#)
        try machine.daemon.settles("read") { try machine.report()?.title == "other" }
        let person = machine.person
        let guest = try machine.guest(
            "attach", "serve=scan", "submit=scan", "launch", "began", "expire", "end=false", "submit=scan",
            "launch", "began", "expire", "end=true", "submit=scan", "launch", "began", "expire", "end=false",
            "submit=scan", "hang")
        try guest.says("SubmitTask")
        let status = try person.says("status")
        #expect(status.contains("org.photos.scan"), "\(status)")
        #expect(try person.says("why", name).contains("/nonexistent"))
        #expect(try person.says("simulate", "launch", name).contains("started"))
        try guest.says("TaskBegan {}")
        #expect(try person.says("simulate", "expire", name).contains("told to end"))
        try guest.says("expire timeBudget")
        try machine.daemon.settles("expired") { try machine.outcomes(of: "scan") == [.expired] }
        try machine.daemon.settles("submitted again") { try machine.pending() == ["scan"] }
        _ = try person.says("run", name, "--force")
        try machine.daemon.settles("begun again") { guest.lines.count { $0.contains("TaskBegan {}") } == 2 }
        _ = try person.says("stop", name)
        try guest.says("expire userRequest")
        try machine.daemon.settles("submitted once more") {
            guest.lines.count { $0.contains("SubmitTask {") } == 3
        }
        _ = try person.says("run", name, "--force")
        try machine.daemon.settles("begun once more") {
            guest.lines.count { $0.contains("TaskBegan {}") } == 3
        }
        // Both the run and what would follow.
        _ = try person.says("cancel", name)
        try machine.daemon.settles("the end of it") { try machine.outcomes(of: "scan").count == 3 }
        try machine.daemon.settles("the last request") { try machine.pending() == ["scan"] }
        // What a guest writes is its own.
        #expect(try person.bgrun("logs", name).errors.contains("there is no output of run 3"))
        _ = try person.says("cancel", name)
        #expect(try machine.daemon.job("org.photos.scan") == nil)
        #expect(try machine.outcomes(of: "scan").first == .cancelled)
        // What has left is found by both names too.
        #expect(try person.says("history", name).contains("expired"))
        #expect(try person.bgrun("logs", name).errors.contains("there is no output of run"))
        #expect(try person.bgrun("history", "scam").errors.contains("no job"))
    }
}
