// The part of the page's script that makes lanes, and tells what one points at.

extension PageScript {
    static let lanes = #"""
        const LOOKS = { fail: 4, early: 3, run: 3, frozen: 3, ok: 2, skip: 2, likely: 2 };
        class Lane {
          constructor(title, small, note, isBad, items, summary, chances) {
            this.items = items; this.title = title; this.chances = chances; this.at = -1; this.seen = false;
            this.element = document.createElement("div");
            this.element.className = "lane";
            const label = document.createElement("div");
            const h = document.createElement("h3");
            h.textContent = title;
            if (small) { const s = document.createElement("small"); s.textContent = " " + small; h.append(s); }
            label.append(h);
            this.note = document.createElement("p");
            const words = document.createElement("span");
            words.textContent = note;
            if (isBad) words.className = "bad";
            this.note.append(words);
            label.append(this.note);
            this.plot = document.createElement("div");
            this.plot.className = "plot";
            this.plot.tabIndex = 0;
            this.plot.setAttribute("role", "group");
            this.plot.setAttribute("aria-roledescription", "timeline");
            this.plot.setAttribute("aria-label", title + ": " + summary);
            this.plot.setAttribute("aria-describedby", "keys");
            this.canvas = document.createElement("canvas");
            this.canvas.setAttribute("aria-hidden", "true");
            this.plot.append(this.canvas);
            this.element.append(label, this.plot);
            this.plot.addEventListener("pointermove", (e) => this.point(e));
            this.plot.addEventListener("pointerdown", (e) => this.point(e));
            this.plot.addEventListener("pointerleave", (e) => {
              // A finger leaves as soon as it has pointed.
              if (e.pointerType !== "touch" && document.activeElement !== this.plot) this.choose(-1);
            });
            this.plot.addEventListener("keydown", (e) => this.key(e));
            this.plot.addEventListener("blur", () => this.choose(-1));
          }
          draw() {
            if (!this.seen) return;
            const { g, w, h, scale, x } = prepare(this.canvas);
            backdrop(g, w, h, x);
            if (!this.isGaps) for (const gap of D.gaps) {
              const a = x(gap[0]), b = x(gap[0] + gap[1]);
              if (b < 0 || a > w) continue;
              g.fillStyle = gap[2] === 0 ? ink.track : pattern(g, "gap", scale);
              g.fillRect(a, 0, b - a, h);
            }
            if (this.chances && view.b > D.length) this.drawAhead(g, h, x);
            const rank = (item) => LOOKS[item.look] || 1;
            for (let level = 1; level <= 4; level++) for (const item of this.items) {
              if (rank(item) !== level || item.b < view.a || item.a > view.b) continue;
              const a = Math.max(x(item.a), -20), b = Math.min(x(item.b), w + 20);
              paint(g, item, a, b - a, h, scale);
            }
            nowLine(g, h, x);
            const chosen = this.items[this.at];
            if (chosen) {
              const a = Math.max(1, x(chosen.a) - 3), b = Math.min(w - 1, x(chosen.b) + 3);
              g.strokeStyle = ink.ink; g.lineWidth = 2; box(g, a, 2, Math.max(b - a, 6), h - 4, 4); g.stroke();
            }
          }
          /* How likely it holds, the fainter the farther ahead. */
          drawAhead(g, h, x) {
            for (let t = D.length; t < Math.min(view.b, end); t += HOUR - (date(t).getMinutes() * 60 + date(t).getSeconds())) {
              const chance = this.chances[date(t).getDay() * 24 + date(t).getHours()];
              if (!(chance > 0)) continue;
              const high = (h - 8) * chance / 100;
              g.fillStyle = ink.there;
              g.globalAlpha = .75 * (1 - .75 * (t - D.length) / ahead);
              g.fillRect(x(t), h - 4 - high, Math.max(1, x(t + HOUR) - x(t) - .5), high);
            }
            g.globalAlpha = 1;
          }
          point(event) {
            const bounds = this.canvas.getBoundingClientRect();
            const seconds = (view.b - view.a) / bounds.width;
            const t = view.a + (event.clientX - bounds.left) * seconds, reach = 5 * seconds;
            let best = -1, rank = -1;
            this.items.forEach((item, index) => {
              if (t < item.a - reach || t > Math.max(item.b, item.a) + reach) return;
              const near = t >= item.a && t <= item.b ? .5 : 0;
              const r = (LOOKS[item.look] || 1) + near - Math.min(.4, Math.abs(t - item.a) / (reach * 100));
              if (r > rank) { rank = r; best = index; }
            });
            this.choose(best);
          }
          key(event) {
            const visible = (i) => i.b >= view.a && i.a <= view.b;
            const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
            if (step) {
              let next = this.at < 0 ? (step > 0 ? this.items.findIndex(visible) : this.items.findLastIndex(visible)) : this.at + step;
              next = Math.max(0, Math.min(this.items.length - 1, next));
              const item = this.items[next];
              if (item && !visible(item)) move((item.a + item.b) / 2 - (view.a + view.b) / 2);
              this.choose(next);
            } else if (event.key === "Home") this.choose(this.items.findIndex(visible));
            else if (event.key === "End") this.choose(this.items.findLastIndex(visible));
            else if (event.key === "+" || event.key === "=") zoom(.5, this.items[this.at]);
            else if (event.key === "-") zoom(2, this.items[this.at]);
            else if (event.key === "Escape") this.choose(-1);
            else return;
            event.preventDefault();
          }
          choose(index) {
            if (index === this.at) return;
            this.at = index;
            this.draw();
            tell(index < 0 ? null : this);
          }
        }

        const tell = (lane) => {
          const panel = $("detail"), log = $("log");
          panel.hidden = !lane;
          if (!lane) return;
          const item = lane.items[lane.at];
          const lines = item.say();
          $("said").replaceChildren(...[lane.title + " \u2013 " + lines[0], ...lines.slice(1)].map((text) => {
            const p = document.createElement("p"); p.textContent = text; return p;
          }));
          $("said").firstChild.style.fontWeight = 600;
          const output = item.run !== undefined && lane.job ? lane.job.logs[item.run] : undefined;
          log.hidden = output === undefined;
          log.textContent = output === undefined ? "" : output;
        };
        """#
}
