// What stands between a new child and its program: files to read, a directory to enter, outputs and a program to open.
import BGRunJob
import BGRunLinux

/// A tree whose program does not run yet.
///
/// All are the owner's to name, so each may lie where nothing answers, and the child may be stopped on its way by
/// whoever has its rights. Nobody waits for it here: it is watched, and given up from outside.
final class Beginning {
    enum Progress {
        case under
        case begun
        case failed(LaunchFailure)
    }

    private let report: SpawnReport
    private let program: String
    private let directory: String
    private let isHome: Bool
    private let home: String
    private let environmentFile: String
    /// The names under which credentials are handed over.
    private let credentials: [String]
    private let outputs: [String]

    init(_ report: SpawnReport, of request: SpawnRequest, inHome isHome: Bool) {
        self.report = report
        program = request.arguments.first ?? ""
        directory = request.workingDirectory
        self.isHome = isHome
        home =
            request.environment.first { $0.utf8.starts(with: "HOME=".utf8) }.map { String($0.dropFirst(5)) }
            ?? ""
        environmentFile = request.environmentFile?.path ?? ""
        outputs = request.outputs.map(\.path)
        credentials = request.copies.map {
            String($0.to[($0.to.lastIndex(of: "/") ?? $0.to.startIndex)...].dropFirst())
        }
    }

    /// Hangs up when there is something to learn.
    var rawValue: Int32 { report.rawValue }

    func progress() -> Progress {
        switch report.read() {
        case .under: .under
        case .begun: .begun
        case .failed(let failure): .failed(self.failure(failure))
        }
    }

    /// Why it is given up; nil where there is nothing to be given up any more.
    func giveUp() -> LaunchFailure? {
        switch report.read() {
        case .under(.workingDirectory): .directoryInTime(path: directory)
        case .under(.credential): .handedFileInTime("the credential \(credential)")
        case .under(.environmentFile): .handedFileInTime("the environment file \(environmentFile)")
        case .under(.output): .outputInTime(path: output)
        case .under: .programInTime(name: program)
        case .begun: nil
        case .failed(let failure): self.failure(failure)
        }
    }

    /// The one that was under way last.
    private var credential: String {
        credentials.indices.contains(report.number) ? credentials[report.number] : ""
    }

    private var output: String { outputs.indices.contains(report.number) ? outputs[report.number] : "" }

    private func failure(_ failure: SpawnFailure) -> LaunchFailure {
        switch failure.step {
        case .workingDirectory:
            isHome
                ? .homeMissing(path: directory, errno: failure.errno)
                : .workingDirectory(path: directory, errno: failure.errno)
        case .credential: .credential(name: credential, errno: failure.errno)
        case .environmentFile: .environmentFile(path: environmentFile, errno: failure.errno)
        case .makingDirectory: .madeDirectory(path: directory, errno: failure.errno)
        case .output: .output(path: output, errno: failure.errno)
        case .execute: .program(name: program, errno: failure.errno, failure.program)
        case .home: .homeMissing(path: home, errno: failure.errno)
        case .arguments, .clone, .cgroup, .session, .standardDescriptors, .limits, .priority, .identity,
            .privileges:
            .step(failure.step, errno: failure.errno)
        }
    }
}
