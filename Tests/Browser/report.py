#!/usr/bin/env python3
"""Shows pages of bgrun report in a headless Chromium and checks what a person would see, hear and press.

    report.py MAKER [--shots DIR]

MAKER is the program ReportMaker. Nothing but Python's own library is needed: Chromium is talked to over a pipe.
"""
import argparse, base64, json, os, re, shutil, subprocess, sys, tempfile, time


class Browser:
    """A Chromium that speaks the DevTools protocol over two pipes, messages ended by a zero byte."""

    def __init__(self, program):
        self.profile = tempfile.mkdtemp(prefix="bgrun-browser-")
        to_read, self.to = os.pipe()
        self.back, from_write = os.pipe()

        def place():
            # They may have each other's numbers.
            read, write = os.dup(to_read), os.dup(from_write)
            os.dup2(read, 3)
            os.dup2(write, 4)

        self.process = subprocess.Popen(
            [program, "--headless=new", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe",
             "--hide-scrollbars", "--no-first-run", f"--user-data-dir={self.profile}", "about:blank"],
            preexec_fn=place, close_fds=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            env={**os.environ, "TZ": "UTC", "LANG": "C.UTF-8"})
        os.close(to_read)
        os.close(from_write)
        self.number, self.buffer, self.events, self.session = 0, b"", [], None
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network", "Accessibility"):
            self.call(f"{domain}.enable")

    def receive(self):
        while b"\0" not in self.buffer:
            piece = os.read(self.back, 1 << 20)
            if not piece:
                raise SystemExit("the browser has left")
            self.buffer += piece
        message, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(message)

    def call(self, method, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.to, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.receive()
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise SystemExit(f"{method}: {answer['error']}")
                return answer["result"]
            self.events.append(answer)

    def script(self, text):
        result = self.call("Runtime.evaluate", expression=text, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            raise SystemExit(f"{text}: {result['exceptionDetails']}")
        return result["result"].get("value")

    def show(self, path, width, height, dark=False, phone=False):
        self.events.clear()
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=2 if phone else 1,
                  mobile=phone)
        self.call("Emulation.setEmulatedMedia",
                  features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])
        begin = time.monotonic()
        self.call("Page.navigate", url=f"file://{path}")
        while not self.script("document.documentElement?.dataset.ready || ''"):
            if time.monotonic() - begin > 20:
                raise SystemExit(f"{path} was not shown in 20 s: {self.complaints()}")
        self.script("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(1))))")
        return time.monotonic() - begin

    def complaints(self):
        """What the console says, and what the page has asked the network for."""
        found = []
        for event in self.events:
            if event.get("method") == "Runtime.exceptionThrown":
                found.append(str(event["params"]["exceptionDetails"])[:400])
            if event.get("method") == "Log.entryAdded":
                text = event["params"]["entry"]["text"]
                # Not of the page: this script reads canvases back.
                if "willReadFrequently" not in text:
                    found.append(text[:400])
            if event.get("method") == "Network.requestWillBeSent":
                url = event["params"]["request"]["url"]
                if not url.startswith("file://"):
                    found.append(f"asked for {url}")
        return found

    def tree(self):
        """The accessibility tree as (role, name) of what is not ignored."""
        nodes = self.call("Accessibility.getFullAXTree")["nodes"]
        value = lambda node, key: node.get(key, {}).get("value", "")
        return [(value(n, "role"), value(n, "name")) for n in nodes if not n.get("ignored")]

    def key(self, name):
        for kind in ("rawKeyDown", "keyUp"):
            codes = {"ArrowRight": 39, "ArrowLeft": 37, "Tab": 9, "Escape": 27, "Enter": 13, "+": 187}
            self.call("Input.dispatchKeyEvent", type=kind, key=name, windowsVirtualKeyCode=codes[name],
                      **({"text": name} if len(name) == 1 and kind == "rawKeyDown" else {}))

    def shot(self, path):
        data = self.call("Page.captureScreenshot", format="png")["data"]
        os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))

    def end(self):
        self.process.kill()
        self.process.wait()
        shutil.rmtree(self.profile, ignore_errors=True)


failures = []


def check(holds, what):
    if not holds:
        failures.append(what)
        print(f"not so: {what}", file=sys.stderr)


def moved(page, back):
    """The page with one job, which ran for a minute so many seconds before now."""
    with open(page) as file:
        begin, data, end = re.split(r'(?<=id="data">)(.*?)(?=</script>)', file.read(), maxsplit=1, flags=re.S)
    past = json.loads(data)
    job, at = past["jobs"][0], past["length"] - back
    job.update(runs=[[at, at, 60, 0, 1, 0]], waits=[], skips=[], logs={})
    job.pop("active", None)
    past["jobs"], past["gaps"] = [job], []
    with open(f"{page}.{back}.html", "w") as file:
        file.write(begin + json.dumps(past).replace("<", "\\u003c") + end)
    return file.name


