// Plays many lives of a laptop, one after the other, and tells of those that went wrong.
import Glibc
import LaptopLife

/// As many as the tests play of each.
let events = 2000

let bounds = CommandLine.arguments.dropFirst().compactMap { UInt64($0) }
guard bounds.count == 3, bounds[0] <= bounds[1], bounds[2] > 0 else {
    print("usage: LifeSoak FROM TO STEP: plays every STEPth seed from FROM on and before TO")
    exit(2)
}
var failures = 0
for seed in stride(from: bounds[0], to: bounds[1], by: Int(clamping: bounds[2])) {
    do {
        try Life.play(seed, events: events, lines: 20)
    } catch {
        failures += 1
        print("\(error)")
    }
}
exit(failures == 0 ? 0 : 1)
