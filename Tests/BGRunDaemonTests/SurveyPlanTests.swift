// What of an owner's paths is asked when, in virtual time and without any process.
import BGRunCalendar
import BGRunDevice
import BGRunJob
import BGRunScheduler
import Testing

@testable import BGRunDaemon

// B-42
@Suite final class `The plan of an owner's surveys` {
    private var plan = SurveyPlan(owner: UserID(7))
    private var clock = AwakeTime(microseconds: 1_000_000_000)

    private func watched(_ path: String) -> WatchedPath { WatchedPath(path: path, owner: UserID(7)) }
    private func existing(_ path: String) -> OwnedPath { OwnedPath(path: path, owner: UserID(7)) }

    private func next() -> SurveyOrders? { plan.next(at: clock) }
    private func take(_ answer: SurveyAnswer) -> [Event] { plan.take(answer, at: clock) }
    private func judge() -> SurveyPlan.Verdict { plan.judge(at: clock) }
    private func ended() -> [Event] { plan.ended(at: clock) }

    private func pass(_ span: Duration) { clock = clock.advanced(by: span) }

    /// A survey that does what it is asked.
    private func carryOut() throws -> SurveyOrders {
        let orders = try #require(next())
        _ = take(.done)
        #expect(ended().isEmpty)
        return orders
    }

    /// A survey that looks somewhere and is not heard of again.
    private func hang(at path: String, through mount: String? = nil) throws -> [Event] {
        _ = try #require(next())
        _ = take(.looking(at: path, through: mount))
        pass(SurveyPlan.patience)
        #expect(judge() == .end)
        return ended()
    }