def looks(browser, name, shots):
    """What has to be so of every page, however it is shown."""
    check(not browser.complaints(), f"{name}: {browser.complaints()}")
    check(browser.script("document.title").startswith("bgrun on laptop"), f"{name}: the title is its own")
    wide = browser.script("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    check(wide <= 0, f"{name}: it is {wide} px wider than the window")
    drawn = browser.script("""[...document.querySelectorAll('.plot canvas')].slice(0, 4).every((canvas) => {
        const data = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
        return data.some((value) => value > 0); })""")
    check(drawn, f"{name}: the first lanes are drawn")
    if shots:
        browser.shot(os.path.join(shots, f"{name}.png"))


def main():
    options = argparse.ArgumentParser()
    options.add_argument("maker")
    options.add_argument("--shots", help="put screenshots into this directory")
    options = options.parse_args()
    program = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if not program:
        raise SystemExit("report.py: there is no Chromium; packaging/scripts/deps browser installs it")
    scratch = tempfile.mkdtemp(prefix="bgrun-report-")
    pages = {}
    for name, jobs, days in (("year", 200, 365), ("month", 80, 30), ("empty", 0, 7)):
        pages[name] = os.path.join(scratch, f"{name}.html")
        with open(pages[name], "wb") as file:
            subprocess.run([options.maker, str(jobs), str(days)], stdout=file, check=True)
    size = os.path.getsize(pages["year"])
    check(size < 5_000_000, f"a year of 200 jobs takes {size} bytes")
    browser = Browser(program)
    try:
        look(browser, pages, options.shots, size)
    finally:
        browser.end()
        shutil.rmtree(scratch, ignore_errors=True)
    return 1 if failures else 0


def look(browser, pages, shots, size):
    took = browser.show(pages["year"], 1280, 900)
    check(took < 3, f"a year of 200 jobs is shown in {took:.1f} s")
    print(f"a year of 200 jobs: {size / 1e6:.1f} MB, shown in {took:.1f} s")
    looks(browser, "year-light", shots)
    browser.script("document.querySelector('[data-span=\"0\"]').click()")
    looks(browser, "year-all", shots)
    browser.show(pages["year"], 1280, 900, dark=True)
    looks(browser, "year-dark", shots)

    browser.show(pages["month"], 1280, 900)
    looks(browser, "month-light", shots)
    tree = browser.tree()
    roles = {role for role, _ in tree}
    names = [name for _, name in tree]
    for role in ("banner", "navigation", "main", "heading", "button", "searchbox", "checkbox", "status"):
        check(role in roles, f"the page has a {role}: {sorted(roles)}")
    check("The machine" in names and "Jobs" in names, "the machine and the jobs are regions with names")
    lanes = [name for role, name in tree if role == "group" and ": " in name]
    check(len(lanes) == 84, f"each lane has a name: {len(lanes)}")
    check(any(name.startswith("Nightly backup 0: ") and "runs" in name for name in lanes), f"a job's lane sums it up: {lanes[:6]}")
    unnamed = [role for role, name in tree if role in ("button", "searchbox", "checkbox", "region") and not name]
    check(not unnamed, f"all that can be pressed has a name: {unnamed}")

    # The keyboard.
    browser.script("document.querySelector('#jobs .plot').focus()")
    for _ in range(3):
        browser.key("ArrowRight")
    said = browser.script("document.getElementById('said').textContent")
    check("Nightly backup 0" in said and ("Run" in said or "Waited" in said), f"the arrow keys tell: {said}")
    looks(browser, "month-keys", shots)
    browser.key("Escape")
    check(browser.script("document.getElementById('detail').hidden"), "Escape closes the details")

    # The mouse, on the last run: it has a log that tries to break out.
    where = browser.script("""(() => { const plot = document.querySelector('#jobs .plot canvas');
        plot.scrollIntoView({ block: 'center' });
        const box = plot.getBoundingClientRect(); return [box.left, box.top + box.height / 2, box.width]; })()""")
    for step in range(100, 40, -1):
        browser.call("Input.dispatchMouseEvent", type="mouseMoved", x=where[0] + where[2] * step / 100, y=where[1])
        if not browser.script("document.getElementById('log').hidden"):
            break
    log = browser.script("document.getElementById('log').textContent")
    check("last line" in log and "</script>" in log, f"a run's output is shown as text: {log!r}")
    looks(browser, "month-hover", shots)

    # The table, the search, what went wrong.
    browser.script("document.querySelector('#jobs .link').click()")
    rows = browser.script("document.querySelectorAll('#jobs .lane tbody tr').length")
    check(rows > 20, f"the table has its rows: {rows}")
    looks(browser, "month-table", shots)
    browser.script("""(() => { const find = document.getElementById('find'); find.value = 'mail'; find.dispatchEvent(new Event('input')); })()""")
    shown = browser.script("[...document.querySelectorAll('#jobs .lane')].filter((l) => !l.hidden).length")
    check(10 <= shown <= 13, f"the search leaves jobs of that name: {shown}")

    browser.show(pages["month"], 400, 800, phone=True)
    looks(browser, "month-phone", shots)
    browser.show(pages["month"], 400, 800, dark=True, phone=True)
    browser.script("scrollTo(0, 900)")
    time.sleep(.1)
    looks(browser, "month-phone-dark", shots)
    # It opens where something happened: within the last hour, some days ago, or weeks.
    for back in (1800, 3 * 86400, 20 * 86400):
        browser.show(moved(pages["month"], back), 1280, 900)
        drawn = browser.script("""(() => { const canvas = document.querySelector('#jobs .plot canvas'), row = canvas.height / 4;
            const data = canvas.getContext('2d').getImageData(0, row, canvas.width, 1).data, ink = document.createElement('canvas').getContext('2d');
            ink.fillStyle = getComputedStyle(document.documentElement).getPropertyValue('--ok'); ink.fillRect(0, 0, 1, 1);
            const wanted = ink.getImageData(0, 0, 1, 1).data;
            for (let i = 0; i < data.length; i += 4) if ([0, 1, 2].every((c) => Math.abs(data[i + c] - wanted[c]) < 9)) return true;
            return false; })()""")
        check(drawn, f"the page of a run {back} s ago opens where that is drawn")
    browser.show(pages["empty"], 1000, 700)
    looks(browser, "empty", shots)
    check("There are no jobs" in browser.script("document.body.innerText"), "a page without jobs says so")


sys.exit(main())
