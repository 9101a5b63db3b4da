// Kills the writer of a store and cuts its power, many times, with a model beside it.
import BGRunTestSupport
import Foundation

let words = CommandLine.arguments.dropFirst()
let numbers = words.dropFirst().compactMap { UInt64($0) }
var faults: [String] = []
switch (words.first, numbers.first) {
case ("write", let seed?): try Kills.write(seed: seed, in: words.last ?? "")
case ("kills", let rounds?): faults = try Kills(seed: 1).faults(rounds: Int(clamping: rounds))
case ("cuts", let cuts?):
    // Some lives, of different lengths: the log is folded in the longer ones.
    for seed in 1...5 as ClosedRange<UInt64> {
        let life = try PowerCuts(seed: seed, turns: 20 + 40 * Int(seed))
        faults += try life.faults(cuts: Int(clamping: (cuts + 4) / 5))
    }
case (_, _):
    print("usage: StoreSoak kills ROUNDS | cuts COUNT")
    exit(2)
}
for fault in faults { print(fault) }
exit(faults.isEmpty ? 0 : 1)
