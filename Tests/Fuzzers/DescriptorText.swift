// Descriptors and policies as their authors write them: read, printed, read again, reviewed.
import BGRunCalendar
import BGRunJSON
import BGRunJob

enum DescriptorText {
    /// A Saturday in July.
    static let now = WallTime(microseconds: 1_783_728_000_000_000)
    private static let policy = DescriptorRules(
        policy: Policy(), wakeFault: "there is no clock",
        zoneFault: { $0.utf8.count > 20 ? ("\(QuotedText($0)) is too far", "stay") : nil })

    @Sendable static func check(_ bytes: [UInt8]) {
        do throws(DescriptorError) {
            let job = try JobDescriptor(json: bytes)
            check(job)
            _ = try JobDescriptor(json: bytes, rules: policy)
        } catch {
            check(error)
        }
        for name in ["a", "a@"] { compose(bytes, named: name) }
    }

    /// The same as a file of a jobs directory; what stands behind a NUL byte is a drop-in of it, and of a template's first job.
    private static func compose(_ bytes: [UInt8], named name: String) {
        let texts = bytes.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false).map(Array.init)
        let composition = JobComposition(rules: policy) { _ in
            .success(texts.dropFirst().map { DescriptorPart(path: "/a.d/b.json", bytes: $0) })
        }
        do throws(BrokenFile) {
            let file = DescriptorPart(path: "/\(name).json", bytes: texts[0])
            let jobs = try composition.jobs(of: file, named: name)
            hold((1...JobTemplate.mostInstances).contains(jobs.count), "a file brings \(jobs.count) jobs")
            hold(Set(jobs.map(\.identifier)).count == jobs.count, "a file brings a job twice")
            for job in jobs {
                switch job.descriptor {
                case .success(let descriptor):
                    hold(descriptor.identifier == job.identifier, "a job has another's name")
                    check(descriptor)
                case .failure(let file): check(file)
                }
            }
        } catch {
            check(error)
        }
    }

    private static func check(_ file: BrokenFile) {
        holdIsShown(file.reason)
        hold(["/a.json", "/a@.json", "/a.d/b.json"].contains(file.path), "nobody said that")
    }

    static func check(_ job: JobDescriptor) {
        let printed = job.json.bytes()
        hold(printed.count <= JobDescriptor.byteLimit, "a descriptor has \(printed.count) bytes")
        do {
            let again = try JobDescriptor(json: printed)
            hold(again == job, "what was printed is read as another job")
            hold(again.json.bytes() == printed, "what was read is printed in another way")
            hold(again.fingerprint == job.fingerprint, "the same job has another fingerprint")
        } catch {
            fatalError("what was printed is refused: \(error)")
        }
        hold((try? JobDescriptor(value: job.json)) == job, "a message has another job than a file")
        for variable in job.environment where variable.value.utf8.count > 12 {
            let isElsewhere = job.json.text().split(separator: variable.value).count > 2
            hold(
                isElsewhere || !job.maskedText.contains(variable.value), "a value of the environment is shown"
            )
        }
        let review = DescriptorReview(job, zones: KnownZones(), now: now)
        for warning in review.warnings { holdIsShown("\(warning.keyPath)") }
        // Twice the same, whatever the order of sets.
        hold(review.warnings == DescriptorReview(job, zones: KnownZones(), now: now).warnings, "it wavers")
    }

    static func check(_ error: DescriptorError) {
        holdIsShown("\(error)")
        switch error {
        case .text: break
        case .fields(let errors): hold((1...100).contains(errors.count), "\(errors.count) mistakes are told")
        }
    }
}

enum PolicyText {
    @Sendable static func check(_ bytes: [UInt8]) {
        let users: @Sendable (String) -> UserID? = { $0 == "alice" ? UserID(1000) : nil }
        do throws(DescriptorError) {
            let policy = try Policy(json: bytes, userNamed: users)
            let printed = policy.json.bytes()
            hold((try? Policy(json: printed, userNamed: users)) == policy, "a policy is read as another")
            let job = try JobDescriptor(
                json: Array(#"{"identifier": "a", "shell": "true"}"#.utf8),
                rules: DescriptorRules(policy: policy))
            DescriptorText.check(job)
            for user in policy.denyOwners where user != .root { hold(!policy.allows(user), "it is allowed") }
        } catch {
            DescriptorText.check(error)
        }
    }
}
