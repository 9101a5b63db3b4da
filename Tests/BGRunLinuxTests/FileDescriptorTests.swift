// Descriptors are closed once, and say why a read or a write gave nothing.
import BGRunLinux
import BGRunTestSupport
import Glibc
import Testing

@Suite struct `A descriptor` {
    @Test func `is closed with its owner`() throws {
        // The read end tells when the last write end is closed, whoever is given its number next.
        var pipe = try BGRunLinux.Pipe()
        let reader = pipe.takeReadEnd()
        try reader.makeNonblocking()
        var buffer: [UInt8] = [0]
        do {
            let writer = pipe.takeWriteEnd()
            #expect(fcntl(writer.rawValue, F_GETFD) == FD_CLOEXEC)
            #expect(try reader.read(into: &buffer) == .wouldBlock)
        }
        #expect(try Readiness.wait(for: reader.rawValue, to: .read, until: deadline()))
        #expect(try reader.read(into: &buffer) == .endOfFile)
    }

    @Test func `that is released stays open`() throws {
        let number = try File.open("/dev/null", O_RDONLY).release()
        #expect(fcntl(number, F_GETFD) >= 0)
        close(number)
    }

    @Test func `tells would-block from end of file`() throws {
        var pipe = try BGRunLinux.Pipe()
        let reader = pipe.takeReadEnd()
        try reader.makeNonblocking()
        var buffer = [UInt8](repeating: 0, count: 16)
        #expect(try reader.read(into: &buffer) == .wouldBlock)
        let writer = pipe.takeWriteEnd()
        try writer.write(all: [1, 2, 3])
        #expect(try reader.read(into: &buffer) == .bytes(3))
        #expect(buffer.prefix(3) == [1, 2, 3])
        _ = close(writer.release())
        #expect(try reader.read(into: &buffer) == .endOfFile)
    }

    @Test func `that is full takes a part and then would block`() throws {
        var pipe = try BGRunLinux.Pipe()
        let writer = pipe.takeWriteEnd()
        try writer.makeNonblocking()
        let much = [UInt8](repeating: 7, count: 1 << 20)
        guard case .bytes(let taken) = try writer.write(much[...]) else {
            Issue.record("an empty pipe takes something")
            return
        }
        #expect(taken < much.count)
        #expect(try writer.write(much[...]) == .wouldBlock)
    }

    @Test func `reads and writes at an offset`() throws {
        let scratch = try ScratchDirectory()
        let file = try File.open(scratch.path("file"), O_RDWR | O_CREAT)
        try file.write(all: [1, 2, 3, 4], at: 2)
        var buffer = [UInt8](repeating: 9, count: 8)
        #expect(try file.read(into: &buffer, at: 0) == 6)
        #expect(buffer == [0, 0, 1, 2, 3, 4, 9, 9])
        #expect(try file.read(into: &buffer, at: 6) == 0)
    }

    @Test func `can be locked by one owner at a time`() throws {
        let scratch = try ScratchDirectory()
        let first = try File.open(scratch.path("lock"), O_RDWR | O_CREAT)
        let second = try File.open(scratch.path("lock"), O_RDWR)
        #expect(try first.lockExclusively())
        #expect(try !second.lockExclusively())
    }

    @Test func `gives a lock up also while a copy of it is open`() throws {
        let scratch = try ScratchDirectory()
        let first = try File.open(scratch.path("lock"), O_RDWR | O_CREAT)
        let copy = FileDescriptor(owning: dup(first.rawValue))
        let second = try File.open(scratch.path("lock"), O_RDWR)
        #expect(try copy.lockExclusively())
        first.unlock()
        #expect(try second.lockExclusively())
    }

    @Test func `names the call, the path and the reason when it cannot be opened`() {
        let error = #expect(throws: SystemError.self) { _ = try File.open("/nowhere/x", O_RDONLY).rawValue }
        #expect(error?.description == "open /nowhere/x: No such file or directory")
    }

    @Test func `is not opened by a path that C would cut short`() {
        let error = #expect(throws: SystemError.self) { _ = try File.open("/dev/null\0x", O_RDONLY).rawValue }
        #expect(error?.errno == EINVAL)
    }
}
