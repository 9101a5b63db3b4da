// What a backup is to be: from options, else from whoever sits at the terminal, and looked at before anything is accepted.
import BGRunJob
import BGRunLinux
import BGRunText
import Glibc

/// The answers that a recipe for a backup needs.
struct BackupDraft {
    /// What options say.
    struct Options {
        var paths: [String]
        var repository: String?
        var passwordFile: String?
        var kept: String?
        /// Patterns of what is left out.
        var excluded: [String]
        /// The repository and its passphrase are made where they are not there.
        var makes: Bool
    }

    let kind: Recipe.Kind
    private let options: Options
    /// Whether what is told is looked at.
    private let checks: Bool
    private let program: BackupProgram
    private let tool: String
    private var questions: Questions
    private var paths: [String] = []
    private var place: BackupPlace
    private var secret: PasswordFile?
    private var kept: KeptSnapshots?
    /// The passphrase was made here.
    private var isSecretNew = false
    /// The repository was opened or made.
    private var isOpened = false
    /// What was made of a repository: all of it, or nobody has seen the end.
    private var made: (place: String, isWhole: Bool)?

    init(_ kind: Recipe.Kind, _ options: Options, _ questions: Questions, checks: Bool) throws {
        (self.kind, self.options, self.questions, self.checks) = (kind, options, questions, checks)
        program = try BackupProgram()
        place = BackupPlace(kind: kind, text: "")
        let found = try? CallerProgram.path(of: kind.rawValue)
        if found == nil {
            let absence = Complaint(
                "\(kind.rawValue) is not installed",
                advice: "install the package \(kind.package), such as by apt install \(kind.package)")
            if checks { throw Failure(.refused, absence) }
            Terminal.writeError("note: \(absence.text)\n")
        }
        // Where it is not here, the descriptor is for another machine.
        tool = found ?? "/usr/bin/\(kind.rawValue)"
    }

    // MARK: - Gathering

    /// What is said in `Failure`s, the caller shows together with ``commandLine``, so that no answer is lost.
    mutating func gather() throws {
        do {
            try gatherAll()
        } catch {
            // It opens nothing.
            if isSecretNew, !isOpened, made == nil { secret?.remove() }
            throw error
        }
    }

    private mutating func gatherAll() throws {
        // Nothing is made for what can't be used.
        if let given = options.kept { try askKept(given) }
        try gatherPaths()
        var (givenPlace, givenSecret) = (options.repository, options.passwordFile)
        repeat {
            try askPlace(givenPlace)
            if kind != .rsync { try askSecret(givenSecret) }
            (givenPlace, givenSecret) = (place.text, secret?.path)
        } while try !open(&givenPlace, &givenSecret)
        if kind != .rsync, kept == nil {
            try askKept(questions.hasAsked ? nil : KeptSnapshots.usual)
        }
    }

    private mutating func askKept(_ given: String?) throws {
        let question = Question(
            text: "Which snapshots are kept?", usual: KeptSnapshots.usual, option: "--keep")
        kept = try questions.value(given, question) { try KeptSnapshots($0) }
    }

    private mutating func gatherPaths() throws {
        let documents = Self.isThere("~/Documents") ? "~/Documents" : "~"
        let question = Question(text: "What is backed up?", usual: documents, option: "--path")
        let take = checks ? Self.readable : { try Self.followed(CallerPath.full($0)) }
        for path in options.paths { paths.append(try questions.value(path, question, take)) }
        guard paths.isEmpty else { return }
        paths.append(try questions.value(nil, question, take))
        let more = Question(text: "And what else? (an empty line: nothing)", option: "--path")
        while let path = try questions.value(nil, more, { $0.isEmpty ? nil : try take($0) }) {
            paths.append(path)
        }
    }

    /// Of a link these programs would keep the link alone, and what it leads to would be in no backup.
    private static func followed(_ path: String) -> String {
        guard (try? File.statusOfLink(at: path))?.kind == .symbolicLink, let real = try? File.resolve(path)
        else {
            return path
        }
        Terminal.writeError("note: \(path.visible) is a link; \(real.visible) is backed up\n")
        return real
    }

    private static func isThere(_ path: String) -> Bool {
        (try? File.status(of: CallerPath.full(path))) != nil
    }

    private static func readable(_ word: String) throws -> String {
        let path = try followed(CallerPath.full(word))
        do throws(SystemError) {
            _ = try File.status(of: path)
            try File.requireReadable(path)
        } catch {
            throw error.errno == ENOENT
                ? Failure(.refused, Complaint("\(path.visible) is not there", advice: "look at its spelling"))
                : Failure(
                    .refused, Complaint("\(path.visible) can't be read: \(SystemError.text(of: error.errno))")
                )
        }
        return path
    }

