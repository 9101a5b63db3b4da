// Files that bring jobs, and drop-ins that change them: what comes of both, and which of them is broken.
import BGRunJSON
import BGRunJob
import Testing

/// What `NAME.json` with this text brings beside drop-ins: a line for each job, or for each file that is broken.
private func jobs(
    _ name: String, _ text: String, _ dropIns: [String: [String]] = [:], policy: String = "{}"
) throws -> [String] {
    let rules = DescriptorRules(policy: try Policy(json: Array(policy.utf8)) { _ in nil })
    let composition = JobComposition(rules: rules) { name in
        .success(
            (dropIns[name] ?? []).enumerated().map { place, text in
                DescriptorPart(path: "\(name).d/\(place).json", bytes: Array(text.utf8))
            })
    }
    do throws(BrokenFile) {
        let file = DescriptorPart(path: "\(name).json", bytes: Array(text.utf8))
        return try composition.jobs(of: file, named: name).map { job in
            switch job.descriptor {
            case .success(let descriptor): descriptor.maskedText
            case .failure(let file): "\(job.identifier)! \(file.path): \(file.reason)"
            }
        }
    } catch {
        return ["! \(error.path): \(error.reason)"]
    }
}

private let backup =
    #"{"identifier": "a", "shell": "true", "timeBudget": "1h", "requires": {"externalPower": true}}"#

