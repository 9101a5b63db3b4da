// Measures what schedules and requirements cost in the scheduler with many jobs, and schedules in the calendar;
// Benchmarks/ shows the figures.
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
case ("changes", let jobs?): try Reevaluation(jobs: jobs, rounds: numbers.dropFirst().first ?? 21).run()
case ("needs", let jobs?):
    guard numbers.count == 3 else { preconditionFailure("needs: jobs, how many are measured, combinations") }
    try NeedCosts(jobs: jobs, count: numbers[1], combinations: numbers[2]).run()
case ("openings", let jobs?): try Openings(jobs: jobs).run()
case ("owners", let jobs?):
    guard let owners = numbers.dropFirst().first, owners > 0 else {
        preconditionFailure("owners: jobs, and how many users they belong to")
    }
    try Openings(jobs: jobs, owners: owners).open(isShared: true)
case ("holds", let jobs?): try Holds(jobs: jobs).run()
case (_, _):
    print(
        """
        usage: ScheduleMeter next COUNT | crowd JOBS | hour JOBS | requests JOBS COUNT | store JOBS DIRECTORY
                             | changes JOBS ROUNDS | needs JOBS COUNT COMBINATIONS | openings JOBS
                             | owners JOBS OWNERS | holds JOBS
        """)
}
