// The work of one run: batch after batch, until nothing is left or somebody cancels.
import BackgroundTasks

final class SyncOperation: Operation, @unchecked Sendable {
    private static let batchSize = 20

    private let options: Options
    private let server: Server
    /// Why it is not done; nil where it is.
    private(set) var fault: UploadFault?
    private(set) var isDone = false
    private(set) var sent = 0
    private let woken = DispatchSemaphore(value: 0)

    init(_ options: Options) {
        self.options = options
        server = Server(options.server)
    }

    override func cancel() {
        super.cancel()
        woken.signal()
    }

    override func main() {
        do {
            var ledger = try Ledger(in: options.folder)
            let token = TokenFile(folder: options.folder).read()
            while !isCancelled {
                guard let (batch, lines) = try next(ledger) else {
                    isDone = true
                    return
                }
                if ledger.open != batch { try ledger.begin(batch, in: options.folder) }
                try server.send(lines, as: batch, token: token)
                try ledger.finish(batch, in: options.folder)
                sent += 1
                print("uploaded \(batch.key)")
                // What a cut waits for. It ends with the operation.
                if 0 < options.rest { _ = woken.wait(timeout: .now() + options.rest) }
            }
        } catch let fault as UploadFault {
            self.fault = fault
            print("not uploaded: \(fault)")
        } catch {
            print("not uploaded: \(error)")
        }
    }

    /// What was written down to be sent, or else what has come since.
    private func next(_ ledger: Ledger) throws -> (Batch, [String])? {
        let files = RecordFiles(folder: options.folder)
        if let open = ledger.open {
            return (open, try files.records(of: open.kind, after: open.first, limit: open.count))
        }
        for kind in Kind.allCases {
            let first = ledger.cursor(of: kind)
            let lines = try files.records(of: kind, after: first, limit: Self.batchSize)
            if !lines.isEmpty { return (Batch(kind: kind, first: first, count: lines.count), lines) }
        }
        return nil
    }
}
