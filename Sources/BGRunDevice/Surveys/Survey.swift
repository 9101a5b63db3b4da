// One survey from its orders to its last word: what the process of an owner's does.
import BGRunJSON
import BGRunJob
import BGRunLinux

/// Looks at what the orders name, with the rights it runs with, and tells what it sees as it goes.
///
/// It may hang in any look: the file system is the owner's. Whoever started it ends it then, and knows from its last
/// word where it hung. Cheap looks come first, trees last.
package final class Survey {
    /// How large the memory file of a field is: as much as a survey may leave for the next one to remember.
    package static let mostMemory: UInt64 = 32 << 20
    /// Before the memory stands its length in decimal digits, and blanks.
    private static let lengthDigits = 16

    private let orders: SurveyOrders
    private let owner: UserID
    private let answers: UnixSocket
    private let slow: SlowMounts

    /// - Parameters:
    ///   - answers: Blocking. The descriptors of the fields lie in it, where there are any.
    ///   - owner: Whose paths they are: our own user.
    package init(_ orders: SurveyOrders, owner: UserID, answers: consuming UnixSocket) {
        self.orders = orders
        self.owner = owner
        self.answers = answers
        slow = SlowMounts(try? MountTable.read(), mute: Set(orders.mute))
    }

    /// - Throws: Where the orders can't be carried out at all, or nobody listens to the answers any more.
    package func run() throws {
        var fields = try receiveFields()
        for path in orders.spaces {
            guard let fault = try fault(ahead: path) else {
                try say(.space(path, FileSystemSpace.read(path)))
                continue
            }
            try say(.space(path, .unknown("\(fault)")))
        }
        if let following = orders.existence, let field = fields.removeValue(forKey: .existence) {
            try follow(following, in: field)
        }
        if let following = orders.changes, let field = fields.removeValue(forKey: .changes) {
            try follow(following, in: field)
        }
        for path in orders.trials {
            try say(.looking(at: path, through: nil))
            Self.touch(path)
            try say(.answers(path))
        }
        try say(.done)
    }

    private func say(_ answer: SurveyAnswer) throws(SystemError) {
        // A path of the longest kind, in a fault as well: too long to be said is too long to be told of.
        let line = answer.line
        if line.count <= SurveyAnswer.mostBytes { try answers.send(all: line) }
    }

    /// Says that the path is looked at; why it is not, where it is not.
    private func fault(ahead path: String) throws(SystemError) -> PathFault? {
        switch slow.passage(to: path) {
        case .free: try say(.looking(at: path, through: nil))
        case .slow(let mount): try say(.looking(at: path, through: mount))
        case .mute(let place): return .mute(place)
        }
        return nil
    }

    /// Whatever comes back, but that it comes back.
    private static func touch(_ path: String) {
        _ = try? File.freeBytes(at: path)
        _ = try? Directory(path: path).names(limit: 0)
    }

    // MARK: - Fields

    private final class Open {
        private var inotify: FileDescriptor?
        let memory: FileDescriptor

        init(inotify: consuming FileDescriptor, memory: consuming FileDescriptor) {
            self.inotify = .some(inotify)
            self.memory = memory
        }

        func takeQueue() -> Inotify {
            guard let queue = inotify.take() else { preconditionFailure("a queue is taken once") }
            return Inotify(owning: queue)
        }
    }

    private func receiveFields() throws -> [SurveyOrders.Field: Open] {
        if orders.fields.isEmpty { return [:] }
        var numbers: [Int32] = []
        let names = try answers.receive(limit: SurveyOrders.Field.allCases.count) {
            numbers.append($0.release())
        }
        guard numbers.count == names.count * 2 else {
            throw SurveyFault(text: "two descriptors a field are wanted")
        }
        var fields: [SurveyOrders.Field: Open] = [:]
        for (index, name) in names.enumerated() {
            let open = Open(
                inotify: FileDescriptor(owning: numbers[index * 2]),
                memory: FileDescriptor(owning: numbers[index * 2 + 1]))
            if let field = SurveyOrders.Field(rawValue: name) { fields[field] = open }
        }
        return fields
    }

    private func follow(_ following: SurveyOrders.Following<OwnedPath>, in field: Open) throws {
        // What can't be said is found out by whoever waits for it.
        let watch = try ExistenceWatch(field.takeQueue()) { [self] in
            try? say(.looking(at: $0, through: nil))
        }
        if following.isAnew { try watch.inotify.clear() } else { try watch.resume(memory(field), as: owner) }
        for path in following.ignore { watch.ignore(path) }
        for (subject, value) in following.looksAtAll ? watch.processAll() : watch.process() {
            if let path = ExistenceWatch.target(of: subject) { try say(.existence(path.path, value)) }
        }
        for path in following.observe {
            // Behind a slow mount nothing is looked at, since changes there are not told.
            let fault = slow.isMute(path.path) ? PathFault.mute(path.path) : nil
            let value: Observation = fault.map { .unknown("\($0)") } ?? watch.observe(path)
            try say(.existence(path.path, value))
        }
        if watch.isScarce { try say(.scarce) }
        try remember(watch.state, field)
    }

    private func follow(_ following: SurveyOrders.Following<WatchedPath>, in field: Open) throws {
        let watch = PathWatch(field.takeQueue(), slow) { [self] in
            try? say(.looking(at: $0, through: $1))
        }
        if following.isAnew { try watch.inotify.clear() } else { try watch.resume(memory(field), as: owner) }
        for path in following.ignore { watch.ignore(path) }
        for report in following.looksAtAll ? watch.processAll() : watch.process() {
            try say(.init(report, isFirst: report.isFirst))
        }
        for path in following.observe { try say(.init(watch.observe(path), isFirst: true)) }
        if watch.isScarce { try say(.scarce) }
        try remember(watch.state, field)
    }

    private func memory(_ field: Open) throws -> JSONField {
        var length = [UInt8](repeating: 0, count: Self.lengthDigits)
        _ = try field.memory.read(into: &length, at: 0)
        guard let count = Int(String(decoding: length.filter { $0 != UInt8(ascii: " ") }, as: UTF8.self)),
            (1...Int(Self.mostMemory)).contains(count)
        else { throw SurveyFault(text: "the last survey has left no memory") }
        var bytes = [UInt8](repeating: 0, count: count)
        guard try field.memory.read(into: &bytes, at: Int64(Self.lengthDigits)) == count else {
            throw SurveyFault(text: "the memory of the last survey is cut off")
        }
        return JSONField(try JSONValue(parsing: bytes, limits: JSONLimits(bytes: count)))
    }

    private func remember(_ state: JSONValue, _ field: Open) throws(SystemError) {
        let bytes = state.bytes()
        let digits = Array("\(bytes.count)".utf8)
        let blanks = [UInt8](repeating: UInt8(ascii: " "), count: Self.lengthDigits - digits.count)
        try field.memory.write(all: digits + blanks + bytes, at: 0)
    }
}

extension SurveyAnswer {
    fileprivate init(_ report: PathReport, isFirst: Bool) {
        self = .path(
            report.request.path, isRecursive: report.request.isRecursive, newest: report.newest,
            fault: report.fault.map { "\($0)" }, isFirst: isFirst)
    }
}
