// What the store costs, in figures to read.
import BGRunCalendar
import BGRunJSON
import BGRunJob
import BGRunLinux
import BGRunStore

struct Measurement {
    let directory: String
    private let jobs: Int64 = 10_000

    func run() throws {
        try write()
        try open("closed cleanly")
        try writeAndLeave()
        try read()
        try open("cut off, the whole file checked")
    }

    private func write() throws {
        let before = memory()
        let (store, _) = try Sample.open(directory)
        _ = try store.write([.save(Sample.record(Sample.job(1)))])
        print("an empty store: anonymous memory \(before) → \(memory()) KiB")
        let records = (1...jobs).map { Sample.record(Sample.job($0)) }
        let all = try microseconds { _ = try store.write(records.map { .save($0) }) }
        print("one transaction of \(jobs) jobs: \(per(all, jobs)) µs per job")
        var times: [Int64] = []
        for var record in records.prefix(2000) {
            // Something has to differ: SQLite writes nothing where nothing does.
            record.occurrence.unfinishedRuns += 1
            times.append(try microseconds { _ = try store.write([.save(record)]) })
        }
        print("one durable save: \(median(times)) µs (median of \(times.count))")
        times = []
        for run in 1...Int64(12_000) {
            let job = Sample.job(run % 100)
            times.append(
                try microseconds { _ = try store.write([.append(.run(Sample.entry(run, of: job)))]) })
        }
        print(
            "one durable history entry: \(median(times)) µs, with trimming \(median(times.suffix(1900))) µs")
        times = []
        for number in 1...Int64(2000) {
            let skip = Sample.skip(of: Sample.job(number % 100))
            times.append(try microseconds { _ = try store.write([skip]) })
        }
        print("one durable skip: \(median(times)) µs")
        try writeConditions(of: Sample.record(Sample.job(1)), into: store)
        let page = try microseconds { _ = try store.runs(limit: 100) }
        let job = Sample.job(7)
        let last = try microseconds {
            _ = try store.runs(owner: job.owner, identifier: job.identifier, limit: 1)
        }
        print("100 entries of history: \(page) µs; the last of one job: \(last) µs")
        let lines = try microseconds { _ = try store.history(limit: 100) }
        print("100 lines of runs and skips: \(lines) µs")
    }

    /// A turn that saves a job and notes what was seen, beside one that saves only; they take turns, so that neither
    /// has the better disk.
    private func writeConditions(of record: JobRecord, into store: Store) throws {
        var record = record
        var (alone, with): ([Int64], [Int64]) = ([], [])
        for number in 1...Int64(24_000) {
            record.occurrence.unfinishedRuns += 1
            let save: [Change] = [.save(record)]
            if number % 8 == 0 {
                alone.append(try microseconds { _ = try store.write(save) })
            } else {
                let both = save + [.note(.condition(Sample.condition(number)))]
                with.append(try microseconds { _ = try store.write(both) })
            }
        }
        let slowest = with.suffix(2000).max() ?? 0
        print("a save: \(median(alone)) µs; with a row of what was seen: \(median(with)) µs")
        print("  with the table full: \(median(with.suffix(2000))) µs, the slowest \(slowest) µs")
        let holds = try (1...2000).map { number in
            try microseconds { _ = try store.write([.note(.hold(Sample.hold(of: Sample.job(number % 5))))]) }
        }
        print("a row of what holds a job back: \(median(holds)) µs, the slowest \(holds.max() ?? 0) µs")
        var reading = ConditionReading(since: WallTime(microseconds: 0))
        let all = try microseconds { while try store.read(&reading) {} }
        print("reading \(reading.changes.count) rows of what was seen: \(all) µs")
    }

    /// Leaves a log behind, as a crash does.
    private func writeAndLeave() throws {
        let (store, _) = try Sample.open(directory)
        _ = try store.write([.save(Sample.record(Sample.job(1)))])
        for suffix in ["", "-wal"] {
            let copy = try File.contents(of: directory + "/bgrun.sqlite" + suffix, limit: 1 << 30)
            try Directory(path: directory).replaceFile("copy" + suffix, with: copy, mode: 0o600)
        }
        withExtendedLifetime(store) {}
    }

    private func open(_ name: String) throws {
        let isCopy = name.hasPrefix("cut")
        if isCopy {
            let place = try Directory(path: directory)
            for suffix in ["", "-wal"] { try place.rename("copy" + suffix, to: "bgrun.sqlite" + suffix) }
        }
        if !isCopy {
            print(
                "a record is \(MemoryLayout<JobRecord>.stride) bytes, a descriptor \(MemoryLayout<JobDescriptor>.stride)"
            )
        }
        let before = memory()
        var kept: (Store, Opening)?
        let first = try microseconds { kept = try Sample.open(directory) }
        let count = Int64(kept?.1.recovered.jobs.count ?? 1)
        print("opening, \(name): \(count) jobs, \(per(first, count)) µs per job")
        print("  anonymous memory \(before) → \(memory()) KiB with the records held")
        if isCopy { return }
        let again = try (1...10).map { _ in
            kept = nil
            return try microseconds { kept = try Sample.open(directory) }
        }
        print("  the best of ten more: \(per(again.min() ?? 0, count)) µs per job")
    }

    /// What of opening is the descriptors' share.
    private func read() throws {
        let text = Sample.record(Sample.job(1)).descriptor.json.bytes()
        let time = try microseconds {
            for _ in 0..<jobs { _ = try JobDescriptor(json: text) }
        }
        print("reading a descriptor of \(text.count) bytes: \(per(time, jobs)) µs")
        let json = try microseconds {
            for _ in 0..<jobs { _ = try JSONValue(parsing: text, limits: .descriptor) }
        }
        print("  of that its JSON: \(per(json, jobs)) µs")
    }

    private func per(_ total: Int64, _ count: Int64) -> Double { Double(total * 100 / count) / 100 }

    private func median(_ values: some Sequence<Int64>) -> Int64 {
        let sorted = values.sorted()
        return sorted[sorted.count / 2]
    }

    private func microseconds(_ work: () throws -> Void) rethrows -> Int64 {
        let begin = Clock.read(.monotonic)
        try work()
        return Clock.read(.monotonic) - begin
    }

    private func memory() -> String {
        let text = (try? File.contents(of: "/proc/self/status", limit: 1 << 16)) ?? []
        let line = String(decoding: text, as: UTF8.self).split(separator: "\n")
            .first { $0.hasPrefix("RssAnon") }
        return line?.split(separator: " ").dropFirst().first.map(String.init) ?? "?"
    }
}
