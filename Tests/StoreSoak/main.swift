// Kills the writer of a store and cuts its power, many times, with a model beside it.
import BGRunTestSupport
import Foundation

let words = CommandLine.arguments.dropFirst()
let numbers = words.dropFirst().compactMap { UInt64($0) }
/// Another one for each piece of a night.
let first = numbers.dropFirst().first ?? 1
var faults: [String] = []
switch (words.first, numbers.first) {
case ("write", let seed?): try Kills.write(seed: seed, in: words.last ?? "")
case ("kills", let rounds?): faults = try Kills(seed: first).faults(rounds: Int(clamping: rounds))
case ("cuts", let cuts?):
    // Some lives, of different lengths: the log is folded in the longer ones.
    for place in 0..<5 as Range<UInt64> {
        let life = try PowerCuts(seed: first &+ place, turns: 60 + 40 * Int(place))
        faults += try life.faults(cuts: Int(clamping: (cuts + 4) / 5))
    }
case (_, _):
    print("usage: StoreSoak kills ROUNDS [SEED] | cuts COUNT [SEED]")
    exit(2)
}
for fault in faults { print(fault) }
exit(faults.isEmpty ? 0 : 1)
