// bgrun new, and the program that its backups start, with the real restic, borg and rsync.
import BGRunTestSupport
import Foundation
import Testing

/// Files, a place for copies and a passphrase in a scratch directory.
private struct Desk {
    let scratch: ScratchDirectory
    var documents: String { scratch.path("home/documents") }
    var password: String { scratch.path("home/password") }

    init(_ scratch: ScratchDirectory) throws {
        self.scratch = scratch
        try scratch.file("home/documents/letter", "dear\n")
        try scratch.file("home/documents/secret", "mine\n")
        try scratch.file("home/password", "correct horse\n", mode: 0o600)
        try scratch.file("home/wrong", "battery staple\n", mode: 0o600)
        try scratch.directory("disk")
    }

    /// As a job has it. Even root reads no file here that its mode closes.
    func backup(_ words: [String], mode: String? = nil) throws -> Command {
        let ordinary = ["setpriv", "--bounding-set", "-dac_override,-dac_read_search"]
        return try Command.run(
            (Person.isRoot ? ordinary : []) + [Repository.path("packaging/libexec/backup")]
                + [mode].compactMap(\.self) + words,
            environment: [
                "PATH": "/usr/bin:/bin", "HOME": scratch.path("home"), "BGRUN_IDENTIFIER": "org.example.b",
                "BGRUN_STATE_DIRECTORY": try scratch.directory("backup-state"),
            ])
    }

    func words(_ kind: String, password: String? = nil, options: [String] = [], _ paths: String...)
        -> [String]
    {
        let secret = kind == "rsync" ? [] : ["--password-file", password ?? self.password]
        return [kind, "--repository", scratch.path("disk/\(kind)")] + secret + options + ["--"] + paths
    }

    /// What of `documents` is in the last snapshot.
    func restored(_ kind: String) throws -> [String] {
        let (place, target) = (scratch.path("disk/\(kind)"), try scratch.directory("restored"))
        let line =
            switch kind {
            case "restic": "restic -q -r \(place) --password-file \(password) restore latest --target ."
            case "borg": "borg extract $BORG_REPO::$(borg list --last 1 --short)"
            case _: "cp -r \(place)/. ."
            }
        let run = try Command.run(
            ["sh", "-c", "\(line) && find . -type f -name '[ls]e*' -printf '%f\n' | sort; rm -rf ./*"],
            environment: [
                "PATH": "/usr/bin:/bin", "HOME": scratch.path("home"), "BORG_REPO": place,
                "BORG_PASSCOMMAND": "cat \(password)",
            ], directory: target)
        #expect(run.status == 0, "\(run.errors)")
        return run.output.split(separator: "\n").map(String.init)
    }

    func close(_ path: String, _ mode: Int) throws {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }
}

@Suite struct `The program of backups` {
    // B-117
    @Test(arguments: ["restic", "borg", "rsync"])
    func `opens, makes and fills a repository, and tells by its exit code what is wrong`(_ kind: String)
        throws
    {
        let desk = try Desk(ScratchDirectory())
        let words = desk.words(kind, desk.documents)
        if kind == "restic" {
            // As `restic init` leaves it that is ended at once.
            for name in ["data", "index", "keys", "locks", "snapshots"] {
                try desk.scratch.directory("disk/restic/\(name)")
            }
        }
        if kind != "rsync" {
            let none = try desk.backup(words, mode: "--check")
            #expect(none.status == 10 && none.errors.hasPrefix("backup: there is no \(kind) repository at /"))
        }
        let made = try desk.backup(words, mode: "--init")
        let opened = try desk.backup(words, mode: "--check")
        let others = try ["restic": ["borg", "rsync"], "borg": ["restic", "rsync"]][kind, default: []].map {
            other in
            try desk.backup([other] + words.dropFirst(), mode: "--check").status
        }
        #expect(
            made.status + opened.status == 0 && opened.errors.isEmpty
                && others.allSatisfy { $0 == (kind == "restic" ? 13 : 14) },
            "\(made.errors)\(opened.errors)\(others)")
        let kept = kind == "rsync" ? [] : ["--keep-daily", "1"]
        let runs = try (1...2).map { _ in try desk.backup(desk.words(kind, options: kept, desk.documents)) }
        let isRestored = try desk.restored(kind) == ["letter", "secret"]
        #expect(runs.allSatisfy { $0.status == 0 } && isRestored, "\(runs.map(\.errors))")

