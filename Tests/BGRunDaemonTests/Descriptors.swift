// Descriptors and events that the tests of the sources begin with.
import BGRunCalendar
import BGRunJob
import BGRunScheduler

/// A job of these schedules, each as a descriptor has it.
func descriptor(_ schedules: String..., more: String = "") throws -> JobDescriptor {
    let list = schedules.joined(separator: ",")
    return try JobDescriptor(
        json: Array(#"{"identifier": "a", "command": ["true"], "schedule": [\#(list)]\#(more)}"#.utf8))
}

extension Event {
    static func submitted(_ descriptor: JobDescriptor) -> Event {
        .submitted(descriptor, Requester(request: RequestID(1), user: .root), owner: .root)
    }

    static func filesRead(_ descriptors: [JobDescriptor]) -> Event {
        .filesRead(
            descriptors.map {
                JobFile(job: JobID(owner: .root, identifier: $0.identifier), path: "/a.json", descriptor: $0)
            }, unreadable: [])
    }

    static func recovered(
        _ descriptor: JobDescriptor, followedBy next: JobDescriptor? = nil, over: [JobDescriptor] = []
    ) -> Event {
        let start = WallTime(microseconds: 0)
        var record = JobRecord(
            id: JobID(owner: .root, identifier: descriptor.identifier), descriptor: descriptor,
            origin: .submission, accepted: start, anchor: start,
            occurrence: JobRecord.Occurrence(plan: Plan()))
        record.successor = next.map {
            JobRecord.Successor(descriptor: $0, origin: .submission, accepted: start, plan: Plan())
        }
        let ended = over.map {
            EndedJob(id: record.id, descriptor: $0, origin: .submission, accepted: start)
        }
        return .recovered(Recovery(jobs: [record], ended: ended))
    }
}
