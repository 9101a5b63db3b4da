// What a daemon knows of the jobs that a descriptor has to do with, where there is a daemon.
import BGRunClient
import BGRunJob
import BGRunLinux
import BGRunText
import BGRunWire

/// Asks a daemon for the other jobs of the owner. Whatever goes wrong, nothing is known of them.
enum Companions {
    /// - Parameter arriving: Jobs that come with it, so they are there too.
    static func warnings(
        of descriptor: JobDescriptor, _ daemon: DaemonOptions, beside arriving: Set<JobIdentifier>
    ) -> [WarningText] {
        let order = descriptor.order
        let user = RepositoryUser(descriptor)
        guard order.queue != nil || !order.after.isEmpty || !order.rivals.isEmpty || user.repository != nil
        else { return [] }
        let owner = daemon.asker
        let others = daemon.glance { connection, deadline in
            (try? connection.call(StatusCall(.all(owner: owner)), until: deadline))?.jobs
        }
        guard let others else { return [] }
        let absent = [("after", order.after), ("conflicts", order.rivals)].flatMap { key, names in
            names.filter { name in
                !arriving.contains(name) && !others.contains { $0.identifier == name }
            }.map { name in
                WarningText(
                    "unknownJob", at: key, "there is no job \(name) now",
                    advice: key == "after"
                        ? "submit it too, or the job waits for ever" : "look at its spelling",
                    basis: .machine)
            }
        }
        // Those that come with it are told of by who has read them.
        let users = others.filter { !arriving.contains($0.identifier) }.map {
            RepositoryUser($0.identifier, $0.descriptor.program, $0.descriptor.order)
        }
        return absent + user.warnings(beside: users)
            + limit(of: order.queue, among: others.filter { $0.identifier != descriptor.identifier })
    }

    /// Where limits of one queue differ, the smallest counts.
    private static func limit(of queue: JobQueue?, among others: [JobReport]) -> [WarningText] {
        guard let queue else { return [] }
        let other = others.first {
            $0.descriptor.order.queue.map { $0.name == queue.name && $0.limit != queue.limit } ?? false
        }
        guard let other, let limit = other.descriptor.order.queue?.limit else { return [] }
        return [
            WarningText(
                "queueLimit", at: "queue",
                "\(other.identifier) gives the queue \(queue.name) a limit of \(limit), and this one of \(queue.limit); the smallest counts",
                advice: "give all its jobs one limit", basis: .machine)
        ]
    }
}