        try desk.scratch.file("home/documents/sealed", "changed\n", mode: 0)
        let partly = try desk.backup(words)
        #expect(partly.status == 3 && partly.errors.contains("documents/sealed"), "\(partly.errors)")
        try desk.close(desk.scratch.path("home/documents/sealed"), 0o600)
        try desk.close(desk.scratch.path("home/documents"), 0)
        let shut = try desk.backup(words)
        try desk.close(desk.scratch.path("home/documents"), 0o700)
        let absent = try desk.backup(desk.words(kind, desk.documents, "/nonexistent"))
        let nothing = try desk.backup(desk.words(kind, "/nonexistent"))
        let said = [absent, nothing].map {
            "\($0.status) \($0.errors.hasPrefix("backup: /nonexistent is not there\n"))"
        }
        let isShut = shut.status == 1 && shut.errors.contains("home/documents can't be read\n")
        let isNothing = nothing.errors.hasSuffix("there is nothing to back up\n")
        #expect(isShut && said == ["1 true", "1 true"] && isNothing)
        #expect(try desk.restored(kind) == ["letter", "sealed", "secret"])
        if kind == "rsync" {
            // What can't be written there is no backup.
            try desk.close(desk.scratch.path("disk/rsync"), 0o500)
            try desk.scratch.file("home/more/letter", "")
            #expect(try desk.backup(desk.words(kind, desk.scratch.path("home/more"))).status == 23)
            try desk.close(desk.scratch.path("disk/rsync"), 0o700)
        } else {
            let wrong = desk.words(kind, password: desk.scratch.path("home/wrong"), desk.documents)
            let runs = try [desk.backup(wrong, mode: "--check"), desk.backup(wrong)]
            #expect(runs.allSatisfy { $0.status == 12 && $0.errors.contains("/wrong is not that of /") })
        }
        let far = ["restic": "sftp:", "borg": "ssh://", "rsync": ""][kind, default: ""] + "nowhere.invalid"
        let nowhere = try desk.backup(
            [kind, "--repository", far + (kind == "borg" ? "/x" : ":x")], mode: "--check")
        let sealed = try desk.backup(
            [kind, "--repository", "/proc/none/x", "--password-file", desk.password], mode: "--init")
        #expect(
            nowhere.status == 1 && nowhere.errors.contains("can't be reached") && sealed.status == 1
                && sealed.errors.hasPrefix("backup: /proc/none/x can't be made: ")
                && sealed.errors.lowercased().contains("no such file"),
            "\(nowhere.errors)\(sealed.errors)")
    }

    // B-117
    @Test(arguments: Played.all)
    fileprivate func `takes a program at its exit code, and says what it does not`(_ played: Played) throws {
        let desk = try Desk(ScratchDirectory())
        let program = try desk.scratch.file(
            "bin/\(played.kind)", "#!/bin/sh\n\(played.script)\n", mode: 0o755)
        try desk.scratch.file(
            "bin/ssh", "#!/bin/sh\ncd ${0%/*}; touch began; sleep 0.3; touch ended\n", mode: 0o755)
        let place = played.place ?? desk.scratch.path("disk")
        let secret = played.kind == "rsync" ? [] : ["--password-file", desk.password, "--keep-daily", "1"]
        for (mode, right) in [("--check", played.check), (nil, played.run)] {
            guard let right else { continue }
            let ended = try desk.backup(
                [program, "--repository", place] + secret + ["--", desk.documents], mode: mode)
            let said =
                ended.errors.split(separator: "\n").last { $0.hasPrefix("backup: ") }?.dropFirst(8) ?? ""
            let found = "\(ended.status) \(said)".replacingOccurrences(of: place, with: "PLACE")
                .replacingOccurrences(of: desk.password, with: "FILE")
            let isOver = ["began", "ended"].map {
                FileManager.default.fileExists(atPath: desk.scratch.path("bin/\($0)"))
            }
            #expect(
                found == (right.contains(" ") ? right : "\(right) ") && isOver[0] == isOver[1],
                "\(ended.errors)")
        }
    }
}

