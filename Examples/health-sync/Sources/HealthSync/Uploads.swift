// The server's side: batches that it takes, and a token that it wants to see.
import BackgroundTasks

enum UploadFault: Error {
    /// The token has run out.
    case notAuthorised
    case refused(Int)
    case unreachable(any Error)
}

/// One request after the other, for an operation that waits for each.
final class Server: @unchecked Sendable {
    private let address: URL
    private let session = URLSession(configuration: .ephemeral)

    init(_ address: URL) { self.address = address }

    /// Sends a batch, until it has arrived or `call` is cancelled.
    func send(_ lines: [String], as batch: Batch, token: String, in call: Call) throws(UploadFault) {
        var request = URLRequest(url: address.appending(path: "records"))
        request.httpMethod = "POST"
        request.setValue(batch.key, forHTTPHeaderField: "Idempotency-Key")
        request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
        request.httpBody = Data((lines.joined(separator: "\n") + "\n").utf8)
        _ = try call.answer(to: request, from: session)
    }

    func newToken(in call: Call) throws(UploadFault) -> String {
        var request = URLRequest(url: address.appending(path: "token"))
        request.httpMethod = "POST"
        return String(decoding: try call.answer(to: request, from: session), as: UTF8.self)
    }
}

/// What one thread asks and another may give up: a server that hangs keeps no task beyond its time.
final class Call: @unchecked Sendable {
    private let lock = NSLock()
    private var running: URLSessionTask?
    private var isCancelled = false

    func cancel() {
        lock.withLock {
            isCancelled = true
            running?.cancel()
        }
    }

    fileprivate func answer(to request: URLRequest, from session: URLSession) throws(UploadFault) -> Data {
        let done = DispatchSemaphore(value: 0)
        nonisolated(unsafe) var outcome: (Data?, URLResponse?, (any Error)?) = (nil, nil, nil)
        let task = session.dataTask(with: request) { data, response, error in
            outcome = (data, response, error)
            done.signal()
        }
        lock.withLock {
            running = task
            task.resume()
            // Cancelled before there was anything to cancel.
            if isCancelled { task.cancel() }
        }
        done.wait()
        if let error = outcome.2 { throw .unreachable(error) }
        switch (outcome.1 as? HTTPURLResponse)?.statusCode ?? 0 {
        case 200..<300: return outcome.0 ?? Data()
        case 401: throw .notAuthorised
        case let code: throw .refused(code)
        }
    }
}

/// The token, in a file as others keep it in a key chain.
struct TokenFile {
    let folder: URL
    private var file: URL { folder.appending(path: "token") }

    func read() -> String { (try? String(contentsOf: file, encoding: .utf8)) ?? "" }
    func write(_ token: String) throws { try Data(token.utf8).write(to: file, options: .atomic) }
}
