// Zones are found by their names only, and the machine's own is known by its link.
import BGRunTestSupport
import Foundation
import Glibc
import Testing

@testable import BGRunDevice

/// A directory of zones whose bytes are their own names, and the machine's link.
private final class Zones {
    let scratch: ScratchDirectory
    let files: ZoneFiles
    var localPath: String { scratch.path("etc/localtime") }

    init() throws {
        scratch = try ScratchDirectory()
        for name in ["UTC", "Europe/Berlin", "America/Argentina/Ushuaia", "posix/Europe/Berlin"] {
            try scratch.file("zones/\(name)", name)
        }
        try scratch.file("secret", "of root")
        try scratch.directory("etc")
        files = ZoneFiles(root: scratch.path("zones"), localPath: scratch.path("etc/localtime"))
        try link("zones/Europe/Vienna", to: "Berlin")
    }

    func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(
            atPath: scratch.path(name), withDestinationPath: target)
    }

    func text(_ name: String) throws -> String {
        String(decoding: try files.zone(named: name).bytes, as: UTF8.self)
    }

    func fault(_ name: String) -> ZoneFileFault? {
        do throws(ZoneFileFault) {
            _ = try files.zone(named: name)
            return nil
        } catch {
            return error
        }
    }
}

@Suite struct `A zone's file` {
    @Test func `is found by the zone's name`() throws {
        let zones = try Zones()
        #expect(try zones.text("Europe/Berlin") == "Europe/Berlin")
        #expect(try zones.text("America/Argentina/Ushuaia") == "America/Argentina/Ushuaia")
    }

    @Test func `may be a link to another zone, and keeps the name it was asked by`() throws {
        let zones = try Zones()
        #expect(try zones.files.zone(named: "Europe/Vienna").name == "Europe/Vienna")
        #expect(try zones.text("Europe/Vienna") == "Europe/Berlin")
    }

    @Test(arguments: [
        "", "/etc/passwd", "../secret", "Europe/../UTC", "Europe//Berlin", "Europe/", ".", "Europe/Ber lin",
        "Zürich", "UTC\0", "UTC\n", "tzdata.zi", String(repeating: "a", count: 256),
    ])
    func `is not looked for under what is no name`(name: String) throws {
        #expect(try Zones().fault(name) == .malformed(name: name))
    }

    @Test func `is not reached through a link that leaves the directory`() throws {
        let zones = try Zones()
        try zones.link("zones/Stray", to: "../secret")
        try zones.link("zones/Away", to: "/etc/hostname")
        for name in ["Stray", "Away"] {
            let path = zones.scratch.path("zones/\(name)")
            #expect(zones.fault(name) == .unusable(name: name, path: path, errno: EXDEV))
        }
    }

    @Test func `is no directory, pipe or giant`() throws {
        let zones = try Zones()
        mkfifo(zones.scratch.path("zones/Pipe"), 0o644)
        try zones.scratch.file("zones/Giant", String(repeating: "x", count: 256 * 1024 + 1))
        for (name, errno) in [("Europe", EINVAL), ("Pipe", EINVAL), ("Giant", EFBIG)] {
            let path = zones.scratch.path("zones/\(name)")
            #expect(zones.fault(name) == .unusable(name: name, path: path, errno: errno))
        }
    }

    @Test(
        arguments: [
            ("Europe/Berln", "Europe/Berlin"), ("europe/berlin", "Europe/Berlin"),
            ("Berlin", "Europe/Berlin"),
            ("America/Ushuaia", nil), ("Nowhere/At_All_Here", nil), ("Utc", "UTC"), ("UTC/Berlin", nil),
        ] as [(String, String?)])
    func `that is missing comes with the nearest name there is`(name: String, nearest: String?) throws {
        let fault = try #require(try Zones().fault(name))
        guard case .unknown(name, let found) = fault else {
            Issue.record("\(fault)")
            return
        }
        if let nearest { #expect(found == nearest) }
        #expect(fault.description.hasPrefix("this machine knows no time zone \"\(name)\""))
    }

    @Test func `is not needed for UTC`() throws {
        let files = ZoneFiles(root: "/nonexistent/zoneinfo", localPath: "/nonexistent/localtime")
        #expect(try files.zone(named: "UTC") == .utc)
        #expect(throws: ZoneFileFault.noZones(root: "/nonexistent/zoneinfo")) {
            try files.zone(named: "Europe/Berlin")
        }
    }

    /// The rule that is built in is one that the C library reads as UTC.
    @Test func `of UTC that is built in is a valid one`() throws {
        let scratch = try ScratchDirectory()
        let path = scratch.path("zone")
        try Data(ZoneFile.utc.bytes).write(to: URL(filePath: path))
        let date = try Command.run(
            ["/usr/bin/env", "TZ=:\(path)", "/usr/bin/date", "-d", "@1700000000", "+%F %T %Z %z"])
        #expect(date.output == "2023-11-14 22:13:20 UTC +0000\n")
    }
}

@Suite struct `The machine's own zone` {
    @Test(arguments: ["relative", "absolute"]) func `has the name its link says`(kind: String) throws {
        let zones = try Zones()
        let root = kind == "absolute" ? zones.scratch.path : ".."
        try zones.link("etc/localtime", to: "\(root)/zones/Europe/Vienna")
        #expect(
            try zones.files.local() == ZoneFile(name: "Europe/Vienna", bytes: Array("Europe/Berlin".utf8)))
    }

    @Test func `may be named by a second link`() throws {
        let zones = try Zones()
        try zones.link("etc/localtime", to: "zone")
        try zones.link("etc/zone", to: "./../zones/UTC")
        #expect(try zones.files.local().name == "UTC")
    }

    @Test func `in a file of its own has no name`() throws {
        let zones = try Zones()
        try zones.scratch.file("etc/localtime", "rule")
        #expect(try zones.files.local() == ZoneFile(name: "localtime", bytes: Array("rule".utf8)))
    }

    @Test func `is UTC where none is set, and where the one that is set is missing`() throws {
        let zones = try Zones()
        #expect(try zones.files.local() == .utc)
        try zones.link("etc/localtime", to: "../zones/Mars/Olympus")
        #expect(try zones.files.local() == .utc)
    }

    @Test func `is refused where it is no file`() throws {
        let zones = try Zones()
        try zones.scratch.directory("etc/localtime")
        #expect(
            throws: ZoneFileFault.unusable(name: "localtime", path: zones.localPath, errno: EINVAL)
        ) { try zones.files.local() }
    }

    @Test func `is known on this machine`() throws { #expect(try !ZoneFiles().local().bytes.isEmpty) }
}
