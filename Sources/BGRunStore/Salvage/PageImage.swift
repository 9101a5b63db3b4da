// The newest pages of a damaged database, as far as they can be told: its file, with its log laid over it.

/// All pages of a database that SQLite can't use or would shorten.
struct PageImage {
    static let pageSize = Int(StateDirectory.pageSize)
    /// A database that is larger is left as it is.
    static let largest = 256 << 20

    private let file: [UInt8]
    private let log: [UInt8]
    /// Where in the log the newest version of a page lies.
    private var newest: [Int: Int] = [:]
    /// Pages are numbered from 1 on.
    let count: Int

    init(file: [UInt8], log: WriteAheadLog?) {
        self.file = file
        self.log = log?.bytes ?? []
        var count = file.count / Self.pageSize
        let frames = log?.frames ?? []
        // What follows the last commit was never promised.
        let committed = frames.lastIndex { $0.size != 0 && $0.isSound }.map { $0 + 1 } ?? 0
        for frame in frames[..<committed] where frame.page > 0 && frame.page <= Self.largest / Self.pageSize {
            newest[frame.page] = frame.content
            count = max(count, frame.page)
        }
        self.count = count
    }

    /// Nil where the page is in neither.
    func page(_ number: Int) -> ArraySlice<UInt8>? {
        if let place = newest[number] { return log[place..<place + Self.pageSize] }
        guard number > 0, number <= file.count / Self.pageSize else { return nil }
        return file[(number - 1) * Self.pageSize..<number * Self.pageSize]
    }

    /// Pages that hold nothing any more, but may still show what was in them.
    var freePages: Set<Int> {
        var free: Set<Int> = []
        guard let first = page(1) else { return [] }
        var trunk = Int(first.number(at: 32, of: 4))
        while trunk != 0, free.insert(trunk).inserted, let page = page(trunk) {
            let leaves = min(Int(page.number(at: 4, of: 4)), Self.pageSize / 4 - 2)
            for leaf in 0..<leaves { free.insert(Int(page.number(at: 8 + 4 * leaf, of: 4))) }
            trunk = Int(page.number(at: 0, of: 4))
        }
        return free
    }
}

extension ArraySlice<UInt8> {
    /// A number of so many bytes at a distance from the beginning, the highest first; 0 for bytes that are not there.
    func number(at offset: Int, of width: Int) -> UInt64 {
        guard offset >= 0, width <= count, offset <= count - width else { return 0 }
        return self[(startIndex + offset)...].prefix(width).reduce(0) { $0 << 8 | UInt64($1) }
    }
}