    private mutating func askPlace(_ given: String?) throws {
        let question = Question(text: "Where to? (\(kind.example))", option: "--repository")
        place = try questions.value(given, question) { [kind, paths, checks] word in
            guard !word.isEmpty else {
                throw Failure.usage("--repository is missing", advice: "write such as \(kind.example)")
            }
            var place = BackupPlace(kind: kind, text: word)
            try place.refuseSecret()
            try place.refuseSpelling()
            if !place.isRemote { place = BackupPlace(kind: kind, text: try CallerPath.full(word)) }
            try place.refuseMingling(of: paths)
            if checks {
                try place.refuseFile()
                try place.refuse(inside: paths)
            }
            return place
        }
    }

    private mutating func askSecret(_ given: String?) throws {
        let question = Question(
            text: "Which file has its passphrase?", usual: "~/.config/\(kind.rawValue)-password",
            option: "--password-file")
        var isNew = isSecretNew
        // Who ends it at the next question has named the file all the same.
        var named: PasswordFile?
        defer { secret = named ?? secret }
        secret = try questions.value(given, question) { [checks, options] word in
            let file = PasswordFile(path: try CallerPath.full(word))
            guard checks else { return file }
            let standing = try file.standing()
            named = file
            switch standing {
            case .good: break
            case .open:
                Terminal.writeError(
                    "note: others can read \(file.path.visible); chmod 600 \(ShellWord.typed(file.path)) ends that\n"
                )
            case .missing:
                guard options.makes || Terminal.canAsk else {
                    throw Failure(
                        .refused,
                        Complaint(
                            "\(file.path.visible) is not there",
                            advice: "--init makes it, and so does: \(file.recipe)"))
                }
                let question =
                    "\(file.path.visible) is not there. Make it, with a random passphrase? [Y/n] "
                // Nothing more has to be said to who has said no.
                guard options.makes || Terminal.isNotDenied(question) else { throw Failure(.refused, nil) }
                try file.make()
                isNew = true
            }
            return file
        }
        isSecretNew = isNew
    }

    // MARK: - Opening

    private var leftOut: LeftOut { LeftOut(kind, of: paths, said: options.excluded) }

    private var command: [String] {
        program.command(
            tool, place, passwordFile: secret?.path, keeping: kept, leavingOut: leftOut, paths)
    }

    /// - Returns: Whether that is how it is to be; else what is nil is asked for once more.
    private mutating func open(_ givenPlace: inout String?, _ givenSecret: inout String?) throws -> Bool {
        guard checks else { return true }
        if place.isRemote, Terminal.canAsk { Terminal.writeError("looking at \(place.text.visible) …\n") }
        switch try program.check(command) {
        case .done:
            isOpened = true
            return true
        case .wrongPassphrase(let complaint):
            if isSecretNew { secret?.remove() }
            isSecretNew = false
            givenSecret = nil
            return try again(complaint, "give the file with the right one: --password-file FILE")
        case .noRepository(let complaint):
            if place.isDiskAbsent {
                return try takeUnchecked(
                    Complaint(
                        "no disk is mounted for \(place.text.visible), and nothing is there"), &givenPlace)
            }
            return try make(complaint, &givenPlace)
        case .takenBy(let other, let complaint):
            givenPlace = nil
            return try again(Complaint(complaint.text, write: commandLine(with: other)))
        case .notEmpty(let complaint):
            givenPlace = nil
            let inside = "\(place.text)\(place.text.hasSuffix("/") ? "" : "/")\(kind.rawValue)"
            return try again(
                Complaint(
                    complaint.text,
                    advice: "name an empty directory, or one that is to be made, such as \(inside.visible)"))
        case .other(let complaint), .cutOff(let complaint):
            return try takeUnchecked(complaint, &givenPlace)
        case .interrupted:
            throw Failure(.unsuccessful, Complaint("the look at \(place.text.visible) was interrupted"))
        }
    }

    /// The next question is put, or nobody can be asked.
    private func again(_ complaint: Complaint, _ advice: String) throws -> Bool {
        try again(Terminal.canAsk ? complaint : Complaint(complaint.text, advice: advice))
    }

    private func again(_ complaint: Complaint) throws -> Bool {
        guard Terminal.canAsk else { throw Failure(.refused, complaint) }
        Questions.say(complaint)
        return false
    }

    private func takeUnchecked(_ complaint: Complaint, _ givenPlace: inout String?) throws -> Bool {
        let isRefused = try !again(complaint, "--no-check takes it all the same")
        givenPlace = nil
        return isRefused
            && Terminal.isAgreed("Is it just unavailable right now? Use it unchecked? [y/N] ")
    }

    private var absence: String {
        kind == .rsync
            ? "\(place.text.visible) is not there"
            : "There is no \(kind.rawValue) repository at \(place.text.visible)"
    }

