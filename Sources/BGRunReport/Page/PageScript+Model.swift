// The part of the page's script that reads the data and puts it into words.

extension PageScript {
    static let model = #"""
        const D = JSON.parse(document.getElementById("data").textContent);
        const $ = (id) => document.getElementById(id);
        const HOUR = 3600, DAY = 86400;
        const OUTCOMES = ["succeeded", "failed", "ran out of time", "was interrupted", "was not finished",
          "was cancelled", "could not be launched"];
        const ABSENT = ["the machine was asleep", "the machine was off, or bgrund did not run", "nothing is known"];
        const VERDICTS = ["did not hold", "held", "could not be known"];
        const ahead = Math.min(3 * DAY, Math.max(12 * HOUR, D.length / 4));
        const end = D.length + ahead;

        /* A lack is told as "name\nwords": the name chooses how it is drawn. */
        const lack = (place) => {
          const text = D.texts[place] || "";
          const cut = text.indexOf("\n");
          return { name: text.slice(0, cut), words: text.slice(cut + 1) };
        };
        const POWER = ["externalPower", "batteryLevel", "charging", "powerSaver"];
        const NETWORK = ["network", "unmetered", "interface", "transport", "ssid", "vpn", "online", "reachable"];
        const IDLE = ["idle", "locked", "load", "pressure", "lid"];
        const HOLDS = ["earliestBeginDate", "trigger", "spacing", "ended", "paused", "disabled", "invalid", "resting", "backOff",
          "allowedHours", "after", "settling", "limit", "catchUp", "conflict", "queue", "shortage", "storage", "sleep", "shutdown"];
        const kindOf = (name) => POWER.includes(name) ? "power" : NETWORK.includes(name) ? "network"
          : IDLE.includes(name) ? "idle" : HOLDS.includes(name) ? "hold" : "other";

        const clock = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit" });
        const day = new Intl.DateTimeFormat(undefined, { weekday: "short", day: "numeric", month: "short" });
        const month = new Intl.DateTimeFormat(undefined, { month: "short", year: "numeric" });
        const date = (t) => new Date((D.origin + t) * 1000);
        const when = (t) => day.format(date(t)) + " " + clock.format(date(t));
        const until = (a, b) => {
          const same = date(a).toDateString() === date(b).toDateString();
          return when(a) + " to " + (same ? clock.format(date(b)) : when(b));
        };
        const long = (s) => {
          const pair = (a, u, b, v) => a + " " + u + (b ? " " + b + " " + v : "");
          s = Math.max(0, Math.round(s));
          return s < 60 ? s + " s" : s < HOUR ? pair(Math.floor(s / 60), "min", s % 60, "s")
            : s < DAY ? pair(Math.floor(s / HOUR), "h", Math.floor(s % HOUR / 60), "min")
            : pair(Math.floor(s / DAY), "d", Math.floor(s % DAY / HOUR), "h");
        };
        const many = (n, noun) => n + " " + noun + (n === 1 ? "" : "s");

        /* What a wait was for. */
        const whyOf = (wait) => wait.length < 3 ? "something else" : wait[2] < 0 ? ABSENT[-1 - wait[2]] || ABSENT[2]
          : wait.slice(2).map((p) => lack(p).words).join(", ");
        const lookOf = (wait) => wait.length < 3 ? "other" : wait[2] < 0 ? "gap" : kindOf(lack(wait[2]).name);
        /* The longest reason within a time. */
        const cause = (job, a, b) => {
          const sums = new Map();
          for (const wait of job.waits) {
            const span = Math.min(b, wait[0] + wait[1]) - Math.max(a, wait[0]);
            if (span > 0) sums.set(whyOf(wait), (sums.get(whyOf(wait)) || 0) + span);
          }
          return [...sums].sort((x, y) => y[1] - x[1]).map((x) => x[0])[0];
        };

        /* Everything that may be pointed at, in order: a and b in seconds, what it looks like, and its words. */
        const jobItems = (job) => {
          const items = [];
          for (const w of job.waits) items.push({
            a: w[0], b: w[0] + w[1], look: lookOf(w), kind: "wait",
            say: () => ["Waited " + long(w[1]) + ": " + whyOf(w), until(w[0], w[0] + w[1])] });
          for (const r of job.runs) {
            const [due, start, span, outcome, number, why, took] = r;
            const look = outcome === 0 ? "ok" : outcome === 1 || outcome === 6 ? "fail" : "early";
            items.push({ a: start, b: start + span, look, kind: "run", run: number, due,
              say: () => {
                const late = start - due;
                const reason = late >= 60 ? cause(job, due, start) : undefined;
                return ["Run " + number + " " + OUTCOMES[outcome] + (D.texts[why] ? ": " + D.texts[why] : ""),
                  until(start, start + span) + (took === null ? "" : ", took " + long(took)) + "; "
                    + (late < 60 ? "on time" : long(late) + " late" + (reason ? ": " + reason : ""))];
              } });
          }
          for (const s of job.skips) items.push({ a: s[0], b: s[0], look: "skip", kind: "skip",
            say: () => ["An occurrence was skipped: " + D.texts[s[1]], when(s[0])] });
          if (job.active) {
            const frozen = job.frozen !== undefined;
            items.push({ a: job.active[0], b: D.length, look: "run", kind: "run", run: job.active[1],
              say: () => ["Run " + job.active[1] + (frozen ? " is frozen since " + when(job.frozen) : " goes on"),
                "since " + when(job.active[0])] });
            if (frozen) items.push({ a: job.frozen, b: D.length, look: "frozen", kind: "frozen",
              say: () => ["Frozen: " + job.now, "since " + when(job.frozen)] });
          }
          if (job.likely) items.push({ a: job.likely[0], b: job.likely[0], look: "likely", kind: "likely",
            sure: job.likely[1],
            say: () => ["Likely start, how sure: " + job.likely[1], when(job.likely[0]) + "; " + job.likely[2]] });
          return items.sort((x, y) => x.a - y.a);
        };
        const laneItems = (lane) => lane.spans.map((s) => ({
          a: s[0], b: s[0] + s[1], look: ["no", "there", "unknown"][s[2]], kind: "seen",
          say: () => [lane.name + " " + VERDICTS[s[2]] + " for " + long(s[1]), until(s[0], s[0] + s[1])] }));
        const gapItems = () => D.gaps.map((g) => ({
          a: g[0], b: g[0] + g[1], look: ["asleep", "off", "unknown"][g[2]], kind: "gap",
          say: () => [ABSENT[g[2]] + " for " + long(g[1]), until(g[0], g[0] + g[1])] }));
        """#
}
