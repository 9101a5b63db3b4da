// What a job takes for its requirements and gives back when it does not need them any more.
import BGRunJob

/// All that a job requires, kept once for the jobs of an owner that require the same. It says nothing by itself: ``Conditions`` is
/// asked what becomes of it.
struct Need: Hashable, Comparable {
    let index: Int32

    /// None was taken.
    static let none = Need(index: -1)

    static func < (left: Need, right: Need) -> Bool { left.index < right.index }
}