/// What programs of other versions do, played by a script, and what comes of it: the program, the script, and the code and the words
/// of the check and of a run.
private struct Played: CustomTestStringConvertible {
    let kind: String
    let script: String
    var place: String?
    var check: String?
    var run: String?
    var testDescription: String { "\(kind): \(script)" }

    static let all = [
        Played(
            kind: "restic", script: "[ $1 != backup ] || exit 11", check: "0",
            run: "75 another restic works in PLACE: not now"),
        Played(
            kind: "restic", script: "exit 11", check: "0", run: "75 another restic works in PLACE: not now"),
        Played(kind: "restic", script: "exit 10", check: "10 there is no restic repository at PLACE"),
        Played(
            kind: "restic", script: "[ $1 != backup ] || exit 12",
            run: "12 the passphrase in FILE is not that of PLACE"),
        // Nothing of it is known, and it is not a success with warnings.
        Played(
            kind: "restic", script: "[ $1 != backup ] || exit 7", run: "7 restic has failed with exit code 7"),
        Played(kind: "rsync", script: "exit 3", run: "1 rsync has failed with exit code 3"),
        Played(
            kind: "borg", script: "[ $1 != create ] || exit 75", run: "1 borg has failed with exit code 75"),
        Played(kind: "borg", script: "exit 13", check: "10 there is no borg repository at PLACE"),
        Played(
            kind: "borg", script: "exit 73", check: "0",
            run:
                "2 another borg works in PLACE; if none does, 'borg break-lock PLACE' removes what it has left"
        ),
        Played(
            kind: "borg", script: "exit 72",
            check: "1 PLACE can't be opened: borg says nothing (exit code 72)"),
        Played(
            kind: "borg",
            script: "echo 'Failed to create/acquire the lock /l (Permission denied).' >&2; exit 2",
            check: "1 PLACE can't be opened: Failed to create/acquire the lock /l (Permission denied)."),
        Played(kind: "borg", script: "exit 51", check: "1 the passphrase can't be read from FILE"),
        Played(kind: "borg", script: "exit 52", check: "12 the passphrase in FILE is not that of PLACE"),
        Played(kind: "borg", script: "exit 105", check: "0", run: "3"),
        Played(
            kind: "borg", script: "[ $1 != compact ] || exit 2",
            run: "3 the room of removed archives could not be freed; the next run tries it again"),
        Played(
            kind: "borg", script: "[ $1 != prune ] || exit 2",
            run: "3 old snapshots could not be removed; the next run tries it again"),
        // Its ssh goes on for a moment.
        Played(
            kind: "restic",
            script: """
                cd ${0%/*}
                [ $1 != backup ] || { PATH=${PATH%%:*}:$PWD:/bin ssh -V >/dev/null 2>&1 & }
                [ $1 != backup ] || until [ -e began ]; do sleep 0.01; done
                """, run: "0"),
        Played(
            kind: "borg",
            script: """
                printf 'Traceback\\nPermissionError: denied\\n\\nBorg server: Platform: Linux\\nPID: 1\\n' >&2
                exit 2
                """, check: "1 PLACE can't be opened: PermissionError: denied"),
        Played(
            kind: "rsync",
            script: """
                echo 'rsync: change_dir "/x" failed: Permission denied (13)' >&2
                echo 'rsync error: some files were not transferred (code 23)' >&2
                exit 23
                """, place: "nas:x",
            check: #"1 PLACE can't be opened: rsync: change_dir "/x" failed: Permission denied (13)"#),
        // It waits where another works there, and says so.
        Played(
            kind: "borg", script: "[ $1 != create ] || [ $3 = 600 ] || exit 73",
            run: "0 waits up to 10 min for the lock of PLACE"),
        Played(
            kind: "restic", script: refused("dial tcp 10.99.0.1:8000: connect: connection refused"),
            check: "1 PLACE can't be reached: dial tcp 10.99.0.1:8000: connect: connection refused"),
        Played(
            kind: "restic", script: refused("lookup nas on 127.0.0.53:53: no such host"),
            check: "1 PLACE can't be reached: lookup nas on 127.0.0.53:53: no such host"),
        Played(
            kind: "restic", script: refused("Stat: Access Denied."),
            check: "1 PLACE can't be opened: Stat: Access Denied."),
        Played(
            kind: "restic", script: refused("<config/> does not exist"),
            check: "10 there is no restic repository at PLACE"),
    ]

    private static func refused(_ reason: String) -> String {
        """
        echo 'Fatal: unable to open config file: \(reason)' >&2
        printf 'Is there a repository at the following location?\n%s\n' "$RESTIC_REPOSITORY" >&2
        exit 1
        """
    }
}

@Suite struct `bgrun new` {
    private let daemon: DaemonFixture
    private let desk: Desk

