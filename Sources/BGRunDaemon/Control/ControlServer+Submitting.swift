// Jobs that are submitted: read as strictly as files, and handed to the scheduler.
import BGRunJSON
import BGRunJob
import BGRunLaunch
import BGRunScheduler
import BGRunWire

/// The only door for a job from outside, besides the directories: the same reader for both.
extension ControlServer {
    /// So many descriptors that can't be read are told of.
    private static let mostUnreadable = 100

    func submit(_ call: SubmitCall, _ connection: ClientConnection) {
        let owner = owner(named: call.owner, connection)
        let descriptor: JobDescriptor
        do throws(DescriptorError) {
            descriptor = try read(call.descriptor, of: owner)
        } catch {
            return connection.conversation.refuse(SchedulerError(error))
        }
        guard mayBeOwner(owner, named: call.owner, connection) else {
            return connection.conversation.refuse(.ownerNotAllowed)
        }
        let target = Target(identifier: descriptor.identifier)
        command(.submit, target, connection, awakeKeys: descriptor.awakeKeys) {
            .submitted(descriptor, $0, owner: owner, call.terms)
        }
    }

    func submit(_ call: SubmitAllCall, _ connection: ClientConnection) {
        let owner = owner(named: call.owner, connection)
        guard mayBeOwner(owner, named: call.owner, connection) else {
            return connection.conversation.refuse(.ownerNotAllowed)
        }
        var (descriptors, unreadable): ([JobDescriptor], [JobRefusal]) = ([], [])
        var entries = 0
        for (place, object) in call.descriptors.enumerated() where unreadable.count < Self.mostUnreadable {
            do throws(DescriptorError) {
                let descriptor = try read(object, of: owner)
                entries += descriptor.schedules.count
                // All are planned in one turn.
                guard entries <= SubmitAllCall.mostSchedules else {
                    let mistake = DescriptorMistake(
                        keyPath: "schedule",
                        reason:
                            "these jobs have more than \(SubmitAllCall.mostSchedules) entries of schedules together",
                        advice: "submit them in parts")
                    unreadable.append(
                        JobRefusal(
                            place: place, identifier: descriptor.identifier,
                            error: .invalidDescriptor(mistake, others: [])))
                    break
                }
                descriptors.append(descriptor)
            } catch {
                let name: JobIdentifier? =
                    if case .string(let text)? = object["identifier"] { JobIdentifier(text) } else { nil }
                unreadable.append(JobRefusal(place: place, identifier: name, error: SchedulerError(error)))
            }
        }
        guard unreadable.isEmpty else { return connection.conversation.refuse(.noneAccepted(unreadable)) }
        let awakeKeys = descriptors.reduce(into: Set()) { $0.formUnion($1.awakeKeys) }
        let requester = newRequester(for: connection, awakeKeys: awakeKeys)
        connection.work = .command(Command(.submitAll, [requester.request: nil]))
        events.add(
            .submittedTogether(descriptors, requester, owner: owner, call.ifExists), of: connection.payer)
    }

    /// Whose jobs they are to be, or whose application. A user's own daemon has no others than that user's.
    func owner(named: UserID?, _ connection: ClientConnection) -> UserID {
        switch admission.scope {
        case .everyone: named ?? connection.user
        case .daemonUser: admission.daemonUser
        }
    }

    /// Whether the owner may be meant, and has an account: one person could be as many numbers as /etc/subuid gives them.
    func mayBeOwner(_ owner: UserID, named: UserID?, _ connection: ClientConnection) -> Bool {
        // Nobody but root has others looked up.
        guard named ?? owner == owner, connection.user == .root || connection.user == owner else {
            return false
        }
        return launcher.standing(of: owner).mayHaveJobs
    }

    private func read(_ object: JSONObject, of owner: UserID) throws(DescriptorError) -> JobDescriptor {
        var rules = rules
        rules.owner = owner
        return try JobDescriptor(value: .object(object), rules: rules)
    }
}
