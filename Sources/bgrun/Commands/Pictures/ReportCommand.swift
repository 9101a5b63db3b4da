// bgrun report: the past as one page for a browser.
import ArgumentParser
import BGRunCalendar
import BGRunClient
import BGRunJSON
import BGRunJob
import BGRunReport
import BGRunText
import BGRunWire

struct ReportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "report",
        abstract:
            "Write a page that shows when jobs waited, for what, and how they ran, and what the machine was like.",
        discussion: """
            The page needs nothing but a browser. It has the ends of what jobs have written, so only you can read the file.
            With --open alone the page lies in ~/.cache/bgrun. Without either the summary is printed that it ends with.
            """)

    @Option(help: ArgumentHelp("Write the page to this file, in place of what is there.", valueName: "file"))
    var html: String?

    @Flag(help: "Show the page in the browser.")
    var open = false

    @Option(help: "How many days, up to now.")
    var days = 30

    @OptionGroup var tagged: TagOption

    @OptionGroup var call: CallOptions

    private static let mostDays = 3660

    func validate() throws {
        guard (1...Self.mostDays).contains(days) else {
            throw ValidationError("--days takes a number from 1 to \(Self.mostDays)")
        }
        if html == "" { throw ValidationError("--html needs the name of a file") }
    }

    func run() throws {
        let clock = LocalZone.clock
        let since = clock.now.advanced(by: .seconds(-86_400) * days)
        let past = try RecordedPast.asked(tagged.selection(nil, of: call.daemon.owner), since: since, call)
        let content = try ReportSources(past, call).content(showing: html != nil || open, clock)
        guard html != nil || open else {
            let summary = ReportSummary(content, clock: clock).text
            if call.output.json { return Terminal.write(json: ["summary": .string(summary)]) }
            return Terminal.write(sentences: summary)
        }
        let page = ReportPage(content, clock: clock, nonce: Self.nonce).html
        let file = try html.map { try ReportFile($0) } ?? ReportFile.inCache()
        try file.replace(with: page)
        if call.output.json {
            Terminal.write(
                json: ["file": .string(file.path), "bytes": .integer(Int64(page.utf8.count))])
        } else {
            Terminal.write(sentences: "wrote \(file.path.visible) (\(SizeText.rounded(page.utf8.count)))\n")
        }
        if open { try file.open() }
    }

    private static var nonce: String {
        var generator = SystemRandomNumberGenerator()
        return (0..<2).map { _ in String(generator.next(), radix: 36) }.joined()
    }
}
