// What `bgrun cat` prints: where a descriptor comes from, and what it says.
import BGRunJob
import BGRunWire

/// The view of a descriptor.
package struct CatText {
    private let reply: CatCall.Reply
    private let descriptor: String

    /// - Parameter descriptor: As text with line breaks.
    package init(_ reply: CatCall.Reply, descriptor: String) {
        self.reply = reply
        self.descriptor = descriptor
    }

    package var lines: [Line] {
        headings.map { Line("# \($0)", .dim) } + reply.brokenFiles.map(Self.fault)
            + descriptor.split(separator: "\n").map { Line(String($0).visible) }
    }

    private var headings: [String] {
        var lines = [reply.file.map { $0.visible } ?? "submitted"]
        for origin in reply.origins {
            let keys = origin.keys.map(\.visible).joined(separator: ", ")
            switch origin.source {
            case .dropIn(let path): lines.append("\(path.visible): \(keys)")
            case .policy: lines.append("defaults of the policy: \(keys)")
            }
        }
        if reply.isOver { lines.append("over; bgrun run \(reply.job.identifier) submits it again") }
        if reply.isFollowing {
            lines.append("an active run goes on with what was before; this follows it")
        }
        return lines
    }

    private static func fault(_ file: BrokenFile) -> Line {
        Line("# can't be used: \(file.path.visible): \(file.reason.visible)", .bad)
    }
}
