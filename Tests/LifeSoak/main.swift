// Plays many lives of a laptop, one after the other, and tells of those that went wrong, and of what none of them had in it.
import Glibc
import LaptopLife

/// As many as the tests play of each.
let events = 2000

let bounds = CommandLine.arguments.dropFirst().compactMap { UInt64($0) }
guard bounds.count == 3, bounds[0] <= bounds[1], bounds[2] > 0 else {
    print("usage: LifeSoak FROM TO STEP: plays every STEPth seed from FROM on and before TO")
    print("With COUNTS=1 in the environment it tells how often what happened.")
    exit(2)
}
var failures = 0
var counts: [String: Int] = [:]
for seed in stride(from: bounds[0], to: bounds[1], by: Int(clamping: bounds[2])) {
    do {
        counts.merge(try Life.play(seed, events: events, lines: 80), uniquingKeysWith: +)
    } catch {
        failures += 1
        print("\(error)")
    }
}
if getenv("COUNTS") != nil {
    for (what, count) in counts.sorted(by: { $0.key < $1.key }) { print("\(count) \(what)") }
}
// A few may lack what is rare; so may those that went wrong.
let missing = Life.everything.filter { counts[$0, default: 0] == 0 }
if failures == 0, !missing.isEmpty, (bounds[1] - bounds[0]) / bounds[2] >= 100 {
    print("never played: \(missing.joined(separator: ", "))")
    exit(1)
}
exit(failures == 0 ? 0 : 1)
