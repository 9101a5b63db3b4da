// What the reader refuses of requirements and preferences, and the exact words.
import BGRunCalendar
import BGRunJSON
import BGRunJob
import Testing

// B-21
@Suite struct `A requirement that is refused` {
    @Test(arguments: [
        (#"["externalPower"]"#, #"requires: found a list; write {"externalPower": true}"#),
        (#""ac""#, #"requires: found a string; write {"externalPower": true}"#),
        (
            #"["batery", "Wi-Fi"]"#,
            #"requires: found a list; write {"batteryLevel": 30, "network": {"transport": "wifi"}}"#
        ),
        (#"["lan", "wlan"]"#, #"requires: found a list; write an object such as {"externalPower": true}"#),
        (#"["nothing"]"#, #"requires: found a list; write an object such as {"externalPower": true}"#),
        (#"{"wifi": true}"#, #"requires.wifi: unknown key; write "network": {"transport": "wifi"}"#),
        (#"{"not": {"on_ac": true}}"#, #"requires.not.on_ac: unknown key; write "externalPower": true"#),
        (
            #"{"freeSpace": {"path": "/x", "atLeast": "2GB"}}"#,
            #"requires.freeSpace.atLeast: "2GB" is no size; write "2G""#
        ),
        (
            "{}",
            #"requires: this asks for nothing; write an object such as {"externalPower": true}, or remove the key"#
        ),
        (#"{"batterylevel": 60}"#, #"requires.batterylevel: unknown key; did you mean "batteryLevel"?"#),
        (#"{"temp": 60}"#, #"requires.temp: unknown key; did you mean "temperature"?"#),
        (#"{"not": {"lidd": "open"}}"#, #"requires.not.lidd: unknown key; did you mean "lid"?"#),
        (#"{"unmetered": true}"#, #"requires.unmetered: this key stands inside "network"; move it there"#),
        (
            #"{"anyOf": [{"ssid": "Home"}]}"#,
            #"requires.anyOf[0].ssid: this key stands inside "network"; move it there"#
        ),
        (#"{"lid": "open", "for": "3d"}"#, #"requires.for: this key stands inside "prefers"; move it there"#),
        (
            #"{"externalPower": false}"#,
            #"requires.externalPower: false asks for nothing; remove the key, or write "not": {"externalPower": true} for the opposite"#
        ),
        (
            #"{"charging": false}"#,
            #"requires.charging: false asks for nothing; remove the key, or write "not": {"charging": true} for the opposite"#
        ),
        (
            #"{"network": false}"#,
            #"requires.network: false asks for nothing; remove the key, or write "not": {"network": true} for the opposite"#
        ),
        (
            #"{"network": {"unmetered": false}}"#,
            #"requires.network.unmetered: false asks for nothing; remove the key, or write "not": {"network": {"unmetered": true}} for the opposite"#
        ),
        (
            #"{"not": {"network": {"vpn": false}}}"#,
            #"requires.not.network.vpn: false asks for nothing; remove the key, or write "not": {"network": {"vpn": true}} for the opposite"#
        ),
        (#"{"externalPower": "yes"}"#, "requires.externalPower: found a string; write true"),
        (
            #"{"batteryLevel": 0}"#,
            "requires.batteryLevel: the number is out of range; write a whole number from 1 to 100"
        ),
        (
            #"{"batteryLevel": "60%"}"#,
            "requires.batteryLevel: found a string; write a whole number from 1 to 100"
        ),
        (#"{"idle": "999ms"}"#, #"requires.idle: 999ms is too short; write at least "1s""#),
        (#"{"idle": "31d"}"#, #"requires.idle: 31d is too long; write at most "30d""#),
        (#"{"locked": "yes"}"#, "requires.locked: found a string; write true or false"),
        (
            #"{"load": 0}"#,
            "requires.load: the number is out of range; write a number from 0.01 to 100 with at most two decimals, such as 0.8"
        ),
        (
            #"{"load": 0.125}"#,
            "requires.load: the number has more than two decimals; write a number from 0.01 to 100 with at most two decimals, such as 0.8"
        ),
        (
            #"{"load": 1e300}"#,
            "requires.load: the number is out of range; write a number from 0.01 to 100 with at most two decimals, such as 0.8"
        ),
        (
            #"{"load": "0.8"}"#,
            "requires.load: found a string; write a number from 0.01 to 100 with at most two decimals, such as 0.8"
        ),
        (
            #"{"pressure": {}}"#,
            #"requires.pressure: this asks for nothing; write an object such as {"io": 10}, or remove the key"#
        ),
        (#"{"pressure": 20}"#, #"requires.pressure: found a number; write an object such as {"io": 10}"#),
        (
            #"{"pressure": {"cpu": 101}}"#,
            "requires.pressure.cpu: the number is out of range; write a whole number from 1 to 100"
        ),
        (
            #"{"temperature": 151}"#,
            "requires.temperature: the number is out of range; write a whole number from -50 to 150"
        ),
        (#"{"lid": "shut"}"#, #"requires.lid: "shut" is not known here; write one of "open", "closed""#),
    ])
    func `is told where, what is wrong and what to write`(requires: String, words: String) {
        #expect(refusal(ofMember: #""requires": \#(requires)"#) == words)
    }

    @Test(arguments: [
        (
            #"{"pathExists": "x"}"#,
            #"requires.pathExists: "x" is not absolute; write an absolute path such as "/mnt/backup""#
        ),
        (
            #"{"pathExists": "/x/"}"#,
            #"requires.pathExists: "/x/" ends in "/"; write an absolute path such as "/mnt/backup""#
        ),
        (
            #"{"pathExists": ["/x", "/a//b"]}"#,
            #"requires.pathExists[1]: "/a//b" contains "//"; write an absolute path such as "/mnt/backup""#
        ),
        (
            #"{"mounted": "/x/../y"}"#,
            #"requires.mounted: "/x/../y" contains "." or ".."; write an absolute path such as "/mnt/backup""#
        ),
        (
            #"{"pathExists": "/a\nb"}"#,
            #"requires.pathExists: "/a\u{a}b" contains a control character; write an absolute path such as "/mnt/backup""#
        ),
        (
            #"{"pathExists": "/a\u0000b"}"#,
            #"requires.pathExists: the text contains a NUL character (\u0000), which ends it for the kernel; remove it"#
        ),
        (
            #"{"pathExists": "/x/\#(String(repeating: "y", count: 256))"}"#,
            #"requires.pathExists: a name in a path has at most 255 bytes, and "\#(String(repeating: "y", count: 64))…" has 256; write an absolute path such as "/mnt/backup""#
        ),
        (
            #"{"pathExists": []}"#,
            #"requires.pathExists: the list is empty; write an absolute path such as "/mnt/backup", or remove the key"#
        ),
        (
            #"{"pathExists": [\#((0..<9).map { #""/\#($0)""# }.joined(separator: ", "))]}"#,
            "requires.pathExists: the list has 9 entries, 8 at most; remove some"
        ),
        (
            #"{"pathExists": ["/x", "/y", "/x"]}"#,
            "requires.pathExists[2]: the list has this entry already; remove one of them"
        ),
        (
            #"{"pathExists": 5}"#,
            #"requires.pathExists: found a number; write an absolute path such as "/mnt/backup", or a list of such"#
        ),
        (
            #"{"mounted": "LABEL=backup"}"#,
            #"requires.mounted: "LABEL=backup" names no file system; write an absolute path such as "/mnt/backup", or a file system's UUID such as "UUID=1234-ABCD""#
        ),
        (
            #"{"freeSpace": {"path": "/x"}}"#,
            #"requires.freeSpace.atLeast: the key is missing; write how much, such as "atLeast": "10G""#
        ),
        (
            #"{"freeSpace": {"atLeast": "0", "path": "/x"}}"#,
            #"requires.freeSpace.atLeast: "0" is out of range; write a size from "1" to "1048576T", such as "1M""#
        ),
        (
            #"{"freeSpace": [{"path": "/x", "least": "1G"}]}"#,
            """
            requires.freeSpace[0].least: unknown key; did you mean "atLeast"?
            requires.freeSpace[0].atLeast: the key is missing; write how much, such as "atLeast": "10G"
            """
        ),
        (
            #"{"device": {}}"#,
            #"requires.device: this asks for nothing; write an object of udev properties such as {"ID_FS_UUID": "…"}"#
        ),
        (
            #"{"device": {"id_fs_uuid": "1"}}"#,
            #"requires.device.id_fs_uuid: this is no name of a udev property; write one that udevadm info shows, such as "ID_FS_UUID""#
        ),
        (
            #"{"device": [{"A": ""}]}"#,
            #"requires.device[0].A: "" is no value of a udev property; write 1 to 255 bytes without control characters; * stands for any text"#
        ),
        (
            #"{"device": {"A": "1", "B": "1", "C": "1", "D": "1", "E": "1", "F": "1", "G": "1", "H": "1", "I": "1"}}"#,
            #"requires.device: the device has 9 properties here, 8 at most; write an object of udev properties such as {"ID_FS_UUID": "…"}"#
        ),
        (
            #"{"device": [{"A": "1", "B": "2"}, {"B": "2", "A": "1"}]}"#,
            "requires.device[1]: the list has this entry already; remove one of them"
        ),
    ])
    func `names places and things that can be looked up`(requires: String, words: String) {
        #expect(refusal(ofMember: #""requires": \#(requires)"#) == words)
    }

    @Test(arguments: [
        (
            #"{}"#,
            #"requires.network: this asks for nothing; write true, or an object such as {"unmetered": true}, or remove the key"#
        ),
        (
            #""wifi""#,
            #"requires.network: found a string; write true, or an object such as {"unmetered": true}"#
        ),
        (
            #"{"interface": "wlan0/1"}"#,
            #"requires.network.interface: "wlan0/1" names no interface; write 1 to 15 letters such as "eth0" or "wl*""#
        ),
        (
            #"{"interface": ["eth0", "a234567890123456"]}"#,
            #"requires.network.interface[1]: "a234567890123456" names no interface; write 1 to 15 letters such as "eth0" or "wl*""#
        ),
        (
            #"{"transport": "WLAN"}"#,
            #"requires.network.transport: "WLAN" is not known here; write one of "ethernet", "wifi", "mobile", "bluetooth""#
        ),
        (
            #"{"transport": ["wifi", 4]}"#,
            #"requires.network.transport[1]: found a number; write one of "ethernet", "wifi", "mobile", "bluetooth""#
        ),
        (
            #"{"transport": []}"#,
            #"requires.network.transport: the list is empty; write a kind of interface such as "wifi", or remove the key"#
        ),
        (
            #"{"transport": ["wifi", "wifi"]}"#,
            #"requires.network.transport[1]: the list has this entry already; remove one of them"#
        ),
        (
            #"{"vpn": "wg*"}"#,
            #"requires.network.vpn: "wg*" names no VPN; write the whole name of its interface, such as "wg0", or of its connection"#
        ),
        (
            #"{"ssid": "a\u001bb"}"#,
            #"requires.network.ssid: "a\u{1b}b" names no wireless network; write its name, 1 to 32 bytes without control characters"#
        ),
        (
            #"{"ssid": []}"#,
            #"requires.network.ssid: the list is empty; write the name of a wireless network such as "Home", or remove the key"#
        ),
    ])
    func `says which network`(network: String, words: String) {
        #expect(refusal(ofMember: #""requires": {"network": \#(network)}"#) == words)
    }

    @Test(arguments: [
        "", ":", ":22", "nas", "nas:", "nas:0", "nas:65536", "nas:022", "nas:-1", "nas:22 ", " nas:22",
        "na s:22", "-nas:22", ".nas:22", "nas/x:22", "näs:22", "fe80::1:22", "[fe80::1]", "[fe80::1]22",
        "[nas]:22", "[:]:22", "[fe80::1%wlan0]:22", "[fe80::1:22", "a:b:22", "user@nas:22", "nas:٣",
        "nas:99999999999999999999", "nas\\u0000:22", "$(x):22",
    ])
    func `names a host and a port, and nothing else`(text: String) {
        let words = refusal(ofMember: #""requires": {"network": {"reachable": "\#(text)"}}"#)
        #expect(words.hasPrefix("requires.network.reachable: "), "\(words)")
        #expect(
            words.hasSuffix(
                #" is no host with a port; write a host and a port such as "nas.local:22" or "[fe80::1]:22""#)
        )
    }

    @Test(arguments: [
        (
            #""/x""#,
            #"requires.command: found a string; write an object such as {"command": ["/usr/local/bin/is-quiet"], "every": "10m"}, or a list of such"#
        ),
        (
            #"["/x"]"#,
            #"requires.command[0]: found a string; write an object such as {"command": ["/usr/local/bin/is-quiet"], "every": "10m"}"#
        ),
        (
            #"{"command": ["/x"]}"#,
            #"requires.command.every: the key is missing; write how long an answer is good for, such as "every": "10m""#
        ),
        (
            #"{"every": "1m"}"#,
            #"requires.command.command: the key is missing; write the program, such as "command": ["/usr/local/bin/is-quiet"]"#
        ),
        (
            #"{"command": ["test", "-e", "/x"], "every": "1m"}"#,
            #"requires.command.command: "test" is not absolute, and a check has no caller whose PATH it could use; write the absolute path of the program and its arguments, such as ["/usr/bin/test", "-e", "/x"]"#
        ),
        (
            #"{"command": ["/bin/\u0007"], "every": "1m"}"#,
            #"requires.command.command[0]: "/bin/\u{7}" contains a control character; write an absolute path such as "/mnt/backup""#
        ),
        (
            #"{"command": [], "every": "1m"}"#,
            #"requires.command.command: an empty command runs nothing; write the program and its arguments, such as ["/usr/bin/apt-get", "update"]"#
        ),
        (
            #"{"command": ["/x"], "every": "59s"}"#,
            #"requires.command.every: 59s is too short; write at least "1m""#
        ),
        (
            #"[{"command": ["/x"], "every": "1m", "timeBudget": "61s"}]"#,
            #"requires.command[0].timeBudget: 61s is too long; write at most "1m""#
        ),
    ])
    func `is a program that can be found, with its times`(command: String, words: String) {
        #expect(refusal(ofMember: #""requires": {"command": \#(command)}"#) == words)
    }

    @Test(arguments: [
        (
            #""requiresExternalPower": true, "requires": {"externalPower": true}"#, "externalPower",
            "requiresExternalPower"
        ),
        (
            #""requires": {"externalPower": true}, "requiresExternalPower": false"#, "externalPower",
            "requiresExternalPower"
        ),
        (#""requiresNetwork": true, "requires": {"network": {"vpn": true}}"#, "network", "requiresNetwork"),
        (
            #""requiresNetworkConnectivity": true, "requires": {"network": true, "lid": "open"}"#, "network",
            "requiresNetworkConnectivity"
        ),
    ])
    func `is given once, by its short key or by its long one`(members: String, key: String, short: String) {
        #expect(
            refusal(ofMember: members)
                == #"requires.\#(key): this is the same key as "\#(short)"; remove one of them"#)
    }

    @Test(arguments: [
        ("batteryLevel", "requires"), ("idle", "requires"), ("network", "requires"), ("anyOf", "requires"),
        ("device", "requires"), ("unmetered", "requires.network"), ("vpn", "requires.network"),
        ("for", "prefers"),
    ])
    func `is told where it stands by its key alone`(key: String, home: String) {
        #expect(
            refusal(ofMember: #""\#(key)": 1"#)
                == #"\#(key): this key stands inside "\#(home)"; move it there"#)
    }

    @Test func `hears of all mistakes at once`() {
        #expect(
            refusal(
                ofMember: """
                    "requires": {"lid": "shut", "anyOf": [{"idle": 5}, {}], "not": {"network": {"vpn": 1}}},
                    "prefers": {"for": "1s"}
                    """) == """
                    requires.lid: "shut" is not known here; write one of "open", "closed"
                    requires.anyOf[0].idle: found a number; write a duration from "1s" to "30d"
                    requires.anyOf[1]: this asks for nothing; write an object such as {"externalPower": true}, or \
                    remove the key
                    requires.not.network.vpn: found a number; write true, or a name such as "wg0"
                    prefers.for: 1s is too short; write at least "1m"
                    """)
    }
}

// B-21
@Suite struct `A preference that is refused` {
    @Test(arguments: [
        (
            #"{"externalPower": true}"#,
            #"prefers.for: nothing says how long to wait for it; write how long at most, such as "for": "3d", or give the job a "latestBegin""#
        ),
        (
            #"{"for": "3d"}"#,
            #"prefers: this asks for nothing; write an object such as {"externalPower": true, "for": "3d"}, or remove the key"#
        ),
        (
            "{}",
            #"prefers: this asks for nothing; write an object such as {"externalPower": true, "for": "3d"}, or remove the key"#
        ),
        (
            "true",
            #"prefers: found true; write an object such as {"externalPower": true, "for": "3d"}"#
        ),
        (#"{"lid": "open", "for": "366d"}"#, #"prefers.for: 366d is too long; write at most "365d""#),
        (
            #"{"not": {"for": "1h", "lid": "open"}, "for": "1h"}"#,
            #"prefers.not.for: this key stands inside "prefers"; move it there"#
        ),
    ])
    func `is told where, what is wrong and what to write`(prefers: String, words: String) {
        #expect(refusal(ofMember: #""prefers": \#(prefers)"#) == words)
    }
}
