// The switch of the lid, as umockdev emulates it.
import BGRunTestSupport
import Testing

// B-29
@Suite struct `The switch of a lid` {
    /// What the tracker says on a machine with one input device, whose switches are these bits.
    private func tell(capabilities switches: String, bits: String) throws -> String {
        let scratch = try ScratchDirectory()
        let device = try scratch.file(
            "device",
            """
            P: /devices/button/event5
            N: input/event5
            E: DEVNAME=/dev/input/event5
            E: SUBSYSTEM=input
            A: device/capabilities/ev=21
            A: device/capabilities/sw=\(switches)
            A: dev=13:69

            """)
        let answers = try scratch.file("answers", "@DEV /dev/input/event5\nEVIOCGSW 8 \(bits)\nEOF\n")
        // What is never played; with it the device can be watched.
        let events = try scratch.file("events", "E: 3600.000 0005 0000 0001\n")
        let said = try Command.run([
            "umockdev-run", "--device", device, "--ioctl", "/dev/input/event5=\(answers)",
            "--evemu-events", "/dev/input/event5=\(events)", "--",
            Repository.program("DeviceProbe"), "lid",
        ])
        return said.output
    }

    @Test(arguments: [
        ("0100000000000000", "closed"), ("0000000000000000", "open"), ("0200000000000000", "open"),
    ])
    func `says where it stands`(_ bits: String, _ state: String) throws {
        #expect(try tell(capabilities: "1", bits: bits).contains(".\(state))"))
    }

    @Test func `is not looked for in a device that has other switches`() throws {
        // SW_HEADPHONE_INSERT.
        let said = try tell(capabilities: "4", bits: "0100000000000000")
        #expect(said.contains("this machine tells of no lid"))
    }
}
