// A database that can't be used makes room for one that holds what can be read of it.
import BGRunCalendar
import BGRunJob

/// Sets a database aside, and begins another one.
struct Rescue {
    let evidence: Evidence
    let fresh: Meta
    let now: Now

    func replace(
        in directory: borrowing StateDirectory, _ cause: Opening.Replacement.Cause, because reason: String
    ) throws(StoreFailure) -> Opening.Replacement {
        let salvage = cause == .corrupt ? salvage(in: directory) : nil
        var replacement = Opening.Replacement(
            cause: cause, reason: reason, path: try directory.setAside(cause, at: now.wall))
        guard let salvage else { return replacement }
        do throws(StoreFailure) {
            try fill(directory, with: salvage)
        } catch {
            // The next start tries again, with all there is to be read.
            directory.putBack(replacement.path)
            throw error
        }
        replacement.salvaged = salvage.summary
        return replacement
    }

    private func salvage(in directory: borrowing StateDirectory) -> Salvage? {
        guard let image = directory.image(with: evidence.log), image.count > 0,
            let salvage = try? Salvage(of: image, in: Boot(id: fresh.bootID, now: now))
        else { return nil }
        // The name of the database and the number of the next run are claimed beside it.
        return salvage.isEmpty && evidence.claim == nil ? nil : salvage
    }

    private func fill(
        _ directory: borrowing StateDirectory, with salvage: Salvage
    ) throws(StoreFailure) {
        do throws(Database.Fault) {
            let database = try Database.open(in: directory, fresh: fresh, now: { _ in now })
            do throws(SQLiteError) {
                var statements = Statements(on: database.connection)
                try statements.begin.run()
                try write(salvage, with: &statements)
                try statements.commit.run()
            } catch {
                database.connection.rollBack()
                throw .failed(StoreFailure("write", directory.databasePath, error))
            }
        } catch {
            switch error {
            case .failed(let failure): throw failure
            case .unusable(_, let reason):
                throw StoreFailure(
                    operation: "make a database", path: directory.databasePath, reason: reason)
            }
        }
    }

    /// The name of the database comes over with the rest: were the daemon killed before, the next start would see that this is
    /// another one than was promised.
    private func write(_ salvage: Salvage, with statements: inout Statements) throws(SQLiteError) {
        let tag = Boot(id: fresh.bootID, now: now).tag
        for record in salvage.jobs {
            try statements.saveJob.run { statement throws(SQLiteError) in
                try JobRows.bind(record, boot: tag, to: &statement)
            }
        }
        for row in salvage.rows { try write(row, boot: tag, with: &statements) }
        try statements.saveMeta.run(meta(of: salvage), MetaRows.bind)
    }

    private func write(
        _ row: SalvagedRow, boot: Int64, with statements: inout Statements
    ) throws(SQLiteError) {
        switch row {
        case .run(let entry): try statements.appendHistory.run(entry, HistoryRows.bind)
        case .skip(let row):
            try statements.appendSkip.run { statement throws(SQLiteError) in
                try SkipRows.bind(
                    row.skip, of: row.job, title: row.title, before: row.nextRun, to: &statement)
            }
        case .condition(let change): try statements.appendCondition.run(change, ConditionRows.bind)
        case .hold(let change):
            defer { statements.appendHold.reset() }
            try HoldRows.bind(change, to: &statements.appendHold)
            while try statements.appendHold.step() {}
        case .ended(let job): try statements.saveEnd.run(job, EndedJobRows.bind)
        case .loss(let loss): try statements.appendLoss.run(loss, LossRows.bind)
        case .finishedFile(let file): try statements.rememberFile.run(file, FinishedFileRows.bind)
        case .application(let permitted): try statements.saveApplication.run(permitted, ApplicationRows.bind)
        case .owner(let user, let name): try statements.bindOwner.run((user, name), OwnerRows.bind)
        case .pause(let scope, let pause):
            try statements.savePause.run { statement throws(SQLiteError) in
                try PauseRows.bind(scope, pause, boot: boot, to: &statement)
            }
        }
    }

    private func meta(of salvage: Salvage) -> Meta {
        var meta = salvage.meta ?? fresh
        if let claim = evidence.claim {
            if salvage.meta == nil {
                let digits = String(claim.instance, radix: 16)
                meta.instance = String(repeating: "0", count: 16 - digits.count) + digits
            }
            meta.nextRun = max(meta.nextRun, RunID(claim.nextRun))
        }
        return meta
    }
}
