// Of what was refused the refusal alone is told, whoever refuses it, and what others share stays.
import BGRunImport
import BGRunJSON
import Testing

// B-130, B-131
@Suite struct `A refused entry` {
    private static let table = "MAILTO=me\n61 0 * * * a % input\n0 0 * * * /bin/foo % input\n"

    @Test func `has its refusal told alone, and a variable for those that are left`() {
        let read = Imported.crontab(Self.table)
        #expect(read.remarks.filter { $0.line == 2 }.map(\.verdict) == [.refused])
        #expect(read.places(.changed) == [1, 0, 0] && read.places(.kept) == [3, 3])
        #expect(Imported.crontab("MAILTO=me\n61 0 * * * a % input\n").remarks.map(\.verdict) == [.refused])
        #expect(Imported.anacrontab("START_HOURS_RANGE=9-9\nx 5 a b\n").remarks.map(\.verdict) == [.refused])
        let timer = Imported.timer([
            "a.timer": "[Timer]\nOnCalendar=daily\n",
            "a.service": "[Service]\nExecStart=/bin/a\nDynamicUser=yes\nNice=3\nTimeoutStopSec=1h\n",
        ])
        #expect(timer.remarks.map(\.verdict) == [.refused])
    }

    @Test func `that the machine refuses has what was said of it taken back`() {
        var read = Imported.crontab(Self.table + "0 1 * * * /bin/bar\n")
        read.refuse { $0["identifier"] == "local.cron.foo" ? "no" : nil }
        #expect(read.remarks.filter { $0.line == 3 }.map(\.verdict) == [.refused])
        #expect(read.places(.changed) == [1, 0, 0] && read.places(.refused) == [2, 3])
        read.refuse { _ in "no" }
        #expect(read.jobs.isEmpty && read.remarks.map(\.verdict) == [.refused, .refused, .refused])
        #expect(read.refusedCount == 3 && read.places(.refused) == [2, 3, 4])
    }

    @Test func `is told for each job, where several have the same service`() {
        var read = Imported()
        for timer in ["a.timer", "b.timer"] {
            TimerReader.read(timer, specifiers: [:], in: "/", into: &read) { unit in
                let text =
                    unit.hasSuffix(".timer")
                    ? "[Timer]\nOnCalendar=daily\nUnit=c.service\n"
                    : "[Service]\nExecStart=/bin/a\nDynamicUser=yes\n"
                return .parts([ForeignSource(path: unit, text: text)])
            }
        }
        #expect(read.refusedCount == 2 && read.remarks.count == 2)
    }
}
