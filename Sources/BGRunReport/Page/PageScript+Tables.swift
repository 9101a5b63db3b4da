// The part of the page's script that has a table behind each lane, and the legend.

extension PageScript {
    static let tables = #"""
        const MOST_ROWS = 500;
        const KINDS = { wait: "waited", run: "run", skip: "skipped", likely: "likely start", seen: "seen", gap: "not seen", frozen: "frozen" };
        const addTable = (lane) => {
          const button = document.createElement("button"), region = document.createElement("div");
          button.type = "button"; button.className = "link"; button.textContent = "table";
          button.setAttribute("aria-label", "Table of " + lane.title);
          button.setAttribute("aria-expanded", "false");
          region.className = "scroll"; region.tabIndex = 0; region.hidden = true;
          region.setAttribute("role", "region"); region.setAttribute("aria-label", "Table of " + lane.title);
          button.addEventListener("click", () => {
            if (!region.firstChild) region.append(tableOf(lane));
            region.hidden = !region.hidden;
            button.setAttribute("aria-expanded", String(!region.hidden));
          });
          lane.note.append(" ", button);
          lane.element.append(region);
        };
        const tableOf = (lane) => {
          const table = document.createElement("table"), caption = document.createElement("caption");
          caption.textContent = lane.items.length > MOST_ROWS
            ? "The last " + MOST_ROWS + " of " + lane.items.length + ", the newest first"
            : many(lane.items.length, "row") + ", the newest first";
          const row = (texts, tag) => {
            const tr = document.createElement("tr");
            for (const text of texts) {
              const cell = document.createElement(tag);
              cell.textContent = text;
              if (tag === "th") cell.scope = "col";
              tr.append(cell);
            }
            return tr;
          };
          const head = document.createElement("thead"), body = document.createElement("tbody");
          head.append(row(["From", "How long", "What", "Why"], "th"));
          for (const item of lane.items.slice(-MOST_ROWS).reverse()) {
            const said = item.say();
            body.append(row([when(item.a), item.b > item.a ? long(item.b - item.a) : "", KINDS[item.kind],
              said[0] + (item.kind === "run" ? " (" + said[1] + ")" : "")], "td"));
          }
          table.append(caption, head, body);
          return table;
        };

        const LEGEND = [["ok", "succeeded"], ["fail", "failed"], ["early", "ended early"], ["run", "running"],
          ["skip", "skipped"], ["power", "waited for power"], ["network", "waited for the network"], ["idle", "waited for idle"],
          ["hold", "held by a rule, or by hand"], ["other", "waited for something else"], ["asleep", "asleep"], ["off", "off, or not known"],
          ["likely", "likely start"]];
        const drawLegend = () => {
          const used = new Set(lanes.flatMap((lane) => lane.items.map((item) => item.look)));
          if (D.gaps.some((g) => g[2] === 0)) used.add("asleep");
          if (D.gaps.some((g) => g[2] > 0)) used.add("off");
          $("legend").replaceChildren(...LEGEND.filter(([look]) => used.has(look)).map(([look, words]) => {
            const span = document.createElement("span"), canvas = document.createElement("canvas");
            canvas.setAttribute("aria-hidden", "true");
            span.append(canvas, words);
            requestAnimationFrame(() => {
              const { g, w, h, scale } = prepare(canvas);
              const isPoint = look === "skip" || look === "likely";
              paint(g, { look, sure: "good" }, isPoint ? w / 2 : 3, isPoint ? 0 : look === "run" ? w - 12 : w - 6, h, scale);
            });
            return span;
          }));
        };
        """#
}
