// The rule on the trees of real machines.

import BGRunJob
import Testing

@testable import BGRunDevice

// B-6
@Suite struct `The supplies of real machines` {
    @Test func `are all there`() { #expect(SupplyTree.all.count == 35) }

    @Test(arguments: SupplyTree.all) func `are judged as their users want it`(tree: SupplyTree) {
        let reading = PowerRule.judge(tree.scan, supplies: Policy.Supplies()).reading
        #expect(reading.verdict == tree.verdict, "\(reading.reason)")
        #expect(reading.batteryLevel == tree.level)
    }

    @Test func `where people may differ are judged so that a job waits`() {
        let contested = SupplyTree.all.filter { $0.strength == .advisory }
        #expect(contested.count == 4)
        for tree in contested { #expect(tree.verdict != .yes, "\(tree.identifier)") }
    }
}
