// One lock between a wish and logind's answer, without a bus.

import BGRunLinux
import Glibc
import Testing

@testable import BGRunDevice

@Suite struct `A lock` {
    private func lock(_ why: String) -> InhibitorLock.Held {
        InhibitorLock.Held(
            why: why,
            descriptor: DescriptorCall.Brought(FileDescriptor(owning: open("/", O_RDONLY | O_CLOEXEC))))
    }

    @Test func `is asked for once`() {
        var lock = InhibitorLock()
        #expect(lock.isIdle)
        lock.want("a")
        #expect(lock.takeQuestion() == "a")
        #expect(lock.takeQuestion() == nil)
        let isTaken = lock.granted(self.lock("a"))
        #expect(isTaken)
        #expect(lock.takeQuestion() == nil)
        #expect(!lock.isIdle)
    }

    @Test func `is asked for again when the reason has changed before the answer`() {
        var lock = InhibitorLock()
        lock.want("a")
        _ = lock.takeQuestion()
        lock.want("b")
        #expect(lock.takeQuestion() == nil, "one question at a time")
        let isTaken = lock.granted(self.lock("a"))
        #expect(!isTaken)
        #expect(lock.takeQuestion() == "b")
    }

    @Test func `that is refused is not asked for until the wish is taken back`() {
        var lock = InhibitorLock()
        lock.want("a")
        _ = lock.takeQuestion()
        let isTold = lock.refused()
        #expect(isTold)
        lock.want("b")
        #expect(lock.takeQuestion() == nil)
        lock.want(nil)
        lock.want("b")
        #expect(lock.takeQuestion() == "b")
    }

    @Test func `that is refused when nobody wants it any more is no news`() {
        var lock = InhibitorLock()
        lock.want("a")
        _ = lock.takeQuestion()
        lock.want(nil)
        #expect(!lock.isIdle, "its answer is on the way")
        let isTold = lock.refused()
        #expect(!isTold)
        #expect(lock.isIdle)
    }

    @Test func `of a logind that has gone is asked for anew`() {
        var lock = InhibitorLock()
        lock.want("a")
        _ = lock.takeQuestion()
        lock.forget()
        #expect(lock.takeQuestion() == "a")
    }
}
