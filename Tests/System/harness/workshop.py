"""Makes what stories begin with: the image, the package of bgrun, and machines saved once they are up."""
import contextlib
import fcntl
import functools
import glob
import hashlib
import os
import shutil
import signal
import subprocess
import tempfile

from .laptop import Laptop
from .machine import Machine

HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
ROOT = os.path.dirname(os.path.dirname(HERE))


class Workshop:
    """A cache outside of the repository ($BGRUN_VM_CACHE, else ~/.cache/bgrun-vm), one folder a suite."""

    def __init__(self, suite):
        cache = os.environ.get("BGRUN_VM_CACHE") or os.path.expanduser("~/.cache/bgrun-vm")
        self.suite, self.folder = suite, os.path.join(cache, suite)
        self.logs = os.path.join(ROOT, ".build", "vm")
        self.running = tempfile.mkdtemp(prefix="bgrun-vm-")
        self.package = None

    @contextlib.contextmanager
    def alone(self):
        """Waits until nobody else saves machines in this folder. The image has a lock of its own."""
        with open(os.path.join(self.folder, "saved.lock"), "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield

    def prepare(self):
        """Builds what takes no package and is missing: the image, and a machine saved once it is up."""
        self.make_image()
        with self.alone():
            self.saved("bare", self.come_up)

    def make_image(self):
        os.makedirs(self.logs, exist_ok=True)
        image = subprocess.Popen([os.path.join(HERE, "image"), self.suite, self.folder], start_new_session=True)
        try:
            if image.wait():
                raise SystemExit(f"the image of {self.suite} could not be made")
        finally:
            if image.poll() is None:
                os.killpg(image.pid, signal.SIGTERM)

    def open(self):
        """Builds all that is missing, also the package, and a machine with it saved."""
        self.prepare()
        self.package = self.find_package()
        with self.alone():
            self.clean()
            self.saved("ready", self.install)

    def find_package(self):
        """The .deb under test: $DEB, else what `make deb` has built."""
        given = os.environ.get("DEB")
        if given:
            return os.path.abspath(given)
        subprocess.run(["make", "--silent", "deb"], cwd=ROOT, check=True)
        built = [path for path in glob.glob(os.path.join(ROOT, ".build", "deb", "bgrun_*.deb"))]
        return max(built, key=os.path.getmtime)

    @functools.cache
    def application(self):
        """The package of an application on the library: $APPLICATION, else built, which takes minutes the first time."""
        given = os.environ.get("APPLICATION")
        if given:
            return os.path.abspath(given)
        # Beside the checkout's own files nothing is built.
        with tempfile.TemporaryDirectory(prefix="bgrun-notes-") as folder:
            notes = shutil.copytree(os.path.join(ROOT, "Examples", "notes"), os.path.join(folder, "notes"))
            manifest = os.path.join(notes, "Package.swift")
            with open(manifest) as file:
                text = file.read().replace('path: "../.."', f'path: "{ROOT}"')
            with open(manifest, "w") as file:
                file.write(text)
            subprocess.run([os.path.join(notes, "make-deb"), self.logs], check=True, stdout=subprocess.DEVNULL)
        return max(glob.glob(os.path.join(self.logs, "example-notes_*.deb")), key=os.path.getmtime)

    # ---- saved machines ----

    @functools.cache
    def key(self, name):
        """A saved machine serves as long as image, package, QEMU and this are the same."""
        digest = hashlib.sha256()
        paths = [os.path.join(self.folder, "key"), shutil.which("qemu-system-x86_64")]
        paths += [os.path.join(HERE, "harness", name) for name in ("machine.py", "workshop.py")]
        for path in paths + ([self.package] if name == "ready" else []):
            with open(path, "rb") as file:
                digest.update(file.read())
        return digest.hexdigest()[:16]

    def place(self, name):
        return os.path.join(self.folder, "saved", f"{name}-{self.key(name)}")

    def clean(self):
        """Removes saved machines of other packages."""
        wanted = {self.place("bare"), self.place("ready")}
        for path in glob.glob(os.path.join(self.folder, "saved", "*")):
            if path not in wanted:
                shutil.rmtree(path)

    def saved(self, name, prepare):
        """Boots a machine, prepares it and saves it, unless that was done."""
        place = self.place(name)
        if os.path.isdir(place):
            return
        machine = Machine(self.folder, os.path.join(self.running, name))
        with open(os.path.join(self.logs, f"{name}.log"), "w") as transcript:
            try:
                laptop = Laptop(machine, transcript)
                if name == "bare":
                    machine.boot()
                    laptop.settle()
                else:
                    machine.restore(self.place("bare"))
                prepare(laptop)
                machine.save(place + ".new")
                os.rename(place + ".new", place)
            except BaseException:
                laptop.keep(self.logs)
                raise
            finally:
                shutil.rmtree(place + ".new", ignore_errors=True)
                machine.remove()

    @staticmethod
    def come_up(laptop):
        """With its charger plugged in, and a network."""
        laptop.power(True)
        laptop.run("nm-online --quiet --timeout=60")

    def install(self, laptop):
        """Installs the package, and disables the jobs that come with it: stories are not about them."""
        self.put_package(laptop)
        laptop.run("dpkg --install /root/bgrun.deb", within=300)
        shipped = [job["identifier"] for job in laptop.bgrun("status --all")["jobs"]]
        laptop.run(" && ".join(f"bgrun disable {identifier}" for identifier in shipped))
        running = [job for job in laptop.bgrun("status --all")["jobs"] if job["run"]]
        laptop.check("none of them runs", not running, running)

    def put_package(self, laptop, path=None):
        with open(path or self.package, "rb") as file:
            laptop.write("/root/bgrun.deb", file.read())

    # ---- machines of stories ----

    def machine(self, story):
        """A machine for a story, as it was saved."""
        folder = os.path.join(self.running, story.name)
        machine = Machine(self.folder, folder, cuttable=story.cuttable)
        try:
            machine.restore(self.place(story.begins))
        except BaseException:
            machine.remove()
            raise
        return machine

    def close(self):
        shutil.rmtree(self.running, ignore_errors=True)
