// Facts of the machine, its users and its signals.
import BGRunLinux
import Glibc
import Testing

@Suite struct `A user account` {
    @Test func `of root is found by number and by name`() throws {
        let root = try #require(try UserAccount.with(user: 0))
        #expect(root.name == "root")
        #expect(root.home == "/root")
        #expect(try UserAccount.with(name: "root") == root)
        #expect(try root.groups().contains(0))
    }

    @Test func `that does not exist is none`() throws {
        #expect(try UserAccount.with(user: 4_000_000_001) == nil)
        #expect(try UserAccount.with(name: "no-such-user-here") == nil)
        #expect(try UserAccount.with(name: "ro\0ot") == nil)
    }
}

@Suite struct `The machine` {
    @Test func `has a boot identifier that stays`() throws {
        let identifier = try Machine.bootIdentifier()
        #expect(identifier.utf8.count == 36)
        #expect(try Machine.bootIdentifier() == identifier)
    }

    @Test func `gives random bytes`() throws {
        #expect(try Machine.randomBytes(0).isEmpty)
        #expect(try Machine.randomBytes(32) != Machine.randomBytes(32))
    }

    @Test func `knows its environment`() {
        #expect(Machine.environment("PATH")?.isEmpty == false)
        #expect(Machine.environment("NO_SUCH_VARIABLE_HERE") == nil)
    }
}

@Suite struct `A signal queue` {
    @Test func `gives a blocked signal as something to read`() throws {
        let queue = try SignalQueue([SIGRTMIN() + 5])
        #expect(try queue.next() == nil)
        // To this thread, so that another one, where it is not blocked, does not take it.
        #expect(pthread_kill(pthread_self(), SIGRTMIN() + 5) == 0)
        #expect(try Readiness.wait(for: queue.descriptor.rawValue, to: .read, until: deadline()))
        let signal = try #require(try queue.next())
        #expect(signal.number == SIGRTMIN() + 5)
        #expect(signal.senderProcess == getpid() && !signal.isFromKernel)
        #expect(try queue.next() == nil)
    }
}

@Suite struct `A sealed memory file` {
    @Test func `holds its contents and refuses change`() throws {
        let file = try MemoryFile.sealed("text", contents: Array("hello".utf8))
        #expect(try MemoryFile.contents(ofSealed: file, limit: 5) == Array("hello".utf8))
        let error = #expect(throws: SystemError.self) { try file.write(all: [1], at: 0) }
        // One whose read waits for somebody is none.
        var pipe = try Pipe()
        let end = pipe.takeReadEnd()
        var other: Int32 = 0
        do throws(SystemError) {
            _ = try MemoryFile.contents(ofSealed: end, limit: 5)
        } catch {
            other = error.errno
        }
        #expect([error?.errno, other] == [EPERM, EPERM])
    }
}

/// The first real-time signal the C library leaves to programs; a macro that Swift does not see.
private func SIGRTMIN() -> Int32 { 34 }
