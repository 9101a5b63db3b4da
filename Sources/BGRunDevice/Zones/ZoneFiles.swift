// The time zones this machine has, and which of them is its own.
import BGRunCalendar
import BGRunJSON
import BGRunLinux
import Glibc

/// The directory of zones, and the link that says where the machine is.
///
/// Both belong to root, but a zone's name is anyone's to write, so a name never leaves the directory. Links between
/// zones are followed where they stay in it: many a zone is only another name for one.
package struct ZoneFiles: Sendable {
    /// The largest zone has some four thousand bytes.
    static let longestFile = 256 << 10
    /// The tz database has some six hundred names.
    static let mostNames = 8192
    private static let longestName = 255
    /// Names have at most three components: America/Argentina/Ushuaia.
    private static let deepest = 3
    private static let mostLinks = 8

    private let root: String
    /// The link, or the file, that is the machine's own zone.
    package let localPath: String

    /// - Parameters:
    ///   - root: the tz database's compiled files.
    ///   - localPath: the machine's own zone, localtime(5).
    package init(root: String = "/usr/share/zoneinfo", localPath: String = "/etc/localtime") {
        self.root = root
        self.localPath = localPath
    }

    // MARK: - By name

    /// The zone of a name, spelt exactly as the tz database does.
    package func zone(named name: String) throws(ZoneFileFault) -> Zone {
        guard Self.isName(name) else { throw .malformed(name: name) }
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try self.bytes(of: name)
        } catch {
            switch error.errno {
            case ENOENT, ENOTDIR:
                // A machine without zones still knows this one.
                if name == Zone.utc.name { return .utc }
                let names = names()
                if names.isEmpty { throw .noZones(root: root) }
                throw .unknown(name: name, nearest: NearestSpelling.of(name, among: names))
            default: throw .unusable(name: name, path: "\(root)/\(name)", errno: error.errno)
            }
        }
        return try Self.read(bytes, name, path: "\(root)/\(name)")
    }

    private static func read(_ bytes: [UInt8], _ name: String, path: String) throws(ZoneFileFault) -> Zone {
        do throws(ZoneFault) {
            return try Zone(name: name, tzif: bytes)
        } catch {
            throw .damaged(name: name, path: path, error)
        }
    }

    /// Letters, digits, `_`, `+`, `-`, in components that a single slash divides.
    static func isName(_ name: String) -> Bool {
        guard (1...longestName).contains(name.utf8.count) else { return false }
        return name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).allSatisfy {
            !$0.isEmpty && $0.allSatisfy(isNameByte)
        }
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "+"), UInt8(ascii: "-"):
            true
        default: false
        }
    }

    /// EXDEV where links lead out of the directory.
    private func bytes(of name: String) throws(SystemError) -> [UInt8] {
        let top = try File.resolve(root)
        let path = try File.resolve("\(root)/\(name)")
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")), path.utf8.starts(with: "\(top)/".utf8)
        else { throw SystemError(operation: "open", path: path, errno: EXDEV) }
        // What was just resolved has no link in it; one put there since is not followed.
        let parent = try Directory(path: String(path[..<slash]))
        return try parent.contents(of: String(path[path.index(after: slash)...]), limit: Self.longestFile)
    }

    /// Every name there is, for advice; as many as could be read.
    package func names() -> [String] {
        var found: [String] = []
        guard let directory = try? Directory(path: root) else { return [] }
        Self.collect(directory, prefix: "", depth: 1, into: &found)
        return found
    }

    private static func collect(
        _ directory: borrowing Directory, prefix: String, depth: Int, into found: inout [String]
    ) {
        guard depth <= deepest, let names = try? directory.names(limit: mostNames) else { return }
        for name in names where found.count < mostNames && isName(name) && isCapital(name) {
            if let child = try? directory.directory(name) {
                collect(child, prefix: "\(prefix)\(name)/", depth: depth + 1, into: &found)
            } else {
                found.append(prefix + name)
            }
        }
    }

    /// Zones are written large; what lies beside them (posixrules, right/, leapseconds) is not.
    private static func isCapital(_ name: String) -> Bool {
        name.utf8.first.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) } ?? false
    }

    // MARK: - The machine's own

    /// The zone of the machine: UTC where none is set, or where what is set does not exist, as the C library has it.
    /// `TZ` is not asked: it speaks for one process, and a daemon's says nothing about the machine.
    package func local() throws(ZoneFileFault) -> Zone {
        let name = linkedName() ?? "localtime"
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try File.contents(of: localPath, limit: Self.longestFile)
        } catch {
            if error.errno == ENOENT || error.errno == ENOTDIR { return .utc }
            throw .unusable(name: name, path: localPath, errno: error.errno)
        }
        return try Self.read(bytes, name, path: localPath)
    }

    /// The name under the directory of zones that the link says, or one of the links it leads to. The first counts:
    /// who chose Asia/Calcutta reads that and not the name it is a link to.
    private func linkedName() -> String? {
        var path = localPath
        for _ in 0..<Self.mostLinks {
            guard let target = try? File.link(at: path) else { return nil }
            path = Self.join(path, target)
            let prefix = "\(root)/"
            if path.utf8.starts(with: prefix.utf8) {
                let name = String(decoding: path.utf8.dropFirst(prefix.utf8.count), as: UTF8.self)
                return Self.isName(name) ? name : nil
            }
        }
        return nil
    }

    /// Where a link leads, by its text alone.
    private static func join(_ link: String, _ target: String) -> String {
        let slash = UInt8(ascii: "/")
        var components: [Substring.UTF8View] = []
        if target.utf8.first != slash { components = link.utf8.split(separator: slash).dropLast() }
        for component in target.utf8.split(separator: slash) {
            if component.elementsEqual("..".utf8) {
                _ = components.popLast()
            } else if !component.elementsEqual(".".utf8) {
                components.append(component)
            }
        }
        return components.map { "/" + String(Substring($0)) }.joined()
    }
}
