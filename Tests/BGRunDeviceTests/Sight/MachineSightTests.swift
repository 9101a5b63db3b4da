// What is said of a machine that lacks what a job asks for.
import BGRunJob
import BGRunTestSupport
import Glibc
import Testing

@testable import BGRunDevice

private let nowhere = "unix:path=/nonexistent/bus"

@Suite struct `A look at the machine` {
    private let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    private func lack(of requirement: Requirement, bus: String = nowhere) -> String? {
        MachineSight(root: scratch.path, bus: bus).lack(of: requirement)
    }

    @Test func `says what an empty machine lacks, of an opposite as well`() throws {
        #expect(lack(of: .batteryLevel(60)) == nil, "nobody can look")
        try scratch.directory("sys")
        #expect(lack(of: .batteryLevel(60)) == "no battery of this machine tells its level")
        #expect(lack(of: .not(.externalPower))?.hasPrefix("this machine has no power supply") == true)
        #expect(lack(of: .lid(.open)) == "this machine tells of no lid")
        #expect(lack(of: .not(.lid(.open))) == "this machine tells of no lid")
        #expect(lack(of: .temperature(60)) == "the kernel has no thermal zones")
        #expect(lack(of: .pressure(.io, percent: 10)) == "the kernel keeps no pressure figures")
        #expect(
            lack(of: .device(DeviceMatch(properties: [.init(name: "A", value: "b")]))) == "udevd does not run"
        )
        for requirement in [Requirement.unmetered, .ssid(["Home"]), .locked(true), .powerSaver(true)] {
            #expect(try #require(lack(of: requirement)).isEmpty == false)
        }
        for requirement in [
            Requirement.externalPower, .charging, .network, .transport([.wifi]), .idle(.seconds(60)),
            .load(100),
        ] {
            #expect(lack(of: requirement) == nil)
        }
        #expect(MachineSight(root: scratch.path, bus: nowhere).alarmClockLack?.contains("RTC") == true)
    }

    @Test func `finds what is there`() throws {
        try scratch.file("sys/class/power_supply/BAT0/type", "Battery\n")
        try scratch.file("sys/class/power_supply/BAT0/status", "Discharging\n")
        try scratch.file("sys/class/power_supply/BAT0/capacity", "50\n")
        #expect(lack(of: .batteryLevel(60)) == nil)
        try scratch.directory("dev/input")
        try scratch.file("dev/input/event3", "")
        try scratch.file("sys/class/input/event3/device/capabilities/sw", "1\n")
        #expect(lack(of: .lid(.open)) == nil)
        try scratch.file("sys/class/thermal/thermal_zone0/temp", "41000\n")
        #expect(lack(of: .temperature(60)) == nil)
        try scratch.file("proc/pressure/io", "some avg10=0.00 avg60=0.00 avg300=0.00 total=0\n")
        #expect(lack(of: .pressure(.io, percent: 10)) == nil)
        #expect(lack(of: .pressure(.cpu, percent: 10)) != nil)
        let disk = Requirement.mounted(.path("/mnt/my disk"))
        try scratch.file("proc/self/mountinfo", "1 2 8:1 / / rw - ext4 /dev/sda1 rw\n")
        try scratch.file("etc/fstab", "UUID=1 /mnt/my\\040disk ext4 noauto 0 0\n")
        #expect(lack(of: disk) == nil, "it may be mounted by hand")
        try scratch.file("etc/fstab", "UUID=1\t/mnt/my\\040disk  ext4 noauto,x-systemd.automount 0 0\n")
        let sources = [
            "UUID=1": #""device": {"ID_FS_UUID": "1"}"#, "LABEL=\"a\"": #""device": {"ID_FS_LABEL": "a"}"#,
            "nas:/x": #""network": {"reachable": "nas:2049"}"#,
            "//nas/x": #""network": {"reachable": "nas:445"}"#, "/dev/sda1": nil, "tmpfs": nil,
        ]
        let wrong = try sources.filter { source, member in
            try scratch.file("etc/fstab", "\(source) /mnt/my\\040disk ext4 x-systemd.automount 0 0\n")
            let remedy = MachineSight(root: scratch.path, bus: nowhere).remedy(of: disk)
            return remedy != member.map { "require what is mounted there instead, \($0)" }
        }
        #expect(lack(of: disk)?.hasPrefix("an automount waits there") == true && wrong.isEmpty, "\(wrong)")
        try scratch.file("proc/self/mountinfo", "1 2 8:1 / /mnt/my\\040disk rw - ext4 /dev/sda1 rw\n")
        let points = ["/mnt/my disk/x", "/mnt/my disks", "/"].map(DeclaredMounts(root: scratch.path).point)
        #expect(lack(of: disk) == nil && points == ["/mnt/my disk", nil, nil])
        try scratch.file("run/udev/control", "")
        #expect(lack(of: .device(DeviceMatch(properties: [.init(name: "A", value: "b")]))) == nil)
        try scratch.file("sys/firmware/acpi/platform_profile", "balanced\n")
        #expect(lack(of: .powerSaver(true)) == nil)
        try scratch.file("sys/class/rtc/rtc0/device/power/wakeup", "enabled\n")
        #expect(MachineSight(root: scratch.path, bus: nowhere).alarmClockLack == nil)
        let elsewhere = scratch.path("nowhere")
        let other = MachineSight(root: scratch.path, sysfs: { elsewhere }, bus: nowhere)
        #expect(
            other.alarmClockLack != nil && other.lack(of: .temperature(60)) != nil, "a daemon looks elsewhere"
        )
    }

    @Test func `finds a connectivity check in the daemon's policy`() throws {
        let policy = scratch.path("bgrund.json")
        func lack() -> String? {
            MachineSight(root: scratch.path, bus: nowhere, policy: policy).lack(of: .not(.online))
        }
        #expect(lack() == OnlineCheck.absence)
        try scratch.file("bgrund.json", #"{"maxRuns": 2}"#)
        #expect(lack() == OnlineCheck.absence)
        try scratch.file("bgrund.json", #"{"onlineCheck": {"url": "http://a.example/", "answer": ""}}"#)
        #expect(lack() == nil)
        try scratch.file("bgrund.json", "{")
        #expect(lack() == nil, "the daemon tells what is wrong with it")
        #expect(self.lack(of: .online) == nil, "nobody has said which daemon's")
    }

    @Test func `asks the bus for what services tell`() throws {
        let machine = try PrivateBus("start-bus")
        #expect(lack(of: .lid(.open), bus: machine.address) == "this machine tells of no lid")
        #expect(lack(of: .locked(true), bus: machine.address) == "logind is not on the system bus")
        try machine.play("start upower")
        #expect(lack(of: .lid(.open), bus: machine.address) == nil)
    }
}

@Suite struct `A look at a path` {
    private let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    // B-22
    @Test func `says what will keep its changes from being seen`() throws {
        try scratch.file("a", "1")
        symlink("one", scratch.path("two"))
        symlink("two", scratch.path("one"))
        let file = scratch.path("a")
        #expect(PathSight.faultOfWatch(on: file, isOwner: true) == nil)
        #expect(PathSight.faultOfWatch(on: scratch.path("b"), isOwner: true) == "nothing is there")
        let noDirectory = "can't watch what is in \(file), because it is no directory"
        #expect(PathSight.faultOfWatch(on: "\(file)/", isOwner: true) == noDirectory)
        #expect(PathSight.faultOfWatch(on: "\(file)/b", isOwner: true) == noDirectory)
        let loop = scratch.path("one")
        #expect(
            PathSight.faultOfWatch(on: loop, isOwner: true)
                == "can't watch \(loop), because its links lead in a circle")
        #expect(
            PathSight.faultOfWatch(on: "/proc/self/status", isOwner: true)?.contains(
                "may miss changes in /proc")
                == true)
    }
}
