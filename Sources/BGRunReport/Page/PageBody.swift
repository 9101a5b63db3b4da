// The page's markup: what can be read without its script, and the places that the script fills.
import BGRunCalendar
import BGRunJob
import BGRunText

/// The body of the page, but for data and script.
struct PageBody {
    let content: ReportContent
    let clock: LocalClock
    let summary: String

    init(_ content: ReportContent, clock: LocalClock, summary: String) {
        self.content = content
        self.clock = clock
        self.summary = summary
    }

    var text: String {
        """
        <a class="skip" href="#jobs">Skip to the jobs</a>
        <header>
        <h1><span class="brand">bgrun</span> on \(ReportPage.escaped(content.host))</h1>
        <p class="sub">\(ReportPage.escaped(span))</p>
        \(begin)\(faults)<ul class="cards" aria-label="At a glance">\(cards)</ul>
        </header>
        <nav aria-label="What is shown">
        <div class="group" role="group" aria-label="Span">
        <button type="button" data-span="1">Day</button><button type="button" data-span="7">Week</button>\
        <button type="button" data-span="30">Month</button><button type="button" data-span="0">All</button>
        </div>
        <div class="group" role="group" aria-label="Move">
        <button type="button" id="earlier" aria-label="Earlier">&#8592;</button>\
        <button type="button" id="later" aria-label="Later">&#8594;</button>
        </div>
        <label class="find"><span>Find</span> <input id="find" type="search" placeholder="a job" autocomplete="off"></label>
        <label class="check"><input id="trouble" type="checkbox"> only what went wrong</label>
        </nav>
        <main>
        <p id="keys" class="hint">Point at a lane, or go to one with Tab: the arrow keys go through what happened, \
        + and &#8722; zoom. Each lane has a table, too.</p>
        <div id="legend" class="legend" aria-label="Legend"></div>
        <div id="axis" class="lane axis" aria-hidden="true"><div></div><div class="plot"><canvas></canvas></div></div>
        <section id="machine" aria-labelledby="machine-title"><h2 id="machine-title">The machine</h2></section>
        <section id="jobs" aria-labelledby="jobs-title" tabindex="-1"><h2 id="jobs-title">Jobs</h2>
        <p id="none" class="hint" hidden>No job is like that.</p></section>
        <section aria-labelledby="summary-title" class="summary">
        <h2 id="summary-title">Summary</h2>
        <p class="hint">For a bug report. It has names of jobs, and no output of theirs.
        <button type="button" id="copy">Copy</button> <span id="copied" role="status"></span></p>
        <pre id="summary" tabindex="0">\(ReportPage.escaped(summary))</pre>
        </section>
        </main>
        <aside id="detail" class="detail" aria-label="Details" hidden>
        <button type="button" id="close" aria-label="Close the details">&#215;</button>
        <div id="said" role="status" aria-live="polite"></div>
        <pre id="log" tabindex="0" aria-label="The end of the run's output" hidden></pre>
        </aside>
        <noscript><p class="hint">The lanes are drawn by a script, which is switched off here. The summary has the essence.</p></noscript>
        """
    }

    private var span: String {
        let machine = content.machine
        return
            "\(date(machine.from)) to \(date(machine.to)), by the machine's clock; made by bgrun \(content.version)"
    }

    private var begin: String {
        guard content.machine.begin > content.machine.from else { return "" }
        return
            "<p class=\"sub\">The record begins \(date(content.machine.begin)): nothing is kept of the time before.</p>\n"
    }

    private var faults: String {
        content.headlines.map { "<p class=\"fault\">\(ReportPage.escaped($0))</p>\n" }.joined()
    }

    private var cards: String {
        let jobs = content.jobs
        let runs = jobs.flatMap(\.timeline.runs)
        let succeeded = runs.count { $0.outcome == .succeeded }
        let failed = runs.count { $0.outcome == .failed || $0.outcome == .couldNotLaunch }
        let running = jobs.count { $0.timeline.activeRun != nil }
        let troubled = jobs.count { !$0.troubles.isEmpty }
        let share = runs.isEmpty ? "–" : "\(succeeded * 100 / runs.count) %"
        return card("\(jobs.count)", jobs.count == 1 ? "job" : "jobs")
            + card(Self.grouped(runs.count), runs.count == 1 ? "run" : "runs")
            + card(share, "succeeded") + card(Self.grouped(failed), "failed", isBad: failed > 0)
            + card("\(troubled)", "in trouble", isBad: troubled > 0)
            + card("\(jobs.count { $0.state == .due })", "waiting now") + card("\(running)", "running now")
    }

    private func card(_ number: String, _ words: String, isBad: Bool = false) -> String {
        "<li\(isBad ? " class=\"bad\"" : "")><b>\(number)</b> <span>\(words)</span></li>"
    }

    /// `71,539`.
    private static func grouped(_ number: Int) -> String {
        var text = String(number % 1000)
        var rest = number / 1000
        while rest > 0 {
            text =
                String(rest % 1000) + "," + String(repeating: "0", count: 3 - text.prefix { $0 != "," }.count)
                + text
            rest /= 1000
        }
        return text
    }

    private func date(_ instant: WallTime) -> String {
        let shown = clock.local(instant)
        return "\(shown.weekdayText) \(shown.dayText) \(shown.minuteText)"
    }
}
