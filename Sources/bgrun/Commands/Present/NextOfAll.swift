// The next instants of all jobs, and what of them comes up at once.
import BGRunCalendar
import BGRunClient
import BGRunDevice
import BGRunJSON
import BGRunJob
import BGRunLinux
import BGRunText
import BGRunWire

/// What lies ahead of all jobs that the caller may see.
struct NextOfAll {
    let call: CallOptions
    /// With all instants of so many days; nil for the next one of each job.
    let days: Int?
    let zone: Zone

    static let usualDays = 7
    static let mostDays = 31

    func print() throws {
        let clock = LocalZone.clock
        var connection = try call.daemon.connect()
        let status = try connection.call(StatusCall(.all(owner: call.daemon.owner)))
        let end = clock.now.advanced(by: .seconds(86_400) * (days ?? Self.mostDays))
        var planned: [Agenda.Planned] = []
        for job in status.jobs {
            let (instants, isCut) = instants(of: job, until: end, &connection)
            guard !instants.isEmpty else { continue }
            planned.append(
                Agenda.Planned(
                    job: job.id, title: job.title, order: job.descriptor.order,
                    usual: days == nil ? nil : usualSpan(of: job.id, &connection),
                    instants: instants, isCut: isCut))
        }
        let agenda = Agenda(planned, from: clock.now, to: end, mostRuns: status.daemon.maxRuns)
        if call.output.json { return Terminal.write(json: json(agenda)) }
        let ahead = Set(planned.map(\.job))
        let text = AgendaText(
            agenda, others: status.jobs.filter { !ahead.contains($0.id) }, Words.owners, clock: clock,
            screen: Terminal.screen)
        Terminal.write(text.lines(isWhole: days != nil))
    }

    /// Of one that waits for something else, none.
    private func instants(
        of job: JobReport, until end: WallTime, _ connection: inout Connection
    ) -> (instants: [UpcomingInstant], isCut: Bool) {
        guard days != nil else {
            // What is due already has no instant ahead.
            guard job.state == .scheduled, let planned = job.planned else { return ([], false) }
            return ([planned], false)
        }
        guard job.state == .scheduled || job.state == .due || job.run != nil else { return ([], false) }
        let question = NextCall(
            Target(identifier: job.identifier, owner: job.owner), count: NextCall.largestCount)
        // It may have left since.
        let told = (try? connection.call(question))?.next ?? []
        let instants = told.filter { $0.at < end }
        return (instants, isCut: instants.count == NextCall.largestCount)
    }

    /// As the daemon has it of a run that is active; nil where too few have succeeded, and of a job that has left.
    private func usualSpan(of job: JobID, _ connection: inout Connection) -> Duration? {
        let question = HistoryCall(JobSelection(job.identifier, of: job.owner), limit: EarlierRuns.most)
        guard let past = try? connection.call(question) else { return nil }
        var span = UsualSpan(interval: nil)
        span.learn(UsualSpan.spans(of: past.entries.compactMap(\.entry)))
        return span.usual
    }

    // MARK: - JSON

    /// `next` as for one job, with `identifier` and `owner`; with --all also `collisions`, `free`, and the jobs of which `next`
    /// has the first instants alone (`cut`).
    private func json(_ agenda: Agenda) -> JSONValue {
        let instants = agenda.jobs.flatMap { job in job.instants.map { (job.job, $0) } }
            .sorted { ($0.1.at, $0.0.identifier.text) < ($1.1.at, $1.0.identifier.text) }
        var object: JSONObject = [
            "next": .array(
                instants.map { job, instant in
                    [
                        "identifier": .string(job.identifier.text),
                        "owner": .integer(Int64(job.owner.rawValue)),
                        "at": .string(instant.at.rfc3339(in: zone)),
                        "latest": instant.latest.map { .string($0.rfc3339(in: zone)) } ?? .null,
                        "opens": instant.opens.map { .string($0.rfc3339(in: zone)) } ?? .null,
                    ]
                })
        ]
        guard days != nil else { return .object(object) }
        object["cut"] = .array(agenda.jobs.filter(\.isCut).map { json($0.job) })
        object["collisions"] = .array(agenda.collisions.map(json))
        object["free"] =
            agenda.slot.map { slot in
                ["from": .string(slot.from.rfc3339(in: zone)), "to": .string(slot.to.rfc3339(in: zone))]
            } ?? .null
        return .object(object)
    }

    private func json(_ collision: Agenda.Collision) -> JSONValue {
        [
            "reason": .string(collision.reason.rawValue),
            "jobs": .array(collision.jobs.map(json)),
            "at": .array(collision.instants.map { .string($0.rfc3339(in: zone)) }),
        ]
    }

    private func json(_ job: JobID) -> JSONValue {
        ["identifier": .string(job.identifier.text), "owner": .integer(Int64(job.owner.rawValue))]
    }
}
