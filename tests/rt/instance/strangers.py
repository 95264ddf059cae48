#!/usr/bin/env python3
# test: security.names_of_strangers program skip=77 machine=own_root -- NamesOfStrangers @tactus
# test: security.containers_share_memory_alone program skip=77 machine=own_root -- Containers @tactus
# test: bare.security.containers_share_memory_alone program skip=77 machine=bare,own_root unless=sanitize -- Containers @tactus
# test: security.dots_in_names program skip=77 machine=own_root -- DotsInNames @tactus
# test: security.sockets_of_strangers program skip=77 machine=own_root -- SocketsOfStrangers @tactus
# test: security.processes program skip=77 machine=own_root -- Processes @tactus
# test: security.without_rights program skip=77 machine=own_root -- WithoutRights @tactus
# test: security.page program skip=77 machine=own_root -- Page @tactus
# test: bare.security.page program skip=77 machine=bare,own_root unless=sanitize -- Page @tactus
"""What users without rights do to the names of an instance, and to the instance: nothing comes of it, and a line
says whose doing it was.
  strangers.py CLASS TACTUS    as root, who becomes other users; 77 otherwise
"""

import contextlib
import fcntl
import os
import pathlib
import re
import shutil
import signal
import socket
import stat
import subprocess
import sys
import threading
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
import running  # noqa: E402
from running import Running, free_port, tactus_io, unless_gone  # noqa: E402

STRANGER, ANOTHER = 65534, 65533
KINDS = ["claim", "state", "history", "view", "monitor", "cmd.0", "cmd.1", "sock"]
LONG = 60  # s, for a program on a loaded machine

MODEL = """\
gravity: [0, 0, 0]
inputs: [{name: push, value: 0}]
bodies: [{name: sled, mass: 2, inertia: [1, 1, 1]}]
joints: [{name: rail, type: prismatic, bodies: [ground, sled], at: [0, 0, 0], axis: [1, 0, 0]}]
forces: [{name: thrust, type: load, body: sled, force: [push, 0, 0]}]
sensors: [{name: way, type: coordinates, joint: rail}]
"""
RIG = """\
name: NAME
model: model.yaml
step: 1 ms
policy: {kind: count, bucket: 0}
watchdog: 20 s
exchange:
  clients: 2
  commands: [{input: push, unit: N, min: -1, max: 1, fallback: zero, ttl: 60000}]
  states: [{sensor: way, count: 1}]
"""


@contextlib.contextmanager
def being(user):
    """This process as another user, for files and sockets; locks are its own."""
    os.setegid(user)
    os.seteuid(user)
    try:
        yield
    finally:
        os.seteuid(0)
        os.setegid(0)


def path(name, kind):
    return f"/dev/shm/tactus.{name}.{kind}" if kind else f"/dev/shm/tactus.{name}"


def remove(file):
    with contextlib.suppress(FileNotFoundError):
        if stat.S_ISDIR(os.lstat(file).st_mode):
            shutil.rmtree(file)
        else:
            os.unlink(file)


