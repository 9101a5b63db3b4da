// Which services a job may name, and what it can't say beside one.
import BGRunJob
import Testing

// B-134
@Suite struct `A descriptor that names a service of systemd` {
    @Test(arguments: [
        "a.service", "backup@home.service", "dbus-org.freedesktop.login1.service", #"a\x2db@c\x2fd.service"#,
        "a@b@c.service", ".a:_-.service",
    ]) func `has it as what it runs`(name: String) throws {
        let text = name.replacing("\\", with: "\\\\")
        let job = try descriptor(#"{"identifier": "a", "unit": "\#(text)"}"#)
        #expect(job.program.unit?.text == name && job.program.arguments == nil)
        #expect(job.json.text() == #"{"identifier":"a","unit":"\#(text)"}"#)
    }

    @Test(arguments: [
        ("a.timer", "this is no name of a service, which ends in \".service\""),
        (".service", "this is no name of a service, which ends in \".service\""),
        ("a@.service", "a template stands for several units, and none of them is named"),
        ("@a.service", "nothing stands before its '@'"),
        (
            "../a.service",
            "a unit's name is made of letters, digits, ':', '-', '_', '.', '\\' and '@'"
        ),
        ("a b.service", "a unit's name is made of letters, digits, ':', '-', '_', '.', '\\' and '@'"),
        (String(repeating: "a", count: 248) + ".service", "a unit's name has at most 255 bytes"),
    ]) func `names one`(name: String, reason: String) {
        #expect(
            refusal(of: #"{"identifier": "a", "unit": "\#(name)"}"#)
                == "unit: \(reason); write a service such as \"fstrim.service\"")
    }

    @Test(arguments: ["command", "shell"]) func `runs nothing else`(key: String) {
        let value = key == "command" ? #"["true"]"# : #""true""#
        #expect(
            refusal(of: #"{"identifier": "a", "unit": "a.service", "\#(key)": \#(value)}"#)
                == "unit: \"\(key)\" is given too; remove one of them")
    }

    private static let own =
        "systemd starts the unit as the unit says; write it in the unit: systemctl edit a.service"

    @Test(arguments: [
        (#""environment": {"A": "1"}"#, "environment: \(own)"),
        (#""environmentFile": "/x""#, "environmentFile: \(own)"),
        (
            #""sessionEnvironment": false"#,
            "sessionEnvironment: systemd starts the unit as the unit says; remove the key: it changes nothing here"
        ),
        (#""credentials": {"a": "/x"}"#, "credentials: \(own)"), (#""user": "nobody""#, "user: \(own)"),
        (#""group": "disk""#, "group: \(own)"), (#""workingDirectory": "/""#, "workingDirectory: \(own)"),
        (#""umask": "0077""#, "umask: \(own)"), (#""standardInput": "x""#, "standardInput: \(own)"),
        (#""standardOutput": "/x""#, "standardOutput: \(own)"),
        (#""standardError": "/x""#, "standardError: \(own)"),
        (#""resources": {"nice": 5}"#, "resources: \(own)"),
        (#""noNewPrivileges": true"#, "noNewPrivileges: \(own)"),
        (
            #""stopSignal": "INT""#,
            "stopSignal: systemd stops the unit as the unit says; write \"KillSignal=\" in the unit: systemctl edit a.service"
        ),
        (
            #""watchdog": "1h""#,
            "watchdog: the unit's signs of life go to systemd; write \"WatchdogSec=\" in the unit: systemctl edit a.service"
        ),
        (
            #""maxTimeBudget": "9h""#,
            "maxTimeBudget: the unit can't ask bgrun for more time; write a longer \"timeBudget\""
        ),
        (
            #""onRequirementLost": "freeze""#,
            "onRequirementLost: nothing that bgrun can halt runs the unit; write \"stop\" or \"finish\""
        ),
        (
            #""allowedHours": "12:00-13:00", "onAllowedHoursEnd": "freeze""#,
            "onAllowedHoursEnd: nothing that bgrun can halt runs the unit; write \"stop\" or \"finish\""
        ),
    ]) func `says nothing that the unit says itself`(member: String, words: String) {
        #expect(refusal(of: #"{"identifier": "a", "unit": "a.service", \#(member)}"#) == words)
    }

    @Test func `is not held to what the policy says of processes`() throws {
        let policy = try Policy(
            json: Array(#"{"defaults": {"umask": "0077", "gracePeriod": "1m"}}"#.utf8),
            userNamed: { _ in nil })
        let job = try JobDescriptor(
            json: Array(#"{"identifier": "a", "unit": "a.service"}"#.utf8),
            rules: DescriptorRules(policy: policy))
        #expect(job.launchRules.umask == nil && job.gracePeriod == .seconds(60))
    }
}
