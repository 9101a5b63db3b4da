// A process descriptor that can stand in a dictionary.
import BGRunLinux

/// One process of a run: its main process, or one found later.
final class HeldProcess {
    private let descriptor: ProcessDescriptor

    init(_ descriptor: consuming ProcessDescriptor) { self.descriptor = descriptor }

    /// Opens whatever process has the number now; nil where none has.
    init?(pid: Int32) {
        do throws(SystemError) {
            descriptor = try ProcessDescriptor(pid: pid)
        } catch {
            return nil
        }
    }

    var pid: Int32 { descriptor.pid }
    /// Readable once the process has ended.
    var rawValue: Int32 { descriptor.descriptor.rawValue }

    /// One that has ended, or is beyond our rights, cannot be helped.
    func send(_ signal: Int32) { try? descriptor.send(signal: signal) }

    func reap() throws(SystemError) -> ProcessExit? { try descriptor.reap() }

    func waitForExit() throws(SystemError) -> ProcessExit { try descriptor.waitForExit() }
}
