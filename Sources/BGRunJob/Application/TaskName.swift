// The name of the job that a request of an application becomes.

extension JobIdentifier {
    /// The name of a task's job: `APPLICATION.TASK`, or the task's identifier itself where that begins with
    /// `APPLICATION.` already.
    ///
    /// Nil where that would be longer than an identifier may be.
    package init?(ofTask task: JobIdentifier, of application: JobIdentifier) {
        let name = task.text.hasPrefix("\(application).") ? task.text : "\(application).\(task)"
        self.init(name)
    }
}
