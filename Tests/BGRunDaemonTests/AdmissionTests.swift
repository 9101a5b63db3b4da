// Who may connect, and how often.
import BGRunJob
import BGRunLaunch
import Testing

@testable import BGRunDaemon

@Suite struct `The door of the socket` {
    // B-18
    @Test func `lets one user in only so often, and into a user's daemon nobody but that user and root`() {
        var admission = Admission(daemonUser: .root, scope: .everyone)
        for _ in 0..<Admission.limitPerUser { #expect(admission.admit(UserID(1000)) == .welcome) }
        #expect(admission.admit(UserID(1000)) == .tooMany)
        #expect(admission.admit(UserID(1001)) == .welcome)
        admission.leave(UserID(1000))
        #expect(admission.admit(UserID(1000)) == .welcome)
        // All numbers without an account are one. (B-140)
        let admitted = (0..<100).count { _ in admission.admit(.withoutAccount) == .welcome }
        #expect(admitted == Admission.limitWithoutAccount && !admission.becomeHost(.withoutAccount))
        var own = Admission(daemonUser: UserID(1000), scope: .daemonUser)
        let verdicts = [UserID(1001), UserID(1000), .root].map { own.admit($0) }
        #expect(verdicts == [.stranger, .welcome, .welcome])
    }

    @Test func `counts those that hold assertions apart, and as any other when that is over`() {
        var admission = Admission(daemonUser: .root, scope: .everyone)
        for _ in 0..<32 {
            #expect(admission.admit(UserID(1000)) == .welcome)
            #expect(admission.becomeHolder(UserID(1000)) == true)
        }
        for _ in 0..<Admission.limitPerUser { #expect(admission.admit(UserID(1000)) == .welcome) }
        #expect(admission.admit(UserID(1000)) == .tooMany)
        admission.leave(UserID(1000))
        admission.leaveHolder(UserID(1000))
        #expect(admission.admit(UserID(1000)) == .tooMany, "the one whose assertion is over counts again")
        var others = 0
        while admission.admit(.root) == .welcome, admission.becomeHolder(.root) { others += 1 }
        #expect(others + 31 == Admission.holderLimit)
    }

    @Test func `counts one of a host that holds an assertion as one that holds it, and only so`() {
        var admission = Admission(daemonUser: .root, scope: .everyone)
        let user = UserID(1000)
        for _ in 0..<Admission.hostLimitPerUser {
            #expect(admission.admit(user) == .welcome)
            #expect(admission.becomeHost(user) == true)
            #expect(admission.becomeHolder(user, isOfHost: true) == true)
            admission.leaveHolder(user)
            admission.leave(user)
        }
        for _ in 0..<Admission.hostLimitPerUser {
            #expect(admission.admit(user) == .welcome)
            #expect(admission.becomeHost(user) == true, "none counts as a host's any more")
        }
        for _ in 0..<Admission.limitPerUser {
            #expect(admission.admit(user) == .welcome, "nor as any other that is closed")
        }
        #expect(admission.admit(user) == .tooMany)
    }

    @Test
    func `keeps room for root also where assertions that are over make more connections than are let in`() {
        var crowded = Admission(daemonUser: .root, scope: .everyone)
        let others = (UInt32(1)...2000).count { crowded.admit(UserID($0)) == .welcome }
        let roots = (0..<1000).count { _ in crowded.admit(.root) == .welcome }
        #expect(others == Admission.limit - roots && roots == Admission.keptForRoot)

        var admission = Admission(daemonUser: .root, scope: .everyone)
        var holders: [UserID] = []
        var user = UserID(1)
        while holders.count < Admission.holderLimit, admission.admit(user) == .welcome {
            #expect(admission.becomeHolder(user) == true)
            holders.append(user)
            if holders.count % 32 == 0 { user = UserID(user.rawValue + 1) }
        }
        for number in UInt32(1)...1024 { while admission.admit(UserID(number)) == .welcome {} }
        for holder in holders { admission.leaveHolder(holder) }
        #expect(admission.admit(UserID(5000)) == .tooMany)
        for _ in 0..<Admission.keptForRoot { #expect(admission.admit(.root) == .welcome) }
        #expect(admission.admit(.root) == .tooMany)
    }
}