    private mutating func make(_ complaint: Complaint, _ givenPlace: inout String?) throws -> Bool {
        givenPlace = nil
        // Nothing that everybody's ssh lets in makes a directory there.
        if kind == .rsync, place.isRemote { return try again(complaint, "make it on that machine") }
        guard
            options.makes
                || Terminal.canAsk && Terminal.isNotDenied("\(absence). Make it (\(kind.making))? [Y/n] ")
        else { return try Terminal.canAsk ? false : again(complaint, "--init makes it (\(kind.making))") }
        switch try program.make(command) {
        case .done: (isOpened, made) = (true, (place.text, isWhole: true))
        case .interrupted:
            if place.isRemote || Self.isThere(place.text) { made = (place.text, isWhole: false) }
            throw Failure(.unsuccessful, Complaint("\(kind.making) was interrupted"))
        case .cutOff(let fault):
            made = (place.text, isWhole: false)
            return try again(fault, "look at the place")
        case .noRepository(let fault), .wrongPassphrase(let fault), .takenBy(_, let fault),
            .notEmpty(let fault), .other(let fault):
            return try again(fault, "look at the place")
        }
        guard let secret else { return true }
        Terminal.writeError(
            "\(place.text.visible) was made. Keep a copy of \(secret.path.visible) elsewhere: without its passphrase nobody can read a backup.\n"
        )
        return true
    }

    // MARK: - What comes of it

    /// - Parameters:
    ///   - user: Whose job it is.
    ///   - isOurs: It is the caller's.
    func recipe(_ identifier: String, user: String, isOurs: Bool, knowsMetered: Bool) -> Recipe {
        var place = place
        place.settle(beside: paths, isOpened: isOpened, isOurs: isOurs)
        if let doubt = place.doubt { Terminal.writeError("note: \(doubt.text) (bgrun edit \(identifier))\n") }
        return Recipe(
            kind: kind, identifier: identifier, user: user, command: command, paths: paths,
            leftOut: leftOut.names, place: place, passwordFile: secret?.path, knowsMetered: knowsMetered)
    }

    /// Whether somebody has typed answers that would be lost.
    var hasAsked: Bool { questions.hasAsked }

    /// What was made and stays, where it was.
    var stay: String? {
        guard let made else { return nil }
        let start =
            made.isWhole
            ? "\(made.place.visible) was made and" : "what \(kind.making) has made of \(made.place.visible)"
        let file = isSecretNew ? secret.map { ", and so does \($0.path.visible) with its passphrase" } : nil
        return "\(start) stays\(file ?? "")"
    }

    /// What options say in place of the answers until now, and where there is none yet, as they did.
    private func answers(for program: Recipe.Kind) -> [(option: String, values: [String])] {
        let place = place.text.isEmpty ? options.repository : place.text(for: program)
        return [
            ("--path", paths + options.paths.dropFirst(paths.count)),
            ("--repository", [place].compactMap(\.self)),
            ("--password-file", [secret?.path ?? options.passwordFile].compactMap(\.self)),
            ("--keep", [kept?.text ?? options.kept].compactMap(\.self)),
        ]
    }

    /// The line as it was typed, behind `bgrun`, with the answers until now: each other option stays.
    ///
    /// - Parameter program: What is to make the backup, where it is another.
    func commandLine(with program: Recipe.Kind? = nil) -> String {
        let answers = answers(for: program ?? kind)
        let options = TypedLine(Array(OwnProgram.arguments.dropFirst())).options(but: answers.map(\.option))
        let said = answers.flatMap { answer in answer.values.flatMap { [answer.option, $0] } }
        return Mistyped.typed(["new", (program ?? kind).rawValue] + options + said)
    }
}

/// A path as somebody types it, in full: a daemon knows no working directory of theirs, and no home.
enum CallerPath {
    static func full(_ path: String) throws -> String {
        if path.isEmpty { throw Failure.usage("a path is empty", advice: "name a file or a directory") }
        if path == "~" || path.hasPrefix("~/"), let home = Machine.environment("HOME") {
            return home + path.dropFirst()
        }
        let whole = path.hasPrefix("/") ? path : "\(try CallerProgram.workingDirectory())/\(path)"
        // What ends with a dot is a directory's content, as what ends with a slash is.
        let names = whole.split(separator: "/").filter { $0 != "." }
        let isOpen = ["/", "/."].contains(where: whole.hasSuffix) && !names.isEmpty
        return "/\(names.joined(separator: "/"))\(isOpen ? "/" : "")"
    }
}

extension Recipe.Kind {
    fileprivate var example: String {
        switch self {
        case .restic: "sftp:nas:/backup, /media/me/disk/backup"
        case .borg: "ssh://nas/./backup, /media/me/disk/backup"
        case .rsync, .command: "nas:backup, /media/me/disk/backup"
        }
    }

    /// What makes a repository.
    fileprivate var making: String {
        switch self {
        case .restic: "restic init"
        case .borg: "borg init --encryption=repokey"
        case .rsync, .command: "mkdir"
        }
    }

    fileprivate var package: String { self == .borg ? "borgbackup" : rawValue }
}
