// What the reader refuses of schedules and of the keys about time, and the exact words.
import BGRunCalendar
import BGRunJSON
import BGRunJob
import Testing

// B-21
@Suite struct `A schedule that is refused` {
    @Test(arguments: [
        (
            #""30 2 * * *""#,
            #"schedule: found a string; write an object such as {"every": "6h"}, or a list of such objects"#
        ),
        (
            "{}",
            #"schedule: this says nothing about when the job is due; write one of "cron", "calendar", "every", "event", "device", "mount", "path""#
        ),
        (
            #"[{"event": "boot"}, {"timeZone": "UTC"}]"#,
            #"schedule[1]: this says nothing about when the job is due; write one of "cron", "calendar", "every", "event", "device", "mount", "path""#
        ),
        ("[]", #"schedule: the list is empty; write an entry such as {"every": "6h"}, or remove the key"#),
        (
            "[" + Array(repeating: #"{"event": "boot"}"#, count: 17).joined(separator: ", ") + "]",
            #"schedule: the list has 17 entries, 16 at most; join some: one "cron" or "calendar" may name many times, such as {"cron": "0 8,12,18 * * *"}"#
        ),
        (#"[{"every": "6h"}, "30 2 * * *"]"#, "schedule[1]: found a string; write an object"),
        (#"[[]]"#, "schedule[0]: found a list; write an object"),
    ])
    func `is told what an entry is`(schedule: String, words: String) {
        #expect(refusal(ofMember: #""schedule": \#(schedule)"#) == words)
    }

    @Test(arguments: [
        (#"{"evry": "6h"}"#, #"schedule.evry: unknown key; did you mean "every"?"#),
        (#"{"every": "6h", "form": "grid"}"#, #"schedule.form: unknown key; did you mean "from"?"#),
        (
            #"[{"event": "boot"}, {"cron": "@daily", "timezone": "UTC"}]"#,
            #"schedule[1].timezone: unknown key; did you mean "timeZone"?"#
        ),
        (#"{"at": "02:30"}"#, "schedule.at: unknown key; write \"calendar\": \"02:30\""),
        (#"{"calender": "daily"}"#, #"schedule.calender: unknown key; did you mean "calendar"?"#),
        (#"{"on": "boot"}"#, "schedule.on: unknown key; write \"event\": \"boot\""),
        (
            #"{"calendar": "daily", "cron": "@daily"}"#,
            #"schedule.calendar: "cron" is given too; make two entries of it: [{"cron": …}, {"calendar": …}]"#
        ),
        (
            #"[{"event": "boot", "every": "1h"}]"#,
            #"schedule[0].event: "every" is given too; make two entries of it: [{"every": …}, {"event": …}]"#
        ),
        (
            #"{"cron": "@daily", "from": "completion"}"#,
            #"schedule.from: this belongs to "every", not to "cron"; remove it"#
        ),
        (
            #"{"every": "90m", "timeZone": "UTC"}"#,
            #"schedule.timeZone: 90m is the same by every clock; remove it, or write from when on, such as "from": "2026-12-01 09:00""#
        ),
        (
            #"{"every": "1d", "from": "completion", "timeZone": "UTC"}"#,
            #"schedule.timeZone: what is counted from the end of a run follows no clock; remove it"#
        ),
        (
            #"{"event": "boot", "timeZone": "UTC"}"#,
            #"schedule.timeZone: this belongs to "cron" or "calendar" or "every", not to "event"; remove it"#
        ),
        (
            #"[{"event": "boot"}, {"event": "boot", "settle": "5s"}]"#,
            #"schedule[1].settle: this belongs to "path", not to "event"; remove it"#
        ),
        (
            #"{"event": "boot", "asleep": "1h"}"#,
            #"schedule.asleep: this belongs to the event "wake" alone; remove it"#
        ),
        (
            #"{"device": {"ID_FS_UUID": "1-2"}, "asleep": "1h"}"#,
            #"schedule.asleep: this belongs to "event", not to "device"; remove it"#
        ),
        (
            #"{"mount": "/mnt/nas", "event": "boot"}"#,
            #"schedule.mount: "event" is given too; make two entries of it: [{"event": …}, {"mount": …}]"#
        ),
        (
            #"{"every": "1d", "except": "Sat"}"#,
            #"schedule.except: this belongs to "cron" or "calendar", not to "every"; remove it"#
        ),
        (
            #"{"cron": "@daily", "except": ["Sat", "2027-02-29"]}"#,
            #"schedule.except[1]: "2027-02-29" names no day; write a date such as "2026-12-24", a span such as "2026-12-24/2027-01-01", a day of each year such as "12-25", or a weekday such as "Sat""#
        ),
        (
            #"{"cron": "@daily", "except": "2027-01-02/2027-01-01"}"#,
            #"schedule.except: "2027-01-02/2027-01-01" ends before it begins; write the earlier date first"#
        ),
        (
            #"{"cron": "0 8 * * 6,0", "except": ["Sat", "Sun"]}"#,
            "schedule.except: no day is left on which it comes; remove some of them, or the whole entry"
        ),
        (
            #"{"calendar": "2026-12-25", "except": ["12-24/01-06"]}"#,
            "schedule.except: no day is left on which it comes; remove some of them, or the whole entry"
        ),
        (
            #"{"calendar": "daily Europe/Berlin", "timeZone": "UTC"}"#,
            #"schedule.timeZone: "calendar" names a zone already: "Europe/Berlin"; remove one of them"#
        ),
        (
            #"[{"calendar": "daily UTC", "timeZone": "UTC"}]"#,
            #"schedule[0].timeZone: "calendar" names a zone already: "UTC"; remove one of them"#
        ),
    ])
    func `has one form in each entry, and only what belongs to it`(schedule: String, words: String) {
        #expect(refusal(ofMember: #""schedule": \#(schedule)"#) == words)
    }

    @Test(arguments: [
        (
            #"{"cron": 5}"#, #"schedule.cron: found a number; write a cron expression such as "30 2 * * 1-5""#
        ),
        (
            #"[{"event": "boot"}, {"cron": "30 25 * * *"}]"#,
            #"schedule[1].cron: hour field: "25" is not in 0 to 23; write 0 to 23, or "*""#
        ),
        (
            #"{"cron": "30 2 * *"}"#,
            #"schedule.cron: "30 2 * *" has 4 fields, and cron 5; write minute, hour, day of month, month and day of week; a sixth in front is the second"#
        ),
        (
            #"{"cron": "0 0 30 2 *"}"#,
            #"schedule.cron: "0 0 30 2 *" never fires: February has no 30th; write days that its months have, or "0 0 L 2 *" for a month's last day"#
        ),
        (
            #"{"cron": "@reboot"}"#,
            #"schedule.cron: "@reboot" is no time but an event; write {"event": "boot"}"#
        ),
        (
            #"{"calendar": true}"#,
            #"schedule.calendar: found true; write a calendar expression such as "Mon..Fri 02:30""#
        ),
        (
            #"{"calendar": "Mon 02:30 Europe/Ber lin"}"#,
            #"schedule.calendar: "Europe/Ber" in "Mon 02:30 Europe/Ber" is not understood; write weekdays, a date and a time, such as "Mon..Fri *-*-* 02:30", or a word such as "daily""#
        ),
        (
            #"{"calendar": "daily +02:00"}"#,
            #"schedule.calendar: "daily +02:00" in "daily +02:00" stands where a number belongs; write weekdays, a date and a time, such as "Mon..Fri *-*-* 02:30", or a word such as "daily""#
        ),
        (
            #"{"calendar": "Mon 02:30\u001b[2J"}"#,
            #"schedule.calendar: "\u{1b}[2J" in "Mon 02:30\u{1b}[2J" is not understood; write weekdays, a date and a time, such as "Mon..Fri *-*-* 02:30", or a word such as "daily""#
        ),
        (
            #"{"cron": "@daily", "timeZone": "Europe Berlin"}"#,
            #"schedule.timeZone: "Europe Berlin" is no time zone; write the name of a zone such as "Europe/Berlin""#
        ),
        (
            #"{"cron": "@daily", "timeZone": "+02:00"}"#,
            #"schedule.timeZone: "+02:00" is no time zone; write the name of a zone such as "Europe/Berlin""#
        ),
        (
            #"{"cron": "@daily", "timeZone": null}"#,
            #"schedule.timeZone: found null; write the name of a zone such as "Europe/Berlin""#
        ),
        (#"{"every": "999ms"}"#, #"schedule.every: 999ms is too short; write at least "1s""#),
        (#"{"every": "99999d"}"#, #"schedule.every: "99999d" is too long; write at most "36525d""#),
        (
            #"{"every": 3600}"#,
            #"schedule.every: found a number; write a duration of at least "1s", such as "6h""#
        ),
        (
            #"{"every": "day"}"#,
            #"schedule.every: "day" is no duration; write whole numbers with units, such as "90s", "15m", "1h30m" or "3d""#
        ),
        (
            #"{"every": "6h", "from": "start"}"#,
            #"schedule.from: "start" is not known here; write "grid", "completion", or a local time such as "2026-12-01 09:00""#
        ),
        (
            #"{"every": "2w", "from": "2026-12-01T09:00:00+01:00"}"#,
            #"schedule.from: "2026-12-01T09:00:00+01:00" is no local time; leave its offset out, and write the zone as "timeZone""#
        ),
        (
            #"{"event": "wakeup"}"#,
            #"schedule.event: "wakeup" is not known here; write one of "boot", "wake", "externalPower", "batteryPower", "network", "login", "unlock""#
        ),
        (
            #"{"event": "mounted"}"#,
            #"schedule.event: "mounted" is no word of this key; write "mount" in place of "event", with what is waited for"#
        ),
        (
            #"{"path": "~/notes"}"#,
            #"schedule.path: "~/notes" is not absolute; write an absolute path such as "/home/me""#
        ),
        (#"{"path": "/x", "settle": "25h"}"#, #"schedule.settle: 25h is too long; write at most "1d""#),
        (
            #"{"path": "/x", "settle": 30}"#,
            #"schedule.settle: found a number; write a duration from "0s" to "1d""#
        ),
        (
            #"{"path": "/x", "recursive": "yes"}"#,
            "schedule.recursive: found a string; write true or false"
        ),
    ])
    func `is told what is wrong with a value, and what to write`(schedule: String, words: String) {
        #expect(refusal(ofMember: #""schedule": \#(schedule)"#) == words)
    }

    @Test func `hears of the mistakes in all entries`() {
        let words = refusal(
            ofMember: #""schedule": [{"cron": "x"}, {"event": "boot"}, {"every": "0s"}, {}]"#)
        #expect(
            words == """
                schedule[0].cron: "x" has 1 field, and cron 5; write minute, hour, day of month, month and \
                day of week; a sixth in front is the second
                schedule[2].every: 0s is too short; write at least "1s"
                schedule[3]: this says nothing about when the job is due; write one of "cron", "calendar", \
                "every", "event", "device", "mount", "path"
                """)
    }
}

// B-21
@Suite struct `A key about time that is refused` {
    @Test(arguments: [
        (#""missed": "never""#, #"missed: "never" is not known here; write one of "once", "skip", "all""#),
        (
            #""maxLateness": 5"#,
            #"maxLateness: found a number; write a duration of at least "0s", such as "6h""#
        ),
        (#""randomDelay": "40000d""#, #"randomDelay: "40000d" is too long; write at most "36525d""#),
        (
            #""fixedDelay": "-5m""#,
            #"fixedDelay: "-5m" is no duration; write whole numbers with units, such as "90s", "15m", "1h30m" or "3d""#
        ),
        (
            #""until": "2027-01-01""#,
            #"until: "2027-01-01" is no date; write RFC 3339 such as "2026-03-29T02:30:00+02:00""#
        ),
        (#""until": 2027"#, #"until: found a number; write RFC 3339 such as "2026-03-29T02:30:00+02:00""#),
        (#""maxRuns": 0"#, "maxRuns: the number is out of range; write a whole number from 1 to 1000000000"),
        (
            #""allowedHours": 22"#,
            #"allowedHours: found a number; write a window such as "22:00-06:00" or "Mon-Fri 22:00-06:00", or a list of such windows"#
        ),
        (
            #""allowedHours": ["22:00-06:00", 12]"#,
            #"allowedHours[1]: found a number; write a window such as "22:00-06:00""#
        ),
        (
            #""allowedHours": []"#,
            #"allowedHours: no window is named; write 1 to 24 windows such as "22:00-06:00""#
        ),
        (
            #""allowedHours": [\#(Array(repeating: #""22:00-06:00""#, count: 25).joined(separator: ", "))]"#,
            #"allowedHours: 25 windows are named; write 1 to 24 windows such as "22:00-06:00""#
        ),
        (
            #""allowedHours": "10pm-6am""#,
            #"allowedHours: "10pm-6am" is no window of the day; write HH:MM-HH:MM, such as "22:00-06:00" or "Mon-Fri 22:00-06:00"; 24:00 may be an end"#
        ),
        (
            #""allowedHours": "\u009b\u202e""#,
            #"allowedHours: "\u{9b}\u{202e}" is no window of the day; write HH:MM-HH:MM, such as "22:00-06:00" or "Mon-Fri 22:00-06:00"; 24:00 may be an end"#
        ),
        (
            #""allowedHours": ["12:00-13:00", "22:00-22:00"]"#,
            #"allowedHours[1]: "22:00-22:00" ends where it begins; write "00:00-24:00" for the whole day, or leave the hours out"#
        ),
        (
            #""allowedHours": "24:00-06:00""#,
            #"allowedHours: "24:00-06:00" begins at 24:00; begin it at 00:00"#
        ),
        (
            #""latestBegin": "soon""#,
            #"latestBegin: "soon" is neither a duration nor a date; write a duration such as "3d", or a date such as "2026-03-29T02:30:00+02:00""#
        ),
        (
            #""priority": "urgent""#,
            #"priority: "urgent" is not known here; write one of "low", "default", "high""#
        ),
        (
            #""keepAwake": true"#, #"keepAwake: found true; write "never", "onExternalPower" or "always""#
        ),
        (
            #""keepAwake": "onPower""#,
            #"keepAwake: "onPower" is not known here; write one of "never", "onExternalPower", "always""#
        ),
        (
            #""keepAwake": {"withLidClosed": true}"#,
            #"keepAwake.when: the key is missing; write "never", "onExternalPower" or "always""#
        ),
        (
            #""keepAwake": {"when": "always", "lid": true}"#,
            #"keepAwake.lid: unknown key; did you mean "withLidClosed"?"#
        ),
        (
            #""keepAwake": {"when": "never", "withLidClosed": true}"#,
            #"keepAwake.withLidClosed: the machine is kept awake "never", with its lid closed neither; write "when": "onExternalPower", or remove it"#
        ),
        (
            #""wakeSystem": true"#,
            #"wakeSystem: found true; write one of "never", "onExternalPower", "always""#
        ),
        (
            #""beforeSleep": "finish""#,
            #"beforeSleep: "finish" is not known here; write one of "freeze", "stop""#
        ),
        (#""timeZone": "UTC""#, #"timeZone: this key stands inside "schedule"; move it there"#),
        (#""every": "6h""#, #"every: this key stands inside "schedule"; move it there"#),
    ])
    func `is told where, what is wrong and what to write`(member: String, words: String) {
        #expect(refusal(ofMember: member) == words)
    }

    @Test func `contradicts another key`() {
        #expect(
            refusal(ofMember: #""schedule": {"event": "boot"}, "latestBegin": "2026-03-29T00:00:00Z""#)
                == #"latestBegin: the job recurs, and a date fits only one occurrence; write a duration such as "3d", which is counted from each"#
        )
        #expect(
            refusal(
                ofMember: #""earliestBegin": "2026-03-29T02:00:00+02:00", "until": "2026-03-28T00:00:00Z""#)
                == #"until: this lies before "earliestBeginDate"; write a date after 2026-03-29T00:00:00Z"#)
        #expect(refusal(ofMember: #""earliestBegin": "+1h", "until": "2026-03-28T00:00:00Z""#) == "accepted")
    }
}

@Suite struct `The rules of a machine` {
    private let rules = DescriptorRules(
        wakeFault: "this daemon may not wake the machine: it lacks the capability CAP_WAKE_ALARM",
        zoneFault: { name in
            name == "Europe/Berlin"
                ? nil : ("this machine knows no time zone \"\(name)\"", "did you mean \"Europe/Berlin\"?")
        })

    @Test(arguments: [
        (#"{"cron": "@daily", "timeZone": "Europe/Berln"}"#, "schedule.timeZone"),
        (#"{"calendar": "daily", "timeZone": "Europe/Berln"}"#, "schedule.timeZone"),
        (#"{"calendar": "daily Europe/Berln"}"#, "schedule.calendar"),
        (#"[{"event": "boot"}, {"cron": "@daily", "timeZone": "Europe/Berln"}]"#, "schedule[1].timeZone"),
        (#"[{"event": "boot"}, {"calendar": "Mon 02:30 Europe/Berln"}]"#, "schedule[1].calendar"),
        (#"{"cron": "@daily", "timeZone": "Europe/Berlin"}"#, nil), (#"{"cron": "@daily"}"#, nil),
        (#"{"calendar": "daily Europe/Berlin"}"#, nil), (#"{"event": "boot"}"#, nil),
        (#"{"every": "1h"}"#, nil),
    ])
    func `refuse a zone that it does not have, where it is written`(schedule: String, place: String?) {
        let member = #""schedule": \#(schedule)"#
        let words = place.map {
            #"\#($0): this machine knows no time zone "Europe/Berln"; did you mean "Europe/Berlin"?"#
        }
        #expect(refusal(ofMember: member, rules: rules) == words ?? "accepted")
        #expect(refusal(ofMember: member) == "accepted", "the store asks no machine")
    }

    @Test func `refuse to wake a machine that this daemon can't wake, and tell all faults at once`() {
        let words =
            "wakeSystem: this daemon may not wake the machine: it lacks the capability CAP_WAKE_ALARM; "
            + "remove the key, or submit the job to a daemon that can"
        let told = ["always", "onExternalPower", "never"].map {
            refusal(ofMember: "\"wakeSystem\": \"\($0)\"", rules: rules)
        }
        let untold = refusal(ofMember: #""wakeSystem": "always""#, rules: DescriptorRules())
        #expect(told + [untold] == [words, words, "accepted", "accepted"])
        var all = rules
        all.policy = Policy()
        all.policy?.maxTimeBudget = .seconds(60)
        let lines = refusal(
            ofMember: #""wakeSystem": "always", "schedule": {"calendar": "daily Mars/Base"}"#, rules: all)
        #expect(lines.split(separator: "\n").count == 3, "\(lines)")
    }
}
