// The part of the page's script that draws a lane: each look has a colour, and a pattern or a shape too.

extension PageScript {
    static let drawing = #"""
        const view = { a: 0, b: end };
        let ink = {};
        const readColours = () => {
          const style = getComputedStyle(document.documentElement);
          for (const name of ["bg", "card", "ink", "muted", "line", "track", "ok", "fail", "early", "run", "power", "network",
            "idle", "other", "hold", "there", "gap", "focus"]) ink[name] = style.getPropertyValue("--" + name).trim();
          patterns.clear();
        };
        const patterns = new Map();
        const STROKES = {
          power: [[0, 8, 8, 0], [-2, 2, 2, -2], [6, 10, 10, 6]],
          network: [[2, 2, 3.2, 2], [6, 6, 7.2, 6]],
          idle: [[2, 0, 2, 8], [6, 0, 6, 8]],
          hold: [[0, 2, 8, 2], [0, 6, 8, 6]],
          other: [[0, 0, 8, 8], [0, 8, 8, 0]],
          gap: [[0, 0, 8, 8], [-2, 6, 2, 10], [6, -2, 10, 2]],
        };
        const pattern = (g, look, scale) => {
          const key = look + scale;
          if (!patterns.has(key)) {
            const tile = document.createElement("canvas");
            tile.width = tile.height = 8 * scale;
            const t = tile.getContext("2d");
            t.scale(scale, scale);
            t.fillStyle = look === "gap" ? "transparent" : ink[look];
            t.globalAlpha = .42;
            t.fillRect(0, 0, 8, 8);
            t.globalAlpha = look === "gap" ? .7 : 1;
            t.strokeStyle = look === "gap" ? ink.gap : ink[look];
            t.lineWidth = look === "network" ? 2.4 : 1.4;
            for (const [x, y, u, v] of STROKES[look] || []) { t.beginPath(); t.moveTo(x, y); t.lineTo(u, v); t.stroke(); }
            const p = g.createPattern(tile, "repeat");
            p.setTransform(new DOMMatrix().scale(1 / scale));
            patterns.set(key, p);
          }
          return patterns.get(key);
        };

        const box = (g, x, y, w, h, r) => { g.beginPath(); g.roundRect(x, y, w, h, Math.min(r, w / 2)); };
        /* One item at its place: x from left, w wide, in a lane that is h high. */
        const paint = (g, item, x, w, h, scale) => {
          const mid = h / 2;
          switch (item.look) {
            case "ok": case "run":
              g.fillStyle = item.look === "ok" ? ink.ok : ink.run;
              box(g, x, 5, Math.max(w, 2.5), h - 10, 2.5); g.fill();
              if (item.look === "run") { g.beginPath(); g.moveTo(x + w, 5); g.lineTo(x + w + 7, mid); g.lineTo(x + w, h - 5); g.fill(); }
              break;
            case "frozen":
              g.strokeStyle = ink.bg; g.lineWidth = 2;
              for (let u = x + 3; u < x + w; u += 5) { g.beginPath(); g.moveTo(u, 6); g.lineTo(u, h - 6); g.stroke(); }
              break;
            case "fail": {
              g.fillStyle = ink.fail; box(g, x, 5, Math.max(w, 2.5), h - 10, 1); g.fill();
              const c = x + Math.max(w, 2.5) / 2, s = 4;
              g.strokeStyle = ink.bg; g.lineWidth = 4.5; cross(g, c, mid, s);
              g.strokeStyle = ink.fail; g.lineWidth = 2.4; cross(g, c, mid, s);
              break;
            }
            case "early":
              g.strokeStyle = ink.early; g.lineWidth = 1.6; g.fillStyle = ink.card;
              box(g, x + .8, 5.8, Math.max(w - 1.6, 2), h - 11.6, 2); g.fill(); g.stroke();
              g.fillStyle = ink.early; g.fillRect(x + Math.max(w, 3.6) - 2.5, 5, 2.5, h - 10);
              break;
            case "skip": case "likely": {
              const s = 5;
              g.strokeStyle = item.look === "skip" ? ink.muted : ink.ok; g.lineWidth = 1.8; g.fillStyle = ink.card;
              g.globalAlpha = item.look === "likely" ? ({ good: 1, fair: .75, low: .5 }[item.sure] || .5) : 1;
              if (item.look === "likely") g.setLineDash([2.5, 1.5]);
              g.beginPath(); g.moveTo(x, mid - s); g.lineTo(x + s, mid); g.lineTo(x, mid + s); g.lineTo(x - s, mid); g.closePath();
              g.fill(); g.stroke(); g.setLineDash([]); g.globalAlpha = 1;
              break;
            }
            case "there": g.fillStyle = ink.there; box(g, x, 4, Math.max(w, 1), h - 8, 1.5); g.fill(); break;
            case "no": g.fillStyle = ink.gap; g.fillRect(x, mid - 1, Math.max(w, .5), 2); break;
            case "unknown":
              g.fillStyle = ink.muted;
              for (let u = x; u < x + w; u += 6) g.fillRect(u, mid - 1, 2, 2);
              break;
            case "asleep":
              g.fillStyle = ink.track; box(g, x, 4, Math.max(w, 1), h - 8, 1.5); g.fill();
              if (w > 12) { g.fillStyle = ink.muted; g.font = "italic 11px system-ui, sans-serif"; g.fillText(w > 26 ? "z z" : "z", x + w / 2 - (w > 26 ? 8 : 3), mid + 4); }
              break;
            case "off": g.fillStyle = pattern(g, "gap", scale); g.fillRect(x, 4, Math.max(w, 1), h - 8); break;
            default:
              g.fillStyle = pattern(g, item.look, scale); g.fillRect(x, mid - 6, Math.max(w, 1.5), 12);
              g.strokeStyle = item.look === "gap" ? ink.gap : ink[item.look]; g.lineWidth = 1;
              if (w > 3) g.strokeRect(x + .5, mid - 5.5, w - 1, 11);
          }
        };
        const cross = (g, x, y, s) => {
          g.beginPath(); g.moveTo(x - s, y - s); g.lineTo(x + s, y + s); g.moveTo(x + s, y - s); g.lineTo(x - s, y + s); g.stroke();
        };

