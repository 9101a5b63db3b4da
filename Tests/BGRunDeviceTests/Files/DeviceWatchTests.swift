// Devices found by what udev knows of them, on an emulated machine.
import BGRunJob
import BGRunTestSupport
import TestConditions
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

    // B-32 B-42
    @Test(.muteMount) func `leads to no path that its user has named as a subsystem`() throws {
        let scratch = try ScratchDirectory()
        let mute = try MuteMount(at: scratch.path("mute"))
        _ = try machine("SUBSYSTEM=../..\(mute.path)", "ID_FS_UUID=1234")
        _ = try machine("SUBSYSTEM=../..\(mute.path)/devices", "ID_FS_UUID=1234")
        withExtendedLifetime(mute) {}
    }

    // B-32
    @Test func `is there as long as one of many is, though few of them are kept`() throws {
        let machine = try machine("ID_FS_UUID=abcd-*")
        for number in 1...7 {
            try machine.play("plug block sd\(number) ID_FS_UUID=abcd-\(number)")
            #expect(try machine.line() == (number == 1 ? "heard there" : "same there"))
        }
        for number in 1...7 {
            try machine.play("remove sd\(number)")
            #expect(try machine.line() == (number == 7 ? "heard gone" : "same there"), "\(number)")
        }
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
