// The kernel's list of mounts, and texts that look like it.
import BGRunJob
import BGRunLinux
import BGRunTestSupport
import Foundation
import TestConditions
import Testing

@testable import BGRunDevice

// B-32
@Suite struct `A file system by its UUID` {
    private let scratch: ScratchDirectory

    init() throws {
        scratch = try ScratchDirectory()
        try scratch.directory("by-uuid")
        for (name, minor) in [("sda1", 1), ("sdb1", 17)] {
            try #require(
                mknod(scratch.path(name), S_IFBLK | 0o600, dev_t(8 << 8 | minor)) == 0, "this needs root")
        }
        symlink("../sda1", scratch.path("by-uuid/1234"))
    }

    private func has(_ uuid: String, _ line: String) throws -> Bool {
        let links = FileSystemLinks(directory: scratch.path("by-uuid"), sysfs: scratch.path("sys"))
        return links.hasMount(of: uuid, in: try MountTable(Array("\(line)\n".utf8)))
    }

    @Test(.root) func `is mounted where its disk's number is, whatever the source is called`() throws {
        #expect(try has("1234", "1 2 8:1 / /a rw - ext4 /dev/root rw"))
        #expect(try !has("1234", "1 2 8:17 / /a rw - ext4 \(scratch.path("sda1")) rw"))
        #expect(try !has("1235", "1 2 8:1 / /a rw - ext4 /dev/root rw"))
        for uuid in ["", ".", "..", "../sda1", "/", "1234/", "12\u{0}34"] {
            #expect(try !has(uuid, "1 2 8:1 / /a rw - ext4 /dev/root rw"))
        }
    }

    @Test(.root) func `is not what a user's process says it is`() throws {
        #expect(try !has("1234", "1 2 0:40 / /a rw - fuse.sshfs \(scratch.path("sda1")) rw"))
    }

    @Test(.root) func `over several disks is known by any of them`() throws {
        try scratch.file("sys/fs/btrfs/1234/devices/sda1", "")
        try scratch.file("sys/fs/btrfs/1234/devices/sdb1", "")
        symlink("sdb1", scratch.path("luks"))
        for source in ["sda1", "sdb1", "luks"] {
            #expect(try has("1234", "1 2 0:40 /@ /a rw - btrfs \(scratch.path(source)) rw"))
        }
        #expect(try !has("1234", "1 2 0:40 /@ /a rw - btrfs /dev/absent rw"))
        #expect(try !has("5678", "1 2 0:40 /@ /a rw - btrfs \(scratch.path("sda1")) rw"))
        let both = "\(scratch.path("sdb1")):\(scratch.path("sda1"))"
        #expect(try has("1234", "1 2 0:40 / /a rw - bcachefs \(both) rw"))
        #expect(try !has("1234", "1 2 0:40 / /a rw - bcachefs \(scratch.path("sdb1")) rw"))
    }
}

@Suite struct `The list of mounts` {
    private func table(_ text: String) throws(MountTable.Fault) -> MountTable {
        try MountTable(Array(text.utf8))
    }

    private func points(_ text: String) throws -> [String] { try table(text).mounts.map(\.point) }

