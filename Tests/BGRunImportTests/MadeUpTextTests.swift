// Foreign schedules that nobody would write: nothing traps, and what is made of them is valid.
import BGRunImport
import BGRunJSON
import BGRunJob
import BGRunTestSupport
import Foundation
import Testing

// B-132
@Suite struct `A made-up text that is imported` {
    private static let pieces = [
        "*", "0", "59", "*/5", "1-5", "@daily", "@reboot", " ", "\t", "\n", "%", "\\", "\"", "'", "=", "#",
        "MAILTO=", "CRON_TZ=",
        "RANDOM_DELAY=99999999999999999999", "[Timer]\n", "[Service]\n", "[Unit]\n", "OnCalendar=",
        "OnBootSec=", "1h", "9e999",
        "infinity", "ExecStart=", "/bin/a", "${", "}", "$A", "%i", "%", "ConditionPathExists=", "!", "|",
        "\u{0}", "\u{202E}", "é",
        "\r\n", "<plist>", "<dict>", "</dict>", "<key>", "</key>", "<array>", "<integer>",
        "-9223372036854775808", "</integer>", "<string>",
        "</string>", "</plist>", "Label", "KeepAlive", "StartInterval", "Umask", "Nice=",
        "SuccessExitStatus=", "UMask=", "Environment=",
        "User=", "..", "@", "root", "\\x", "\\U0010FFFF", "1 5 a b", "START_HOURS_RANGE=", "-",
        "RequiresMountsFor=", "BindsTo=", "/a/", ".mount", "StandardInputText=", "LoadCredential=a:", "$(",
        "`", "sh -c ", "flock ",
    ]

    @Test func `becomes valid descriptors and remarks on one line, or none`() throws {
        var generator = SeededGenerator(seed: 70)
        for _ in 0..<Repository.times(150) {
            let text = (0..<Int.random(in: 0...40, using: &generator)).compactMap { _ in
                Self.pieces.randomElement(using: &generator)
            }.joined()
            let all = [
                Imported.crontab(text), .crontab(text, .withUser, path: text), .anacrontab(text),
                .plist("<plist>\(text)"),
                .timer([
                    "a.timer": "[Timer]\nOnCalendar=daily\n\(text)",
                    "a.service": "[Service]\nExecStart=/bin/a\n\(text)",
                ]),
                .timer(["a.timer": text, "a.service": text]),
            ]
            for read in all {
                for job in read.jobs { _ = try JobDescriptor(value: .object(job)) }
                for remark in read.remarks where !remark.path.contains("\n") {
                    #expect(!remark.subject.contains("\n") && !remark.reason.isEmpty)
                }
            }
        }
    }

    // MARK: - Long ones

    private static let megabyte = 1 << 20

    /// Copied for each of its characters, a word would take minutes.
    @Test(arguments: [
        ("a", megabyte), ("'a", megabyte / 8), ("\\", megabyte / 8), ("é", megabyte / 8),
        ("${", megabyte / 8),
        ("a\u{301}", megabyte / 8), ("\u{301}", megabyte / 8),
    ])
    func `may be one long word`(piece: String, length: Int) {
        let word = String(repeating: piece, count: length / piece.utf8.count)
        let read = Imported.crontab("0 0 * * * echo \(word)\n")
        #expect(read.jobs.count + read.refusedCount == 1)
        let timer = Imported.timer([
            "a.timer": "[Timer]\nOnCalendar=daily\n",
            "a.service": "[Service]\nExecStart=/bin/a \(word.prefix(Self.megabyte / 8))\n",
        ])
        #expect(timer.jobs.count + timer.refusedCount == 1)
    }

    @Test func `has no more variables and entries than a table may have, and tells of each once`() {
        var text = ""
        for number in 0..<60_000 { text += "V\(number)=\(number)\n" }
        for _ in 0..<40_000 { text += "* * * * * a\n" }
        let read = Imported.crontab(text)
        #expect(Set(read.places(.refused)) == [101, 62_001])
        #expect(read.jobs.count == 2000)
        if case .object(let environment)? = read.jobs.last?["environment"] {
            #expect(environment.members.count == 100)
        } else {
            Issue.record("it has no environment")
        }
        #expect(read.remarks.count { $0.reason == "it is in the job's environment" } == 100)
        let short = (0..<101).map { "V\($0)=\n" }.joined() + "1 5 a b\n"
        #expect(Imported.anacrontab(short).places(.refused) == [101])
        let long = Imported.crontab(
            "A=\(String(repeating: "a", count: Self.megabyte))\nB=1\nA=2\n0 0 * * * a\n")
        #expect(long.places(.refused) == [1])
        #expect(long.jobs.first?["environment"] == ["A": "2", "B": "1"])
    }

