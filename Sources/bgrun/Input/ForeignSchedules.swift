// What bgrun import is given: files of other schedulers, or where these keep their own.
import ArgumentParser
import BGRunImport
import BGRunJob
import BGRunLinux
import BGRunText

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
        var imported = Imported()
        switch scheduler {
        case .crontab: try readCrontabs(words, into: &imported)
        case .anacrontab:
            for path in words.isEmpty ? ["/etc/anacrontab"] : words {
                AnacrontabReader.read(try source(path), into: &imported)
            }
        case .launchd:
            for path in words { LaunchdReader.read(try source(path), into: &imported) }
        case .systemd:
            for word in words { try readTimer(word, into: &imported) }
        }
        return imported
    }

    private func source(_ path: String) throws -> ForeignSource {
        let bytes: [UInt8]
        do throws(InputFile.Fault) {
            bytes = try InputFile(path: path, limit: Self.longest).bytes
        } catch {
            throw Failure.usage(error.lines.map { "\(path.visible): \($0)" }.joined(separator: "\n"))
        }
        guard bytes.count <= Self.longest else {
            throw Failure.usage("\(path.visible) is longer than 1 MiB", advice: "check which file it is")
        }
        return ForeignSource(
            path: path == "-" ? "standard input" : path, text: String(decoding: bytes, as: UTF8.self))
    }

    // MARK: - Crontabs

    private func readCrontabs(_ paths: [String], into imported: inout Imported) throws {
        let account = try daemon.owner.map { owner in
            guard let account = try? UserAccount.with(user: owner.rawValue) else {
                throw Failure.usage("there is no user \(owner.rawValue)", advice: "check --owner")
            }
            return account.name
        }
        guard !paths.isEmpty else {
            return CrontabReader.read(
                try ownCrontab(of: account), .ownersOnly, user: account, into: &imported, isAccount: isAccount
            )
        }
        for path in paths {
            let isSystems = hasUserColumn || path == "/etc/crontab" || path.hasPrefix("/etc/cron.d/")
            CrontabReader.read(
                try source(path), isSystems ? .withUser : .ownersOnly, user: account, into: &imported,
                isAccount: isAccount)
        }
    }

    private func isAccount(_ name: String) -> Bool { (try? UserAccount.with(name: name)) != nil }

    /// `crontab -l`: only cron's own program may read where they lie.
    private func ownCrontab(of account: String?) throws -> ForeignSource {
        let program = try CallerProgram.path(of: "crontab")
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
        return ForeignSource(path: label, text: text)
    }

    // MARK: - Timers

    private func readTimer(_ word: String, into imported: inout Imported) throws {
        let last = word.split(separator: "/").last.map(String.init) ?? word
        let name = last.contains(".") ? last : "\(last).timer"
        guard name.hasSuffix(".timer"), name.count > ".timer".count else {
            throw Failure.usage("\(word.visible) is no timer", advice: "name one such as logrotate.timer")
        }
        let directory = word.contains("/") ? String(word.dropLast(last.count + 1)) : nil
        let files = UnitFiles(isUser: daemon.user, first: directory.map { $0.isEmpty ? "/" : $0 })
        TimerReader.read(
            name, specifiers: UnitFiles.specifiers(isUser: daemon.user), in: daemon.user ? nil : "/",
            into: &imported, isThere: files.has, find: files.find)
    }
}
