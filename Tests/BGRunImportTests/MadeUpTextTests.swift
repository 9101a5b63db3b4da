// Foreign schedules that nobody would write: nothing traps, and what is made of them is valid.
import BGRunImport
import BGRunJSON
import BGRunJob
import BGRunTestSupport
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
        for _ in 0..<150 {
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
}
