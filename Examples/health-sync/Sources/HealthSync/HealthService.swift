// The service: two tasks side by side, one that sends records and one that renews the token.
import BackgroundTasks

/// What the program's other parts see of it.
protocol HealthService: AnyObject {
    func registerTasks()
    func scheduleSync()
    func scheduleRenewal()
}

/// What the service works with, put in by whoever makes it.
struct Services {
    let records: RecordFiles
    let ledger: LedgerFile
    let server: Server
    let token: TokenFile
}

final class BackgroundHealthService: HealthService, @unchecked Sendable {
    private static let sync = "bgTask"
    private static let renewal = "bgRenewTask"

    private let services: Services
    private let options: Options
    private let queue = OperationQueue()

    init(_ services: Services, _ options: Options) {
        self.services = services
        self.options = options
        queue.maxConcurrentOperationCount = 1
    }

    func registerTasks() {
        let isSyncing = BGTaskScheduler.shared.register(forTaskWithIdentifier: Self.sync, using: nil) {
            task in
            self.sync(for: task)
        }
        let isRenewing = BGTaskScheduler.shared.register(forTaskWithIdentifier: Self.renewal, using: nil) {
            task in
            self.renew(for: task)
        }
        print("registered: \(isSyncing) \(isRenewing)")
    }

    func scheduleSync() {
        let request = BGProcessingTaskRequest(identifier: Self.sync)
        request.requiresNetworkConnectivity = true
        request.earliestBeginDate = nextDate(after: Date())
        submit(request)
    }

    func scheduleRenewal() {
        let request = BGProcessingTaskRequest(identifier: Self.renewal)
        request.requiresNetworkConnectivity = true
        submit(request)
    }

    /// The next night at two, where nothing else is asked for.
    private func nextDate(after date: Date) -> Date? {
        if let interval = options.interval { return date.addingTimeInterval(interval) }
        return Calendar.current.nextDate(
            after: date, matching: DateComponents(hour: 2, minute: 0), matchingPolicy: .nextTime)
    }

    private func submit(_ request: BGTaskRequest) {
        do {
            try BGTaskScheduler.shared.submit(request)
        } catch {
            print("Could not schedule \(request.identifier): \((error as NSError).localizedDescription)")
        }
    }

    // MARK: - The tasks

    private func sync(for task: BGTask) {
        let operation = SyncOperation(services, rest: options.rest)
        task.expirationHandler = {
            print("out of time")
            operation.cancel()
        }
        operation.completionBlock = {
            // One request is one run, so there is always a next one; it is asked for before the task is complete.
            if case .notAuthorised = operation.fault {
                self.scheduleRenewal()
            } else {
                self.scheduleSync()
            }
            if operation.isDone { self.noteSuccess(operation.sent) }
            task.setTaskCompleted(success: operation.isDone)
        }
        queue.addOperation(operation)
    }

    private func renew(for task: BGTask) {
        let call = Call()
        task.expirationHandler = { call.cancel() }
        DispatchQueue.global().async {
            do {
                try self.services.token.write(try self.services.server.newToken(in: call))
                print("token renewed")
                self.scheduleSync()
                task.setTaskCompleted(success: true)
            } catch {
                print("token not renewed: \(error)")
                self.scheduleRenewal()
                task.setTaskCompleted(success: false)
            }
        }
    }

    /// A file for each success, as the article leaves one to see it by.
    private func noteSuccess(_ batches: Int) {
        let name = "HealthKit-\(Int(Date().timeIntervalSince1970 * 1000)).txt"
        try? Data("\(batches) batches\n".utf8).write(to: options.folder.appending(path: name))
        print("all sent")
    }
}
