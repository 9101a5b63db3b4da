// What a budget's earlier runs say of it, and what they don't.
import BGRunCalendar
import BGRunJob
import Testing

@Suite struct `Earlier runs` {
    private func doubts(
        _ members: String, after runs: [(Outcome, Int64)], accepted: Int64?, isSimulated: Bool = false
    ) throws -> [DescriptorWarning] {
        let now = try #require(WallTime(rfc3339: noonInBerlin))
        let text = #"{"identifier": "a", "command": ["/bin/true"], \#(members)}"#
        let descriptor = try JobDescriptor(json: Array(text.utf8))
        let lines = runs.enumerated().map { number, run in
            HistoryLine.run(
                HistoryEntry(
                    run: RunID(Int64(number) + 1),
                    job: JobID(owner: .root, identifier: descriptor.identifier),
                    due: now, started: now, ended: now, duration: .seconds(run.1 * 60), outcome: run.0,
                    isSimulated: isSimulated))
        }
        return EarlierRuns(lines, accepted: accepted.map { .seconds($0 * 60) }).warnings(
            of: DescriptorReview(descriptor, zones: KnownZones(local: .utc), now: now))
    }

    @Test func `that their budget has ended doubt the same again`() throws {
        #expect(
            try doubts(#""timeBudget": "30m""#, after: [(.expired, 31), (.succeeded, 12)], accepted: 30).map(
                \.matter)
                == [.budgetTooShort(.seconds(1800), long: 1, of: 2, longest: .seconds(31 * 60))])
    }

    @Test func `that were longer doubt a budget that is to be shorter`() throws {
        #expect(
            try doubts(#""timeBudget": "10m""#, after: [(.succeeded, 12), (.failed, 20)], accepted: 30).map(
                \.matter)
                == [.budgetTooShort(.seconds(600), long: 2, of: 2, longest: .seconds(1200))])
        #expect(try doubts(#""timeBudget": "10m""#, after: [(.succeeded, 12)], accepted: nil).count == 1)
    }

    @Test func `say nothing where suspend or another budget may have made them long`() throws {
        #expect(try doubts(#""timeBudget": "10m""#, after: [(.succeeded, 600)], accepted: 10) == [])
        #expect(try doubts(#""timeBudget": "1h""#, after: [(.expired, 600)], accepted: 10) == [])
    }

    @Test func `say nothing where they were simulated, or ended by something else`() throws {
        #expect(
            try doubts(#""timeBudget": "10m""#, after: [(.expired, 12)], accepted: 10, isSimulated: true)
                == [])
        #expect(
            try doubts(
                #""timeBudget": "10m""#,
                after: [(.interrupted, 12), (.cancelled, 12), (.deferred, 12), (.couldNotLaunch, 12)],
                accepted: 30)
                == [])
    }

    @Test func `doubt an interval that most of them outlast`() throws {
        let hourly = #""schedule": {"every": "1h"}"#
        #expect(
            try doubts(hourly, after: [(.succeeded, 70), (.succeeded, 80), (.succeeded, 5)], accepted: 180)
                .map(\.matter)
                == [.runsTooLong(interval: .seconds(3600), long: 2, of: 3, longest: .seconds(4800))])
        #expect(try doubts(hourly, after: [(.succeeded, 70), (.succeeded, 5)], accepted: 180) == [])
    }
}