class Strangers(Running):
    def setUp(self):
        super().setUp()
        self.work.chmod(0o755)
        self.tactus = str(self.work / "tactus")  # where other users may run it
        shutil.copy(running.TACTUS, self.tactus)
        (self.work / "model.yaml").write_text(MODEL)
        os.umask(0o022)

    def tearDown(self):
        for p in self.processes:
            if p.poll() is None:
                p.kill()
            p.communicate()
        self.clear()
        for file in self.work.iterdir():
            remove(file)
        super().tearDown()

    def clear(self):
        for file in pathlib.Path("/dev/shm").glob(f"tactus.{self.name}*"):
            remove(file)

    def files(self):
        return {f: os.lstat(f).st_ino for f in map(str, pathlib.Path("/dev/shm").glob(f"tactus.{self.name}.*"))}

    def rig_of(self, suffix="", more=""):
        rig = self.work / f"rig{suffix}.yaml"
        rig.write_text(RIG.replace("NAME", self.name + suffix) + more)
        return str(rig)

    def how(self, user, environment):
        env = {k: v for k, v in os.environ.items() if k not in ("XDG_RUNTIME_DIR", "TACTUS_TRUST")}
        other = dict(user=user, group=user, extra_groups=[]) if user else {}
        return dict(env={**env, **environment}, text=True, cwd=self.work, **other)

    def begin(self, *arguments, user=0, **environment):
        p = subprocess.Popen([self.tactus, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                             **self.how(user, environment))
        self.processes.append(p)
        return p

    def run_instance(self, suffix="", user=0, **environment):
        """Started, and running: its state file and a control socket are there."""
        p = self.begin("run", self.rig_of(suffix), "--quiet", user=user, **environment)
        self.until("it starts", lambda: p.poll() is not None or self.answers(suffix, user))
        self.assertIsNone(p.poll(), p.poll() is not None and p.stderr.read())
        return p

    def answers(self, suffix="", user=0):
        return self.ask("ctl", self.name + suffix, "status", user=user).returncode == 0

    def ask(self, *arguments, user=0, **environment):
        try:
            return subprocess.run([self.tactus, *arguments], stdin=subprocess.DEVNULL, capture_output=True,
                                  timeout=LONG, **self.how(user, environment))
        except subprocess.TimeoutExpired:
            self.fail(f"{arguments} hangs")

    def refused(self, code, said, *texts):
        self.assertEqual(said.returncode, code, said)
        self.assertEqual(said.stderr.count("\n"), 1, said.stderr)
        for text in texts:
            self.assertIn(text, said.stderr)

    def starts(self, what, user=0):
        said = self.ask("run", self.rig_of(), "--duration", "0.05", "--quiet", user=user)
        self.assertEqual(said.returncode, 0, f"{what}: {said.stderr}")
        return said.stderr

    def end(self, process):
        process.send_signal(signal.SIGTERM)
        self.assertEqual(process.wait(LONG), 0, process.stderr.read())

    # what a stranger puts under a name

    def fifo(self, file):
        os.mkfifo(file, 0o666)

    def link(self, file):
        os.symlink("/etc/passwd", file)

    def folder(self, file):
        os.mkdir(file)
        os.close(os.open(file + "/inside", os.O_CREAT, 0o600))

    def locked_file(self, file):
        self.opened.append(os.open(file, os.O_CREAT | os.O_RDWR, 0o666))
        fcntl.flock(self.opened[-1], fcntl.LOCK_EX)

    def plant(self, trick, kinds, user=STRANGER):
        self.opened = []
        with being(user):
            for kind in kinds:
                trick(path(self.name, kind))

    def let_go(self):
        for file in self.opened:
            os.close(file)


class NamesOfStrangers(Strangers):
    def test_root_starts_whatever_lies_under_its_names(self):
        for trick, kinds in ((self.fifo, [""] + KINDS), (self.link, [""] + KINDS), (self.folder, [""] + KINDS),
                             (self.locked_file, [""] + KINDS), (self.fifo, ["state"]), (self.folder, ["claim"]),
                             (self.locked_file, ["cmd.0"])):
            self.plant(trick, kinds)
            said = self.starts(f"{trick.__name__} as {kinds}")
            self.assertRegex(said, rf"^tactus run: removed /dev/shm/tactus\.{self.name}\.[a-z0-9.]+, a "
                                   rf".* of the user .*{STRANGER}.*\n$")
            self.let_go()
            for kind in kinds[kinds[0] == "":]:
                self.assertFalse(os.path.lexists(path(self.name, kind)), kind)
            self.clear()

    def test_root_starts_over_headers_that_name_a_living_process(self):
        """Copies of a real instance's files, made while it runs, by a stranger whose process lives."""
        instance = self.run_instance(".model")
        copies = {}
        for kind in ("state", "history", "monitor", ""):
            file = path(self.name + ".model", kind)
            if os.path.exists(file):
                content = pathlib.Path(file).read_bytes()
                content = content.replace(f"{self.name}.model\0".encode(), f"{self.name}\0\0\0\0\0\0\0".encode())
                copies[kind] = content
        self.assertGreaterEqual(len(copies), 2)
        with being(STRANGER):
            for kind, content in copies.items():
                pathlib.Path(path(self.name, kind)).write_bytes(content)
        self.assertIn("removed", self.starts("headers"))
        self.end(instance)

    def test_locks_on_what_a_killed_instance_left_keep_nobody_out(self):
        instance = self.run_instance()
        instance.kill()
        instance.wait()
        locks = []
        with being(STRANGER):
            for file in [*self.files(), path(self.name, "")]:
                with contextlib.suppress(OSError):
                    locks.append(os.open(file, os.O_RDONLY))
                    fcntl.flock(locks[-1], fcntl.LOCK_SH)
        self.assertGreaterEqual(len(locks), 2, "those that everybody may read")
        self.starts("locks")
        for file in locks:
            os.close(file)
        self.assertEqual(self.files(), {})

    def test_names_change_hands_as_fast_as_a_stranger_can(self):
        stop = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(stop[1])
            os.set_blocking(stop[0], False)
            os.setgroups([])
            os.setgid(STRANGER)
            os.setuid(STRANGER)
            while True:
                with contextlib.suppress(BlockingIOError):
                    if os.read(stop[0], 1) == b"":
                        os._exit(0)
                for kind in KINDS:
                    for trick in (self.fifo, os.mkdir):
                        with contextlib.suppress(OSError):
                            trick(path(self.name, kind))
        os.close(stop[0])
        for _ in range(3):
            self.starts("a race")
        os.close(stop[1])
        self.assertEqual(os.waitpid(child, 0)[1], 0)

    def test_another_user_is_told_who_has_the_name(self):
        for trick, kind in ((self.fifo, "state"), (self.link, "monitor"), (self.folder, "cmd.0"),
                            (self.fifo, "claim"), (self.locked_file, "state")):
            self.plant(trick, [kind])
            said = self.ask("run", self.rig_of(), "--duration", "0.05", "--quiet", user=ANOTHER)
            self.refused(2, said, path(self.name, kind), "of the user ", str(STRANGER), "take another name",
                         "or that user or root removes it: rm -r /dev/shm/tactus.")
            self.let_go()
            self.clear()
        self.starts("a name that is free again", user=ANOTHER)

    def test_a_name_with_a_living_instance_has_a_line_with_its_process(self):
        instance = self.run_instance(user=STRANGER)
        said = self.ask("run", self.rig_of(), "--duration", "0.05", "--quiet", user=ANOTHER)
        line = f"{path(self.name, 'claim')} belongs to the running process {instance.pid} of the user "
        self.refused(2, said, line, str(STRANGER), "choose another name or stop it")
        self.assertIsNone(instance.poll())
        self.assertTrue(self.answers(user=STRANGER))
        instance.kill()
        instance.wait()
        self.refused(2, self.ask("run", self.rig_of(), "--duration", "0.05", "--quiet", user=ANOTHER),
                     "is a file of the user ", "take another name")
        self.starts("its own name after SIGKILL", user=STRANGER)

    def test_root_takes_the_name_of_a_strangers_instance_and_says_so(self):
        stranger = self.run_instance(user=STRANGER)
        said = self.ask("run", self.rig_of(), "--duration", "0.05", "--quiet", TACTUS_TRUST=f"1,{STRANGER}")
        self.refused(2, said, f"belongs to the running process {stranger.pid} of the user ")
        executive = self.begin("run", self.rig_of(), "--quiet")
        self.until("root's instance runs", self.answers)
        io = self.attach()
        self.assertEqual(io.pid, executive.pid)
        io.detach()
        self.assertIsNone(stranger.poll())
        executive.send_signal(signal.SIGTERM)
        self.assertEqual(executive.wait(LONG), 0)
        self.assertRegex(executive.stderr.read(), rf"^tactus run: removed .*claim, a file of the user .*{STRANGER}"
                                                  rf".*, locked by the process {stranger.pid}\n$")

    def test_what_is_opened_besides_is_looked_at_first(self):
        """The tick of a device, the monitor of an instance."""
        self.plant(self.fifo, ["tick", "monitor"])
        more = f"tick: {{shm: /tactus.{self.name}.tick, bandwidth: 1, lock: 50 us, lost: 10 ms}}\n"
        said = self.ask("run", self.rig_of("", more), "--duration", "0.05", "--quiet")
        self.refused(2, said, f"external tick /tactus.{self.name}.tick: {path(self.name, 'tick')} is a FIFO of the user")
        self.refused(2, self.ask("top", self.name, "--once"), path(self.name, "monitor"), "is a FIFO of the user")


class Containers(Strangers):
    """Containers that share nothing but /dev/shm."""

    def elsewhere(self, *how):
        script = f"mount -t tmpfs none /run && exec {self.tactus} run {self.rig_of()} --duration 0.05 --quiet"
        return subprocess.run(["unshare", *how, "sh", "-c", script], stdin=subprocess.DEVNULL, capture_output=True,
                              timeout=LONG, **self.how(0, {}))

    def test_a_refused_second_start_changes_nothing(self):
        executive = self.run_instance()
        reader = self.attach()
        before = self.files()
        kinds = [["-m", "-p", "-f", "--mount-proc"], ["-m", "-p", "-f"], ["-m", "-n"]]
        if subprocess.run(["unshare", "-U", "-r", "true"], capture_output=True).returncode == 0:
            kinds.append(["-m", "-U", "-r", "-p", "-f", "--mount-proc"])
        for how in kinds:
            self.refused(2, self.elsewhere(*how), f"{path(self.name, 'claim')} belongs to ",
                         "choose another name or stop it")
            self.assertEqual(self.files(), before)
            self.assertTrue(reader.wait(timeout=5.0))
        self.assertTrue(self.answers())
        self.end(executive)
        self.assertEqual(self.files(), {})

    def test_a_dead_one_leaves_its_name_to_all(self):
        executive = self.run_instance()
        executive.kill()
        executive.wait()
        said = self.elsewhere("-m", "-p", "-f", "--mount-proc")
        self.assertEqual(said.returncode, 0, said.stderr)
        self.assertEqual(self.files(), {})


class DotsInNames(Strangers):
    def test_dots_in_names_of_rigs_meet_nobodys_files(self):
        suffixes = ["", ".state", ".cmd.0", ".monitor", ".claim", ".state.new-0123456789abcdef"]
        running_rigs, seen = {}, {}
        for suffix in suffixes + suffixes[::-1]:
            if suffix in running_rigs:  # the second time round they end
                self.end(running_rigs.pop(suffix))
                seen.pop(suffix)
            else:
                running_rigs[suffix] = self.run_instance(suffix)
                seen[suffix] = self.attach(suffix)
            for other, io in seen.items():
                self.assertEqual(io.pid, running_rigs[other].pid)
                self.assertTrue(io.wait(timeout=5.0), f"{other} after {suffix}")
                self.assertIn("running", self.ask("top", self.name + other, "--once").stdout)
        self.assertEqual(self.files(), {})


class SocketsOfStrangers(Strangers):
    def listen(self, address, user=STRANGER):
        """A server of a stranger that answers everybody with ok; its requests."""
        requests = []
        with being(user):
            server = self.keep(socket.socket(socket.AF_UNIX))
            server.bind(address)
            if not address.startswith("\0"):
                os.chmod(address, 0o666)
            server.listen()

        def serve():
            with contextlib.suppress(OSError):
                while True:
                    client, _ = server.accept()
                    requests.append(client.recv(4096))
                    client.sendall(b"ok \x1b[31mstopped\n")
                    client.close()

        threading.Thread(target=serve, daemon=True).start()
        return requests

    def test_root_obeys_no_socket_of_a_stranger(self):
        runtime = self.work / "runtime"
        for folder in (runtime, runtime / "tactus"):
            folder.mkdir()
            os.chown(folder, STRANGER, STRANGER)
        places = ["\0tactus/" + self.name, path(self.name, "sock"), f"{runtime}/tactus/{self.name}.sock"]
        for place in places:
            requests = self.listen(place)
            for who in (self.name, place):
                if not who.startswith("\0"):
                    said = self.ask("ctl", who, "stop", XDG_RUNTIME_DIR=str(runtime))
                    self.assertEqual((said.returncode, said.stdout), (1, ""), place)
                    self.assertEqual(said.stderr.count("\n"), 1)
            self.assertEqual(b"".join(requests), b"")
        self.assertRegex(said.stderr, f"belongs to the user .*{STRANGER}.*, not to root; with TACTUS_TRUST="
                                      f"{STRANGER} in the environment it would be trusted")
        said = self.ask("ctl", self.name, "stop", XDG_RUNTIME_DIR=str(runtime), TACTUS_TRUST="1,65534")
        self.assertEqual((said.returncode, said.stdout), (0, "?[31mstopped\n"))

    def test_an_older_instance_is_reached_by_its_abstract_name(self):
        """One without a folder for its socket, from before claims: of whom is trusted, and of nobody else."""
        requests = self.listen("\0tactus/" + self.name)
        said = self.ask("ctl", self.name, "stop", user=STRANGER)
        self.assertEqual((said.returncode, said.stdout), (0, "?[31mstopped\n"), said.stderr)
        self.assertEqual(requests.pop(), b"stop\n")
        for user in 0, ANOTHER:
            said = self.ask("ctl", self.name, "stop", user=user)
            self.refused(1, said, f"the abstract socket tactus/{self.name} belongs to the user ", str(STRANGER))
        self.assertEqual(b"".join(requests), b"")

    def test_a_link_leads_to_no_other_instance(self):
        other = self.run_instance(".other")
        place = next(p for p in (f"/run/tactus/{self.name}.other.sock", path(self.name + ".other", "sock"))
                     if os.path.exists(p))
        with being(STRANGER):
            os.symlink(place, path(self.name, "sock"))
        said = self.ask("ctl", self.name, "stop")
        self.assertEqual((said.returncode, said.stdout), (1, ""))
        self.assertTrue(self.answers(".other"))
        self.end(other)

    def test_an_abstract_name_that_is_taken_keeps_nobody_from_starting(self):
        requests = self.listen("\0tactus/" + self.name)
        executive = self.run_instance(user=ANOTHER)
        self.refused(1, self.ask("ctl", self.name, "stop", user=STRANGER), "may not be controlled by this user")
        said = self.ask("ctl", self.name, "stop", user=ANOTHER)
        self.assertEqual((said.returncode, said.stdout), (0, "ok\n"), said.stderr)
        self.assertEqual(executive.wait(LONG), 0)
        self.assertEqual(b"".join(requests), b"")  # looked at, and told nothing
        self.assertEqual(self.files(), {})

    def test_a_socket_that_is_taken_has_a_line_with_its_user(self):
        self.listen(path(self.name, "sock"))
        said = self.ask("run", self.rig_of(), "--duration", "0.05", "--quiet", user=ANOTHER)
        self.refused(2, said, path(self.name, "sock"), "is a socket of the user ", str(STRANGER), "take another name")
        self.starts("a socket in its place")


class Processes(Strangers):
    """A compiled sub-model in a process of its own: its segment is for those who may command the instance."""
    PART = """\
gravity: [0, 0, -9.81]
bodies: [{name: bob, mass: 1, inertia: [0.1, 0.1, 0.1], position: [0, 0, -1]}]
joints: [{name: pin, type: revolute, bodies: [ground, bob], at: [0, 0, 0], axis: [0, 1, 0]}]
"""
    HOST = MODEL.replace("[0, 0, 0]\n", "[0, 0, -9.81]\n", 1) + \
        "include: [{file: bob.so, name: bob, position: [0, 0, 0], ground: sled}]\n"
    KIND = "bob.part"

    def setUp(self):
        super().setUp()
        (self.work / "bob.yaml").write_text(self.PART)
        subprocess.run([running.TACTUS, "compile", "bob.yaml", "--out", "bob.so"], check=True, **self.how(0, {}))
        (self.work / "host.yaml").write_text(self.HOST)

    def rig_of(self, suffix="", more=""):
        rig = self.work / f"rig{suffix}.yaml"
        rig.write_text(f"name: {self.name}{suffix}\nmodel: host.yaml\nstep: 1 ms\nsubsteps: 20\nwatchdog: 20 s\n"
                       "policy: {kind: skip, bucket: 0, max_skip: 0}\nexchange: false\n"
                       "processes: [{name: bob, parts: [bob], wait: 8 ms}]\n")
        return str(rig)

    def is_there(self, user):
        about = unless_gone(lambda: os.lstat(path(self.name, self.KIND)))
        return about and stat.S_ISREG(about.st_mode) and about.st_uid == user and about.st_size > 0

    def serve(self, user=0, **environment):
        return self.begin("part", self.name, "bob", "bob.so", "--priority", "10", user=user, **environment)

    def steps(self, user):
        found = re.search(r'"step":(\d+)', self.ask("ctl", self.name, "status", user=user).stdout)
        return int(found[1]) if found else 0

    def makes_steps(self, user=0):
        """It is served and makes steps."""
        run = self.begin("run", self.rig_of(), "--quiet", user=user)
        self.until("it waits", lambda: self.is_there(user))
        part = self.serve(user)
        self.until("steps", lambda: self.steps(user) >= 20)
        run.send_signal(signal.SIGTERM)
        out, err = run.communicate(timeout=LONG)
        self.assertEqual(run.returncode, 0, out + err)
        self.assertEqual(part.wait(LONG), 0, part.stderr.read())
        return err

    def test_root_takes_the_name_whatever_lies_there(self):
        for trick in (self.fifo, self.link, self.folder, self.locked_file):
            self.plant(trick, [self.KIND])
            self.assertIn(f"removed {path(self.name, self.KIND)}, a ", self.makes_steps())
            self.let_go()
            self.assertFalse(os.path.lexists(path(self.name, self.KIND)))
        self.assertIn("root:", pathlib.Path("/etc/passwd").read_text())

    def test_another_user_is_told_who_has_the_name(self):
        for trick in (self.fifo, self.link, self.folder):
            self.plant(trick, [self.KIND])
            said = self.ask("run", self.rig_of(), "--duration", "0.05", user=ANOTHER)
            self.assertEqual(said.returncode, 2, said)
            self.assertIn(f"of the user ", said.stderr)
            self.assertIn(str(STRANGER), said.stderr)
            self.clear()
        self.makes_steps(user=ANOTHER)

    def test_a_stranger_neither_serves_nor_reads_nor_cuts(self):
        run, part = self.begin("run", self.rig_of()), self.serve()
        segment = path(self.name, self.KIND)
        self.until("it runs", lambda: '"state":"running"' in self.ask("ctl", self.name, "status").stdout)
        said = self.ask("part", self.name, "bob", "bob.so", user=STRANGER)
        self.refused(2, said, segment, "Permission denied")
        with being(STRANGER):
            for trick in (lambda: open(segment, "rb"), lambda: os.truncate(segment, 0), lambda: os.unlink(segment),
                          lambda: os.rename(segment, segment + "x")):
                with self.assertRaises(PermissionError):
                    trick()
        self.assertIsNone(part.poll())
        run.send_signal(signal.SIGTERM)
        out, err = run.communicate(timeout=LONG)
        self.assertEqual(run.returncode, 0, out + err)

    def test_nobody_poses_as_the_instance(self):
        """A process serves no segment of somebody who is not trusted, nor takes his object."""
        run = self.begin("run", self.rig_of(), user=STRANGER)
        self.until("it waits", lambda: self.is_there(STRANGER))
        self.refused(2, self.ask("part", self.name, "bob", "bob.so"), path(self.name, self.KIND), "belongs to the user ",
                     str(STRANGER))
        run.kill()
        run.wait()
        self.clear()
        os.chown(self.work / "bob.so", STRANGER, STRANGER)
        self.refused(2, self.ask("part", self.name, "bob", "bob.so"), "bob.so", str(STRANGER))


class WithoutRights(Strangers):
    """One who has no rights to it cannot end it, stop it, let it hang, block its start or pose as it."""

    def denied(self, what, attempt):
        with being(STRANGER), self.assertRaises(PermissionError, msg=what):
            attempt()

    def test_an_instance_of_root_is_out_of_reach(self):
        executive = self.run_instance()
        reader = self.attach()
        before = self.files()
        self.assertEqual({os.path.basename(f).split(".", 2)[2] for f in before} | {"sock"}, set(KINDS))
        kill = self.how(STRANGER, {})
        self.assertNotEqual(subprocess.run(["sh", "-c", f"kill -TERM {executive.pid}"], capture_output=True,
                                           **kill).returncode, 0)
        for file in before:
            self.denied(file, lambda: os.unlink(file))
            self.denied(file, lambda: os.rename(file, file + ".away"))
            self.denied(file, lambda: os.truncate(file, 0))
            self.denied(file, lambda: os.open(file, os.O_RDWR))
        self.denied("the claim", lambda: os.open(path(self.name, "claim"), os.O_RDONLY))
        self.refused(1, self.ask("ctl", self.name, "stop", user=STRANGER), "may not be controlled by this user")
        self.refused(2, self.ask("set", self.name, "push", "1", user=STRANGER), "Permission denied")
        self.refused(2, self.ask("run", self.rig_of(), "--duration", "0.05", "--quiet", user=STRANGER),
                     f"belongs to the running process {executive.pid} of the user root (0); choose another name")
        locks = []
        with being(STRANGER):
            for kind in ("state", "monitor"):
                locks.append(os.open(path(self.name, kind), os.O_RDONLY))
                fcntl.flock(locks[-1], fcntl.LOCK_EX)
        self.assertEqual(self.ask("set", self.name, "push", "0.5").returncode, 0)
        self.assertEqual(self.files().keys(), before.keys())
        self.assertTrue(reader.wait(timeout=5.0))
        said = self.ask("ctl", self.name, "stop")
        self.assertEqual(said.returncode, 0, said.stderr)
        self.assertEqual(executive.wait(LONG), 0)
        for file in locks:
            os.close(file)

    def test_what_a_stranger_puts_there_lets_no_command_hang_and_blocks_no_start(self):
        for trick in (self.fifo, self.locked_file):
            self.plant(trick, KINDS)
            for arguments in (["get", self.name, "way"], ["set", self.name, "push", "1"], ["signals", self.name],
                              ["top", self.name, "--once"], ["dump", self.name, "--csv", "-"]):
                self.refused(2, self.ask(*arguments), str(STRANGER))
            self.refused(1, self.ask("ctl", self.name, "stop"), self.name)
            self.starts(trick.__name__)
            self.let_go()
            self.clear()

    def test_a_stranger_poses_as_nobody(self):
        self.run_instance(user=STRANGER)
        whose = f"{STRANGER}"
        for arguments in (["get", self.name, "way"], ["set", self.name, "push", "1"], ["signals", self.name],
                          ["top", self.name, "--once"], ["dump", self.name, "--csv", "-"]):
            self.refused(2, self.ask(*arguments), "belongs to the user ", whose, "not to root")
        self.refused(1, self.ask("ctl", self.name, "stop"), "belongs to the user ", whose, "not to root")
        with self.assertRaises(tactus_io.Foreign):
            tactus_io.attach(self.name)
        bridge = self.change("bridges", "car.yaml", (r"(?m)^instance: .*", f"instance: {self.name}"),
                             (":5000", f":{free_port()}"), (":5001", f":{free_port()}"))
        platform = self.change("platforms", "motion_platform.yaml", (r"(?m)^name: .*", f"name: {self.name}.p"),
                               (r"(?m)^  instance: car", f"  instance: {self.name}"))
        for arguments in (["bridge-udp", bridge], ["platform", platform]):
            p = self.begin(*arguments)
            lines = []
            while not any("belongs to the user" in line for line in lines):
                lines.append(p.stderr.readline())
                self.assertNotEqual(lines[-1], "", lines)
                self.assertNotIn("attached to '%s'" % self.name, lines[-1])
            p.send_signal(signal.SIGTERM)
            self.assertEqual(p.wait(LONG), 0)


class Page(Strangers):
    """What docs/security.md says of files, groups and root."""

    GROUP = 64999

    def rows(self):
        """(names, mode, text) of the table of files."""
        for line in (running.ROOT / "docs/security.md").read_text().splitlines():
            cell = [c.strip() for c in line.strip("|").split("|")]
            mode = re.match(r"0[0-7]{3}", cell[2]) if len(cell) == 4 else None
            if mode:
                yield re.findall(r"`([^`]+)`", cell[1]), int(mode[0], 8), line

    def is_as_said(self, file, mode, user):
        about = os.stat(file)
        self.assertEqual((oct(stat.S_IMODE(about.st_mode)), about.st_uid, about.st_gid), (oct(mode), user, user), file)

    def test_files_have_the_modes_of_the_page_whatever_the_mask_is(self):
        self.rig_of(), self.rig_of(".root")  # which both read
        os.umask(0o077)
        user = self.run_instance(user=STRANGER)
        root = self.run_instance(".root")
        seen = set()
        for names, mode, _ in self.rows():
            for name in names:
                kind = name.rpartition(".")[2].replace("K", "cmd.0")
                if kind == "part": # of rigs with processes: tests/rt/apart/processes.py
                    continue
                if kind != "sock" and name.startswith((".", "/dev/shm")):
                    seen.add(kind)
                    self.is_as_said(path(self.name, kind), mode, STRANGER)
                    self.is_as_said(path(self.name + ".root", kind), mode, 0)
                elif name.startswith("/dev/shm"):
                    seen.add(kind)
                    self.is_as_said(path(self.name, kind), mode, STRANGER)
                elif name.startswith("/run"):
                    seen.add(name)
                    self.is_as_said(name.replace("NAME", self.name + ".root"), mode, 0)
        self.assertEqual(seen, {*KINDS, "/run/tactus/NAME.sock"} - {"cmd.1"})
        self.end(user)
        self.end(root)

    def test_recordings_and_checkpoints_have_the_modes_of_the_page(self):
        recording, = [(mode, text) for _, mode, text in self.rows() if "recordings" in text]
        os.umask(0o022)
        log, saved = str(self.work / "x.tlog"), str(self.work / "x.checkpoint")
        executive = self.begin("run", self.rig_of(), "--quiet", "--record", log)
        self.until("it starts", self.answers)
        self.assertEqual(self.ask("ctl", self.name, "save", saved).returncode, 0)
        self.is_as_said(log, recording[0] & ~0o022, 0)
        self.is_as_said(saved, int(re.search(r"checkpoints have (0[0-7]{3})", recording[1])[1], 8), 0)
        self.end(executive)

    def test_the_group_commands_and_nobody_else(self):
        runtime = self.work / "runtime"
        runtime.mkdir(mode=0o755)
        os.chown(runtime, STRANGER, STRANGER)
        there = {"XDG_RUNTIME_DIR": str(runtime)}
        executive = self.begin("run", self.rig_of(), "--quiet", user=STRANGER, **there)
        member, outsider = dict(user=64001, group=64001, extra_groups=[STRANGER]), dict(user=64001, group=64001,
                                                                                      extra_groups=[])
        trusting = {**there, "TACTUS_TRUST": str(STRANGER)}

        def asked(who, environment, *arguments):
            return subprocess.run([self.tactus, *arguments], stdin=subprocess.DEVNULL, capture_output=True,
                                  timeout=LONG, **{**self.how(0, environment), **who})

        status, command = ["ctl", self.name, "status"], ["set", self.name, "push", "0.5"]
        self.until("it starts", lambda: asked(member, trusting, *status).returncode == 0)
        self.assertEqual(asked(member, trusting, *command).returncode, 0)
        self.refused(2, asked(member, there, *command), "belongs to the user ", "TACTUS_TRUST=")
        self.refused(1, asked(member, there, "ctl", f"{runtime}/tactus/{self.name}.sock", "status"),
                     "belongs to the user ", "TACTUS_TRUST=")
        self.refused(2, asked(outsider, trusting, *command), "Permission denied")
        self.refused(1, asked(outsider, trusting, *status), "may not be controlled by this user")
        self.assertEqual(asked(member, trusting, "ctl", self.name, "stop").returncode, 0)
        self.assertEqual(executive.wait(LONG), 0)

    def test_root_spares_the_group_tactus_and_follows_it_nowhere(self):
        (self.work / "group").write_text(f"root:x:0:\ntactus:x:{self.GROUP}:\n")
        executive = subprocess.Popen([self.tactus, "run", self.rig_of(), "--quiet"],
                                     **{**self.how(STRANGER, {}), "group": self.GROUP})
        self.processes.append(executive)
        self.until("it starts", lambda: self.answers(user=STRANGER))

        def as_root(*arguments):
            script = f"mount --bind {self.work}/group /etc/group && exec {self.tactus} " + " ".join(arguments)
            return subprocess.run(["unshare", "-m", "sh", "-c", script], stdin=subprocess.DEVNULL,
                                  capture_output=True, timeout=LONG, **self.how(0, {}))

        start = ["run", self.rig_of(), "--duration", "0.05", "--quiet"]
        self.refused(2, as_root(*start), f"belongs to the running process {executive.pid} of the user ")
        self.refused(2, as_root("get", self.name, "way"), "belongs to the user ", "not to root")
        self.refused(1, as_root("ctl", self.name, "status"), "belongs to the user ", "not to root")
        self.assertIn("removed", self.starts("nobody is in the group"))


if __name__ == "__main__":
    if os.geteuid() != 0:
        print("needs root, who can become other users")
        sys.exit(77)
    unittest.main()
