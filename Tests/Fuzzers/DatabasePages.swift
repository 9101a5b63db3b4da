// A database with damaged bytes, with or without its log: the daemon starts with what can be read, or with a new one.
import BGRunJob
import BGRunStore

enum DatabasePages {
    /// After a first byte that says which files there are, damages: where, and which bytes.
    @Sendable static func check(_ bytes: [UInt8]) {
        var input = Input(bytes)
        let hasLog = input.byte() & 1 == 1
        var database = hasLog ? ScratchDatabase.files.killed : ScratchDatabase.files.closed
        var log = ScratchDatabase.files.log
        while !input.isEmpty {
            switch input.byte() % 8 {
            case 0: damage(&log, &input)
            case 1: database = Array(database.prefix(input.number(bytes: 3)))
            case 2: log = Array(log.prefix(input.number(bytes: 3)))
            // The first page has the header and the schema.
            case 3: damage(&database, &input, in: 4096)
            case _: damage(&database, &input)
            }
        }
        ScratchDatabase.put(database, log: hasLog ? log : nil)
        check()
    }

    private static func damage(_ file: inout [UInt8], _ input: inout Input, in room: Int = .max) {
        let count = min(file.count, room)
        guard count > 0 else { return }
        var place = input.number(bytes: 3) % count
        for byte in input.piece() where place < file.count {
            file[place] = byte
            place += 1
        }
    }

    private static func check() {
        do {
            let store = try ScratchDatabase.open().0
            _ = ScratchDatabase.readAll(store)
            // Damage may be found only now: then it is refused.
            _ = try? store.write([
                .save(ScratchDatabase.record(1001)), .append(.run(ScratchDatabase.entry(9))),
            ])
        } catch {
            fatalError("the daemon does not start: \(error)")
        }
        do {
            _ = try ScratchDatabase.open()
        } catch {
            fatalError("the daemon does not start a second time: \(error)")
        }
    }
}
