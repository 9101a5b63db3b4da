// The work of one run: batch after batch, until nothing is left or somebody cancels.
import BackgroundTasks

final class SyncOperation: Operation, @unchecked Sendable {
    private static let batchSize = 20

    private let services: Services
    private let rest: TimeInterval
    private let call = Call()
    private let woken = DispatchSemaphore(value: 0)
    /// Why it is not done; nil where it is.
    private(set) var fault: UploadFault?
    private(set) var isDone = false
    private(set) var sent = 0

    /// - Parameter rest: How long it rests after each upload.
    init(_ services: Services, rest: TimeInterval) {
        self.services = services
        self.rest = rest
    }

    override func cancel() {
        super.cancel()
        call.cancel()
        woken.signal()
    }

    override func main() {
        do {
            var ledger = try services.ledger.read()
            let token = services.token.read()
            while !isCancelled {
                guard let (batch, lines) = try next(ledger) else {
                    isDone = true
                    return
                }
                if ledger.open != batch {
                    ledger.begin(batch)
                    try services.ledger.write(ledger)
                }
                try services.server.send(lines, as: batch, token: token, in: call)
                ledger.finish(batch)
                try services.ledger.write(ledger)
                sent += 1
                print("uploaded \(batch.key)")
                // What a cut waits for. It ends with the operation.
                if 0 < rest { _ = woken.wait(timeout: .now() + rest) }
            }
        } catch let fault as UploadFault {
            self.fault = fault
            // Where it gave up by itself there is nothing to say.
            if !isCancelled { print("not uploaded: \(fault)") }
        } catch {
            print("not uploaded: \(error)")
        }
    }

    /// What was written down to be sent, or else what has come since.
    private func next(_ ledger: Ledger) throws -> (Batch, [String])? {
        if let open = ledger.open {
            return (open, try services.records.records(of: open.kind, after: open.first, limit: open.count))
        }
        for kind in Kind.allCases {
            let first = ledger.cursor(of: kind)
            let lines = try services.records.records(of: kind, after: first, limit: Self.batchSize)
            if !lines.isEmpty { return (Batch(kind: kind, first: first, count: lines.count), lines) }
        }
        return nil
    }
}
