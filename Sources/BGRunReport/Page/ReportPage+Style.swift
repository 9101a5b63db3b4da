// How the page looks: light and dark, on a telephone, in print.

extension ReportPage {
    static let style = #"""
        :root {
          --bg: #f7f6f3; --card: #ffffff; --ink: #1c1e22; --muted: #5d6470; --line: #dedbd4; --track: #eceae5;
          --ok: #1f6f8b; --fail: #c2330f; --early: #9a5b00; --run: #0b57a4;
          --power: #e0a100; --network: #4a9fd8; --idle: #b5679c; --other: #8a8f98; --hold: #7a6ff0;
          --there: #8fb8a4; --gap: #b9b5ab; --focus: #0b57a4;
        }
        @media (prefers-color-scheme: dark) {
          :root {
            --bg: #14161a; --card: #1d2026; --ink: #e9e7e2; --muted: #a2a9b5; --line: #333840; --track: #262a31;
            --ok: #58b4cf; --fail: #ff7a59; --early: #f0b45a; --run: #7db7f5;
            --power: #f0c14a; --network: #7cc0ee; --idle: #dd9cc6; --other: #a3a9b3; --hold: #a79ffa;
            --there: #5f927a; --gap: #565c67; --focus: #8dc1ff;
          }
        }
        * { box-sizing: border-box; }
        [hidden] { display: none !important; }
        body {
          margin: 0; background: var(--bg); color: var(--ink);
          font: 15px/1.5 system-ui, -apple-system, "Segoe UI", "Noto Sans", "DejaVu Sans", sans-serif;
          padding-bottom: 4rem;
        }
        header, nav, main { max-width: 90rem; margin: 0 auto; padding: 0 1.5rem; }
        header { padding-top: 2rem; }
        h1 { font-size: 1.9rem; line-height: 1.2; margin: 0; font-weight: 650; letter-spacing: -.015em; overflow-wrap: anywhere; }
        .brand { color: var(--ok); }
        h2 { font-size: 1.05rem; margin: 1.6rem 0 .3rem; font-weight: 650; }
        .sub, .hint { color: var(--muted); margin: .3rem 0; }
        .hint { font-size: .87rem; }
        .fault { border-left: 4px solid var(--fail); padding: .3rem .8rem; background: var(--card); }
        .skip { position: absolute; left: -100vw; top: 0; background: var(--card); padding: .5rem 1rem; }
        .skip:focus { left: 0; z-index: 9; }
        .cards { list-style: none; display: flex; flex-wrap: wrap; gap: .6rem; padding: 0; margin: 1.1rem 0 .4rem; }
        .cards li {
          background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: .5rem .9rem;
          min-width: 6.2rem;
        }
        .cards b { display: block; font-size: 1.5rem; line-height: 1.2; font-weight: 600; font-variant-numeric: tabular-nums; }
        .cards span { color: var(--muted); font-size: .84rem; }
        .cards .bad b { color: var(--fail); }
        nav {
          position: sticky; top: 0; z-index: 4; background: var(--bg); display: flex; flex-wrap: wrap; align-items: center;
          gap: .5rem .9rem; padding-top: .6rem; padding-bottom: .6rem; border-bottom: 1px solid var(--line);
        }
        .group { display: inline-flex; }
        button, input[type=search] {
          font: inherit; font-size: .9rem; color: var(--ink); background: var(--card); border: 1px solid var(--line);
          padding: .32rem .75rem; border-radius: 8px; min-height: 2.1rem;
        }
        .group button { border-radius: 0; margin-left: -1px; }
        .group button:first-child { border-radius: 8px 0 0 8px; margin-left: 0; }
        .group button:last-child { border-radius: 0 8px 8px 0; }
        button { cursor: pointer; }
        button:hover { border-color: var(--muted); }
        button[aria-pressed=true] { background: var(--ink); color: var(--bg); border-color: var(--ink); }
        :focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
        .find span { color: var(--muted); font-size: .87rem; }
        .find input { width: 11rem; }
        .check { font-size: .9rem; display: inline-flex; gap: .4rem; align-items: center; }
        .legend { display: flex; flex-wrap: wrap; gap: .3rem 1.1rem; font-size: .84rem; color: var(--muted); margin: .5rem 0 .2rem; }
        .legend span { display: inline-flex; gap: .4rem; align-items: center; white-space: nowrap; }
        .legend canvas { width: 26px; height: 16px; }
        .lane { display: grid; grid-template-columns: minmax(9rem, 15rem) 1fr; gap: 0 1rem; align-items: center; }
        .lane + .lane { border-top: 1px solid var(--line); }
        .axis { position: sticky; top: 3.35rem; z-index: 3; background: var(--bg); border-bottom: 1px solid var(--line); }
        .lane h3 { font-size: .92rem; font-weight: 600; margin: .3rem 0 0; line-height: 1.3; overflow-wrap: anywhere; }
        .lane h3 small { font-weight: 400; color: var(--muted); }
        .lane p { margin: 0 0 .3rem; font-size: .8rem; line-height: 1.35; color: var(--muted); overflow-wrap: anywhere; }
        .lane .bad { color: var(--fail); }
        .plot { position: relative; min-width: 0; border-radius: 4px; }
        .plot canvas { display: block; width: 100%; height: 34px; }
        .machine .plot canvas { height: 24px; }
        .machine h3 { font-weight: 500; margin: 0; }
        .axis .plot canvas { height: 34px; }
        .link {
          border: 0; background: none; padding: 0; min-height: 0; font-size: inherit; color: var(--muted);
          text-decoration: underline dotted; text-underline-offset: .2em; border-radius: 2px;
        }
        .link:hover { color: var(--ink); }
        .scroll { grid-column: 1 / -1; overflow: auto; max-height: 20rem; font-size: .84rem; margin: .2rem 0 .5rem; }
        caption { text-align: left; color: var(--muted); padding: .2rem 0; }
        table { border-collapse: collapse; margin: .3rem 0 .6rem; min-width: 30rem; }
        th, td { text-align: left; padding: .16rem .9rem .16rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
        th { color: var(--muted); font-weight: 500; position: sticky; top: 0; background: var(--bg); }
        td { font-variant-numeric: tabular-nums; }
        td:not(:last-child) { white-space: nowrap; }
        .detail {
          position: fixed; left: 0; right: 0; bottom: 0; z-index: 5; background: var(--card); border-top: 1px solid var(--line);
          box-shadow: 0 -6px 24px rgb(0 0 0 / .16); padding: .7rem 3.5rem .9rem 1.5rem; max-height: 45vh; overflow: auto;
        }
        .detail p { margin: 0; }
        .detail p + p { color: var(--muted); font-size: .88rem; }
        #close { position: absolute; right: .8rem; top: .6rem; }
        pre {
          font: 12.5px/1.5 ui-monospace, "DejaVu Sans Mono", monospace; white-space: pre-wrap; overflow-wrap: anywhere;
          background: var(--track); border-radius: 8px; padding: .7rem .9rem; margin: .5rem 0 0;
        }
        @media (max-width: 44rem) {
          header, nav, main { padding-left: .9rem; padding-right: .9rem; }
          h1 { font-size: 1.45rem; }
          .lane { grid-template-columns: 1fr; gap: 0; padding: .15rem 0; }
          .axis { top: 0; z-index: 5; padding: 0; }
          nav { position: static; }
          .cards { gap: .4rem; }
          .cards li { flex: 1 1 5.4rem; min-width: 5.4rem; padding: .35rem .6rem; }
          .cards b { font-size: 1.2rem; }
          .find, .find input { width: 100%; }
          .detail { padding-left: .9rem; }
        }
        @media print {
          nav, .detail, .skip, .link, .scroll, #copy, #keys { display: none !important; }
          body { background: #fff; padding: 0; }
          .axis { position: static; }
          .lane, .cards li { break-inside: avoid; }
          canvas { print-color-adjust: exact; }
        }
        @media (forced-colors: active) { button[aria-pressed=true] { border: 3px solid; } }
        """#
}
