// Memory that is not needed any more goes back to the machine.
import BGRunLinux
import BGRunStore

/// Counts work, and has its leftovers cleared away when there is nothing else to do.
///
/// The room of the largest moment of the daemon's life would be kept otherwise: one status of ten thousand jobs
/// would cost megabytes for ever.
struct Leftovers {
    /// So much work leaves enough behind that looking for free pages is worth its fraction of a millisecond.
    private static let worthwhile = 512

    /// A start leaves enough by itself.
    private var work = Leftovers.worthwhile

    /// Notes so many small acts: events, effects, answers.
    mutating func note(_ acts: Int) { work += acts }

    /// To be called when there is nothing else to do.
    mutating func clear(_ store: Store) {
        guard work >= Self.worthwhile else { return }
        work = 0
        store.releaseMemory()
        Heap.trim()
    }
}
