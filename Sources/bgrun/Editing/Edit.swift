// What is edited of a job, and how it replaces what was: a job that was submitted, or the file that brings one.
import BGRunClient
import BGRunJSON
import BGRunJob
import BGRunLinux
import BGRunText
import BGRunWire
import Glibc

/// A text that says what a job is.
protocol Edit {
    /// The file's that is edited.
    var name: String { get }
    var text: [UInt8] { get }
    /// Checks a new text and puts it in the place of the old one; says what was done.
    func replace(by text: InputFile) throws -> String
}

/// A job that was submitted: its descriptor is submitted again.
struct SubmissionEdit: Edit {
    private let job: JobID
    private let fingerprint: String?
    private let isOver: Bool
    private let daemon: DaemonOptions
    let text: [UInt8]

    init(of shown: CatCall.Reply, _ daemon: DaemonOptions) throws {
        isOver = shown.isOver
        guard shown.descriptor["application"] == nil else {
            throw Failure(
                .refused,
                Complaint(
                    "\(shown.job.identifier) is what an application has asked for",
                    advice: "its manifest says what it may ask for"))
        }
        job = shown.job
        fingerprint = shown.fingerprint
        self.daemon = daemon
        var written = shown.descriptor
        // What the policy adds is no part of what its author wrote.
        for origin in shown.origins {
            if case .policy = origin.source { for key in origin.keys { written[key] = nil } }
        }
        text = Array((JSONValue.object(written).text(layout: .pretty) + "\n").utf8)
    }

    var name: String { "\(job.identifier).json" }

    func replace(by text: InputFile) throws -> String {
        if let foreign = ForeignText(text.bytes) {
            throw InputFile.Fault(foreign.reason, advice: foreign.advice)
        }
        let file = try DescriptorFile(text)
        guard file.descriptor.identifier == job.identifier else {
            throw InputFile.Fault.renamed(to: file.descriptor.identifier, from: job.identifier)
        }
        var connection = try daemon.connect()
        let reply = try connection.call(
            SubmitCall(
                descriptor: file.object, owner: job.owner,
                terms: SubmitTerms(edited: fingerprint.flatMap { Fingerprint.read($0) })))
        Doubts.say(file, daemon)
        if isOver { return "\(job.identifier) was over and is submitted again, as it is now written" }
        return reply.acceptance == .follows
            ? "\(job.identifier) was replaced; the active run goes on with what was before"
            : "\(job.identifier) was replaced"
    }
}

/// A job that a file brings: the file is replaced, and the daemon sees that.
struct FileEdit: Edit {
    private let job: JobIdentifier
    private let path: String
    private let directory: String
    private let daemon: DaemonOptions
    let text: [UInt8]

    init(of shown: CatCall.Reply, _ path: String, _ daemon: DaemonOptions) throws {
        job = shown.job.identifier
        self.daemon = daemon
        // A link stays one.
        let real = (try? File.resolve(path)) ?? path
        let directory = String(real[..<(real.lastIndex(of: "/") ?? real.startIndex)])
        // A file is named for its job; a daemon that names another is not to be trusted with it.
        guard [job.text, job.template].contains(where: { $0.map { real.hasSuffix("/\($0).json") } ?? false })
        else {
            throw Failure(
                .refused, Complaint("\(job) comes from \(path.visible), which is not named for it"))
        }
        let isPackaged = ["/usr/", "/run/", "/lib/"].contains { real.hasPrefix($0) }
        guard !isPackaged, unsafe access(real, W_OK) == 0, unsafe access(directory, W_OK) == 0 else {
            let why = isPackaged ? "which belongs to a package" : "which is not yours to write"
            throw Failure(
                .refused,
                Complaint(
                    "\(job) comes from \(path.visible), \(why)",
                    advice:
                        "write what is to differ into \(daemon.dropIn(for: job).visible), such as {\"timeBudget\": \"2h\"}"
                ))
        }
        (self.path, self.directory) = (real, directory)
        text = try InputFile(path: real).bytes
    }

    var name: String { path.split(separator: "/").last.map(String.init) ?? "\(job).json" }

    func replace(by text: InputFile) throws -> String {
        for read in try DescriptorFile.all(in: text) {
            let file = try read.file.get()
            // A file is named for its job, or for the template of its jobs.
            guard read.instance.map({ $0.template == job.template }) ?? (file.descriptor.identifier == job)
            else { throw InputFile.Fault.renamed(to: file.descriptor.identifier, from: job) }
            Doubts.say(file, daemon)
        }
        guard try InputFile(path: path).bytes == self.text else {
            throw Failure(.refused, Complaint("\(path.visible) was changed meanwhile by somebody else"))
        }
        try put(text.bytes)
        return "\(path.visible) was replaced; the daemon reads it by itself"
    }
}

extension FileEdit {
    /// In one step, with the rights that the file had.
    private func put(_ bytes: [UInt8]) throws {
        do throws(SystemError) {
            let status = try File.status(of: path)
            let owner = status.user == UInt32(Machine.effectiveUser) ? nil : status.user
            try Directory(path: directory).replaceFile(
                name, with: bytes, mode: status.permissions, owner: owner)
        } catch {
            throw Failure(
                .internal, Complaint("\(path.visible) can't be written: \(SystemError.text(of: error.errno))")
            )
        }
    }
}

extension InputFile.Fault {
    fileprivate static func renamed(to new: JobIdentifier, from old: JobIdentifier) -> InputFile.Fault {
        InputFile.Fault(mistakes: [
            DescriptorMistake(
                keyPath: "identifier", reason: "this is \(new), and \(old) is edited",
                advice: "leave it as it is; a job of another name is submitted by itself")
        ])
    }
}

extension DaemonOptions {
    /// The drop-in in which somebody changes a job that a file brings which they leave alone.
    fileprivate func dropIn(for job: JobIdentifier) -> String {
        let place = "\(job).d/local.json"
        guard let policy = usualPolicy else { return "\(place) in a jobs directory" }
        return policy.replacingLast("bgrund.json", with: "jobs.d/\(place)")
    }
}

extension String {
    fileprivate func replacingLast(_ end: String, with new: String) -> String {
        hasSuffix(end) ? dropLast(end.count) + new : self
    }
}
