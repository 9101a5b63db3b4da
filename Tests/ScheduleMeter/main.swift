// Measures what schedules cost, in the calendar and in the scheduler with many jobs; Benchmarks/ shows the figures.
import BGRunCalendar

let arguments = CommandLine.arguments.dropFirst()
let numbers = arguments.compactMap { Int($0) }
switch (arguments.first, numbers.first) {
case ("next", let count?): try NextInstants(count: count).run()
case ("crowd", let jobs?): try Crowding(jobs: jobs).run()
case ("hour", let jobs?): try SimulatedHour(jobs: jobs).run()
case ("requests", let jobs?): try Requests(jobs: jobs, count: numbers.dropFirst().first ?? 1000).run()
case ("store", let jobs?):
    guard let directory = arguments.last else { preconditionFailure("a number was found among no arguments") }
    try StoredCrowd(jobs: jobs, directory: directory).run()
case (_, _):
    print(
        "usage: ScheduleMeter next COUNT | crowd JOBS | hour JOBS | requests JOBS COUNT | store JOBS DIRECTORY"
    )
}
