// Power events as udevd passes them on, with sysfs as it really is: links and device directories.

import Testing

@testable import BGRunDevice

// B-6
@Suite struct `A process that listens through libudev` {
    private func laptop() throws -> Testbed {
        let testbed = try Testbed()
        try testbed.play(
            "add AC type=Mains online=1", "add BAT0 type=Battery present=1 status=Charging capacity=87",
            "start")
        #expect(try testbed.line() == "began yes 87 AC is online")
        return testbed
    }

    @Test func `hears the plug being pulled and put back (d01)`() throws {
        let laptop = try laptop()
        try laptop.play("set AC online 0", "set\tBAT0\tstatus\tNot charging", "change AC")
        #expect(try laptop.line() == "heard no 87 AC is offline")
        try laptop.play("set BAT0 status Discharging", "set BAT0 capacity 86", "change BAT0")
        #expect(try laptop.line() == "heard no 86 BAT0 is discharging")
        try laptop.play("set AC online 1", "set BAT0 status Charging", "change AC")
        #expect(try laptop.line() == "heard yes 86 AC is online")
    }

    @Test func `hears a dock come and go (d11, d12)`() throws {
        let laptop = try laptop()
        try laptop.play("set AC online 0", "set BAT0 status Unknown", "change AC")
        #expect(try laptop.line() == "heard no 87 AC is offline")
        try laptop.play("add ucsi-source-psy-1 type=USB online=1")
        #expect(try laptop.line() == "heard yes 87 ucsi-source-psy-1 is online")
        // The event comes while the directory is still there, as it does in a kernel that is slow to clean up.
        try laptop.play("set ucsi-source-psy-1 online 0", "remove ucsi-source-psy-1")
        #expect(try laptop.line() == "heard no 87 AC is offline")
    }

    @Test func `is not moved by a mouse (d08, d09)`() throws {
        let laptop = try laptop()
        try laptop.play("add hidpp_battery_0 type=Battery scope=Device online=1 status=Discharging")
        #expect(try laptop.line() == "heard yes 87 AC is online")
        try laptop.play("set hidpp_battery_0 status Unknown", "change hidpp_battery_0")
        #expect(try laptop.line() == "heard yes 87 AC is online")
    }

    @Test func `finds by re-reading what no event told (d04, d15)`() throws {
        let laptop = try laptop()
        try laptop.play("set AC online 0", "set BAT0 status Discharging", "read")
        #expect(try laptop.line() == "read no 87 BAT0 is discharging")
        try laptop.play("vanish BAT0", "set AC online 1", "read")
        #expect(try laptop.line() == "read yes - AC is online")
    }
}
