// What becomes of crontabs and anacrontabs: times, users, percent signs, variables, and what Debian's packages write.
import BGRunImport
import BGRunTestSupport
import Testing

// B-130
@Suite struct `A crontab that is imported` {
    @Test func `keeps its times as they are, and tells of its jobs together what changes`() {
        let read = Imported.crontab(
            "# backups\n\n30 2 * * 1-5 /usr/local/bin/backup --all\n*/10\t* * jan,Mar sun  mail fetch\n@daily /bin/a\n@reboot /bin/b\n"
        )
        #expect(
            read.lines == [
                #"{"identifier":"local.cron.backup","shell":"/usr/local/bin/backup --all","schedule":{"cron":"30 2 * * 1-5"}}"#,
                #"{"identifier":"local.cron.mail","shell":"mail fetch","schedule":{"cron":"*/10 * * jan,Mar sun"}}"#,
                #"{"identifier":"local.cron.a","shell":"/bin/a","schedule":{"cron":"@daily"}}"#,
                #"{"identifier":"local.cron.b","shell":"/bin/b","schedule":{"event":"boot"}}"#,
            ])
        #expect(read.places(.kept) == [3, 4, 5])
        #expect(
            read.changes == [
                "changed 6: once for each boot of the machine, and not when cron is started",
                "changed 0: times that pass while the machine is off or asleep are made up for by one run",
                "changed 0: a run has 3 h and background priority, and no second one starts beside it; one that ends with another code than 0 has failed; what it writes is kept for bgrun logs, and not mailed",
            ])
    }

    @Test func `refuses an entry that cron would not run, and makes jobs of the others`() {
        let read = Imported.crontab(
            "61 * * * * a\n0 0 31 2 * b\n0 0 * *\n@often c\n- d\n5 4 * * * fine\n0 0 * * *   \nMAILTO=\nA=\"b\" # c d e f g h\nA='b\n"
        )
        #expect(read.lines.map { $0.contains("local.cron.fine") } == [true])
        #expect(
            read.places(.refused) == [1, 2, 3, 4, 5, 7, 9, 10] && read.places(.note) == [0]
                && read.places(.changed).first == 8)
        // Seconds, and what other crons have for days.
        let system = Imported.crontab(
            "CRON_TZ=UTC\n* * * * * * root a\n0 0 L * * root b\n0 0 1 jul wed root c\n0 0 * * 1#2 root d\n0~59 * * * * root e\n0 0 * * * root -n f\n0 0 * * * root 5 g",
            .withUser)
        #expect(
            system.jobs.count == 5 && system.places(.refused) == [2, 6] && system.places(.kept) == [4, 7, 8]
                && system.places(.changed).starts(with: [1, 3, 5]))
        #expect(system.places(.note) == [7, 8, 0])
        #expect(
            read.remarks.first?.text
                == "tab:1: refused: 61 * * * * a: minute field: \"61\" is not in 0 to 59; write 0 to 59, or \"*\""
        )
    }

    @Test func `has what stands behind a percent sign as standard input, and one with a backslash as it is`()
    {
        let read = Imported.crontab(
            #"0 0 * * * mail -s "$(date +\%F)" me%Hello,%%bye"# + "\n0 0 * * * a%\n0 0 * * * b \\\\% c")
        #expect(
            read.lines == [
                #"{"identifier":"local.cron.mail","shell":"mail -s \"$(date +%F)\" me","standardInput":"Hello,\n\nbye\n","schedule":{"cron":"0 0 * * *"}}"#,
                #"{"identifier":"local.cron.a","shell":"a","standardInput":"","schedule":{"cron":"0 0 * * *"}}"#,
                #"{"identifier":"local.cron.b","shell":"b \\\\","standardInput":" c\n","schedule":{"cron":"0 0 * * *"}}"#,
            ])
    }

    @Test func `has variables for the entries below them, and knows those that are cron's own`() throws {
        let read = Imported.crontab(
            """
            0 1 * * * first
            PATH = /opt/bin:/usr/bin
            GREETING="hello  there "
            SHELL=/bin/bash
            MAILTO=me@example.org, you@example.org
            CRON_TZ=Europe/Berlin
            RANDOM_DELAY=45
            HOME=/srv
            BGRUN_RUN=7
            0 2 * * * second
            MAILTO=""
            0 3 * * * third
            """)
        #expect(
            read.lines == [
                #"{"identifier":"local.cron.first","shell":"first","schedule":{"cron":"0 1 * * *"}}"#,
                #"{"identifier":"local.cron.second","command":["/bin/bash","-c","second"],"environment":{"GREETING":"hello  there ","PATH":"/opt/bin:/usr/bin"},"workingDirectory":"/srv","schedule":{"cron":"0 2 * * *","timeZone":"Europe/Berlin"},"fixedDelay":"45m","onFailure":["/usr/libexec/bgrun/mail-report","me@example.org"]}"#,
                #"{"identifier":"local.cron.third","command":["/bin/bash","-c","third"],"environment":{"GREETING":"hello  there ","PATH":"/opt/bin:/usr/bin"},"workingDirectory":"/srv","schedule":{"cron":"0 3 * * *","timeZone":"Europe/Berlin"},"fixedDelay":"45m"}"#,
            ])
        // Of a variable it is told once, however many entries it holds for.
        // Settings/crontab has those of four implementations.
        let untold = try Repository.text("Tests/BGRunImportTests/Settings/crontab").split(separator: "\n")
            .filter { name in
                let remarks = ["7", "/srv", "UTC"].flatMap {
                    Imported.crontab("\(name)=\($0)\n0 1 * * * true").remarks
                }
                return !name.hasPrefix("#")
                    && !remarks.contains {
                        $0.text.contains(":1: ") && $0.reason != "it is in the job's environment"
                    }
            }
        #expect(
            read.places(.changed) == [5, 6, 7, 8, 0, 0] && read.places(.notKept) == [9] && untold.isEmpty,
            "\(untold)")
    }

    @Test func `has the users that the system's name, and names jobs for the file and the program`() {
        let sysstat = """
            PATH=/usr/lib/sysstat:/usr/bin:/bin
            5-55/10 * * * * root command -v debian-sa1 > /dev/null && debian-sa1 1 1
            59 23 * * * root command -v debian-sa1 > /dev/null && debian-sa1 60 2
            */5 * * * * munin if [ -x /usr/bin/munin-cron ]; then /usr/bin/munin-cron; fi
            """
        let read = Imported.crontab(sysstat, .withUser, path: "/etc/cron.d/sysstat")
        #expect(
            read.jobs.map { $0["identifier"] } == [
                "local.cron.sysstat.debian-sa1", "local.cron.sysstat.debian-sa1-2",
                "local.cron.sysstat.munin-cron",
            ])
        #expect(read.jobs.map { $0["user"] } == [nil, nil, "munin"])
        let own = Imported.crontab("0 0 * * * a", user: "anna")
        #expect(own.jobs.map { $0["user"] } == ["anna"])
        #expect(own.jobs.map { $0["identifier"] } == ["local.cron.anna.a"])
        let table = Imported.crontab("0 0 * * * root a\n0 0 * * * anna a", .withUser, path: "/etc/crontab")
        #expect(table.jobs.map { $0["identifier"] } == ["local.cron.a", "local.cron.anna.a"])
        #expect(Imported.crontab("0 0 * * * a", user: "root").lines == Imported.crontab("0 0 * * * a").lines)
        #expect(Imported.crontab("0 0 * * *", .withUser).places(.refused) == [1])
        // As systemd-cron has it: variables of its own, and a year.
        let other = Imported.crontab("BATCH=yes\n0 0 1 1 * 2021 [ -x /a ] && /a\n", .withUser)
        #expect(
            other.places(.note) == [1, 2, 2]
                && other.remarks.contains { $0.text.contains("the year, is systemd-cron's") }
                && other.jobs.map { $0["environment"] } == [["BATCH": "yes"]], "\(other.remarks.map(\.text))")
    }

    @Test func `is none with a zero byte in it, which is said once`() {
        let read = Imported.crontab("0 0 * * * a\n\u{0}\n\u{1}\n")
        #expect(
            read.remarks.map(\.text) == [
                "tab: refused: this is no crontab, since it has a zero byte; check which file it is"
            ])
        #expect(read.jobs.isEmpty)
        #expect(Imported.anacrontab("\u{0}").refusals.map(\.reason).first?.contains("no anacrontab") == true)
        #expect(Imported.crontab("").remarks.isEmpty)
    }

    @Test func `has no more descriptors than have room`() {
        let value = String(repeating: "x", count: 30_000)
        let entries = (0..<200).map { "\($0 % 60) 0 * * * run\($0)\n" }.joined()
        let read = Imported.crontab("A=\(value)\n\(entries)")
        #expect((130..<140).contains(read.jobs.count), "\(read.jobs.count)")
        #expect(read.refusals.map(\.line) == [read.jobs.count + 2] && read.refusedCount == 1)
        #expect(read.refusals.first?.reason.contains("longer than 4 MiB together") == true)
        #expect(read.remarks.allSatisfy { ($0.line ?? 0) <= read.jobs.count + 2 })
    }

    @Test(arguments: [
        ("me", "me"), ("me@example.org", "me@example.org"), ("me@a.org, you+x@b-c.org", "me@a.org"),
        ("-Cx", nil), ("me\\n", nil), ("me$(id)", nil), ("me you", nil), (",", nil), ("mé", nil),
        ("a,b;c", nil),
    ])
    func `mails failures to plain addresses alone`(text: String, address: String?) {
        let read = Imported.crontab("MAILTO=\(text)\n0 0 * * * a\n")
        #expect(
            read.jobs.first?["onFailure"]
                == address.map { ["/usr/libexec/bgrun/mail-report", .string($0)] })
        #expect(read.places(.notKept) == (address == nil ? [1] : []))
    }

    @Test func `warns of habits that mean nothing where they go`() {
        let read = Imported.crontab(
            """
            25 6 * * * root test -x /usr/sbin/anacron || { cd / && run-parts --report /etc/cron.daily; }
            0 */12 * * * root test -x /usr/bin/certbot -a \\! -d /run/systemd/system && perl -e 'sleep int(rand(43200))' && certbot -q renew

            """, .withUser, path: "/etc/crontab")
        #expect(read.places(.note) == [1, 1, 2, 2, 2])
        #expect(read.jobs.map { $0["identifier"] } == ["local.cron.cron.daily", "local.cron.certbot"])
    }
}

