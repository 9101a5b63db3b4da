// What is said of texts that are no descriptors, and of words that only a shell would understand.
import BGRunJob
import Testing

@testable import BGRunText

@Suite struct `A text that is no descriptor` {
    // B-116
    @Test(arguments: [
        ("", "this is empty"), (" \r\n\t", "this is empty"),
        ("#!/bin/sh\necho", "this is a script, and no descriptor"),
        ("\u{7F}ELF\u{2}", "this is a program, and no descriptor"),
        ("identifier: a\ncommand: [x]", "this looks like YAML"),
        ("  \"identifier\": \"a\",\n}", "this begins with a key"),
        ("---\n# backup\njob:\n  - a", "this looks like YAML"), ("- identifier: a", "this looks like YAML"),
        ("identifier = \"a\"", "this looks like TOML"), ("[job]\na = 1", "this looks like TOML"),
        ("[[ jobs ]]", "this looks like TOML"),
        ("[Unit]\nDescription=x", "this looks like a unit of systemd"),
        ("[{\"identifier\": \"a\"}]", "this is a list"), ("[ ]", "this is a list"),
        ("30 2 * * 1-5 /usr/bin/backup --all", "this looks like a crontab"),
        ("# m h\n@daily backup", "this looks like a crontab"),
        ("\u{FEFF}{", "this begins with a byte order mark"),
    ])
    func `is told by what it looks like`(text: String, reason: String) {
        #expect(ForeignText(Array(text.utf8))?.reason == reason)
    }

    @Test(arguments: [
        "{\"identifier\": \"a\"}", "\r\n  {\r\n", "{", "hello", "https://example.org", "\u{0}\u{1}",
    ])
    func `is not told from one that may be, or that nobody knows`(text: String) {
        #expect(ForeignText(Array(text.utf8)) == nil)
    }
}

@Suite struct `A package manager` {
    private func doubts(_ words: String, _ keys: String = "") throws -> [String] {
        let text = #"{"identifier": "a", "shell": "\#(words)", "requiresExternalPower": true\#(keys)}"#
        return TransactionDoubts(try JobDescriptor(json: Array(text.utf8))).warnings.map(\.reason)
    }

