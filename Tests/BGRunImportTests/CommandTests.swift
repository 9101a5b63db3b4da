// What the line of a crontab's entry tells: a name for its job, and what was probably not meant.
import BGRunImport
import BGRunJob
import BGRunJSON
import Testing

// B-130
@Suite struct `The command of an entry` {
    private func notes(_ command: String, _ form: CrontabReader.Form = .ownersOnly) -> [Remark] {
        let entry = "0 0 * * * \(command)\n"
        var imported = Imported()
        CrontabReader.read(ForeignSource(path: "tab", text: entry), form, into: &imported) {
            ["root", "anna", "mail", "man", "sync", "lp"].contains($0)
        }
        return imported.remarks.filter { $0.verdict == .note }
    }

    @Test(arguments: [
        (#"sleep $((RANDOM \% 10)); /bin/foo"#, "foo"), ("sleep $((RANDOM % 10)); /bin/foo", "sleep"),
        (#"tar czf /backup/$(date +\%F).tgz /home"#, "tar"),
        (#"mysqldump x > /b/`date +\%F`.sql"#, "mysqldump"),
        ("nice -n 19 ionice -c3 /usr/bin/updatedb --all", "updatedb"),
        ("ionice -c 3 /usr/bin/updatedb", "updatedb"), ("ionice -c 2 -n 7 -t tar c /x", "tar"),
        ("runuser -l www -c 'php8.2 /srv/cron.php'", "cron.php"), ("runuser -u www -- sync-all", "sync-all"),
        ("runuser -c sync-all www", "sync-all"), ("runuser - www -s /bin/sh -c sync-all", "sync-all"),
        ("runuser --user=www sync-all now", "sync-all"), ("su -l www -c 'exec sync-all'", "sync-all"),
        ("/opt/run* -x", "run"),
        ("cd /srv/app && A=1 B=2 ./manage.py clean", "manage.py"),
        ("sudo -u www php8.2 -q /srv/cron.php", "cron.php"),
        ("flock -n /tmp/x.lock -c '/opt/sync-all now'", "sync-all"),
        ("flock -w 10 /tmp/x rsync -a b c", "rsync"),
        (#"bash -lc "cd ~/x && restic backup""#, "restic"),
        ("python3 -m borgmatic.commands", "borgmatic.commands"),
        ("perl -e 'sleep int(rand(9))' && certbot -q renew", "certbot"),
        ("timeout 5m fetchmail 2>&1 >/dev/null", "fetchmail"),
        ("on_ac_power && [ -x /bin/q ] && /usr/lib/updater", "updater"),
        ("for i in a b; do echo $i; done; x; yes", "yes"),
        ("$CMD a; 'my tool' b", "my-tool"), ("/bin/a", "a"), ("root /bin/foo", "foo"), ("[ -f /x ]", "job"),
        ("*", "job"), ("'", "job"),
        ("(cd /; exec /usr/sbin/ntpdate -s t)", "ntpdate"),
        ("invoke-rc.d anacron start >/dev/null", "anacron"),
        ("test -x /x || { cd / && run-parts --report /etc/cron.daily; }", "cron.daily"),
        ("sh -c 'sh -c \"sh -c a\"'", "sh"), ("`", "job"), ("$(", "job"), ("echo \"$(x", "echo"),
        ("while :; do fetch; done", "fetch"), ("echo hi | mail -s x me", "mail"),
    ])
    func `gives its job the name of a program that says something`(command: String, name: String) {
        let read = Imported.crontab("0 0 * * * \(command)\n")
        #expect(read.jobs.first?["identifier"] == .string("local.cron.\(name)"))
    }

    @Test(arguments: [
        ("on_ac_power && /bin/foo", "skips its run on battery"),
        ("/bin/foo -a \\", "no line of a crontab goes on"),
        ("! on_ac_power || /bin/foo", "skips its run on battery"),
        ("on_ac_power; [ $? -eq 1 ] || /bin/foo", "asks on_ac_power"),
        ("if /sbin/on_ac_power; then foo; fi", "asks on_ac_power"),
        ("[ $(expr $(date +%W) % 2) -eq 0 ] && /bin/foo", "number of the week"),
        ("test $(($(date +%V)%2)) -eq 1 && /bin/foo", "number of the week"),
        ("[ `expr \\`date +%U\\` % 2` = 1 ] && /bin/foo", "number of the week"),
        // What more hangs on the test, and a test that is put otherwise, is not taken apart.
        ("[ $(expr $(date +%s) / 604800 % 2) -eq 0 ] && /bin/foo || /bin/bar", "counts from 1970 on"),
        ("expr `date +%s` / 604800 % 2 >/dev/null && /bin/foo", "counts from 1970 on"),
        ("[ $(date -d tomorrow +%d) = 01 ] && /bin/foo", "on the month's last day"),
        ("[ $(date +%e) -le 7 ] && /bin/foo", "of the month's first week"),
        ("[ $(date +%u) -eq 1 ] && /bin/foo", "those on one weekday"),
    ])
    func `is told what has a schedule say what it asks itself`(command: String, reason: String) throws {
        let line = command.replacing("%", with: "\\%")
        let time =
            command.contains("tomorrow")
            ? "0 9 28-31 * *" : command.contains("%u") ? "0 9 8-14 * *" : "0 9 * * 2"
        let read = Imported.crontab("\(time) \(line)\n")
        let notes = read.remarks.filter { $0.verdict == .note && !$0.reason.hasPrefix("where the test") }
        #expect(notes.count == 1 && notes[0].reason.contains(reason), "\(read.remarks.map(\.text))")
        #expect(read.jobs.first?["shell"] == .string(command))
        guard let advice = notes.first?.advice, advice.contains("{") else { return }
        let schedule = advice.drop { $0 != "{" }.prefix { $0 != "}" } + "}"
        _ = try JobDescriptor(
            json: Array("{\"identifier\": \"a\", \"shell\": \"a\", \"schedule\": \(schedule)}".utf8))
    }

    @Test(arguments: [
        (
            "0 9 * * 2", "[ $(expr $(date +%s) / 604800 % 2) -eq 0 ] && /bin/foo -x",
            #"{"every":"14d","from":"2026-01-06 09:00"}"#
        ),
        (
            "30 1 * * Tue", "test $(($(date +%s)/604800%2)) = 1 && /bin/foo -x",
            #"{"every":"14d","from":"2026-01-13 01:30"}"#
        ),
        (
            "0 9 * * 0", "[ `expr \\`date -u +%s\\` / 604800 % 3` -eq 2 ] && /bin/foo -x",
            #"{"every":"21d","from":"2026-01-18 09:00"}"#
        ),
        (
            "0 9 * * 2", "cd '/srv/x y' && [ $(expr $(date +%s) / 604800 % 2) -eq 0 ] && /bin/foo -x",
            #"{"every":"14d","from":"2026-01-06 09:00"}"#
        ),
        // It may be Thursday there.
        ("0 20 * * 3", "[ $(($(date +%s) / 604800 % 2)) -eq 0 ] && /bin/foo -x", #"{"cron":"0 20 * * 3"}"#),
        ("0 9 * * 1,2", "[ $(($(date +%s) / 604800 % 2)) -eq 0 ] && /bin/foo -x", #"{"cron":"0 9 * * 1,2"}"#),
        ("0 9 * * 2", "( [ $(($(date +%s) / 604800 % 2)) -eq 0 ] && /bin/foo -x )", #"{"cron":"0 9 * * 2"}"#),
        ("0 9 * * 2", "[ $(($(date +%s) / 604800 % 2)) -ne 0 ] && /bin/foo -x", #"{"cron":"0 9 * * 2"}"#),
        ("@monthly", "[ $(date -d tomorrow +%d) = 1 ] && /bin/foo -x", #"{"cron":"@monthly"}"#),
        ("@weekly", "[ $(date +%d) -le 7 ] && /bin/foo -x", #"{"cron":"@weekly"}"#),
        ("@weekly", "[ $(date +%V) % && /bin/foo -x", #"{"cron":"@weekly"}"#),
    ])
    func `becomes an interval of weeks where it counts them from 1970 on`(
        time: String, command: String, schedule: String
    ) {
        let read = Imported.crontab("\(time) \(command.replacing("%", with: "\\%"))\n")
        let job = read.jobs.first
        let way = command.hasPrefix("cd") ? "cd '/srv/x y' && " : ""
        let shell = schedule.contains("cron") ? command : way + "/bin/foo -x"
        #expect(job?["schedule"]?.text() == schedule)
        // Of a test that is left out nothing is said.
        #expect(job?["shell"] == .string(shell) && read.places(.note).isEmpty == schedule.contains("every"))
    }

    @Test(arguments: [
        ("[ -x /a ] && /a", "test"), ("test -x /a && cd / && /a", "test"), ("[[ -x /a ]] && /a", "test"),
        ("command -v a >/dev/null && a", "test"), ("which a >/dev/null 2>&1 && a | mail me", "test"),
        ("cd /srv && [ -f a ] && sh a", "test"), ("! pgrep -x a >/dev/null && a", "test"),
        ("(pgrep a && b)", "test"),
        ("ps ax | grep -q a && b", "test"), ("mountpoint -q /mnt && { a; b; }", "test"),
        ("{ [ -e /a ] && b; }", "test"),
        ("if a; then [ -e /a ] && b; fi", "test"), ("sleep 5; ping -c 1 host >/dev/null && a", "test"),
        ("systemctl is-active -q a && b", "test"), ("A=1 test -e /a && b;", "test"),
        ("on_ac_power && a", "test"),
        ("flock -n /run/a.lock a", "lock"), ("/usr/bin/flock -xn /run/a.lock -c 'a; b'", "lock"),
        ("cd / && nice -n 19 flock -w 5 /run/a a", "lock"), ("run-one a", "lock"),
        ("flock --nonblock /run/a a >/dev/null", "lock"),
        ("[ -x /a ] && /a || true", ""), ("[ -x /a ] && /a; true", ""), ("test -x /a || { cd / && b; }", ""),
        ("if [ -x /a ] && [ -x /b ]; then /a; fi", ""), ("([ -x /a ] && b) | cat", ""), ("a && b", ""),
        ("[ -x /a ]; b", ""),
        ("flock /run/a a", ""), ("flock -n -E 0 /run/a a", ""),
        ("flock --conflict-exit-code=0 -n /run/a a", ""),
        ("flock -n /run/a a || true", ""), ("echo '[ a ] && b'", ""),
        ("(flock -n 9 || exit 0; a) 9>/run/a", ""), ("[ a", ""),
        ("case x in x) [ a ] && b;; esac", ""), ("systemctl restart a && b", ""), ("grep a b | c && d", ""),
    ])
    func `may fail where there is nothing to do, which cron does not mind`(command: String, kind: String) {
        let told = notes(command).map(\.reason).filter { $0.hasSuffix("of which cron takes no note") }
        let start = ["test": "where the test", "lock": "where the lock"][kind]
        #expect(told.map { String($0.prefix(14)) } == (start.map { [$0] } ?? []))
    }

    @Test(arguments: [
        ("/bin/foo &", true), ("nohup /bin/foo >/dev/null 2>&1 &", true), ("(foo &)", true),
        ("foo & bar", true), ("foo & bar & wait", false), ("a && b", false), ("a 2>&1", false),
        ("a &>/dev/null", true), ("a 2&>1", true), ("a |& b", false), ("tmux new -d x", true),
        ("setsid x", true),
        ("setsid -w x", false), ("a 'b & c' \"&\" \\&", false),
    ])
    func `leaves nothing running behind it`(command: String, hasBackground: Bool) {
        let remarks = Imported.crontab("0 0 * * * \(command)\n").remarks.filter {
            $0.reason.hasPrefix("no process outlives its run") || $0.reason.hasPrefix("to /bin/sh a &")
        }
        #expect(remarks.map(\.verdict) == (hasBackground ? [.changed] : []))
        let table = Imported.anacrontab("1 5 a \(command)\n")
        #expect(
            table.remarks.contains {
                $0.reason.hasPrefix("no process outlives") || $0.reason.hasPrefix("to /bin/sh a &")
            } == hasBackground)
    }

    @Test func `may begin with a user, which is a column elsewhere`() {
        for command in ["root foo", "anna /bin/foo", "mail test -x /a"] {
            #expect(notes(command).map(\.advice) == ["--user-column reads it as a user's"], "\(command)")
        }
        for command in [
            "mail -s x me", "root", "bob /bin/foo", "/bin/root /x", "mail /x", "man /x", "sync /mnt",
            "lp /tmp/x",
        ] {
            #expect(notes(command) == [], "\(command)")
        }
        #expect(notes("root anna /bin/foo", .withUser) == [])
    }

    @Test(arguments: [
        ("tar czf a-$(date +%F).tgz /x", 1), (#"mail -s "at 100%" me"#, 1), ("echo `date +%F`", 1),
        ("date +%F", 1),
        ("echo 'a%b'", 1), ("mail me%Hello", 0), (#"echo "\"" '"' %x"#, 0), (#"date +\%F"#, 0),
    ])
    func `ends at a percent sign, which few mean inside a quotation`(command: String, count: Int) {
        #expect(
            notes(command).map(\.reason)
                == Array(
                    repeating:
                        "the command ends at the first %, also inside a quotation, as it does for cron",
                    count: count))
    }

    @Test func `has variables as they are written, which not everybody means`() {
        let read = Imported.crontab(
            "PATH=$HOME/bin:/bin\nA=~/x\nB=a:~/x\nC=a$\nD=5$ a~b\nE=${X}\n0 0 * * * foo\n0 1 * * * bar\n")
        #expect(read.places(.note) == [1, 2, 3, 6])
        #expect(read.lines.first?.contains(#""PATH":"$HOME/bin:/bin""#) == true)
    }
}