// B-130
@Suite struct `An anacrontab that is imported` {
    @Test func `is due once in its period, in turn, in its hours and on external power`() {
        let read = Imported.anacrontab(
            """
            SHELL=/bin/sh
            HOME=/root
            START_HOURS_RANGE=3-22
            RANDOM_DELAY=45
            1\t5\tcron.daily\trun-parts --report /etc/cron.daily
            7 10 cron.weekly nice run-parts /etc/cron.weekly
            @monthly 15 cron.monthly run-parts /etc/cron.monthly
            """)
        #expect(
            read.lines.first
                == #"{"identifier":"local.anacron.cron.daily","shell":"run-parts --report /etc/cron.daily","workingDirectory":"/root","schedule":{"calendar":"*-*-* 03:00"},"randomDelay":"45m","allowedHours":"03:00-22:00","requiresExternalPower":true,"queue":"anacron"}"#
        )
        #expect(
            read.jobs.map { $0["schedule"] } == [
                ["calendar": "*-*-* 03:00"], ["every": "7d"], ["calendar": "*-*-01 03:00"],
            ])
        #expect(read.places(.note) == [5, 6, 7])
    }

    @Test(arguments: [
        ("", "daily"), ("START_HOURS_RANGE=0-22", "daily"), ("START_HOURS_RANGE=22-6", "daily"),
        ("START_HOURS_RANGE=3-3", "daily"), ("START_HOURS_RANGE=3-22", "*-*-* 03:00"),
        ("START_HOURS_RANGE=20-0", "*-*-* 20:00"), ("START_HOURS_RANGE=12-24", "*-*-* 12:00"),
    ])
    func `is due when its hours begin, where midnight is none of them`(hours: String, calendar: String) {
        let read = Imported.anacrontab("\(hours)\n1 5 a b\n")
        #expect(read.jobs.first?["schedule"] == ["calendar": .string(calendar)])
        for (period, calendar) in [("@weekly", "Mon *-*-* 03:00"), ("@yearly", "*-01-01 03:00")] {
            let read = Imported.anacrontab("START_HOURS_RANGE=3-22\n\(period) 5 a b\n")
            #expect(read.jobs.first?["schedule"] == ["calendar": .string(calendar)])
        }
    }

    @Test func `is of the user whose it is`() {
        let read = Imported.anacrontab("1 5 a b", user: "anna")
        #expect(read.jobs.map { [$0["user"], $0["identifier"]] } == [["anna", "local.anacron.anna.a"]])
        #expect(Imported.anacrontab("1 5 a b", user: "root").jobs.map { $0["user"] } == [nil])
    }

    @Test func `refuses what anacron would not run`() {
        let read = Imported.anacrontab(
            "0 5 a b\nx 5 a b\n1 x a b\n1 5 a\n99999999999999999999 5 a b\n1 5 a/b c\nSTART_HOURS_RANGE=9-9\n1 0 a \\\n b \\\nc"
        )
        #expect(
            read.places(.refused) == [1, 2, 3, 4, 5, 6] && read.places(.notKept) == [7]
                && read.jobs.map { $0["shell"] } == ["b c"])
    }
}
