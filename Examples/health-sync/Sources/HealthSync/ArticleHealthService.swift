// The service as articles build it, call by call: `--article`.
import BackgroundTasks

/// Both tasks ask for their own next run first thing. The work is a group: a query for each kind, whose uploads are waited for
/// together.
final class ArticleHealthService: HealthService, @unchecked Sendable {
    private let services: Services
    private let options: Options

    init(_ services: Services, _ options: Options) {
        self.services = services
        self.options = options
    }

    func registerTasks() {
        BGTaskScheduler.shared.register(forTaskWithIdentifier: "bgTask", using: nil) { task in
            guard let task = task as? BGProcessingTask else { return }
            self.handleSync(task: task)
        }
        BGTaskScheduler.shared.register(forTaskWithIdentifier: "bgRenewTask", using: nil) { task in
            guard let task = task as? BGProcessingTask else { return }
            self.handleRenewal(task: task)
        }
    }

    func scheduleSync() { schedule("bgTask") }

    func scheduleRenewal() { schedule("bgRenewTask") }

    private func schedule(_ identifier: String) {
        let request = BGProcessingTaskRequest(identifier: identifier)
        request.requiresNetworkConnectivity = true
        request.requiresExternalPower = false
        request.earliestBeginDate = Date(timeIntervalSinceNow: options.interval ?? 24 * 60 * 60)
        do {
            try BGTaskScheduler.shared.submit(request)
        } catch {
            print("Could not schedule \(identifier): \(error)")
        }
    }

    // MARK: - The tasks

    private func handleSync(task: BGProcessingTask) {
        scheduleSync()
        task.expirationHandler = { task.setTaskCompleted(success: false) }
        let group = DispatchGroup()
        for kind in Kind.allCases {
            group.enter()
            DispatchQueue.global().async {
                self.upload(kind)
                group.leave()
            }
        }
        group.notify(queue: .global()) {
            self.noteSuccess()
            task.setTaskCompleted(success: true)
        }
    }

    private func handleRenewal(task: BGProcessingTask) {
        scheduleRenewal()
        task.expirationHandler = { task.setTaskCompleted(success: false) }
        DispatchQueue.global().async {
            let token = try? self.services.server.newToken(in: Call())
            if let token { try? self.services.token.write(token) }
            task.setTaskCompleted(success: token != nil)
        }
    }

    /// Sends all that there is of a kind, without a note of what has arrived.
    private func upload(_ kind: Kind) {
        guard let lines = try? services.records.records(of: kind, after: 0, limit: .max), !lines.isEmpty
        else {
            return
        }
        let batch = Batch(kind: kind, first: 0, count: lines.count)
        guard (try? services.server.send(lines, as: batch, token: services.token.read(), in: Call())) != nil
        else {
            return
        }
        print("uploaded \(batch.key)")
    }

    private func noteSuccess() {
        let name = "HealthKit-\(Int(Date().timeIntervalSince1970 * 1000)).txt"
        try? Data("sent\n".utf8).write(to: options.folder.appending(path: name))
    }
}
