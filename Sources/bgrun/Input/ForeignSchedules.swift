// What bgrun import is given: files of other schedulers, or where these keep their own.
import ArgumentParser
import BGRunImport
import BGRunJob
import BGRunLinux
import BGRunText
import Glibc

/// Whose schedules are imported.
enum ForeignScheduler: String, CaseIterable, ExpressibleByArgument {
    case crontab, anacrontab, systemd, launchd
}

/// Reads schedules of others.
struct ForeignSchedules {
    let scheduler: ForeignScheduler
    let daemon: DaemonOptions
    /// Whether entries of a crontab name a user, wherever it lies.
    let hasUserColumn: Bool

    private static let longest = 1024 * 1024

    func read(_ words: [String]) throws -> Imported {
        if scheduler == .systemd || scheduler == .launchd {
            try daemon.refuseOwner(because: "jobs of \(scheduler.rawValue) say themselves whose they are")
        }
        var imported = Imported()
        switch scheduler {
        case .crontab: try readCrontabs(words, into: &imported)
        case .anacrontab:
            let user = try account()
            for path in words.isEmpty ? ["/etc/anacrontab"] : words {
                AnacrontabReader.read(try table(path), user: user, into: &imported)
            }
        case .launchd:
            for path in words { LaunchdReader.read(try source(path), into: &imported) }
        case .systemd:
            for word in words { try readTimer(word, into: &imported) }
        }
        return imported
    }

    /// A table without a column for the user: whose rights its entries have is root's to say.
    private func table(_ path: String) throws -> ForeignSource {
        let (name, file) = try file(path)
        switch daemon.owner?.rawValue {
        case nil: try refuse(name, file, "say --owner NAME, or --owner root to run it with root's rights")
        // Root has said so.
        case 0?: break
        case let owner?:
            if let doubt = file.doubt(withRightsOf: owner) {
                throw Failure.usage(
                    "\(name.visible) would be shown to user \(owner), and \(doubt)",
                    advice: "copy it to a file of theirs, and read it there first")
            }
        }
        return ForeignSource(path: name, text: file.text)
    }

    /// What says itself whose rights it gets, or gets root's.
    private func source(_ path: String) throws -> ForeignSource {
        let (name, file) = try file(path)
        try refuse(name, file, "copy it to a file of root's, and read it there first")
        return ForeignSource(path: name, text: file.text)
    }

    private func refuse(_ name: String, _ file: ForeignFile, _ advice: String) throws {
        guard let doubt = file.doubt(withRightsOf: 0) else { return }
        throw Failure.usage("\(name.visible) would say what root runs, and \(doubt)", advice: advice)
    }

    private func file(_ path: String) throws -> (name: String, ForeignFile) {
        let name = path == "-" ? "standard input" : path
        do throws(SystemError) {
            return (name, try ForeignFile(path: path, limit: Self.longest))
        } catch {
            throw fault(name, error)
        }
    }

    private func fault(_ name: String, _ error: SystemError) -> Failure {
        switch error.errno {
        case EFBIG: .usage("\(name.visible) is longer than 1 MiB", advice: "check which file it is")
        case EILSEQ:
            .usage(
                "\(name.visible) is not UTF-8, as a descriptor is",
                advice: "iconv -f ISO-8859-1 -t UTF-8, or another set of letters that it is in, makes it so")
        case EINVAL: .usage("\(name.visible) is no regular file", advice: "check its name; - reads a pipe")
        case let errno:
            .usage("\(name.visible): can't be read: \(SystemError.text(of: errno))", advice: "check its name")
        }
    }

    // MARK: - Crontabs

    /// The account that `--owner` names, where jobs have to say it: those of the caller go without saying.
    private func account() throws -> String? {
        guard let owner = daemon.owner, owner.rawValue != Machine.effectiveUser else { return nil }
        guard let account = try? UserAccount.with(user: owner.rawValue) else {
            throw Failure.usage("there is no user \(owner.rawValue)", advice: "check --owner")
        }
        return account.name
    }

    private func readCrontabs(_ paths: [String], into imported: inout Imported) throws {
        let account = try account()
        guard !paths.isEmpty else {
            return CrontabReader.read(
                try ownCrontab(of: account), .ownersOnly, user: account, into: &imported, isAccount: isAccount
            )
        }
        for path in paths {
            let isSystems = hasUserColumn || path == "/etc/crontab" || path.hasPrefix("/etc/cron.d/")
            if isSystems { try daemon.refuseOwner(because: "\(path.visible) names a user for each entry") }
            CrontabReader.read(
                try isSystems ? source(path) : table(path),
                isSystems ? .withUser : .ownersOnly, user: account, into: &imported, isAccount: isAccount)
        }
    }

    private func isAccount(_ name: String) -> Bool { (try? UserAccount.with(name: name)) != nil }

    /// `crontab -l`: only cron's own program may read where they lie.
    private func ownCrontab(of account: String?) throws -> ForeignSource {
        guard let program = try? CallerProgram.path(of: "crontab") else {
            throw Failure.usage(
                "there is no program crontab, so cron is not installed", advice: "name a file to read")
        }
        let words = (account.map { ["-u", $0] } ?? []) + ["-l"]
        let label = "crontab \(words.joined(separator: " "))"
        let end = Clock.read(.monotonic) + 30_000_000
        let answer: CapturedChild.Answer
        do throws(SystemError) {
            answer = try CapturedChild.run(
                program, words, environment: ["PATH": "/usr/bin:/bin", "LC_ALL": "C"], limit: Self.longest,
                until: end)
        } catch {
            throw Failure.usage(
                "\(label) can't be run: \(SystemError.text(of: error.errno))", advice: "name a file")
        }
        let text = String(decoding: answer.output, as: UTF8.self)
        guard case .exited(.exited(0)) = answer.end else {
            let said = text.split(separator: "\n").last.map { ": \(String($0).visible)" } ?? ""
            throw Failure.usage("\(label) failed\(said)", advice: "name a file, such as /etc/crontab")
        }
        guard String(validating: answer.output, as: UTF8.self) != nil else {
            throw fault(label, SystemError(operation: "read", path: label, errno: EILSEQ))
        }
        return ForeignSource(path: label, text: text)
    }

    // MARK: - Timers

    private func readTimer(_ word: String, into imported: inout Imported) throws {
        if word == "-" {
            throw Failure.usage(
                "a timer is read with its service, so it can't come from standard input",
                advice: "name it, such as logrotate.timer or ./logrotate.timer")
        }
        let name = try TimerName.of(word, example: "logrotate.timer")
        var (directory, path): (String?, String) = (nil, "")
        if let slash = word.lastIndex(of: "/") {
            directory = slash == word.startIndex ? "/" : String(word[..<slash])
            path = String(word[...slash])
            // An instance has the file of its template.
            let isInstance = UnitFiles.names(of: name).dropFirst().contains {
                (try? File.status(of: path + $0)) != nil
            }
            do throws(SystemError) {
                if !isInstance { _ = try File.status(of: path + name) }
            } catch {
                throw fault(word, error)
            }
        }
        let isUsers = (try? File.resolve(path)).map(UnitFiles.isOfUsers) ?? false
        let isOwn = daemon.user || isUsers && Machine.effectiveUser != 0
        let files = UnitFiles(isUser: isOwn, first: directory)
        TimerReader.read(
            name, specifiers: UnitFiles.specifiers(isUser: isOwn), at: path, in: isOwn ? nil : "/",
            isUsers: isOwn,
            isMisplaced: isUsers && !isOwn, into: &imported, isThere: files.has, find: files.findOrAdvise)
    }
}
