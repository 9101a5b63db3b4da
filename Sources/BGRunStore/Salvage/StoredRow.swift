// Rows read from pages without SQLite, which gives up a table for one damaged page.

/// One row of a table as it lies on a page (https://www.sqlite.org/fileformat2.html#record_format).
struct StoredRow {
    enum Value: Equatable {
        case null
        case integer(Int64)
        case text(ArraySlice<UInt8>)
        /// No column of ours has any of these.
        case other
    }

    let row: Int64
    let values: [Value]

    /// All rows on the leaves of tables, free pages left out. What is no row is passed over.
    ///
    /// Rows that share their bytes are not to take longer than those of a whole database.
    static func all(in image: PageImage) -> [StoredRow] {
        let free = image.freePages
        var rows: [StoredRow] = []
        var budget = 2 * image.count * PageImage.pageSize
        for number in 0..<image.count where !free.contains(number + 1) && budget > 0 {
            let cells = cells(on: number + 1, of: image)
            for cell in cells.places where budget > 0 {
                guard let row = StoredRow(at: cell, on: cells.page, of: image, budget: &budget) else {
                    continue
                }
                rows.append(row)
            }
        }
        return rows
    }

    /// Where on a page rows begin; none on one that is no leaf of a table.
    private static func cells(
        on number: Int, of image: PageImage
    ) -> (page: ArraySlice<UInt8>, places: [Int]) {
        // Before the first page's own header stands that of the file.
        let header = number == 1 ? 100 : 0
        guard let page = image.page(number), isLeaf(page, header) else { return ([], []) }
        let count = min(Int(page.number(at: header + 3, of: 2)), PageImage.pageSize / 4)
        return (page, (0..<count).map { Int(page.number(at: header + 8 + 2 * $0, of: 2)) })
    }

    /// A leaf of a table says so in its first byte. Where that one is damaged, the rest of the header is that of a leaf or not.
    private static func isLeaf(_ page: ArraySlice<UInt8>, _ header: Int) -> Bool {
        let type = page.number(at: header, of: 1)
        if type == 0x0D { return true }
        return type != 0x02 && type != 0x05 && type != 0x0A && page.number(at: header + 3, of: 2) > 0
    }

    private init?(
        at cell: Int, on page: ArraySlice<UInt8>, of image: PageImage, budget: inout Int
    ) {
        var reader = Reader(page.dropFirst(cell))
        guard cell >= 8, let size = reader.varint(), let row = reader.varint(), size > 0, size <= 4 << 20,
            let payload = Self.payload(of: Int(size), reader.rest, image)
        else { return nil }
        budget -= payload.count
        self.row = row
        guard let values = Self.values(in: payload[...]) else { return nil }
        self.values = values
    }

    /// What does not fit on the page goes on on others, each of which names the next.
    private static func payload(of size: Int, _ rest: ArraySlice<UInt8>, _ image: PageImage) -> [UInt8]? {
        let (usable, most) = (PageImage.pageSize, PageImage.pageSize - 35)
        if size <= most { return rest.count >= size ? Array(rest.prefix(size)) : nil }
        let least = (usable - 12) * 32 / 255 - 23
        let fitting = least + (size - least) % (usable - 4)
        let local = fitting <= most ? fitting : least
        guard rest.count >= local + 4 else { return nil }
        var payload = Array(rest.prefix(local))
        var next = Int(rest.number(at: local, of: 4))
        while payload.count < size {
            guard let page = image.page(next) else { return nil }
            payload += page.dropFirst(4).prefix(size - payload.count)
            next = Int(page.number(at: 0, of: 4))
        }
        return payload
    }

    private static func values(in payload: ArraySlice<UInt8>) -> [Value]? {
        var header = Reader(payload)
        guard let length = header.varint(), length >= 1, length <= payload.count, length <= 1024 else {
            return nil
        }
        header = Reader(payload.prefix(Int(length)).dropFirst(payload.count - header.rest.count))
        var body = payload.dropFirst(Int(length))
        var values: [Value] = []
        while !header.rest.isEmpty {
            guard let type = header.varint(), type >= 0, let width = width(of: type), body.count >= width
            else {
                return nil
            }
            values.append(value(of: type, body.prefix(width)))
            body = body.dropFirst(width)
        }
        return body.isEmpty ? values : nil
    }

    private static func width(of type: Int64) -> Int? {
        switch type {
        case 0, 8, 9: 0
        case 1...4: Int(type)
        case 5: 6
        case 6, 7: 8
        case 12...(8 << 20): Int(type - 12) / 2
        case _: nil
        }
    }

    private static func value(of type: Int64, _ bytes: ArraySlice<UInt8>) -> Value {
        switch type {
        case 0: return .null
        case 8, 9: return .integer(type - 8)
        case 1...6:
            let width = bytes.count * 8
            let bits = Int64(bitPattern: bytes.number(at: 0, of: bytes.count))
            return .integer((bits << Int64(64 - width)) >> Int64(64 - width))
        case _ where type >= 13 && type % 2 == 1: return .text(bytes)
        case _: return .other
        }
    }

    /// Reads SQLite's numbers of one to nine bytes.
    private struct Reader {
        private(set) var rest: ArraySlice<UInt8>

        init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

        mutating func varint() -> Int64? {
            var value: UInt64 = 0
            for place in 0..<9 {
                guard let byte = rest.popFirst() else { return nil }
                if place == 8 { return Int64(bitPattern: value << 8 | UInt64(byte)) }
                value = value << 7 | UInt64(byte & 0x7F)
                if byte < 0x80 { return Int64(bitPattern: value) }
            }
            return nil
        }
    }
}