    // B-51
    @Test(arguments: [
        ("apt-get -y upgrade", true), ("sudo -n apt install x", true), ("/usr/bin/dnf -y update", true),
        ("DEBIAN_FRONTEND=noninteractive apt-get upgrade", true), ("pacman -Syu --noconfirm", true),
        ("test -e /x && nice -n 10 flatpak update -y", true), ("if true; then fwupdmgr update; fi", true),
        ("zypper -n up", true), ("apk add x", true), ("nix-env -iA nixpkgs.x", true),
        ("emerge -uDN @world", true),
        ("rpm -Uvh x.rpm", true), ("aptitude safe-upgrade", true), ("yay -Syu", true),
        ("snap revert x", true),
        ("zypper ref", false), ("apk update", false), ("nix-env -q", false), ("emerge -pv @world", false),
        ("timeout 1h env A=b sh -c 'cd / && dpkg -i x.deb'", true), ("flock /x snap refresh", true),
        ("apt-get update", false), ("apt list --upgradable", false), ("fwupdmgr refresh", false),
        ("dpkg -l", false), ("pacman -Ss x", false), ("echo 'apt-get upgrade'", false),
        ("make install", false),
    ])
    func `is not to be told to end in the middle of its work`(line: String, isDoubted: Bool) throws {
        let reason = "may be told to end in the middle of its work when a requirement is lost"
        let told = try doubts(line).map { $0.hasSuffix(reason) }
        let ofFinishing = try doubts(line, #", "onRequirementLost": "finish""#)
        #expect(told == (isDoubted ? [true] : []) && ofFinishing.isEmpty)
    }
}

@Suite struct `A repository of backups` {
    /// Two commands with what their jobs say besides, and where they meet.
    private static let pairs: [(one: String, other: String, place: String?)] = [
        (
            #""command": ["/usr/bin/restic", "-r", "/srv/r/", "backup", "/home"]"#,
            #""shell": "restic --repo=/srv/r forget""#, "/srv/r"
        ),
        (
            #""shell": "borg create /srv/b::x /home""#,
            #""shell": "borg prune", "environment": {"BORG_REPO": "/srv/b"}"#, "/srv/b"
        ),
        (
            #""command": ["/l/backup", "/usr/bin/restic", "--repository", "r"]"#,
            #""shell": "restic -r r check", "queue": "x""#, "r"
        ),
        (#""shell": "restic -r r check", "queue": "x""#, #""shell": "restic -r r check", "queue": "x""#, nil),
        (#""shell": "restic -r r check", "conflicts": "b""#, #""shell": "restic -r r check""#, nil),
        (#""shell": "restic -r r check", "after": "b""#, #""shell": "restic -r r check""#, nil),
        (#""shell": "restic -r r check""#, #""shell": "restic -r s check""#, nil),
        (
            #""command": ["/l/backup", "/usr/bin/rsync", "--repository", "r"]"#,
            #""command": ["/l/backup", "/usr/bin/rsync", "--repository", "r"]"#, nil
        ),
    ]

    // B-51
    @Test(arguments: pairs)
    func `is not for two jobs at once`(one: String, other: String, place: String?) throws {
        let users = try [("a", one), ("b", other)].map { name, keys in
            RepositoryUser(try JobDescriptor(json: Array(#"{"identifier": "\#(name)", \#(keys)}"#.utf8)))
        }
        let said = users[1].warnings(beside: users).map(\.reason)
        #expect(
            said == (place.map { ["a works in the same repository, \($0), and may find it locked"] } ?? []))
    }
}

@Suite struct `A word of a command` {
    private func places(_ words: String...) -> [String] {
        ArgumentDoubts(.command(words)).warnings.map(\.keyPath)
    }

    // B-116
    @Test func `that a shell would expand is doubted`() {
        #expect(places("/bin/cp", "~/a", "$HOME/b") == ["command[1]", "command[2]"])
        #expect(places("~/bin/x") == ["command[0]"])
        #expect(places("/bin/x", "--to=~/a") == ["command[1]"])
        #expect(places("/bin/x", "a", "--to=${XDG_DATA_HOME}") == ["command[2]"])
        #expect(places("/bin/x", "$USER") == ["command[1]"])
        #expect(places("/bin/x", ">", "/tmp/log") == ["command[1]"])
        #expect(
            ArgumentDoubts(.command(["/bin/cp", "~/a"])).warnings.first?.text
                == "command[1]: no shell reads a command, so \"~\" in \"~/a\" stays as it is; write the path in full, or use \"shell\""
        )
    }

    @Test func `that means something else is let alone`() {
        #expect(places("/bin/x", "file~", "a~/b", "$1", "$x", "cost: $5", "$(date)", "a$HOME").isEmpty)
        #expect(places("/bin/sh", "-c", "cd ~/a && echo $HOME >x").isEmpty)
        #expect(places("/usr/bin/env", "bash", "-c", "$HOME/x").isEmpty)
        #expect(places("/usr/bin/ssh", "nas", "$HOME/x").isEmpty)
        #expect(ArgumentDoubts(.shell("cp ~/a $HOME/b")).warnings.isEmpty)
        let hook = ArgumentDoubts(.command(["/bin/x", "~/a"]), at: "onFailure").warnings.map(\.text)
        let shells = ArgumentDoubts(.shell("cp a b\r\ncp c d")).warnings.map(\.name)
        #expect(
            shells == ["carriageReturn"]
                && hook == [
                    "onFailure[1]: no shell reads a command, so \"~\" in \"~/a\" stays as it is; write the path in full, or have a shell read it: \"/bin/sh\", \"-c\", \"…\""
                ])
    }
}