        const prepare = (canvas) => {
          const scale = Math.min(window.devicePixelRatio || 1, 3);
          const w = canvas.clientWidth, h = canvas.clientHeight;
          canvas.width = Math.max(1, Math.round(w * scale));
          canvas.height = Math.max(1, Math.round(h * scale));
          const g = canvas.getContext("2d");
          g.setTransform(scale, 0, 0, scale, 0, 0);
          return { g, w, h, scale, x: (t) => (t - view.a) / (view.b - view.a) * w };
        };

        /* The steps of the axis: midnights, or hours where there is room, or months. */
        const ticks = () => {
          const span = view.b - view.a, found = [];
          const at = date(view.a);
          const step = span > 120 * DAY ? "month" : span > 2.2 * DAY ? "day" : "hour";
          at.setMinutes(0, 0, 0);
          if (step !== "hour") at.setHours(0);
          if (step === "month") at.setDate(1);
          for (let n = 0; n < 800; n++) {
            const t = at.getTime() / 1000 - D.origin;
            if (t > view.b) break;
            if (t >= view.a) found.push({ t, major: step === "month" ? at.getMonth() === 0 : step === "day" ? at.getDay() === 1 : at.getHours() === 0,
              label: step === "month" ? month.format(at) : step === "day" || at.getHours() === 0 ? day.format(at) : clock.format(at) });
            if (step === "month") at.setMonth(at.getMonth() + 1);
            else if (step === "day") at.setDate(at.getDate() + 1);
            else at.setHours(at.getHours() + 1);
          }
          return found;
        };
        let shownTicks = [];
        const backdrop = (g, w, h, x) => {
          g.fillStyle = ink.line;
          for (const tick of shownTicks) { g.globalAlpha = tick.major ? 1 : .55; g.fillRect(Math.round(x(tick.t)), 0, 1, h); }
          g.globalAlpha = 1;
          if (D.begin > view.a) { g.fillStyle = ink.track; g.fillRect(0, 0, x(D.begin), h); }
        };
        const nowLine = (g, h, x) => {
          if (view.b <= D.length) return;
          g.fillStyle = ink.ink; g.fillRect(Math.round(x(D.length)), 0, 1.5, h);
        };
        const drawAxis = (canvas) => {
          shownTicks = ticks();
          const { g, w, h, x } = prepare(canvas);
          backdrop(g, w, h, x);
          g.font = "11.5px system-ui, sans-serif";
          let last = -1e9;
          for (const tick of shownTicks) {
            const u = x(tick.t) + 4, wide = g.measureText(tick.label).width;
            if (u < last + 12 || u + wide > w) continue;
            g.fillStyle = tick.major ? ink.ink : ink.muted; g.fillText(tick.label, u, 14); last = u + wide;
          }
          if (view.b > D.length && view.a < D.length) {
            const u = x(D.length);
            g.fillStyle = ink.ink; g.font = "600 11px system-ui, sans-serif";
            g.fillText("now", Math.min(u + 4, w - 24), h - 5);
          }
          if (view.b > D.length) { g.fillStyle = ink.ink; g.fillRect(Math.round(x(D.length)), 19, 1.5, h); }
        };
        """#
}
