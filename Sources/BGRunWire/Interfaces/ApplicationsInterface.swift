// org.bgrun.Applications: the contract between a daemon and applications with tasks, as its description tells it.
import BGRunJob

/// How applications submit requests and are handed the runs. Its description is printed from the tables that read and
/// write, and as flat as that of ``SchedulerInterface``.
package enum ApplicationsInterface {
    package static let name = "org.bgrun.Applications"

    package static let description: String = {
        var text = InterfaceText(
            name,
            about: """
                Tasks of applications: requests that a program submits, and runs that are handed to it.

                A host is a process in which tasks run. It has two connections: one with the stream of Attach, which is \
                its presence, and one for everything else. Who calls is known by the process: its executable is the \
                first word of the command of a manifest of its user's, or what it says as application is the name of one.
                """)
        text.add(TaskRequest.wire)
        text.add(AttachCall.Busy.wire)
        text.add(AttachCall.Attached.wire)
        text.add(AttachCall.Launch.wire)
        text.add(AttachCall.Expire.wire)
        text.add(AssertCall.Granted.wire)
        text.add(AssertCall.Expiring.wire)
        text.add(ApplicationReport.Host.wire)
        text.add(ApplicationReport.wire)
        text.add(BlockerReport.wire)
        text.add(DescriptorMistake.wire)
        for method in ApplicationsMethod.allCases { text.add(method) }
        ApplicationsError.describe(in: &text)
        return text.text
    }()
}
