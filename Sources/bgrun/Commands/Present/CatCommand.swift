// bgrun cat: a job's descriptor as it holds, and which files say what of it.
import ArgumentParser
import BGRunJSON
import BGRunText
import BGRunWire

struct CatCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cat",
        abstract: "Show a job's descriptor, and which files and defaults it is put together of.",
        discussion: """
            The lines above it say where its keys come from: the job's own file, the drop-ins beside it, each with \
            the keys that it changes, and the policy's defaults. What is at its default is left out; values of \
            environment and standardInput are hidden.
            """)

    @OptionGroup var job: JobArgument

    func run() throws {
        try job.find { target in
            try job.call.show(
                CatCall(target),
                by: { reply in
                    let descriptor = JSONValue.object(reply.descriptor).text(layout: .pretty)
                    Terminal.page(
                        CatText(reply, descriptor: descriptor).lines, job.call.output, isUnbroken: true)
                })
        }
    }
}
