"""One life of a service: a configuration, the events, and the record of what was observed."""

import os
import random
import shutil
import signal
import subprocess
import threading
import time

import backend
import configurations
import events
import packing
import probing
from asking import Asking
from harness import processes
from machine import Machine
from plan import Plan, seconds
from record import Record, now
from unit import Unit
from unprivileged import Unprivileged
from worlds import Container, Foreground

WORLDS = {world.name: world for world in (Foreground, Unprivileged, Container, Unit, Machine)}


class Hopeless(Exception):
    """A life that cannot go on."""


class Life(Asking):
    def __init__(self, options, seed, replays=None):
        """`replays`: a recorded life, {"configuration": …, "steps": […]}, to be lived again; else one is drawn."""
        self.options = options
        self.seed = seed
        self.random = random.Random(f"{options.world} {seed}")
        self.replays = replays
        self.place = WORLDS[options.world].place(options, seed)
        self.place.has_own_disk = False
        self.has_own_disk = self.place.limit_state(24)
        self.record = Record(self.place.life)
        self.backend = backend.Backend(self.place.folder, self.place.backendPorts)
        self.backend.start()
        self.place.backend = self.backend.url
        self.place.backendSocket = self.backend.socket
        self.place.backendTLS = self.backend.secure
        backend_files = {"ca": self.backend.ca, "certificate": self.backend.certificate, "key": self.backend.key}
        self.place.tls = backend_files if self.backend.ca else None
        configurations.prepare(self.place)
        # Of the daemon and of the command; a body has none of these.
        self.variable = dict([options.variable.split("=", 1)]) if options.variable else {}
        self.place.environment.update(self.variable)
        self.world = WORLDS[options.world](self.place, self.record, random.Random(seed))
        # Where a manager starts it again by itself, an end is told with its boot.
        self.world.on_end = self.ended
        self.configurations = configurations.Configurations(self.random, self.place, options.keys)
        # In most lives time passes as it does, so that what is kept for a week is there at the end.
        has_clock = self.world.Clock and random.Random(f"clock {seed}").random() < 0.3
        self.clock = self.world.Clock(self.place) if has_clock else None
        self.steps = []
        self.peers = []
        self.tasks = []
        self.sends = 0
        self.number = 0
        self.good = None
        self.probe = None
        self.reloading = 0
        self.failures = 0
        self.is_over = False
        self.hopeless = None
        # Held by an event that ends the daemon and starts it again by itself.
        self.manager = threading.RLock()

    # What a life consists of.

    def run(self):
        """Lives, and returns itself; `record` then has everything."""
        try:
            if not self.world.take_up(self):
                if self.replays:
                    packing.make_files(self.replays, self.place)
                    self.first = packing.unpacked(self.replays["configuration"], self.place)
                else:
                    self.first = self.configurations.first()
                self.write(self.first, "first")
            self.probe = probing.Probe(self)
            self.start()
            threading.Thread(target=self.mind_all_along, daemon=True).start()
            steps = packing.unpacked(self.replays["steps"], self.place) if self.replays else None
            for number in range(len(self.steps), len(steps) if steps is not None else self.options.events):
                self.number = number
                step = steps[number] if steps is not None else events.draw(self)
                self.steps.append(step)
                self.world.keep(self)
                self.record.add("step", step=step["do"], number=number)
                events.carry(self, step)
                self.mind()
                if self.hopeless:
                    raise self.hopeless
            self.finish()
        finally:
            self.close()
        return self

    def finish(self):
        """Everything is mended, the service settles, is looked at for the last time, and stops."""
        self.finish_beside()
        self.mend()
        self.mind()
        self.call("ResumeQueue", {})
        for _ in range(6):
            if self.slipway("wait", "--timeout", "40s") == 0:
                break
            if self.hopeless:
                raise self.hopeless
            time.sleep(0.3)
        self.settle()
        self.collect("at the end")
        self.record.add("requests", requests=[{key: one[key] for key in ("at", "method", "path", "mode", "serial", "status")}
                                              for one in self.backend.requests])
        self.record.add("files", files=self.written_files())
        self.snapshot()
        with self.manager:
            boot, fact = self.world.boot, self.record.add("ending", how="stop", boot=self.world.boot)
            self.probe.stop()
            # Whoever has connected meanwhile would start it again.
            self.world.halt()
            fact.at = now()
            self.await_end(boot)
            self.is_over = True
        time.sleep(0.1)
        self.record.add("left", processes=[(pid, processes.line(pid)) for pid in self.world.processes()])
        self.history()

    def settle(self):
        """Waits until no action runs, nor waits for anything but what cannot come."""
        end = time.monotonic() + 12
        while time.monotonic() < end and self.world.status() is None:
            rows = self.actions(["waiting", "running"])
            if rows is not None and all(row["state"] == "waiting" and row.get("missing") for row in rows):
                break
            time.sleep(0.1)

    def close(self):
        self.is_over = True
        for connection in self.peers:
            connection.close()
        if self.probe:
            self.probe.stop()
        self.world.end()
        self.backend.stop()
        if self.has_own_disk:
            subprocess.run(["umount", "--lazy", self.place.state], capture_output=True)

    def forget(self):
        shutil.rmtree(self.place.folder, ignore_errors=True)

    # The daemon.

    def start(self):
        """Starts the daemon, and returns once it answers, or has ended, after ten seconds at the latest."""
        self.world.start()
        self.mind_waiting(10 * self.world.slowness)

    def mind_waiting(self, seconds):
        end = time.monotonic() + seconds
        while time.monotonic() < end and self.world.status() is None:
            if self.ask("GetStatus", timeout=5) is not None:
                self.world.let_in()
                return True
            time.sleep(0.01)
        return False

    def mind(self):
        """What a manager does: a daemon that has ended is started again. Its operator mends what it fails on: the
        configuration at once, the surroundings once they have made three starts fail."""
        with self.manager:
            boot, status = self.world.boot, self.world.status()
            while status is not None and not self.is_over:
                self.ended(status, boot)
                if self.world.status() is None:
                    # Its manager has started it again.
                    break
                came_up = "\nStartup finished" in self.record.of("exited")[-1].output
                self.failures = self.failures + 1 if status > 0 and status != 75 and not came_up else 0
                if status in (1, 78) and self.written is not self.good:
                    self.write(self.good, "back")
                elif self.failures >= 3:
                    self.mend()
                self.start()
                boot, status = self.world.boot, self.world.status()

    def mind_all_along(self):
        """Also while an event waits for an answer that only the next daemon gives."""
        while not self.is_over:
            time.sleep(0.05)
            try:
                self.mind()
            except Hopeless as error:
                self.hopeless = error
                return

    def mend(self):
        """What was done to the surroundings is undone."""
        self.record.add("mended")
        self.backend.mode = "well"
        if self.clock:
            self.clock.step(0)
        for name in os.listdir(f"{self.place.life}/manners"):
            os.unlink(f"{self.place.life}/manners/{name}")
        if self.failures == 6:
            self.write(self.first, "back")
        if self.failures >= 9:
            raise Hopeless(f"it does not start any more: {self.record.of('exited')[-1].output[-1500:]}")

    def ended(self, status, boot=None, at=None):
        """Records an end once for each boot, as of when it was seen."""
        boot = boot or self.world.boot
        if not any(fact.boot == boot for fact in self.record.of("exited")):
            output = self.world.written(boot)
            left = [(pid, processes.line(pid)) for pid in self.world.left(boot)] if status is not None and status >= 0 else []
            self.record.add("exited", at, at, boot=boot, status=status, output=output, left=left)
            self.world.clear()

    def await_end(self, boot=None):
        """Waits for the end of the daemon, for as long as it may take."""
        began = now()
        boot = boot or self.world.boot
        limit = 3 * (self.seconds("grace", 10) + self.seconds("drain", 10)) + 15 * self.world.slowness
        status = self.world.wait(limit, boot)
        if status is None:
            self.record.add("hung", began, words=f"the daemon did not end within {limit:.0f} s", tree=self.tree())
            self.world.kill(self.world.processes())
            status = self.world.wait(5, boot)
        self.ended(status, boot)

    def written_files(self):
        """The permissions of the files that operations have written."""
        found = {}
        for name, operation in self.plan.operations.items():
            body = operation.definition.get("write")
            path = body.get("path", "") if isinstance(body, dict) else ""
            path = path.replace("${env.LIFE_FILES}", self.place.files)
            if os.path.isfile(path) and not os.path.islink(path):
                found[name] = os.stat(path).st_mode & 0o777
        return found

    def tree(self):
        return [f"{pid} {processes.line(pid)}" for pid in self.world.processes()]

    def seconds(self, key, otherwise):
        return seconds(self.configuration.get(key), otherwise)

    def freeze(self, pid, seconds):
        self.record.add("frozen", seconds=seconds)
        try:
            os.kill(pid, signal.SIGSTOP)
            time.sleep(seconds)
        finally:
            try:
                os.kill(pid, signal.SIGCONT)
            except ProcessLookupError:
                pass

    # The configuration.

    def write(self, configuration, manner):
        if manner != "wrong":
            self.configuration = configuration
            self.plan = Plan(configuration)
        self.written = configuration
        text = self.configurations.text(configuration)
        # The manager's thread may write, too.
        new = f"{self.place.configuration}.{threading.get_ident()}"
        with open(new, "w") as file:
            file.write(text)
        began = now()
        os.rename(new, self.place.configuration)
        self.wrote(manner, began)
        if manner in ("first", "valid", "same", "back"):
            self.good = configuration
        self.world.keep(self)

    def wrote(self, manner, began):
        number = len(self.record.of("wrote"))
        dropins = {}
        for name in sorted(os.listdir(self.place.dropins)):
            with open(f"{self.place.dropins}/{name}") as file:
                dropins[name] = file.read()
        # As it is written, with the versions of its commands.
        configuration = self.configurations.completed(self.written)
        self.record.add("wrote", began, number=number, manner=manner, configuration=configuration, dropins=dropins)

    def check_with(self, name, text):
        """What `slipway check` says of the file with its drop-ins, once one of these has a text, or, with None, is gone."""
        candidate = f"{self.place.folder}/candidate"
        shutil.rmtree(candidate, ignore_errors=True)
        shutil.copytree(os.path.dirname(self.place.configuration), candidate)
        self.place.write_whole(f"{candidate}/life.d/{name}", text)
        result = subprocess.run(
            [f"{self.place.bin}/slipway", "check", f"{candidate}/life.yaml", *self.place.checked], capture_output=True, text=True,
            env={**os.environ, "CREDENTIALS_DIRECTORY": self.place.credentials},
        )
        return result.stdout + result.stderr if result.returncode else ""

    def packed(self):
        """This life, for another one to live again."""
        return packing.packed({"configuration": self.first, "steps": self.steps}, self.place)

    # Time.

    def pause(self, seconds):
        if seconds:
            time.sleep(seconds)

    def beside(self, function, *arguments, **facts):
        """Does something in a thread of its own; it is over before the life ends."""
        self.tasks = [task for task in self.tasks if task.is_alive()]
        if len(self.tasks) > 30:
            self.finish_beside()
        task = threading.Thread(target=function, args=arguments, kwargs=facts, daemon=True)
        task.start()
        self.tasks.append(task)

    def finish_beside(self):
        for task in self.tasks:
            task.join(60)
        self.tasks = []