    @Test func `has its mounts looked for where a unit can be, once each and not without end`() {
        func asked(_ lines: [String]) -> (count: Int, read: Imported) {
            var (count, read) = (0, Imported())
            TimerReader.read(
                "a.timer", specifiers: [:], in: "/", into: &read,
                isThere: { unit in
                    #expect(unit.utf8.count <= 255)
                    count += 1
                    return false
                },
                find: { unit in
                    let text =
                        unit == "a.timer"
                        ? "[Timer]\nOnCalendar=daily"
                        : "[Unit]\n\(lines.joined(separator: "\n"))\n[Service]\nExecStart=/bin/a"
                    return .parts([ForeignSource(path: unit, text: text)])
                })
            return (count, read)
        }
        let deep = "RequiresMountsFor=" + String(repeating: "/a", count: 2047)
        let (count, read) = asked(Array(repeating: deep, count: 256))
        #expect(count == 125 && read.jobs.count == 1)
        let many = asked((0..<80_000).map { "RequiresMountsFor=/\($0)" })
        #expect(many.count == 1000 && many.read.refusedCount == 1)
    }

    @Test func `has a service's variables put together at once`() {
        let words = (0..<20_000).map { "V\($0)=" }.joined(separator: " ")
        let read = Imported.timer([
            "a.timer": "[Timer]\nOnCalendar=daily\n",
            "a.service": "[Service]\nEnvironment=\(words)\nExecStart=/bin/a\n",
        ])
        #expect(read.refusedCount == 1)
        let twice = Imported.timer([
            "a.timer": "[Timer]\nOnCalendar=daily\n",
            "a.service": "[Service]\nEnvironment=A=1 B=2\nEnvironment=A=3\nExecStart=/bin/a\n",
        ])
        #expect(twice.jobs.first?["environment"] == ["A": "3", "B": "2"])
    }

    @Test func `has no more mounts and times than a descriptor takes`() {
        let mounts = "Requires=" + (0..<80_000).map { "m\($0).mount" }.joined(separator: " ")
        let unit = ["a.timer": "[Timer]\nOnCalendar=daily\n"]
        let read = Imported.timer(
            unit.merging(["a.service": "[Unit]\n\(mounts)\n[Service]\nExecStart=/bin/a\n"]) { $1 })
        #expect(read.refusedCount == 1 && read.remarks.count == 1)
        let times = (0..<40_000).map { "OnBootSec=\($0 + 1)" }.joined(separator: "\n")
        let timer = Imported.timer([
            "a.timer": "[Timer]\n\(times)\n", "a.service": "[Service]\nExecStart=/bin/a\n",
        ])
        #expect(timer.refusedCount == 1 && timer.remarks.count == 1)
    }

    @Test func `has few accounts asked for, each once, and none with a name that no account has`() {
        var asked: [String] = []
        func read(_ text: String) -> Imported {
            var imported = Imported()
            CrontabReader.read(ForeignSource(path: "tab", text: text), .ownersOnly, into: &imported) { name in
                asked.append(name)
                return true
            }
            return imported
        }
        #expect(read(String(repeating: "* * * * * anna /y\n", count: 1000)).places(.note).count == 1000)
        #expect(asked == ["anna"])
        _ = read("* * * * * \(String(repeating: "a", count: 33)) /y\n")
        #expect(asked == ["anna"])
        _ = read((0..<1000).map { "* * * * * u\($0) /y\n" }.joined())
        #expect(asked.count == 101)
    }
}

// B-56
@Suite struct `An Info.plist that is made up` {
    private static let whole =
        "YnBsaXN0MDDTAQIDBAcIXxAjQkdUYXNrU2NoZWR1bGVyUGVybWl0dGVkSWRlbnRpZmllcnNfEBJDRkJ1bmRsZUlkZW50aWZpZXJfEBFVSUJhY2tncm91bmRNb2Rlc6IFBlVhLmIuY2EA/FNhLmKhCVVmZXRjaAgPNUpeYWdqbnAAAAAAAAABAQAAAAAAAAAKAAAAAAAAAAAAAAAAAAAAdg=="

    private func bytes() throws -> [UInt8] { Array(try #require(Data(base64Encoded: Self.whole))) }

    @Test func `is read in Apple's binary form, and refused or read whatever becomes of its bytes`() throws {
        let whole = try bytes()
        let plist = try InfoPlist(whole)
        #expect(
            plist.application == "a.b" && plist.tasks(of: "a.b") == ["a.b.c", "ü"] && plist.remarks.count == 1
        )
        var generator = SeededGenerator(seed: 56)
        for _ in 0..<Repository.times(20_000) {
            var broken = whole
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                broken[Int.random(in: broken.indices, using: &generator)] = .random(
                    in: 0...255, using: &generator)
            }
            _ = try? InfoPlist(broken)
        }
    }

    /// A list that is its own member, and one below another as often as there is room.
    @Test(arguments: [1, 3000]) func `that does not end is refused`(_ lists: Int) {
        func number(_ value: Int, _ size: Int) -> [UInt8] {
            (0..<size).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        var bytes = Array("bplist00".utf8)
        let offsets = (0..<lists).map { place in
            defer { bytes += [0xa1] + number((place + 1) % lists, 2) }
            return bytes.count
        }
        let table = bytes.count
        bytes += offsets.flatMap { number($0, 4) } + [0, 0, 0, 0, 0, 0, 4, 2]
        bytes += number(lists, 8) + number(0, 8) + number(table, 8)
        #expect(throws: InfoPlist.Fault.self) { try InfoPlist(bytes) }
    }
}