    // B-32
    @Test func `has each mount's device, place, type and source`() throws {
        let table = try table(
            """
            23 28 0:21 / /proc rw,nosuid,nodev,noexec,relatime shared:12 - proc proc rw
            28 1 8:2 / / rw,relatime shared:1 master:2 unbindable - ext4 /dev/sda2 rw,errors=remount-ro
            99 28 0:50 /@home /home rw - btrfs /dev/mapper/luks-1 rw,subvol=/@home
            """ + "\n")
        #expect(
            table.mounts == [
                .init(
                    device: DeviceNumber(major: 0, minor: 21), point: "/proc", kind: "proc", source: "proc"),
                .init(
                    device: DeviceNumber(major: 8, minor: 2), point: "/", kind: "ext4", source: "/dev/sda2"),
                .init(
                    device: DeviceNumber(major: 0, minor: 50), point: "/home", kind: "btrfs",
                    source: "/dev/mapper/luks-1"),
            ])
        #expect(table.hasMount(at: "/home") == true)
        #expect(table.hasMount(at: "/hom") == false)
        #expect(table.hasMount(at: "/home/") == false)
        #expect(table.silent == ["/proc": "proc"])
    }

    // B-32
    @Test func `writes blanks, line ends and backslashes as octal numbers`() throws {
        let text = #"1 2 3:4 / /my\040disk\011a\012b\134c\043 rw - ext4 /dev/x\040y rw"# + "\n"
        #expect(try points(text) == ["/my disk\ta\nb\\c#"])
        #expect(try table(text).mounts.first?.source == "/dev/x y")
        // A source is written by its file system, as it likes.
        #expect(
            try table(#"1 2 3:4 / /a rw - cifs \\server\x rw"# + "\n").mounts.first?.source == #"\\server\x"#)
        #expect(try table("1 2 3:4 / /a rw - tmpfs  rw\n").mounts.first?.source == "")
    }

    @Test func `tells of the mount on top where several are in one place`() throws {
        let text = "1 2 0:4 / /a rw - autofs systemd-1 rw\n1 2 8:4 / /a rw - ext4 /dev/sda rw\n"
        #expect(try table(text).silent.isEmpty)
        #expect(try table(text).hasMount(at: "/a") == true)
        let automount = "1 2 0:4 / /a rw - autofs systemd-1 rw\n"
        #expect(try table(automount).hasMount(at: "/a") == nil, "its disk may not be there")
        #expect(try table(text + "1 2 0:9 / /a rw - fuse.sshfs me@there rw\n").silent == ["/a": "fuse.sshfs"])
    }

    @Test(arguments: [
        "1 2 3:4 / /a rw - ext4 /dev/x", "1 2 3:4 / /a rw ext4 /dev/x rw z",
        "1 2 3:4 / /a rw - ext4 /dev/x rw more",
        "1 2 3 / /a rw - ext4 /dev/x rw", "1 2 3:4:5 / /a rw - ext4 /dev/x rw",
        "1 2 -3:4 / /a rw - ext4 /dev/x rw",
        "1 2 +3:4 / /a rw - ext4 /dev/x rw", "1 2 99999999999:4 / /a rw - ext4 x rw",
        "1 2 3:4 / a rw - ext4 x rw",
        "1 2 3:4 /  rw - ext4 x rw", #"1 2 3:4 / /a\04 rw - ext4 x rw"#, #"1 2 3:4 / /a\999 rw - ext4 x rw"#,
        #"1 2 3:4 / /a\400 rw - ext4 x rw"#, #"1 2 3:4 / /a\ rw - ext4 x rw"#, "1 2 3:4 / /a rw -  x rw", "",
        " ",
        "1 2 - 4 - - - - - - -",
    ]) func `is not believed with a line that the kernel does not write`(line: String) {
        #expect(throws: MountTable.Fault.malformed(line: 2)) {
            try table("1 2 3:4 / / rw - ext4 /dev/x rw\n\(line)\n")
        }
    }

    @Test func `is not believed when it is cut off, and not read beyond bounds`() throws {
        #expect(throws: MountTable.Fault.self) { try table("1 2 3:4 / / rw - ext4 /dev/x rw") }
        let line = "1 2 3:4 / / rw - ext4 /dev/x rw\n"
        #expect(try points(String(repeating: line, count: 10_000)).count == 10_000)
        #expect(throws: MountTable.Fault.tooLarge) { try table(String(repeating: line, count: 10_001)) }
        #expect(throws: MountTable.Fault.tooLarge) {
            try MountTable([UInt8](repeating: 10, count: MountTable.byteLimit + 1))
        }
        #expect(throws: MountTable.Fault.unreadable(errno: 2)) { try MountTable.read(path: "/absent") }
        #expect(try points("").isEmpty)
    }

    @Test func `takes a place that is no text for one that nobody asks for`() throws {
        let line = Array("1 2 3:4 / /".utf8) + [0xff, 0xfe] + Array(" rw - ext4 /dev/x rw\n".utf8)
        #expect(try MountTable(line).mounts.count == 1)
    }

    @Test func `of this machine is understood`() throws {
        #expect(try MountTable.read().hasMount(at: "/") == true)
    }
}