    init() throws {
        daemon = try DaemonFixture()
        desk = try Desk(daemon.scratch)
        try daemon.scratch.file("policy.json", "{\(EmulatedLaptop.atOnce)}")
        try daemon.start()
    }

    private func bgrun(_ arguments: [String], directory: String? = nil, input: String = "") throws -> Command
    {
        try Command.run(
            [Repository.program("bgrun")] + arguments,
            environment: [
                "PATH": "\(desk.scratch.path("home/bin")):/usr/bin:/bin", "BGRUN_SOCKET": daemon.socket,
                "HOME": desk.scratch.path("home"), "TZ": "UTC",
            ], directory: directory ?? desk.scratch.path("home"), input: input)
    }

    /// What is shown to somebody at a terminal who gives these answers.
    private func typed(_ line: String, _ answers: String...) throws -> String {
        try Command.run(
            [
                "script", "--quiet", "--return", "--command",
                "stty cols 200; \(Repository.program("bgrun")) \(line)", "/dev/null",
            ],
            environment: [
                "PATH": "/usr/bin:/bin", "BGRUN_SOCKET": daemon.socket, "HOME": desk.scratch.path("home"),
                "TZ": "UTC", "LANG": "C.UTF-8",
            ], directory: desk.scratch.path("home"), input: answers.map { "\($0)\n" }.joined()
        ).output.replacingOccurrences(of: "\r", with: "")
    }

    /// Options of `new`, and what is required and left out then.
    private static let told:
        [(kind: String, place: String, path: String, required: String?, leftOut: String)] = [
            ("restic", "sftp:nas:/b", "/home/me", "nas:22", "/home/me/.cache"),
            ("restic", "sftp://me@nas:2222//b", "/home/me/Music", "nas:2222", ""),
            ("restic", "rest:http://nas:8000/", "/home/", "nas:8000", "/home/*/.cache"),
            ("restic", "rest:https://me@nas.home/x", "/root", "nas.home:443", "/root/.cache"),
            ("restic", "s3:http://nas:9000/b", "/home/me/.cache/kept", "nas:9000", ""),
            ("restic", "s3:s3.example.org/b", "/a", "s3.example.org:443", ""),
            ("restic", "rest:http://[fd00::1]:8000/", "/a", "[fd00::1]:8000", ""),
            ("restic", "b2:bucket:x", "/a", nil, ""),
            ("borg", "nas:/srv/b", "/home/me", "nas:22", "/home/me/.cache"),
            ("borg", "ssh://nas:2222/./b", "/home", "nas:2222", "sh:/home/*/.cache"),
            ("rsync", "me@nas:b", "/home/me", "nas:22", "/me/.cache"),
            ("rsync", "nas::mod", "/home/me/.", "nas:873", "/.cache"),
            ("rsync", "rsync://me@nas:8730/mod", "/home", "nas:8730", "/home/*/.cache"),
            ("rsync", "/media/usb/x", "/a", "/media/usb", ""),
            ("rsync", "/media/\(NSUserName())/usb/x", "/a", "/media/\(NSUserName())/usb", ""),
        ]

