// The daemon's last decisions, read from the file in its runtime directory.
import BGRunLinux
import BGRunText
import Glibc

/// What `bgrun doctor --report` attaches: the file is the daemon's user's alone, and is read with the rights of the caller.
enum LastDecisions {
    private static let most = 2000
    private static let limit = 1 << 20

    /// The directory beside the socket, where a daemon does not say.
    static func directory(ofSocket socket: String) -> String {
        String(socket[..<(socket.lastIndex(of: "/") ?? socket.startIndex)])
    }

    /// Lines for a report; why there are none where they can't be read.
    static func lines(in directory: String) -> [Line] {
        let path = "\(directory)/decisions.log"
        do throws(SystemError) {
            let place = try Directory(path: directory)
            let newer = try place.contents(of: "decisions.log", limit: limit)
            let older = (try? place.contents(of: "decisions.1.log", limit: limit)) ?? []
            let lines = (older + newer).split(separator: UInt8(ascii: "\n")).suffix(most)
            return [Line(), Line("last decisions, from \(path.visible)", .bold)]
                + lines.map { Line(String(decoding: $0, as: UTF8.self).visible) }
        } catch {
            let isRefused = [EACCES, EPERM].contains(error.errno)
            let advice = isRefused ? ": call this as the daemon's user" : ""
            let reason = SystemError.text(of: error.errno)
            return [
                Line(),
                Line("the last decisions in \(path.visible) can't be read (\(reason))\(advice)", .bad),
            ]
        }
    }
}
