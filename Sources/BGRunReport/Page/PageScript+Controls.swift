// The part of the page's script that puts all together and listens to buttons.

extension PageScript {
    static let controls = #"""
        const lanes = [];
        const watcher = new IntersectionObserver((entries) => {
          for (const entry of entries) {
            const lane = entry.target.lane;
            lane.seen = entry.isIntersecting;
            if (lane.seen) lane.draw();
          }
        }, { rootMargin: "300px" });
        const addLane = (parent, lane, isMachine) => {
          if (isMachine) lane.element.classList.add("machine");
          lane.element.lane = lane;
          addTable(lane);
          parent.append(lane.element);
          lanes.push(lane);
          watcher.observe(lane.element);
        };
        const share = (part, whole) => whole > 0 ? Math.round(100 * part / whole) + " % of the time that was seen" : "nothing was seen";
        const total = (spans, test) => spans.filter(test).reduce((sum, s) => sum + s[1], 0);

        for (const lane of D.lanes) {
          const held = share(total(lane.spans, (s) => s[2] === 1), total(lane.spans, () => true));
          addLane($("machine"), new Lane(lane.name, "", held, false, laneItems(lane), "held " + held, lane.ahead.length ? lane.ahead : null), true);
        }
        {
          const words = ["asleep", "off", "not known"].map((word, kind) => [total(D.gaps, (g) => g[2] === kind), word])
            .filter((x) => x[0] > 0).map((x) => long(x[0]) + " " + x[1]).join(", ") || "never asleep or off";
          const lane = new Lane("sleep", "", words, false, gapItems(), words, null);
          lane.isGaps = true;
          addLane($("machine"), lane, true);
        }
        for (const job of D.jobs) {
          const failed = job.runs.filter((r) => r[3] === 1 || r[3] === 6).length;
          const waited = total(job.waits, () => true);
          const summary = [many(job.runs.length, "run"), failed ? failed + " failed" : "", waited ? "waited " + long(waited) : ""].filter(Boolean).join(", ");
          const note = (job.trouble || (job.state === "gone" ? "has left" : job.now || job.state)) + "; " + summary;
          const lane = new Lane(job.title, job.owner || "", note, !!job.trouble, jobItems(job), (job.trouble ? job.trouble + "; " : "") + summary, null);
          lane.job = job;
          lane.words = (job.title + " " + job.id + " " + (job.owner || "")).toLowerCase();
          lane.isTrouble = !!job.trouble || failed > 0 || job.skips.some((s) => !s[2]) || job.runs.some((r) => r[3] > 1) || job.runs.some((r) => r[1] - r[0] > 6 * HOUR);
          addLane($("jobs"), lane, false);
        }

        const axis = document.querySelector("#axis canvas");
        const draw = () => { drawAxis(axis); for (const lane of lanes) lane.draw(); };
        const show = (a, b) => {
          const span = Math.min(Math.max(b - a, HOUR), end);
          view.a = Math.max(0, Math.min(a, end - span));
          view.b = view.a + span;
          draw();
        };
        const move = (by) => show(view.a + by, view.b + by);
        const zoom = (factor, item) => {
          const middle = item ? (item.a + item.b) / 2 : (view.a + view.b) / 2, half = (view.b - view.a) * factor / 2;
          press(null);
          show(middle - half, middle + half);
        };
        const spans = [...document.querySelectorAll("[data-span]")];
        const press = (chosen) => { for (const button of spans) button.setAttribute("aria-pressed", String(button === chosen)); };
        /* So many days up to now, with a sixth of them ahead. */
        const choose = (button) => {
          const days = Number(button.dataset.span);
          press(button);
          if (days === 0 || days * DAY >= D.length) return show(days === 0 ? 0 : D.length - days * DAY, end);
          const to = Math.min(end, D.length + days * DAY / 6);
          show(D.length - days * DAY, to);
        };
        for (const button of spans) {
          const days = Number(button.dataset.span);
          button.hidden = days > 0 && days * DAY > D.length + DAY;
          button.addEventListener("click", () => choose(button));
        }
        $("earlier").addEventListener("click", () => move(-.8 * (view.b - view.a)));
        $("later").addEventListener("click", () => move(.8 * (view.b - view.a)));
        const filter = () => {
          const words = $("find").value.trim().toLowerCase(), only = $("trouble").checked;
          let count = 0;
          for (const lane of lanes) {
            if (!lane.job) continue;
            const fits = lane.words.includes(words) && (!only || lane.isTrouble);
            lane.element.hidden = !fits;
            if (fits) count++;
          }
          $("none").hidden = count > 0 || D.jobs.length === 0;
        };
        $("find").addEventListener("input", filter);
        $("trouble").addEventListener("change", filter);
        $("close").addEventListener("click", () => { for (const lane of lanes) lane.choose(-1); $("detail").hidden = true; });
        $("copy").addEventListener("click", async () => {
          const text = $("summary").textContent;
          let done = false;
          try { await navigator.clipboard.writeText(text); done = true; } catch {
            getSelection().selectAllChildren($("summary"));
            try { done = document.execCommand("copy"); } catch { done = false; }
          }
          $("copied").textContent = done ? "Copied." : "It is selected: copy it with Ctrl-C.";
        });
        if (!D.jobs.length) { $("none").hidden = false; $("none").textContent = "There are no jobs; bgrun submit brings one."; }

        readColours();
        drawLegend();
        const redo = () => { readColours(); drawLegend(); draw(); };
        matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redo);
        addEventListener("resize", () => { drawLegend(); draw(); });
        addEventListener("beforeprint", () => { for (const lane of lanes) lane.seen = true; draw(); });
        const fitting = spans.filter((button) => !button.hidden);
        /* Where something happened: of little the shortest span that has all of it, else the usual one, up to now or to the last of it. */
        const open = () => {
          const days = (button) => Number(button.dataset.span), jobs = lanes.filter((lane) => lane.job);
          const usual = fitting.find((button) => days(button) === (D.length > 40 * DAY ? 30 : D.length > 10 * DAY ? 7 : 0)) || fitting[fitting.length - 1];
          const known = (jobs.length ? jobs : lanes).flatMap((lane) => lane.items).filter((item) => item.kind !== "likely");
          if (!known.length) return choose(usual);
          const [first, last] = known.reduce((sum, item) => [Math.min(sum[0], item.a), Math.max(sum[1], item.b)], [Infinity, 0]);
          const span = days(usual) * DAY || D.length, back = D.length - first;
          if (last <= D.length - span) { press(null); return show(last - span * 5 / 6, last + span / 6); }
          if (back < DAY / 2) {
            press(null);
            return show(D.length - Math.max(1.1 * back, .8 * HOUR), D.length + Math.max(.2 * back, .2 * HOUR));
          }
          choose(fitting.find((button) => days(button) > 0 && days(button) * DAY <= span && back <= days(button) * DAY) || usual);
        };
        open();
        document.documentElement.dataset.ready = String(Math.round(performance.now()));
        """#
}
