// The rule on the trees of real machines.

import BGRunJob
import Testing

@testable import BGRunDevice

// B-6
@Suite struct `The supplies of real machines` {
    @Test func `are all there`() { #expect(SupplyTree.all.count == 29) }

    @Test(arguments: SupplyTree.all) func `are judged as their users want it`(tree: SupplyTree) {
        let reading = PowerRule.judge(tree.scan, supplies: Policy.Supplies()).reading
        #expect(reading.verdict == tree.verdict, "\(reading.reason)")
        #expect(reading.batteryLevel == tree.level)
    }
}
