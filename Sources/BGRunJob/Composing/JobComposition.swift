// What a file of a jobs directory brings, with what lies beside it: one job, or those of a template.
import BGRunJSON

/// Puts jobs together of the file that brings them and of the drop-ins that change it.
package struct JobComposition {
    /// One of the jobs: its descriptor, or which file keeps it from having one.
    package struct Job {
        package let identifier: JobIdentifier
        package let descriptor: Result<JobDescriptor, BrokenFile>

        fileprivate var fault: BrokenFile? {
            if case .failure(let file) = descriptor { file } else { nil }
        }

        /// The same with its name in what is wrong with it: the file is not its alone.
        fileprivate var named: Job {
            Job(
                identifier: identifier,
                descriptor: descriptor.mapError {
                    BrokenFile(path: $0.path, reason: "of \(identifier): \($0.reason)")
                })
        }
    }

    private let rules: DescriptorRules?
    /// The drop-ins of a name, in their order.
    private let dropIns: (String) -> Result<[DescriptorPart], BrokenFile>

    /// - Parameter dropIns: Asked for the name of the file, and for those of the jobs of a template.
    package init(
        rules: DescriptorRules?, dropIns: @escaping (String) -> Result<[DescriptorPart], BrokenFile>
    ) {
        self.rules = rules
        self.dropIns = dropIns
    }

    /// Whether a file of this name, without its ending, may bring something.
    package static func isName(_ text: String) -> Bool {
        JobIdentifier(text) != nil || JobTemplate.isName(text)
    }

    /// The jobs of a file, or why it brings none at all.
    ///
    /// - Parameter name: The file's, without its ending.
    package func jobs(of file: DescriptorPart, named name: String) throws(BrokenFile) -> [Job] {
        var merged = try MergedDescriptor(file)
        for part in try dropIns(name).get() { try merged.add(part) }
        guard JobTemplate.isName(name) else {
            let descriptor = try merged.descriptor(rules)
            try Self.check(descriptor.identifier.text, isNamed: name, file)
            return [Job(identifier: descriptor.identifier, descriptor: .success(descriptor))]
        }
        let template: JobTemplate
        do throws(DescriptorError) {
            template = try JobTemplate(merged.object)
        } catch {
            throw merged.broken(error)
        }
        try Self.check(template.name, isNamed: name, file)
        let jobs = template.jobs.map { job in
            Job(
                identifier: job,
                descriptor: Result { () throws(BrokenFile) in
                    var own = merged
                    own.become(job, of: template)
                    for part in try dropIns(job.text).get() { try own.add(part, naming: job.instance) }
                    return try own.descriptor(rules)
                })
        }
        if let fault = jobs.commonFault(\.fault) { throw fault }
        return jobs.map(\.named)
    }

    private static func check(_ text: String, isNamed name: String, _ file: DescriptorPart)
        throws(BrokenFile)
    {
        guard text == name else {
            throw .misnamed(file.path, describing: text)
        }
    }
}

extension Collection {
    /// What is wrong with all jobs of a template alike, and so with the template; nil where one is right, or wrong in
    /// another way.
    package func commonFault<Fault: Equatable>(_ fault: (Element) -> Fault?) -> Fault? {
        guard let common = first.flatMap(fault), allSatisfy({ fault($0) == common }) else { return nil }
        return common
    }
}
