// Devices found by what udev knows of them, on an emulated machine.
import BGRunJob
import Testing

@testable import BGRunDevice

@Suite struct `A device that is asked for by its properties` {
    private func machine(_ match: String..., first: String = "began gone") throws -> Testbed {
        let testbed = try Testbed(["device"] + match)
        try testbed.play(
            "plug usb hub0 ID_MODEL=Hub ID_VENDOR=Nobody",
            "plug\tblock\tsda1\tID_FS_UUID=1234\tID_FS_LABEL=System",
            "start")
        #expect(try testbed.line() == first)
        return testbed
    }

    // B-32
    @Test func `is there at once where it is plugged in already`() throws {
        _ = try machine("ID_FS_UUID=1234", first: "began there")
        _ = try machine("ID_FS_UUID=1234", "SUBSYSTEM=block", first: "began there")
        _ = try machine("ID_FS_LABEL=Sys*", "ID_FS_UUID=*", first: "began there")
    }

    // B-32
    @Test func `is one device that has all of them`() throws {
        _ = try machine("ID_FS_UUID=1234", "ID_MODEL=Hub")
        _ = try machine("ID_FS_UUID=1234", "SUBSYSTEM=usb")
        _ = try machine("ID_FS_UUID=123")
        _ = try machine("ID_FS_UUIDS=*")
    }

    // B-32
    @Test func `comes and goes with udev's events`() throws {
        let machine = try machine("ID_FS_UUID=abcd-*", "SUBSYSTEM=block")
        try machine.play("plug block sdb1 ID_FS_UUID=abcd-0001")
        #expect(try machine.line() == "heard there")
        try machine.play("plug block sdc1 ID_FS_UUID=abcd-0002")
        #expect(try machine.line() == "same there")
        try machine.play("remove sdb1")
        #expect(try machine.line() == "same there")
        try machine.play("remove sdc1")
        #expect(try machine.line() == "heard gone")
    }

    // B-32
    @Test func `goes when it loses the property, as a reader without its card does`() throws {
        let machine = try machine("ID_FS_UUID=abcd")
        try machine.play("plug block sdb ID_FS_UUID=abcd")
        #expect(try machine.line() == "heard there")
        try machine.play("property sdb ID_FS_UUID none")
        #expect(try machine.line() == "heard gone")
        try machine.play("property sdb ID_FS_UUID abcd")
        #expect(try machine.line() == "heard there")
    }

    // B-32
    @Test func `is not woken for by other subsystems where its own is named`() throws {
        let machine = try machine("SUBSYSTEM=block", "ID_FS_UUID=abcd")
        try machine.play("plug usb mouse0 ID_MODEL=Mouse", "plug block sdb1 ID_FS_UUID=abcd")
        #expect(try machine.line() == "heard there")
    }
}

@Suite struct `A pattern` {
    @Test(arguments: [
        ("", "", true), ("", "a", false), ("*", "", true), ("*", "any", true), ("a*", "abc", true),
        ("a*", "ba", false),
        ("*c", "abc", true), ("*c", "ca", false), ("a*c", "ac", true), ("a*c", "abbc", true),
        ("ab*ba", "aba", false),
        ("a*b*c", "a.b.c", true), ("a*b*c", "acb", false), ("**", "x", true), ("a**b", "ab", true),
        ("[a]?", "[a]?", true), ("[a]?", "ab", false), ("*ab*ab*", "abab", true), ("*ab*ab*", "abb", false),
    ]) func `has stars for any text, and means all else as it is`(pattern: String, text: String, fits: Bool) {
        #expect(TextPattern(pattern).matches(text) == fits, "\(pattern) on \(text)")
    }

    @Test func `of many stars is compared in a time that grows with the text and not with their number`() {
        let pattern = TextPattern(String(repeating: "a*", count: 500) + "b")
        #expect(!pattern.matches(String(repeating: "a", count: 4000)))
    }
}
