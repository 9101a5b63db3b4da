// Templates: which jobs a descriptor with instances stands for, and what each of them says.
import BGRunJSON
import BGRunJob
import Testing

/// The jobs of a template, each as its descriptor; or what is wrong with it.
private func jobs(_ text: String) -> [String] {
    do {
        guard case .object(let object) = try JSONValue(parsing: Array(text.utf8), limits: .descriptor) else {
            return ["no object"]
        }
        let template = try JobTemplate(object)
        return template.jobs.map { job in
            do throws(DescriptorError) {
                return try JobDescriptor(value: .object(template.object(for: job))).maskedText
            } catch {
                return "\(job)! \(error)"
            }
        }
    } catch let error as DescriptorError {
        return ["! \(error)"]
    } catch {
        return ["! \(error)"]
    }
}

private func template(_ members: String, instances: String = #"["home", "photos"]"#) -> String {
    #"{"identifier": "org.example.backup@", "instances": \#(instances), \#(members)}"#
}

@Suite struct `A template` {
    // B-105
    @Test func `stands for a job for each of its instances, whose name is in their values`() {
        let text = template(
            #"""
            "command": ["restic", "backup", "/home/me/%i"], "title": "Back up %i", "workingDirectory": "/home/me/%i",
            "requires": {"pathExists": "/mnt/%i"}, "after": ["org.example.fetch@%i"], "tags": ["%i"]
            """#)
        #expect(
            jobs(text)
                == ["home", "photos"].map { name in
                    #"{"identifier":"org.example.backup@\#(name)","title":"Back up \#(name)","#
                        + #""command":["restic","backup","/home/me/\#(name)"],"workingDirectory":"/home/me/\#(name)","#
                        + #""requires":{"pathExists":"/mnt/\#(name)"},"tags":"\#(name)","after":"org.example.fetch@\#(name)"}"#
                })
    }

    // B-105
    @Test func `leaves keys and any other percent sign as they are`() {
        let text = template(
            #""shell": "date +%F %% %%i %i%i %I 100%", "environment": {"A": "%i"}"#, instances: #"["a.b"]"#)
        #expect(
            jobs(text) == [
                #"{"identifier":"org.example.backup@a.b","shell":"date +%F % %i a.ba.b %I 100%","environment":{"A":"…"}}"#
            ])
    }

    // B-105
    @Test(
        arguments: [
            (#"[]"#, "instances: the template stands for no job; write a list of names such as"),
            (#"["a", "b", "a"]"#, "instances[2]: the list has \"a\" already; remove one of them"),
            (#"["-a"]"#, "instances[0]: \"-a\" is not made of letters"),
            (#"["a@b"]"#, "instances[0]: \"a@b\" is not made of letters"),
            (#"["a/b"]"#, "instances[0]: \"a/b\" is not made of letters"),
            (#"["a..b"]"#, "instances[0]: an identifier can't contain '..'; choose another name"),
            (#""home""#, "instances: found a string; write a list of names such as [\"home\", \"photos\"]"),
            (#"[1]"#, "instances[0]: found a number; write a string"),
            (
                "[\((0...250).map { "\"i\($0)\"" }.joined(separator: ","))]",
                "instances: the list has 251 entries, 250 at most; make a second template"
            ),
        ])
    func `refuses other instances`(instances: String, reason: String) {
        let lines = jobs(template(#""shell": "true""#, instances: instances))
        #expect(lines.count == 1 && lines[0].hasPrefix("! \(reason)"), "\(lines)")
    }

    // B-105
    @Test(
        arguments: [
            (
                #""a", "instances": ["x"]"#,
                "identifier: the name of a template ends in '@'; write \"a@\", or remove"
            ),
            (#""a@""#, "instances: the key is missing; write which jobs the template stands for"),
            (#""@", "instances": ["x"]"#, "identifier: an identifier starts with a letter or a digit"),
            (#""a@b@", "instances": ["x"]"#, "identifier: an identifier has one '@' at most"),
            (#"7, "instances": ["x"]"#, "identifier: found a number"),
        ])
    func `has a name that ends so, and a list`(identifier: String, reason: String) {
        let lines = jobs(#"{"shell": "true", "identifier": \#(identifier)}"#)
        #expect(lines.count == 1 && lines[0].hasPrefix("! \(reason)"), "\(lines)")
    }

    @Test func `makes no name that is longer than a name may be`() {
        let name = String(repeating: "a", count: 250)
        #expect(
            jobs(#"{"shell": "true", "identifier": "\#(name)@", "instances": ["home", "homes"]}"#) == [
                "! instances[1]: an identifier has at most 255 bytes; choose another name"
            ])
    }

    @Test(.timeLimit(.minutes(1))) func `makes no descriptor that is longer than one may be`() {
        let name = String(repeating: "x", count: 60)
        let list = (100..<102).map { "\"\(name)\($0)\"" }.joined(separator: ",")
        let lines = jobs(
            template(#""shell": "\#(String(repeating: "%i", count: 20_000))""#, instances: "[\(list)]"))
        #expect(lines.count == 2)
        for line in lines { #expect(line.contains("65536 at most; shorten it"), "\(line.prefix(200))") }
    }

    @Test func `makes no jobs that are too much together`() {
        let names = (0..<250).map { "\"n\($0)\(String(repeating: "x", count: 50))\"" }.joined(separator: ",")
        let marks = String(repeating: "%i", count: 400)
        #expect(
            jobs(template(#""title": "\#(marks)""#, instances: "[\(names)]")).first?
                .hasPrefix("! instances: the template's jobs have ") == true)
    }

    @Test func `says which of its jobs is wrong`() {
        let lines = jobs(template(#""shell": "true", "after": ["org.example.backup@home"]"#))
        #expect(lines[0] == "org.example.backup@home! after: the job would wait for itself; remove it")
        #expect(lines[1].hasPrefix("{"))
    }

    // B-105
    @Test func `is no descriptor of one job`() {
        #expect(
            refusal(of: #"{"identifier": "a", "shell": "true", "instances": ["x"]}"#).hasPrefix(
                "instances: this stands for several jobs, and one is described here; hand it over with"))
        #expect(
            refusal(of: #"{"identifier": "a@", "shell": "true"}"#).hasPrefix(
                "identifier: an identifier ends in its instance; only a template's ends in '@'"))
    }
}

// B-105
@Suite struct `An identifier with an instance` {
    @Test(arguments: ["a@b", "a.b@1", "org.example.backup@nas.local", "a-@b_"])
    func `has one '@' between two parts`(text: String) throws {
        let identifier = try #require(JobIdentifier(text))
        let parts = text.split(separator: "@").map(String.init)
        #expect(identifier.instance == parts[1])
        #expect(identifier.template == "\(parts[0])@")
    }

    @Test(arguments: [
        "@", "a@", "@a", "a@b@c", "a@@b", "a@.b", "a@-b", "a@b..c", "a@b/c", "a@\u{e9}", "a@b ",
    ])
    func `has nothing else about it`(text: String) {
        #expect(JobIdentifier(text) == nil)
        #expect(JobIdentifier.fault(in: text) != nil)
    }

    @Test func `is no application's and no task's`() {
        #expect(TaskPattern("com.example.a@b") == nil)
        let manifest = #"{"application": "com.example@a", "command": ["/bin/true"], "tasks": {"x": {}}}"#
        #expect(
            refusal(ofManifest: manifest).contains("application: only jobs have instances, behind '@'"))
        let tasks = #"{"application": "com.example", "command": ["/bin/true"], "tasks": {"x@y": {}}}"#
        #expect(refusal(ofManifest: tasks).contains("a task has no instance, behind '@'"))
    }
}
