// What requirements rest on, beside power and the network: each subject goes to the source that knows it.
import BGRunCalendar
import BGRunJob
import BGRunLinux
import BGRunScheduler

/// Joins the sources of all subjects behind one door.
final class SubjectSources {
    init() {}

    func observe(_ subject: Subject) -> [Event] {
        [.observed(subject, .unknown("not observed here"))]
    }

    func ignore(_ subject: Subject) -> [Event] { [] }

    func read(_ subject: Subject) -> [Event] { [.observed(subject, .unknown("not observed here"))] }
}
