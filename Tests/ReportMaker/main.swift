// ReportMaker: writes the page of a made-up past to its standard output, for the browser that checks it.
//
//     ReportMaker JOBS DAYS
import BGRunReport
import BGRunText
import Glibc

let arguments = CommandLine.arguments.dropFirst().compactMap { Int($0) }
guard arguments.count == 2, let jobs = arguments.first, let days = arguments.last, jobs >= 0, days > 0 else {
    print("usage: ReportMaker JOBS DAYS")
    throw Usage()
}
let past = MadeUpPast(jobs: jobs, days: days)
print(ReportPage(past.content, clock: past.clock, nonce: "madeup").html, terminator: "")

struct Usage: Error {}