    @Test func `asks for all of a turn at once, and for nothing while a survey is under way`() throws {
        plan.observe(watched("/a"))
        plan.observe(existing("/b"))
        plan.read(spaceAt: "/c")
        plan.read(spaceAt: "/c")
        #expect(plan.attendAt.map { $0 <= clock } == true)
        let orders = try #require(next())
        #expect(orders.changes == .init(isAnew: true, observe: [watched("/a")]))
        #expect(orders.existence == .init(isAnew: true, observe: [existing("/b")]))
        #expect(orders.spaces == ["/c"])
        plan.observe(watched("/d"))
        plan.ignore(watched("/a"))
        #expect(next() == nil)
        _ = take(.done)
        #expect(ended().isEmpty)
        #expect(
            try carryOut() == SurveyOrders(changes: .init(observe: [watched("/d")], ignore: [watched("/a")])))
        #expect(next() == nil)
        #expect(plan.attendAt == nil)
    }

    @Test func `asks again for what has news`() throws {
        plan.observe(watched("/a"))
        _ = try carryOut()
        plan.note(newsIn: .changes)
        #expect(try carryOut() == SurveyOrders(changes: .init()))
        plan.noteMounts()
        #expect(try carryOut().changes?.looksAtAll == true, "no watch tells of what is mounted over it")
        plan.observe(existing("/b"))
        _ = try carryOut()
        plan.noteMounts()
        #expect(try carryOut().existence?.looksAtAll == true)
    }

    // The field is closed when nothing is left in it, and a new one has no memory of a survey before.
    @Test func `begins anew where nothing was followed any more, while another is followed`() throws {
        plan.observe(watched("/a"))
        plan.observe(existing("/b"))
        _ = try carryOut()
        plan.ignore(existing("/b"))
        #expect(try carryOut() == SurveyOrders(existence: .init(ignore: [existing("/b")])))
        plan.observe(existing("/c"))
        #expect(try carryOut() == SurveyOrders(existence: .init(isAnew: true, observe: [existing("/c")])))
        plan.observe(existing("/d"))
        #expect(try carryOut() == SurveyOrders(existence: .init(observe: [existing("/d")])))
    }

    @Test func `asks for no more than a share at once, in the order in which it was asked`() throws {
        let paths = (0..<2500).map { existing("/\($0)") }
        for path in paths { plan.observe(path) }
        plan.ignore(paths[1])
        plan.observe(paths[1])
        var asked: [OwnedPath] = []
        for _ in 0..<3 { asked += try carryOut().existence?.observe ?? [] }
        #expect(asked.count == paths.count)
        #expect(Set(asked) == Set(paths))
        #expect(asked.first == paths[0])
        #expect(next() == nil)
    }

    @Test func `tells what it hears of what is still asked for`() throws {
        plan.observe(watched("/a"))
        plan.observe(existing("/b"))
        _ = next()
        let instant = WallTime(microseconds: 5)
        func word(_ path: String, _ newest: WallTime?, _ fault: String?, isFirst: Bool) -> SurveyAnswer {
            .path(path, isRecursive: false, newest: newest, fault: fault, isFirst: isFirst)
        }
        #expect(
            take(word("/a", instant, nil, isFirst: true))
                == [.pathFound(watched("/a"), newest: instant)])
        #expect(
            take(word("/a", instant, "in part", isFirst: false))
                == [
                    .pathChanged(watched("/a"), newest: instant),
                    .pathUnwatchable(watched("/a"), reason: "in part", isInPart: true),
                ])
        #expect(take(word("/a", nil, nil, isFirst: true)) == [.pathMissing(watched("/a"))])
        #expect(
            take(.existence("/b", .present(true)))
                == [.observed(.path(existing("/b")), .present(true))])
        // Nobody has asked for these.
        #expect(take(.existence("/a", .present(true))).isEmpty)
        #expect(take(word("/b", instant, nil, isFirst: true)).isEmpty)
        plan.ignore(existing("/b"))
        #expect(take(.existence("/b", .present(true))).isEmpty)
    }

    // B-31 B-32
    @Test func `leaves out what hangs, looks at all else anew, and tries it later and later`() throws {
        plan.observe(watched("/a"))
        plan.observe(watched("/mute/x"))
        plan.read(spaceAt: "/c")
        let fault = "can't look at /mute/x, because its file system does not answer"
        #expect(
            try hang(at: "/mute/x", through: "/mute")
                == [.pathUnwatchable(watched("/mute/x"), reason: fault)])
        let again = try carryOut()
        #expect(again.changes == .init(isAnew: true, observe: [watched("/a"), watched("/mute/x")]))
        #expect(again.spaces == ["/c"], "it was not answered")
        #expect(again.mute == ["/mute"])
        for span in [60, 120, 240, 480, 960, 1920, 3600, 3600] {
            let instant = try #require(plan.attendAt)
            #expect(
                clock.duration(to: instant) == .seconds(span)
                    || clock.duration(to: instant) == .seconds(span - 10))
            clock = instant
            #expect(try hang(at: "/mute").isEmpty)
        }
        clock = try #require(plan.attendAt)
        #expect(try #require(next()) == SurveyOrders(trials: ["/mute"]))
        _ = take(.looking(at: "/mute", through: nil))
        _ = take(.answers("/mute"))
        _ = take(.done)
        _ = ended()
        let after = try carryOut()
        #expect(after.changes?.observe == [watched("/a"), watched("/mute/x")])
        #expect(after.mute.isEmpty)
    }

    @Test func `tries what is mute at once when something is mounted, or no longer`() throws {
        plan.observe(existing("/mute/x"))
        _ = try hang(at: "/mute/x")
        _ = try carryOut()
        plan.noteMounts()
        #expect(try carryOut().existence?.looksAtAll == true)
        #expect(try carryOut() == SurveyOrders(trials: ["/mute/x"]))
    }

    // B-3 B-22
    @Test func `has all looked at again, later and later, while watches are lacking`() throws {
        plan.observe(watched("/a"))
        _ = try #require(next())
        _ = take(.scarce)
        _ = take(.done)
        #expect(ended().isEmpty)
        for span in [60, 120, 240] {
            let instant = try #require(plan.attendAt)
            #expect(clock.duration(to: instant) == .seconds(span))
            #expect(next() == nil)
            // News in between leave it as it is.
            plan.note(newsIn: .changes)
            _ = try #require(next())
            _ = take(.scarce)
            _ = take(.done)
            #expect(ended().isEmpty)
            #expect(plan.attendAt == instant)
            clock = instant
            #expect(try #require(next()).changes?.looksAtAll == true)
            _ = take(.scarce)
            _ = take(.done)
            #expect(ended().isEmpty)
        }
        clock = try #require(plan.attendAt)
        _ = try carryOut()
        #expect(plan.attendAt == nil, "there are enough")
    }

    @Test func `asks for nothing that is mute once nobody wants it`() throws {
        plan.observe(existing("/mute/x"))
        _ = try hang(at: "/mute/x")
        _ = try carryOut()
        plan.ignore(existing("/mute/x"))
        _ = try carryOut()
        #expect(plan.attendAt == nil)
        #expect(!plan.isIdle(at: clock), "what is left out is remembered")
        pass(.seconds(60))
        #expect(plan.isIdle(at: clock))
    }

    // B-31
    @Test func `tries a mute place by itself before the free space there is read again`() throws {
        plan.read(spaceAt: "/mute/x")
        #expect(try hang(at: "/mute/x", through: "/mute").count == 1)
        plan.read(spaceAt: "/mute/x")
        #expect(try carryOut() == SurveyOrders(spaces: ["/mute/x"], mute: ["/mute"]))
        #expect(plan.attendAt == nil)
        pass(.seconds(60))
        plan.read(spaceAt: "/mute/x")
        #expect(try #require(next()) == SurveyOrders(trials: ["/mute"]))
        _ = take(.answers("/mute"))
        _ = take(.done)
        #expect(ended().isEmpty)
        #expect(try carryOut() == SurveyOrders(spaces: ["/mute/x"]))
    }

    @Test func `waits on where a trial says nothing of what it tried`() throws {
        plan.observe(existing("/mute/x"))
        _ = try hang(at: "/mute/x")
        _ = try carryOut()
        pass(.seconds(60))
        #expect(try carryOut() == SurveyOrders(trials: ["/mute/x"]))
        #expect(next() == nil)
        #expect(plan.attendAt == clock.advanced(by: .seconds(120)))
    }

    @Test func `leaves a process behind that can't even be ended, and goes on without where it hangs`() throws
    {
        plan.observe(existing("/a"))
        plan.observe(existing("/mute/x"))
        _ = try #require(next())
        _ = take(.looking(at: "/mute/x", through: "/mute"))
        pass(SurveyPlan.patience)
        #expect(judge() == .end)
        pass(SurveyPlan.patience)
        let reason = "can't look at /mute/x, because its file system does not answer"
        #expect(
            judge() == .leaveBehind("/mute", [.observed(.path(existing("/mute/x")), .unknown(reason))]))
        #expect(try carryOut().mute == ["/mute"], "all else is looked at")
        pass(.seconds(10_000))
        #expect(plan.attendAt == nil, "another one would hang there, too")
        #expect(!plan.isIdle(at: clock))
        plan.noteMounts()
        #expect(try carryOut().trials.isEmpty, "first what may have changed")
        #expect(try carryOut() == SurveyOrders(trials: ["/mute"]), "it may be another one now")
        plan.endedBehind(in: "/mute")
        #expect(try carryOut() == SurveyOrders(trials: ["/mute"]))
    }

    @Test func `leaves no more than two behind`() throws {
        for place in ["/1", "/2", "/3"] {
            plan.observe(existing(place))
            _ = try #require(next())
            _ = take(.looking(at: place, through: nil))
            pass(SurveyPlan.patience)
            #expect(judge() == .end)
            pass(SurveyPlan.patience)
            switch judge() {
            case .leaveBehind(let left, _): #expect(left == place && place != "/3")
            case .tell:
                #expect(place == "/3")
                plan.noteMounts()
            case .end, .goOn: Issue.record("\(place) is waited for")
            }
        }
        #expect(next() == nil)
        plan.endedBehind(in: "/1")
        #expect(next() == nil, "the third is waited for")
    }

    @Test func `tells who waits when a process can't even be ended that has not said where it looks`() throws
    {
        plan.observe(existing("/a"))
        plan.read(spaceAt: "/c")
        _ = next()
        pass(SurveyPlan.patience)
        #expect(judge() == .end)
        #expect(judge() == .goOn)
        pass(SurveyPlan.patience)
        let reason = "a look that was begun before it does not end"
        #expect(
            judge()
                == .tell([
                    .observed(.path(existing("/a")), .unknown(reason)),
                    .observed(.freeSpace(existing("/c")), .unknown(reason)),
                ]))
        #expect(plan.attendAt == nil, "there is nothing left to be done but to wait")
        #expect(next() == nil)
    }

    @Test func `rests, longer and longer, when surveys end early`() throws {
        plan.observe(watched("/a"))
        for span in [60, 120, 240] {
            _ = try #require(next())
            let reason = "the process that looks at paths has ended early"
            #expect(ended() == [.pathUnwatchable(watched("/a"), reason: reason)])
            #expect(next() == nil)
            #expect(plan.attendAt == clock.advanced(by: .seconds(span)))
            pass(.seconds(span))
        }
        _ = try carryOut()
        plan.observe(watched("/b"))
        _ = next()
        _ = plan.ended(because: "no memory", at: clock)
        #expect(plan.attendAt == clock.advanced(by: .seconds(60)), "what has worked begins anew")
    }

    @Test func `ends a survey that works for too long, and one that never ceases to speak`() throws {
        plan.observe(watched("/a"))
        _ = next()
        for _ in 0..<59 {
            pass(.seconds(5))
            _ = take(.looking(at: "/a", through: nil))
            #expect(judge() == .goOn)
        }
        pass(.seconds(5))
        #expect(judge() == .end)
        _ = ended()
        pass(.seconds(60))
        plan.observe(watched("/b"))
        _ = next()
        for _ in 0..<66_000 { _ = take(.looking(at: "/a", through: nil)) }
        #expect(plan.saysTooMuch)
    }
}