// B-106
@Suite struct `A drop-in` {
    @Test func `puts its keys in place of the file's, merges objects, and takes away by null`() throws {
        let lines = try jobs(
            "a", backup,
            [
                "a": [
                    #"{"timeBudget": "2h", "requires": {"network": true, "externalPower": null, "lid": "open"}}"#,
                    #"{"timeBudget": null, "title": "A", "environment": {"LANG": "C"}}"#,
                ]
            ])
        #expect(
            lines == [
                #"{"identifier":"a","title":"A","shell":"true","environment":{"LANG":"…"},"#
                    + #""requires":{"network":true,"lid":"open"},"#
                    + #""origins":[{"dropIn":"a.d/0.json","keys":["timeBudget","requires"]},"#
                    + #"{"dropIn":"a.d/1.json","keys":["timeBudget","title","environment"]}]}"#
            ])
    }

    @Test func `means a key by any of its spellings`() throws {
        let lines = try jobs(
            "a", #"{"identifier": "a", "shell": "true", "earliestBegin": "+1h"}"#,
            ["a": [#"{"earliestBeginDate": "+2h"}"#]])
        #expect(lines[0].contains(#""earliestBeginDate":"+2h","origins""#), "\(lines)")
    }

    @Test(
        arguments: [
            (#"{"timeBudget": "x"}"#, "! a.d/0.json: timeBudget: "),
            (#"{"timeBudgt": "1h"}"#, "! a.d/0.json: timeBudgt: unknown key; did you mean \"timeBudget\"?"),
            (#"{"timeBudgt": null}"#, "! a.d/0.json: timeBudgt: unknown key; did you mean \"timeBudget\"?"),
            (#"{"requires": {"lid": "shut"}}"#, "! a.d/0.json: requires.lid: "),
            (#"{"requires": 3}"#, "! a.d/0.json: requires: found a number"),
            (#"{"command": ["true"]}"#, "! a.d/0.json: shell: \"command\" is given too"),
            (#"{"shell": null}"#, "! a.d/0.json: command: the job has nothing to run"),
            (
                #"{"identifier": "b"}"#,
                "! a.d/0.json: identifier: a drop-in can't name another job; remove it"
            ),
            (
                #"{"identifier": null}"#,
                "! a.d/0.json: identifier: a drop-in can't name another job; remove it"
            ),
            (#"{"instances": ["x"]}"#, "! a.d/0.json: instances: this stands for several jobs"),
            (#"[]"#, "! a.d/0.json: found a list; write an object of keys"),
            (#"{"title": "x",}"#, "! a.d/0.json: line 1, column 14: a comma stands after the last member"),
            (#"{"onAllowedHoursEnd": "stop"}"#, "! a.d/0.json: onAllowedHoursEnd: the job has no hours"),
            (#"{"origins": []}"#, "! a.d/0.json: origins: unknown key; remove it"),
        ])
    func `that is wrong is named`(dropIn: String, line: String) throws {
        let lines = try jobs("a", backup, ["a": [dropIn]])
        #expect(lines.count == 1 && lines[0].hasPrefix(line), "\(lines)")
    }

    @Test func `is not blamed for what the file says`() throws {
        let text = #"{"identifier": "a", "shell": "true", "timeBudget": 3}"#
        let lines = try jobs("a", text, ["a": [#"{"title": 7}"#, #"{"kind": "refresh"}"#]])
        #expect(
            lines.count == 1 && lines[0].hasPrefix("! a.json: timeBudget: ")
                && lines[0].hasSuffix("(in a.d/0.json)"), "\(lines)")
    }

    @Test func `of a template holds for all its jobs, and one of a job for that alone`() throws {
        let lines = try jobs(
            "a@", #"{"identifier": "a@", "instances": ["x", "y"], "shell": "run %i"}"#,
            [
                "a@": [#"{"title": "All of %i", "instances": ["x", "y", "z"]}"#],
                "a@y": [#"{"title": "Only %i", "environment": {"P": "%%"}}"#],
                "a": [#"{"title": "not mine"}"#],
                "a@z": [#"{"instances": ["q"]}"#],
            ])
        #expect(lines.count == 3)
        #expect(lines[0].hasPrefix(#"{"identifier":"a@x","title":"All of x","shell":"run x","origins""#))
        #expect(lines[1].hasPrefix(#"{"identifier":"a@y","title":"Only y","shell":"run y""#))
        #expect(lines[2].hasPrefix("a@z! a@z.d/0.json: of a@z: instances: this stands for several jobs"))
    }

    @Test func `that breaks a template breaks all of it`() throws {
        let lines = try jobs(
            "a@", #"{"identifier": "a@", "instances": ["x"], "shell": "true"}"#,
            ["a@": [#"{"instances": []}"#]])
        #expect(
            lines.count == 1 && lines[0].hasPrefix("! a@.d/0.json: instances: the template stands for no job")
        )
    }

    @Test func `that breaks all jobs of a template alike is told once, and of one with its name`() throws {
        let text = #"{"identifier": "a@", "instances": ["x", "1"], "shell": "true"}"#
        #expect(
            try jobs("a@", text, ["a@": [#"{"exclusive": 3}"#]])
                == ["! a@.d/0.json: exclusive: found a number; write true or false"])
        let lines = try jobs("a@", text, ["a@": [#"{"timeBudget": "%ih"}"#]])
        #expect(lines[0].hasPrefix("a@x! a@.d/0.json: of a@x: timeBudget: \"xh\" is no duration"), "\(lines)")
        #expect(lines[1].hasPrefix(#"{"identifier":"a@1","#))
    }

    @Test func `does not make a descriptor larger than one may be`() throws {
        let long = String(repeating: "x", count: 40_000)
        let lines = try jobs(
            "a", #"{"identifier": "a", "shell": "\#(long)"}"#, ["a": [#"{"standardInput": "\#(long)"}"#]])
        #expect(lines.count == 1 && lines[0].contains("65536 at most; shorten it"), "\(lines[0].prefix(200))")
    }
}

@Suite struct `A file of a jobs directory` {
    @Test func `is named for what it describes, a template too`() throws {
        #expect(try jobs("b", backup) == ["! b.json: it describes a; name the file a.json"])
        #expect(
            try jobs("b@", #"{"identifier": "a@", "instances": ["x"], "shell": "true"}"#)
                == ["! b@.json: it describes a@; name the file a@.json"])
        let lines = try jobs("a@", backup)
        #expect(lines[0].hasPrefix("! a@.json: identifier: the name of a template ends in '@'"), "\(lines)")
    }

    @Test func `may describe one job with an instance, in which no sign stands for it`() throws {
        let lines = try jobs(
            "a@x", #"{"identifier": "a@x", "shell": "date +%i"}"#, ["a@": [#"{"title": "of all"}"#]])
        #expect(lines == [#"{"identifier":"a@x","shell":"date +%i"}"#])
    }
}

@Suite struct `The origins of keys` {
    // B-106
    @Test func `are kept by the store with the descriptor, and taken from nobody else`() throws {
        let text =
            #"{"identifier":"a","title":"A","shell":"true","origins":[{"dropIn":"/x","keys":["title"]},{"keys":["notify"]}]}"#
        let job = try JobDescriptor(json: Array(text.utf8))
        #expect(
            job.origins == [
                KeyOrigin(.dropIn(path: "/x"), keys: ["title"]), KeyOrigin(.policy, keys: ["notify"]),
            ])
        #expect(job.json.text() == text)
        #expect(JSONValue.object(job.shownJSON).text() == #"{"identifier":"a","title":"A","shell":"true"}"#)
        #expect(refusal(of: text, rules: DescriptorRules()).hasPrefix("origins: unknown key"))
        #expect(
            refusal(of: #"{"identifier": "a", "shell": "true", "origins": [{"dropIn": 3}]}"#).contains(
                "origins[0].dropIn: found a number"))
    }
}
