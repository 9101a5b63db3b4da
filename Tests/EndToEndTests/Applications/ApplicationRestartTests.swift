// What becomes of hosts and their runs when the daemon dies or leaves.
import BGRunJob
import BGRunTestSupport
import BGRunWire
import Foundation
import Glibc
import Testing

@Suite struct `The hosts of a daemon` {
    private static let short = #""launchLimit": "10s", "linger": "1s""#

    @Test func `that was killed are ended if it has started them, and their runs are due again`() throws {
        let machine = try PhotosMachine(
            "attach", "serve=org.photos.index", "launch", "began", "file=@/go", "end=true", "loop",
            times: Self.short)
        try machine.submit("index")
        try machine.hostSays("TaskBegan")
        let process = try machine.hostProcess()
        try machine.daemon.kill()
        #expect(isAlive(process))
        try machine.touch("go")
        try machine.daemon.start()
        try machine.daemon.gone([process])
        #expect(try machine.outcome(of: "index") == .succeeded)
        #expect(try machine.outcomes(of: "index") == [.succeeded, .interrupted])
        #expect(machine.daemon.lines("host").count { $0.hasPrefix("process") } == 2)
        try machine.hostsAreGone()
    }

    @Test func `that was killed attach again as guests, with what they have not let go of`() throws {
        let machine = try PhotosMachine(times: Self.short)
        let guest = try machine.guest(
            "attach", "serve=org.photos.index", "launch", "began", "loop", "file=@/again",
            "attach=1:org.photos.index", "renew", "serve=org.photos.index", "run=1", "file=@/let-go",
            "end=false",
            "loop")
        try guest.says("Serve")
        try machine.submit("index")
        try guest.says("TaskBegan")
        // On a busy machine it may come later than within the 2 s that it is waited for.
        _ = try machine.person.says("pause", "org.photos.index")
        try machine.daemon.kill()
        try machine.daemon.start()
        try machine.touch("again")
        try machine.daemon.settles("two attached") { guest.lines.count { $0.contains("Serve {") } == 2 }
        _ = try machine.person.says("unpause", "org.photos.index")
        try machine.daemon.settles("held back by its own last run") {
            try machine.reasonOfApplication(for: "index").contains("has not let go of it")
        }
        #expect(try machine.outcomes(of: "index") == [.interrupted])
        try machine.touch("let-go")
        #expect(try machine.outcome(of: "index") == .succeeded)
        try guest.says("working on org.photos.index")
    }

    @Test func `that leaves are told so, and what they submit meanwhile is stored`() throws {
        let machine = try PhotosMachine(
            "attach", "serve=org.photos.index", "launch", "began", "expire", "submit=org.photos.crowd",
            "end=true", "loop", times: Self.short)
        let guest = try machine.guest(
            "attach", "serve=org.photos.refresh", "launch", "began", "expire", "submit=org.photos.refresh",
            "end=false", "loop")
        try guest.says("Serve")
        try machine.submit("index")
        try machine.submit("refresh", .refresh)
        try guest.says("TaskBegan")
        try machine.hostSays("TaskBegan")
        let process = try machine.hostProcess()
        #expect(try machine.daemon.stop() == 0)
        #expect(!isAlive(process))
        try guest.says("expire shutdown")
        try guest.says("stream ended")
        try machine.hostSays("expire shutdown")
        #expect(guest.lines.contains { $0.hasPrefix("SubmitTask {") }, "\(guest.lines)")
        try machine.permit(["hang"])
        try machine.daemon.start()
        #expect(Set(try machine.pending()).isSuperset(of: ["org.photos.crowd", "org.photos.refresh"]))
        #expect(try machine.outcomes(of: "index") == [.succeeded])
    }
}
