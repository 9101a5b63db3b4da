// Zones are found by their names only, and the machine's own is known by its link.
import BGRunCalendar
import BGRunTestSupport
import Foundation
import Glibc
import Testing

@testable import BGRunDevice

/// A TZif file (RFC 8536) of a zone that is always on UTC and calls itself by four letters: two blocks, the first for
/// old readers, each with one type of no offset, and the footer's rule.
private func tzif(_ letters: String) -> Data {
    let magic = Array("TZif2".utf8) + [UInt8](repeating: 0, count: 15)
    // Of the six counts, only those of types (1) and of letters (5) are not zero.
    let counts: [UInt8] = [UInt8](repeating: 0, count: 19) + [1, 0, 0, 0, 5]
    let block = magic + counts + [0, 0, 0, 0, 0, 0] + Array("\(letters)\0".utf8)
    return Data(block + block + Array("\n\(letters)0\n".utf8))
}

/// A directory of zones that call themselves by the last letters of their names, and the machine's link.
private final class Zones {
    let scratch: ScratchDirectory
    let files: ZoneFiles
    var localPath: String { scratch.path("etc/localtime") }

    init() throws {
        scratch = try ScratchDirectory()
        for name in ["Etc/Zulu", "Europe/Berlin", "America/Argentina/Ushuaia", "posix/Europe/Berlin"] {
            try scratch.file("zones/\(name)", "")
            try tzif(String(name.suffix(4)).replacing("/", with: "")).write(
                to: URL(filePath: scratch.path("zones/\(name)")))
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

    func letters(_ name: String) throws -> String { try files.zone(named: name).letters }

    func fault(_ name: String) -> ZoneFileFault? {
        do throws(ZoneFileFault) {
            _ = try files.zone(named: name)
            return nil
        } catch {
            return error
        }
    }
}

extension Zone {
    fileprivate var letters: String { offset(at: WallTime(microseconds: 0)).abbreviation }
}

@Suite struct `A zone's file` {
    @Test func `is found by the zone's name`() throws {
        let zones = try Zones()
        #expect(try zones.letters("Europe/Berlin") == "rlin")
        #expect(try zones.letters("America/Argentina/Ushuaia") == "uaia")
    }

    @Test func `may be a link to another zone, and keeps the name it was asked by`() throws {
        let zones = try Zones()
        #expect(try zones.files.zone(named: "Europe/Vienna").name == "Europe/Vienna")
        #expect(try zones.letters("Europe/Vienna") == "rlin")
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
            ("America/Ushuaia", nil), ("Nowhere/At_All_Here", nil), ("etc/zulu", "Etc/Zulu"),
            ("Etc/Zulu/Berlin", nil),
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
        #expect(try files.zone(named: "UTC") === Zone.utc)
        #expect(throws: ZoneFileFault.noZones(root: "/nonexistent/zoneinfo")) {
            try files.zone(named: "Europe/Berlin")
        }
    }

    @Test func `that is none's is refused with its fault`() throws {
        let zones = try Zones()
        try zones.scratch.file("zones/Broken", "text")
        guard case .damaged("Broken", _, _)? = zones.fault("Broken") else {
            Issue.record("\(String(describing: zones.fault("Broken")))")
            return
        }
    }
}

@Suite struct `The machine's own zone` {
    @Test(arguments: ["relative", "absolute"]) func `has the name its link says`(kind: String) throws {
        let zones = try Zones()
        let root = kind == "absolute" ? zones.scratch.path : ".."
        try zones.link("etc/localtime", to: "\(root)/zones/Europe/Vienna")
        let zone = try zones.files.local()
        #expect((zone.name, zone.letters) == ("Europe/Vienna", "rlin"))
    }

    @Test func `may be named by a second link`() throws {
        let zones = try Zones()
        try zones.link("etc/localtime", to: "zone")
        try zones.link("etc/zone", to: "./../zones/Etc/Zulu")
        #expect(try zones.files.local().name == "Etc/Zulu")
    }

    @Test func `in a file of its own has no name`() throws {
        let zones = try Zones()
        try tzif("RULE").write(to: URL(filePath: zones.localPath))
        let zone = try zones.files.local()
        #expect((zone.name, zone.letters) == ("localtime", "RULE"))
    }

    @Test func `is UTC where none is set, and where the one that is set is missing`() throws {
        let zones = try Zones()
        #expect(try zones.files.local() === Zone.utc)
        try zones.link("etc/localtime", to: "../zones/Mars/Olympus")
        #expect(try zones.files.local() === Zone.utc)
    }

    @Test func `is refused where it is no file`() throws {
        let zones = try Zones()
        try zones.scratch.directory("etc/localtime")
        #expect(
            throws: ZoneFileFault.unusable(name: "localtime", path: zones.localPath, errno: EINVAL)
        ) { try zones.files.local() }
    }

    @Test func `is known on this machine`() throws { #expect(try !ZoneFiles().local().name.isEmpty) }
}
