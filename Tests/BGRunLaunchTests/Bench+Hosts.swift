// What tests of hosts ask of the bench.
import BGRunJob
import BGRunLinux
import Foundation
import Glibc

@testable import BGRunLaunch

extension HostID {
    /// What most tests start.
    static let first = HostID.started(RunID(1))
}

extension Bench {
    static func application(of owner: UserID = us) -> ApplicationID {
        guard let name = JobIdentifier("org.example.photos") else { preconditionFailure("a valid name") }
        return ApplicationID(owner: owner, name: name)
    }

    static func order(
        _ command: [String], number: Int64 = 1, of owner: UserID = us, in directory: String? = "/",
        _ environment: [String: String] = [:], _ change: (inout ApplicationManifest) -> Void = { _ in }
    ) -> HostOrder {
        let application = application(of: owner)
        var manifest = ApplicationManifest(
            application: application.name, command: command,
            environment: environment.sorted { $0.key < $1.key }.map { .init(name: $0.key, value: $0.value) },
            workingDirectory: directory, tasks: [])
        change(&manifest)
        return HostOrder(host: .started(RunID(number)), application: application, manifest: manifest)
    }

    /// Starts a host and waits until its program runs.
    @discardableResult
    func start(_ order: HostOrder) throws -> Int32 {
        try launcher.startHost(order)
        var begun: Int32?
        try wait {
            for event in events {
                if case .hostStarted(order.host, let process) = event { begun = process }
                if case .hostFailed(order.host, let failure) = event { throw failure }
            }
            return begun != nil
        }
        return begun ?? 0
    }

    @discardableResult
    func startHost(
        _ number: Int64 = 1, shell: String, of owner: UserID = us, in directory: String? = "/",
        _ environment: [String: String] = [:], _ change: (inout ApplicationManifest) -> Void = { _ in }
    ) throws -> Int32 {
        try start(
            Bench.order(
                ["/bin/sh", "-c", shell], number: number, of: owner, in: directory, environment, change))
    }

    /// Runs a shell line in a host to its end, and gives what it has written to the file `$REPORT`.
    func report(
        _ shell: String, of owner: UserID = us, in directory: String? = "/",
        _ environment: [String: String] = [:], _ change: (inout ApplicationManifest) -> Void = { _ in }
    ) throws -> [String] {
        let path = try sharedDirectory() + "/report"
        try startHost(
            shell: "exec >$REPORT; \(shell)", of: owner, in: directory,
            environment.merging(["REPORT": path]) { $1 }, change)
        _ = try endOfHost()
        return try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map(String.init)
    }

    func endOfHost(_ number: Int64 = 1) throws -> BGRunJob.ExitStatus {
        var status: BGRunJob.ExitStatus?
        try wait {
            for case .hostEnded(.started(RunID(number)), let exit) in events { status = exit }
            return status != nil
        }
        return status ?? .lost
    }
}
