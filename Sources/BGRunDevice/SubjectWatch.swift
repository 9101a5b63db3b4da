// What all watches have in common that follow many subjects of one kind.
import BGRunJob

/// Follows subjects by one descriptor of the kernel's.
package protocol SubjectWatch: AnyObject {
    /// What tells the subjects of its kind apart.
    associatedtype Target

    /// To be watched for reading.
    var descriptor: Int32 { get }
    /// Whether nothing is followed.
    var isEmpty: Bool { get }
    /// Begins to follow it, and gives the value that stands. For one that is followed already, it looks anew.
    func observe(_ target: Target) -> Observation
    func ignore(_ target: Target)
    /// Takes what waits; what has another value by now.
    func process() -> [(Subject, Observation)]
}
