// Why a request is not carried out.

/// The daemon's "no", with what the caller needs to do better.
package enum Refusal: Error, Hashable, Sendable {
    /// No such job of this user. Another user's job is unknown too.
    case unknownJob(String)
    /// Several users have a job of this name; root has to say whose.
    case ambiguousJob(String, owners: [UserID])
    /// It would come after itself, over these; the first one is the last too.
    case cycle([JobIdentifier])
    /// No job that the user may change has the tag.
    case unknownTag(Label)
    /// The owner has as many pending jobs as the policy allows.
    case tooManyJobs(limit: Int)
    /// The owner's descriptors and manifests would have more bytes together than the policy allows.
    case tooMuchText(limit: Int)
    /// The policy does not let this user have jobs.
    case ownerNotAllowed
    /// By this key it would keep the machine awake, or wake it, for a user who is not at it.
    case away(key: String)
    /// A file of a jobs directory brings this job; change the file.
    case broughtByFile(path: String)
    /// A job of that name is there already, and is not to be replaced.
    case alreadyExists(JobIdentifier)
    /// It is to start at once, and a schedule says when.
    case scheduledAndAtOnce
    /// What was edited can't take the place of what was shown.
    case notEdited(EditFault)
    /// Another one of the same submission has that name.
    case namedTwice
    /// None of several jobs was taken in, since these can't be, each by its place among them.
    case noneAccepted([RefusedJob])
    /// Its schedule has no instant after now: it lies in the past, or "until" ends it before it begins.
    case neverDue
    /// It can't start now; these are the reasons.
    case blocked([Blocker])
    /// No run of the job is active.
    case notRunning
    /// The run can't have more time.
    case notExtended(String)
    /// A run of the job is active already.
    case alreadyRunning(RunID)
    /// It was started by this request, and the start failed.
    case couldNotLaunch(String)
    /// The change could not be stored, so it was not made.
    case storage(String)
    case shuttingDown
    /// Nothing can be scheduled for the application now.
    case unavailable(String)
    /// No manifest lets the caller do this; the reason says what is missing.
    case notPermitted(String)
    /// The application has as many requests of the kind pending as the policy allows.
    case tooManyPending(JobDescriptor.Kind, limit: Int)
    /// A continued request that is to start at once can't.
    case notImmediate([Blocker])
    /// The owner has permitted as many applications as the policy allows.
    case tooManyApplications(limit: Int)
    /// The user holds as many assertions as one may.
    case tooManyAssertions(limit: Int)
    /// No application of that name was permitted by this user.
    case unknownApplication(String)
    /// The caller's process can't be a host.
    case notAHost(String)
    /// The caller is not the process that attached as this host.
    case notYourHost
    /// The run is not to begin: it was taken back, or is over, or has begun.
    case withdrawn
}

/// One of several jobs that were submitted together, and why it can't be taken in.
package struct RefusedJob: Hashable, Sendable {
    /// Its place among them, from 0.
    package var place: Int
    package var identifier: JobIdentifier
    package var refusal: Refusal

    package init(at place: Int, _ identifier: JobIdentifier, _ refusal: Refusal) {
        self.place = place
        self.identifier = identifier
        self.refusal = refusal
    }
}

extension Refusal {
    /// Why ``away(key:)`` is said, and what helps.
    package static let reasonAway =
        "only a user who is logged in at this machine may keep it awake, or wake it"
    package static let adviceAway =
        "submit it while you are logged in there, remove the key, or have root name you in awakeOwners of bgrund.json"
}
