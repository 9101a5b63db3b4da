// What all watches have in common that follow something by one descriptor of the kernel's.
import BGRunCalendar
import BGRunJob

/// Follows something of the machine while it lives.
package protocol KernelWatch: AnyObject {
    /// To be watched for reading.
    var descriptor: Int32 { get }
}

/// Follows many subjects of one kind. What it tells are values that differ from those told before, each with its
/// subject.
package protocol SubjectWatch: KernelWatch {
    /// Whether nothing is followed.
    var isEmpty: Bool { get }
    /// Begins to follow it, and gives the value that stands. For one that is followed already, it looks anew.
    func observe(_ subject: Subject) -> [(Subject, Observation)]
    /// Follows it no more. Others may have room because of that, and are told.
    func ignore(_ subject: Subject) -> [(Subject, Observation)]
    /// Takes what waits.
    func process() -> [(Subject, Observation)]
    /// When to look again at what the kernel does not tell of; nil as a rule.
    var recheckAt: AwakeTime? { get }
    func recheck(at now: AwakeTime) -> [(Subject, Observation)]
}

extension SubjectWatch {
    package var recheckAt: AwakeTime? { nil }
    package func recheck(at now: AwakeTime) -> [(Subject, Observation)] { [] }
}

/// One that sees each subject for itself.
package protocol TargetWatch: SubjectWatch {
    /// What tells its subjects apart.
    associatedtype Target

    /// Nil for a subject of another kind.
    static func target(of subject: Subject) -> Target?
    func observe(_ target: Target) -> Observation
    func ignore(_ target: Target)
}

extension TargetWatch {
    package func observe(_ subject: Subject) -> [(Subject, Observation)] {
        Self.target(of: subject).map { [(subject, observe($0))] } ?? []
    }

    package func ignore(_ subject: Subject) -> [(Subject, Observation)] {
        if let target = Self.target(of: subject) { ignore(target) }
        return []
    }
}
