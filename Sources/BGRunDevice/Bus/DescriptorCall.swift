// A call whose answer brings a descriptor, made by a thread of its own over a connection of its own.

import BGRunLinux
import Synchronization

/// One call under way.
///
/// A connection that takes descriptors takes anybody's, and sd-bus closes them, which may block without end. So this one is open for
/// one call, in a thread that blocks nothing else; the daemon's own connection takes none.
final class DescriptorCall: Sendable {
    /// The descriptor of an answer, closed with this value.
    final class Brought: Sendable {
        private let descriptor: FileDescriptor

        init(_ descriptor: consuming FileDescriptor) { self.descriptor = descriptor }
    }

    private let answer = Mutex<Result<Brought, BusFault>?>(nil)
    /// Hangs up when the answer is there.
    private let end: FileDescriptor

    /// - Parameter span: How long the answer is waited for, in microseconds.
    init(
        _ call: BusCall, of destination: String, _ title: String, address: String?, library: String,
        for span: UInt64
    ) throws(SystemError) {
        var pipe = try Pipe()
        end = pipe.takeReadEnd()
        let otherEnd = pipe.takeWriteEnd().release()
        do throws(SystemError) {
            try OwnThread.begin {
                let deadline = Clock.read(.monotonic) &+ Int64(clamping: span)
                let found = Self.answer(to: call, of: destination, title, address, library, until: deadline)
                self.answer.withLock { $0 = found }
                _ = FileDescriptor(owning: otherEnd)
            }
        } catch {
            _ = FileDescriptor(owning: otherEnd)
            throw error
        }
    }

    /// To be watched for reading.
    var descriptor: Int32 { end.rawValue }

    /// Nil while there is no answer.
    var result: Result<Brought, BusFault>? { answer.withLock(\.self) }

    /// In the thread.
    private static func answer(
        to call: BusCall, of destination: String, _ title: String, _ address: String?, _ library: String,
        until deadline: Int64
    ) -> Result<Brought, BusFault> {
        do throws(BusFault) {
            let connection: BusConnection
            do throws(BusLoss) {
                connection = try BusConnection(address: address, library: library, takesDescriptors: true)
            } catch {
                throw .unavailable(error.reason())
            }
            let brought = try connection.ask(destination, call, title, on: "the system bus", until: deadline)
            {
                message throws(BusFault) in Brought(try message.descriptor())
            }
            return .success(brought)
        } catch {
            return .failure(Clock.read(.monotonic) >= deadline ? .silent("\(title) does not answer") : error)
        }
    }
}
