// Changes of files and directories, told by the kernel.
import CLinux
import Glibc

/// An inotify queue. Its closing waits for the kernel, and for as long as whoever else has it likes; the closer does not.
package struct Inotify: ~Copyable, Sendable {
    /// What is watched for in a directory, or of a file.
    package struct Changes: OptionSet, Hashable, Sendable {
        package let rawValue: UInt32
        package init(rawValue: UInt32) { self.rawValue = rawValue }

        package static let created = Changes(rawValue: UInt32(IN_CREATE))
        package static let closedAfterWriting = Changes(rawValue: UInt32(IN_CLOSE_WRITE))
        package static let accessed = Changes(rawValue: UInt32(IN_ACCESS))
        package static let modified = Changes(rawValue: UInt32(IN_MODIFY))
        package static let movedFrom = Changes(rawValue: UInt32(IN_MOVED_FROM))
        package static let movedTo = Changes(rawValue: UInt32(IN_MOVED_TO))
        package static let moved: Changes = [.movedFrom, .movedTo]
        package static let deleted = Changes(rawValue: UInt32(IN_DELETE))
        package static let attributes = Changes(rawValue: UInt32(IN_ATTRIB))
        /// The watched file or directory itself.
        package static let deletedSelf = Changes(rawValue: UInt32(IN_DELETE_SELF))
        package static let movedSelf = Changes(rawValue: UInt32(IN_MOVE_SELF))
        /// The watch is gone: told without asking, when its directory is deleted or unmounted.
        package static let ignored = Changes(rawValue: UInt32(IN_IGNORED))
        /// What was created, moved or deleted in the watched directory is a directory.
        package static let isDirectory = Changes(rawValue: UInt32(IN_ISDIR))
        /// No change, but a wish: what is watched for already is watched for too.
        package static let added = Changes(rawValue: UInt32(IN_MASK_ADD))
        /// Likewise a wish: the watch goes with its first event.
        package static let once = Changes(rawValue: UInt32(IN_ONESHOT))
        /// Likewise a wish: a link is watched itself, not what it leads to.
        package static let linkItself = Changes(rawValue: UInt32(IN_DONT_FOLLOW))
        /// Likewise a wish: what is no directory is refused (ENOTDIR).
        package static let onlyDirectory = Changes(rawValue: UInt32(IN_ONLYDIR))
    }

    package struct Watch: Hashable, Sendable {
        package let number: Int32

        package init(number: Int32) { self.number = number }
    }

    package enum Event: Equatable, Sendable {
        /// A change, and the name of the entry where a directory is watched.
        case changed(Watch, Changes, name: String?)
        /// Events were lost: read anew whatever is watched.
        case overflowed
    }

    package let descriptor: FileDescriptor

    package init() throws(SystemError) {
        self.init(
            owning: FileDescriptor(
                owning: try SystemError.check("inotify_init1") {
                    inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
                }))
    }

    /// A queue that counts as one of a user's, with all its watches: how many there may be is the user's own share of
    /// the kernel's (`fs.inotify.max_user_watches`), and nobody else's. Only root makes one for others.
    package init(of user: UInt32) throws(SystemError) {
        let number = clinux_inotify_of(user)
        if number == -2 { preconditionFailure("the kernel does not give root its own rights back") }
        if number < 0 { throw .last("inotify_init1") }
        self.init(owning: FileDescriptor(owning: number))
    }

    /// A queue that was made elsewhere, with what is watched in it.
    package init(owning queue: consuming FileDescriptor) {
        clinux_expect_wait(queue.rawValue)
        descriptor = queue
    }

    /// Watches a file or directory; the same one twice gives the same watch with the newer changes.
    package func watch(_ path: String, for changes: Changes) throws(SystemError) -> Watch {
        try SystemError.requirePath("inotify_add_watch", path)
        let number = try SystemError.check("inotify_add_watch", path) {
            unsafe inotify_add_watch(descriptor.rawValue, path, changes.rawValue)
        }
        return Watch(number: number)
    }

    package func remove(_ watch: Watch) throws(SystemError) {
        try SystemError.check("inotify_rm_watch") { inotify_rm_watch(descriptor.rawValue, watch.number) }
    }

    /// Gives up all that is watched, whoever began to watch it, and forgets what it had to tell.
    package func clear() throws(SystemError) {
        let text = try File.contents(of: "/proc/self/fdinfo/\(descriptor.rawValue)", limit: 64 << 20)
        // proc(5): "inotify wd:3 ino:9e7e …", in hexadecimal.
        for line in text.split(separator: UInt8(ascii: "\n")) {
            let words = line.split(separator: UInt8(ascii: " "))
            guard words.count > 1, words[0].elementsEqual("inotify".utf8), words[1].starts(with: "wd:".utf8),
                let number = Int32(String(decoding: words[1].dropFirst(3), as: UTF8.self), radix: 16)
            else { continue }
            try? remove(Watch(number: number))
        }
        _ = try events()
    }

    /// Every event that waits, in order; none when nothing does.
    package func events() throws(SystemError) -> [Event] {
        var events: [Event] = []
        // The kernel gives whole events only; a name is at most 255 bytes and its end.
        var buffer = [UInt8](repeating: 0, count: 8192)
        while true {
            switch try descriptor.read(into: &buffer) {
            case .wouldBlock, .endOfFile: return events
            case .bytes(let count): Inotify.parse(buffer[..<count], into: &events)
            }
        }
    }

    /// inotify(7): watch, mask, cookie and length of the name, four bytes each, then the name and zeros.
    static func parse(_ bytes: ArraySlice<UInt8>, into events: inout [Event]) {
        var rest = bytes
        while rest.count >= 16 {
            let watch = Int32(bitPattern: word(rest, 0))
            let mask = word(rest, 4)
            let length = Int(word(rest, 12))
            rest = rest.dropFirst(16)
            guard length <= rest.count else { return }
            let name = rest.prefix(length).prefix { $0 != 0 }
            rest = rest.dropFirst(length)
            if mask & UInt32(IN_Q_OVERFLOW) != 0 {
                events.append(.overflowed)
            } else {
                let text = name.isEmpty ? nil : String(decoding: name, as: UTF8.self)
                events.append(.changed(Watch(number: watch), Changes(rawValue: mask), name: text))
            }
        }
    }

    /// Four bytes in the machine's order, at an offset the caller has checked.
    private static func word(_ bytes: ArraySlice<UInt8>, _ offset: Int) -> UInt32 {
        var value: UInt32 = 0
        for index in (0..<4).reversed() {
            value = value << 8 | UInt32(bytes[bytes.startIndex + offset + index])
        }
        return UInt32(littleEndian: value)
    }
}
