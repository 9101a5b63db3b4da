// What tests of errands ask of the bench.
import BGRunJob
import BGRunLinux
import Foundation
import Glibc

@testable import BGRunLaunch

extension Bench {
    /// Whom errands belong to that are to have no rights: the tests' own user where that is not root.
    static let person = isRoot ? nobody : us

    /// A directory in which every user may write.
    func sharedDirectory() throws -> String {
        let path = scratch.path("shared")
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        chmod(path, 0o777)
        return path
    }

    func start(
        shell: String, of owner: UserID = us, input: String = "", _ environment: [String: String] = [:]
    ) throws -> ErrandID {
        let errand = try launcher.start(
            Errand(
                .command(["/bin/sh", "-c", shell]), for: owner, input: Array(input.utf8),
                environment: environment))
        try wait { !launcher.accounts.isWaiting(.errand(errand)) }
        return errand
    }

    func end(of errand: ErrandID) throws -> BGRunJob.ExitStatus {
        var status: BGRunJob.ExitStatus?
        try wait {
            for event in events {
                if case .errandEnded(errand, let exit, _) = event { status = exit }
                if case .errandFailed(errand, let failure) = event { throw failure }
            }
            return status != nil
        }
        return status ?? .lost
    }

    /// What is left of errands and hosts on disk and in the tree of cgroups.
    var leftovers: [String] {
        let files = ["errands", "hosts"].flatMap {
            (try? FileManager.default.contentsOfDirectory(atPath: scratch.path("runtime/\($0)"))) ?? []
        }
        let groups = groupPath.flatMap { try? FileManager.default.contentsOfDirectory(atPath: $0) } ?? []
        return files + groups.filter { $0.hasPrefix("errand-") || $0.hasPrefix("user-") }
    }
}
