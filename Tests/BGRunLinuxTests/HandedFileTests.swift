// What a child reads of its owner's files before it is its program: variables, and what is copied for it.
import BGRunLinux
import BGRunTestSupport
import Foundation
import Glibc
import TestConditions
import Testing

@Suite(.serialized) struct `A spawned program's files` {
    let scratch: ScratchDirectory

    init() throws {
        scratch = try ScratchDirectory()
        chmod(scratch.path, 0o755)
    }

    /// What a program writes that is started so, and how it exited.
    private func run(
        _ arguments: [String] = ["/usr/bin/env"], environment: [String] = ["OLD=1", "PATH=/usr/bin:/bin"],
        _ change: (inout SpawnRequest) -> Void
    ) throws -> String {
        var pipe = try BGRunLinux.Pipe()
        let writer = pipe.takeWriteEnd()
        let null = try File.open("/dev/null", O_RDWR)
        var request = SpawnRequest(
            arguments: arguments, environment: environment, workingDirectory: "/",
            standardInput: null.rawValue, standardOutput: writer.rawValue, standardError: writer.rawValue)
        change(&request)
        let process = try Spawn.begin(request)
        _ = close(writer.release())
        let reader = pipe.takeReadEnd()
        let output = try reader.readToEnd(limit: 1 << 22)
        _ = try process.waitForExit()
        return String(decoding: output, as: UTF8.self)
    }

    /// The variables that a file with this text brings.
    private func variables(_ text: String) throws -> [String] {
        try text.write(toFile: scratch.path("variables"), atomically: false, encoding: .utf8)
        let path = scratch.path("variables")
        let output = try run(["/usr/bin/env", "-0"], environment: ["OLD=1"]) {
            $0.environmentFile = (path, false)
        }
        return output.split(separator: "\0").map(String.init)
    }

    private func failure(_ change: (inout SpawnRequest) -> Void) throws -> SpawnFailure? {
        do {
            _ = try run(["/usr/bin/env"], change)
            return nil
        } catch let failure as SpawnFailure {
            return failure
        }
    }

    // B-84
    @Test(arguments: [
        ("", ["OLD=1"]), ("A=b\n", ["OLD=1", "A=b"]), ("A=b", ["OLD=1", "A=b"]), ("A=\n", ["OLD=1", "A="]),
        ("A=", ["OLD=1", "A="]), ("  A = b c  \nB=x", ["OLD=1", "A=b c", "B=x"]),
        ("# A=1\n; B=2\n\nC=3 # no comment\n", ["OLD=1", "C=3 # no comment"]),
        ("OLD=2\nA=1\nA=3\n", ["OLD=2", "A=3"]),
        ("A='b  c ' \nB=\"d\\\"e\\\\f\\n\"\n", ["OLD=1", "A=b  c ", "B=d\"e\\f\\n"]),
        ("A=\"two\nlines\"\n", ["OLD=1", "A=two\nlines"]), ("A=one\\\ntwo\n", ["OLD=1", "A=onetwo"]),
        ("A=\"one\\\ntwo\"\n", ["OLD=1", "A=onetwo"]), ("A=b\\ \n", ["OLD=1", "A=b "]),
        ("A='a'\"b\"c\n", ["OLD=1", "A=abc"]),
        ("no name\nexport B=1\n1A=2\n=3\nA-B=4\nA=5\n", ["OLD=1", "A=5"]), ("A=\"open", ["OLD=1", "A=open"]),
        ("BGRUN_RUN=1\nCREDENTIALS_DIRECTORY=/x\nCREDENTIALS=y\n", ["OLD=1", "CREDENTIALS=y"]),
        ("A=b\r\n", ["OLD=1", "A=b"]),
        ("A=$HOME `x`\n", ["OLD=1", "A=$HOME `x`"]), ("\\", ["OLD=1"]), ("A=\\", ["OLD=1", "A="]),
        ("A", ["OLD=1"]),
    ])
    func `hold variables as systemd reads them`(text: String, wanted: [String]) throws {
        #expect(try variables(text) == wanted)
    }

    // B-84
    @Test func `hold up to 64 KiB of variables, and nothing that ends a text`() throws {
        let many = (0..<5000).map { "V\($0)=\($0)\n" }.joined()
        #expect(try variables(many).count == 5001)
        let path = scratch.path("variables")
        for (size, errno) in [(1 << 16, nil), (1 << 16 + 1, EFBIG)] as [(Int, Int32?)] {
            try ("A=" + String(repeating: "x", count: size - 2)).write(
                toFile: path, atomically: false, encoding: .utf8)
            let wanted = errno.map { SpawnFailure(step: .environmentFile, errno: $0) }
            #expect(try failure { $0.environmentFile = (path, false) } == wanted)
        }
        try "A=1\0\n".write(toFile: path, atomically: false, encoding: .utf8)
        #expect(
            try failure { $0.environmentFile = (path, false) }
                == SpawnFailure(step: .environmentFile, errno: EILSEQ))
        #expect(
            try failure { $0.environmentFile = ("/dev/zero", false) }
                == SpawnFailure(step: .environmentFile, errno: ENXIO))
    }

    // B-84
    @Test(.root) func `may be missing where that is said, and not be closed`() throws {
        let path = scratch.path("none")
        #expect(
            try failure { $0.environmentFile = (path, false) }
                == SpawnFailure(step: .environmentFile, errno: ENOENT))
        #expect(try failure { $0.environmentFile = (path, true) } == nil)
        try "A=1\n".write(toFile: path, atomically: false, encoding: .utf8)
        chmod(path, 0o600)
        let refused = try failure {
            $0.environmentFile = (path, true)
            $0.identity = UserRights(user: 65534, group: 65534, groups: [])
        }
        #expect(refused == SpawnFailure(step: .environmentFile, errno: EACCES))
    }

    // B-85
    @Test(.root) func `are copied with its own rights, to places that only we can open`() throws {
        let (from, to) = (scratch.path("from"), scratch.path("to"))
        try "secret".write(toFile: from, atomically: false, encoding: .utf8)
        try "".write(toFile: to, atomically: false, encoding: .utf8)
        chmod(to, 0o600)
        _ = try run(["true"]) { $0.copies = [.init(from: from, to: to)] }
        #expect(try String(contentsOfFile: to, encoding: .utf8) == "secret")
        chmod(from, 0o600)
        let refused = try failure {
            $0.copies = [.init(from: from, to: to)]
            $0.identity = UserRights(user: 65534, group: 65534, groups: [])
        }
        #expect(refused == SpawnFailure(step: .credential, errno: EACCES))
    }

    // B-85
    @Test func `are copied up to a megabyte together`() throws {
        let paths = ["a", "b", "c", "d"].map(scratch.path)
        try Data(count: 1 << 19).write(to: URL(fileURLWithPath: paths[0]))
        try Data(count: 1 << 19 + 1).write(to: URL(fileURLWithPath: paths[1]))
        for path in paths[2...] { try Data().write(to: URL(fileURLWithPath: path)) }
        let copies = { (from: Int) in
            [SpawnRequest.Copy(from: paths[0], to: paths[2]), .init(from: paths[from], to: paths[3])]
        }
        #expect(try failure { $0.copies = copies(0) } == nil)
        for path in paths[2...] { chmod(path, 0o600) }
        #expect(try failure { $0.copies = copies(1) } == SpawnFailure(step: .credential, errno: EFBIG))
        #expect(
            try failure { $0.copies = Array(repeating: copies(0)[0], count: 33) }
                == SpawnFailure(step: .arguments, errno: EINVAL))
    }
}
