// The files that prove what was promised: the claim, SQLite's log, and the pages of a database that is not open.
import BGRunLinux
import Glibc

extension StateDirectory {
    /// What the last daemon has claimed; nil where it has claimed nothing that can be read.
    func claim() -> Claim? {
        (try? directory.contents(of: Claim.fileName, limit: 4096)).flatMap { Claim($0) }
    }

    /// Where to claim from now on.
    func claimFile() -> FileDescriptor? {
        try? directory.open(Claim.fileName, O_RDWR | O_CREAT | O_NONBLOCK, mode: 0o600)
    }

    /// What lies there before SQLite has touched it, held to the claim.
    func evidence() -> Evidence {
        let claim = claim()
        let isThere = ((try? directory.status(of: Self.databaseName))?.size ?? 0) > 0
        return Evidence(claim: claim, log: log(of: claim), hasDatabase: isThere)
    }

    private func log(of claim: Claim?) -> WriteAheadLog? {
        guard hasLog(),
            let bytes = try? directory.contents(of: Self.logName, limit: PageImage.largest)
        else { return nil }
        return WriteAheadLog(bytes, claimed: claim?.log)
    }

    /// Whether jobs have left something beside the database, so that there must have been one.
    var hasTraces: Bool {
        ["jobs", "output"].contains { name in
            guard let below = try? directory.directory(name) else { return false }
            return (try? below.names(limit: 4))?.isEmpty == false
        }
    }

    /// The pages of a database that is not open; nil where it is too large for that, or no file.
    func image(with log: WriteAheadLog?) -> PageImage? {
        let file: [UInt8]
        do throws(SystemError) {
            file = try directory.contents(of: Self.databaseName, limit: PageImage.largest)
        } catch {
            guard error.errno == ENOENT else { return nil }
            file = []
        }
        return PageImage(file: file, log: log)
    }

    /// SQLite's number of the log that is there.
    func logNumber() -> UInt64? {
        var bytes = [UInt8](repeating: 0, count: 8)
        guard let log = try? directory.open(Self.logName, O_RDONLY | O_NONBLOCK),
            (try? log.read(into: &bytes, at: 16)) == 8
        else { return nil }
        return bytes.long(at: 0)
    }

    /// Whether the last daemon left a log: it did not close the database, or did not trust it.
    func hasLog() -> Bool {
        ((try? directory.status(of: Self.logName))?.size ?? 0) > 0
    }
}