    // B-117
    @Test func `prints descriptors into a pipe that lint has nothing against`() throws {
        func object(_ arguments: String...) throws -> [String: Any] { try object(arguments) }
        func object(_ arguments: [String]) throws -> [String: Any] {
            let said = try bgrun(["new"] + arguments)
            let text = said.output
            let lint = try bgrun(["lint", "--strict", "-"], input: text)
            #expect(lint.status == 0, "\(said.errors)\(lint.errors)")
            return try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        }
        let restic = try object(
            "restic", "--path", "/home/me/My Documents", "--repository", "sftp:nas:/b", "--password-file",
            "/home/me/.p", "--keep", "3 daily")
        #expect(
            (restic["command"] as? [String])?.dropFirst() == [
                "/usr/bin/restic", "--repository", "sftp:nas:/b", "--password-file", "/home/me/.p",
                "--keep-daily", "3", "--", "/home/me/My Documents",
            ])
        #expect(
            restic["stopSignal"] as? String == "INT" && restic["successExitCodes"] as? [Int] == [3]
                && restic["queue"] as? String == "backup")
        let borg = try object(
            "borg", "--path", "/a", "--path", "/b", "--repository", "/mnt/disk/borg", "--password-file",
            "/p")
        let rsync = try object("rsync", "--path", "/a", "--repository", "nas:backup")
        // As `submit --` has it.
        let command = try object("command", "--", "true", "x")
        let ends = [borg, rsync, command].map {
            ($0["command"] as? [String])?.suffix(3).joined(separator: " ")
        }
        #expect(ends == ["-- /a /b", "nas:backup -- /a", "/usr/bin/true x"])
        #expect(
            borg["requires"] as? [String: String] == ["mounted": "/mnt/disk"]
                && command["workingDirectory"] as? String == desk.scratch.path("home"))
        for told in Self.told {
            let secret = told.kind == "rsync" ? [] : ["--password-file", "/p"]
            let options = ["--path", told.path, "--repository", told.place, "--exclude", "*.iso"] + secret
            let said = try bgrun(["new", told.kind] + options)
            let job = try JSONSerialization.jsonObject(with: Data(said.output.utf8)) as? [String: Any] ?? [:]
            let requires = job["requires"] as? [String: Any]
            let network = requires?["network"] as? [String: String]
            let words = job["command"] as? [String] ?? []
            let leftOut = words.indices.filter { words[$0] == "--exclude" }.map { words[$0 + 1] }
            // Nobody tells here what a network costs. What is only guessed is said.
            #expect(
                network?["reachable"] ?? requires?["mounted"] as? String == told.required
                    && job["requiresNetwork"] as? Bool ?? false == (told.required == nil)
                    && leftOut == [told.leftOut, "*.iso"].filter { !$0.isEmpty }
                    && said.errors.contains("is taken for the mount point") == told.place.hasPrefix("/"),
                "\(told.kind) \(told.place): \(said.output)\(said.errors)")
        }
        let missing = try bgrun(["new", "restic", "--path", "/a"])
        #expect(missing.status == 2 && missing.errors.hasPrefix("bgrun: --repository is missing; "))
    }

    /// What is pressed at the terminal of bgrun reaches it alone.
    private static let ctrlC = "kill -s ${SIGNAL:-TERM} $(ps -o ppid= -p $(ps -o sid= -p $$))"

    /// Recipes and their places, and what is said before anything is looked at.
    private static let places: [(recipe: String, paths: [String], place: String, said: String)] = [
        (
            "rsync", ["documents"], ".",
            "home/documents would be copied onto itself, since rsync puts it into "
        ),
        (
            "rsync", ["documents", "other/documents"], "/x",
            "would be put into one directory of the place; make a job for each"
        ),
        ("restic", ["documents"], "me@nas:/b", "me@nas:/b is no address of restic's; write sftp:me@nas:/b\n"),
        ("restic", ["documents"], "ssh://nas/b", "write sftp://nas//b\n"),
        ("restic", ["documents"], "smb://nas/b", "is no address of restic's; bgrun help new tells"),
        ("borg", ["documents"], "sftp:nas:/b", "write nas:/b\n"),
        ("rsync", ["documents"], "ssh://me@nas/b/c", "write me@nas:/b/c\n"),
        ("rsync", ["documents"], "sftp:nas:b", "write nas:b\n"),
    ]

    /// Options of `new`, a program of that name, and what is said of them.
    private static let refused: [(line: [String: String], code: Int32, reason: String)] = [
        (["--path": "home/docments"], 5, "home/docments is not there; look at its spelling"),
        (
            ["--path": "home/link", "--repository": "disk/none"], 5,
            "note: SCRATCH/home/link is a link; SCRATCH/home/documents is backed up\n"
        ),
        (
            ["--password-file": "home/none"], 5,
            "home/none is not there; --init makes it, and so does: (umask 077; "
        ),
        (["--password-file": "home/documents"], 2, "home/documents is no file; name a file whose first line"),
        (["--password-file": "home/empty"], 2, "home/empty is empty; write the passphrase into it"),
        (["--password-file": "home/wrong"], 5, "is not that of "),
        (["--repository": "disk/none"], 5, "there is no restic repository at "),
        (
            ["--repository": "disk/borg"], 5,
            "disk/borg is a borg repository; write:\n  bgrun new borg --submit --path SCRATCH/"
        ),
        (
            ["--repository": "disk/full"], 5,
            "disk/full is no restic repository, and not empty (letter); name an empty"
        ),
        (["--repository": "rest:http://127.0.0.1:9/"], 5, "can't be reached: "),
        (["--repository": "home/password"], 2, "home/password is no directory; "),
        (["--repository": "home/documents/copies"], 2, "so each backup would hold the ones before"),
        (["--repository": "rest:http://me:secret@localhost/"], 2, "there is a password in the address"),
        (["--repository": "sftp:nowhere.invalid:x"], 5, "--no-check takes it all the same"),
        (
            ["--repository": "/mnt/nothing/x"], 5,
            "no disk is mounted for /mnt/nothing/x, and nothing is there"
        ),
        (["--keep": "7 dayly"], 2, "does not say which snapshots are kept; write such as"),
        (
            ["--repository": "disk/keys"], 5,
            "disk/keys has restic's keys and no config, as an interrupted 'restic init' leaves it; name an empty"
        ),
        (["--socket": "none", "--init": "", "--repository": "disk/never"], 4, "no daemon listens at none"),
        (["--repository": "disk/never"], 5, "there is no restic repository at "),
        (
            ["restic": "SIGNAL=INT; \(ctrlC); exec sleep 100"], 130,
            "the look at SCRATCH/disk/restic was interrupted\n"
        ),
        (
            [
                "restic":
                    "[ $1 = init ] || exit 10; mkdir $RESTIC_REPOSITORY; \(ctrlC); exec sleep 100",
                "--init": "",
                "--password-file": "home/new", "--repository": "disk/new",
            ],
            143,
            "what restic init has made of SCRATCH/disk/new stays, and so does SCRATCH/home/new with its passphrase\n"
        ),
    ]

    // B-117
    @Test func `refuses what is not so before anything is accepted, each with its own reason`() throws {
        try desk.scratch.file("home/empty", "")
        try FileManager.default.createSymbolicLink(
            atPath: desk.scratch.path("home/link"), withDestinationPath: desk.documents)
        for kind in ["restic", "borg"] {
            _ = try desk.backup(desk.words(kind, desk.documents), mode: "--init")
        }
        try desk.scratch.file("disk/full/letter", "dear\n")
        for name in ["data", "index", "locks", "snapshots"] {
            try desk.scratch.directory("disk/keys/\(name)")
        }
        try desk.scratch.file("disk/keys/keys/00", "{}")
        for (changes, code, reason) in Self.refused {
            var options = [
                "--path": "home/documents", "--repository": "disk/restic", "--password-file": "home/password",
            ]
            options.merge(changes) { $1 }
            if let script = options.removeValue(forKey: "restic") {
                try desk.scratch.file("home/bin/restic", "#!/bin/sh\n\(script)\n", mode: 0o755)
            }
            let said = try bgrun(
                ["new", "restic", "--submit"]
                    + options.sorted { $0.key < $1.key }.flatMap {
                        [$0.key, $0.value].filter { !$0.isEmpty }
                    },
                directory: desk.scratch.path)
            try? FileManager.default.removeItem(atPath: desk.scratch.path("home/bin"))
            let told = said.errors.replacingOccurrences(of: desk.scratch.path, with: "SCRATCH")
            #expect(said.status == code && told.contains(reason), "\(changes): \(said.errors)")
        }
        let wrong = try Self.places.filter { place in
            let options =
                place.paths.flatMap { ["--path", $0] } + ["--repository", place.place, "--no-check"]
            let said = try bgrun(["new", place.recipe] + options)
            return said.status != 2 || !said.errors.contains(place.said)
        }
        // A passphrase that opens nothing is not left behind.
        let sealed = try bgrun([
            "new", "restic", "--path", desk.documents, "--repository", "/proc/none/x", "--password-file",
            desk.scratch.path("home/newer"), "--init", "--submit",
        ])
        #expect(
            try wrong.isEmpty && daemon.job("local.backup.restic") == nil && sealed.status == 5
                && sealed.errors.contains("/proc/none/x can't be made: ")
                && !FileManager.default.fileExists(atPath: desk.scratch.path("home/newer")),
            "\(wrong)\(sealed.errors)")
        let later = try bgrun([
            "new", "restic", "--path", "/nonexistent", "--repository", "/mnt/nothing/x", "--password-file",
            "/none",
            "--no-check", "--submit",
        ])
        #expect(
            later.status == 0 && later.output.contains("while /mnt/nothing is mounted"), "\(later.errors)")
    }

    // B-117, B-80
    @Test func `sets up a backup that goes on where the plug was pulled, and leaves no lock`() throws {
        let secret = desk.scratch.path("home/.config/restic-password")
        let line = [
            "new", "restic", "--path", desk.documents, "--repository", desk.scratch.path("disk/restic"),
            "--password-file", secret,
            "--exclude", "*.iso", "--submit",
        ]
        let mode: () -> Int? = {
            (try? FileManager.default.attributesOfItem(atPath: secret))?[.posixPermissions] as? Int
        }
        for (options, status, words) in [
            (
                ["--init"], 0,
                [
                    "local.backup.restic was accepted. It runs first ", ", and leaves out *.iso.\n",
                    "Keep a copy of \(secret) elsewhere",
                ]
            ),
            ([], 0, ["local.backup.restic is set up like that already; nothing is to be done\n"]),
            (["--keep", "all"], 5, ["--if-exists replace puts this one in its place"]),
            (["--keep", "all", "--if-exists", "replace"], 0, ["in place of the one before"]),
        ] {
            let said = try bgrun(line + options)
            let isSaid = words.allSatisfy { (said.output + said.errors).contains($0) }
            #expect(
                said.status == status && isSaid && mode() == 0o600, "\(options): \(said.output)\(said.errors)"
            )
        }

        let large = [
            "dd", "if=/dev/urandom", "of=\(desk.documents)/large", "bs=1M", "count=24", "status=none",
        ]
        _ = try Command.run(large)
        let slower = try Command.run(
            [Repository.program("bgrun"), "edit", "local.backup.restic"],
            environment: [
                "PATH": "/usr/bin:/bin", "BGRUN_SOCKET": daemon.socket, "TMPDIR": desk.scratch.path,
                "EDITOR":
                    #"sed -i 's/"--",/"--limit-upload", "2000", "--",/;s/"--"$/"--limit-upload", "2000", "--"/'"#,
            ])
        #expect(
            slower.output.contains("was replaced") && slower.errors.isEmpty,
            "\(slower.output)\(slower.errors)")
        _ = try bgrun(["run", "local.backup.restic"])
        func files(_ name: String) throws -> [String] {
            try Command.run(["find", desk.scratch.path("disk/restic/\(name)"), "-type", "f"]).output
                .split(separator: "\n").map(String.init)
        }
        let deadline = Date(timeIntervalSinceNow: 30)
        while try files("data").isEmpty, Date() < deadline { beat() }
        #expect(try !files("locks").isEmpty)
        try daemon.pullPlug()
        try daemon.job("local.backup.restic", becomes: "interrupted") { $0.lastRun?.outcome == .interrupted }
        #expect(try files("locks").isEmpty)
        _ = try bgrun(line + ["--if-exists", "replace"])
        try daemon.plugIn()
        try daemon.job("local.backup.restic", becomes: "done") { $0.lastRun?.outcome == .succeeded }
        #expect(try files("locks").isEmpty)
        let cat = try bgrun(["cat", "local.backup.restic"])
        let object =
            try JSONSerialization.jsonObject(with: Data(cat.output.drop { $0 != "{" }.utf8)) as? [String: Any]
        let command =
            (object?["notes"] as? String ?? "").split(separator: "\n")
            .first { $0.hasPrefix("To restore: ") }?.dropFirst(12)
            .replacingOccurrences(of: "DIRECTORY", with: "again") ?? "false"
        let run = try Command.run(
            ["sh", "-c", "\(command) && diff -r \(desk.documents) again\(desk.documents)"],
            environment: ["PATH": "/usr/bin:/bin", "HOME": desk.scratch.path("home")],
            directory: desk.scratch.path("home"))
        #expect(run.status == 0, "\(command): \(run.output)\(run.errors)")
    }

    // B-117
    @Test
    func `asks at a terminal, again for what can't be used, offers what is missing, and loses no answer`()
        throws
    {
        let place = desk.scratch.path("disk/borg")
        let first = try typed(
            "new", "bork", "borg", "~/docments", "~/documents", "", place, "", "", "", "", "")
        for words in [
            "bork is no recipe", "What is backed up? [~]", "home/docments is not there; look at its spelling",
            "borg-password is not there. Make it, with a random passphrase? [Y/n]",
            "There is no borg repository at \(place). Make it (borg init --encryption=repokey)? [Y/n]",
            "Which snapshots are kept? [7 daily, 5 weekly, 12 monthly]", "Set it up now? [Y/n]",
            "is on the same disk as what is backed up",
            "local.backup.borg was accepted. It runs first ",
            "bgrun logs local.backup.borg -f  shows what it writes",
        ] {
            #expect(first.contains(words), "\(words): \(first)")
        }
        let again = "new borg --path documents --repository \(place) --password-file .config/borg-password"
        #expect(try typed(again, "y").hasSuffix("nothing is to be done\n"))
        // There is one: another name for the other.
        let second = try typed("\(again) --keep all", "y", "n", "")
        #expect(
            second.contains("(Back up documents with borg to borg). Replace it? [y/N]")
                && second.contains("local.backup.borg-2 was accepted"), "\(second)")
        let declined = try typed("\(again) --keep '3 daily'", "what", "n")
        let submitted = try bgrun(["submit", "local.backup.borg.json"])
        #expect(
            declined.contains("bgrun submit local.backup.borg.json sets it up")
                && submitted.output.contains("was accepted in place of"), "\(declined)")
        let ended = try typed(
            "new rsync --path documents --identifier=org.me.r --exclude '*.o'", "/mnt/nothing/x", "n")
        let other = desk.scratch.path("disk/other")
        let made = try typed(
            "new borg --identifier org.me.b --path documents", other, "~/.config/more", "y", "y")
        let unmade = try typed("new borg --path documents", other, "~/.config/never")
        let start = "the answers until here: bgrun new"
        let answers = "--path \(desk.documents) --repository \(other) --password-file"
        #expect(
            ended.contains("\(start) rsync --identifier=org.me.r --exclude '*.o' --path \(desk.documents)")
                && unmade.contains(".config/never\n")
                && made.contains("\(other) was made and stays, and so does ")
                && made.contains("\(start) borg --identifier org.me.b \(answers)")
                && made.hasSuffix("bgrun: there was no answer, and no job was set up\n"), "\(ended)\(made)")
    }
}
