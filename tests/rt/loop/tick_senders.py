# test: security.ticks_of_one_sender program -- @tactus
"""Ticks come in on the address that the rig names, this machine's own unless told, and count only from
the sender that it names.

    tick_senders.py TACTUS    in the root of the sources
"""
import pathlib
import signal
import socket
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
from running import ROOT, Running, free_port, unittest  # noqa: E402


def bound(port):
    """Address and unread bytes of the sockets on a port, as the system lists them."""
    found = []
    for line in pathlib.Path("/proc/net/udp").read_text().splitlines()[1:]:
        word = line.split()
        address, number = word[1].split(":")
        if int(number, 16) == port:
            host = socket.inet_ntoa(int(address, 16).to_bytes(4, "little"))
            found.append((host, int(word[4].split(":")[1], 16)))
    return found


class TickSenders(Running):
    def open(self, tick):
        """A run of that tick, once it listens."""
        self.port = free_port("0.0.0.0")
        path = self.work / "rig.yaml"
        path.write_text(f"name: {self.name}\nmodel: {ROOT}/config/models/m2_four_bar.yaml\nstep: 10 ms\n"
                        f"policy: {{kind: count, bucket: 0}}\nwatchdog: 60 s\n"
                        f"tick: {tick.format(self.port)}\n")
        run = self.start("run", str(path))
        self.until("it listens", lambda: bound(self.port) or run.poll() is not None)
        return run

    def send(self, count, sender, to="127.0.0.1", port=0):
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as s:
            s.bind((sender, port))
            for number in range(count):
                s.sendto(number.to_bytes(8, "big"), (to, self.port))

    def end(self, run):
        """What the run printed, after all packets were looked at."""
        self.until("all is read", lambda: all(unread == 0 for _, unread in bound(self.port)))
        run.send_signal(signal.SIGTERM)
        out, err = run.communicate(timeout=60)
        self.assertEqual(run.returncode, 0, err)
        return out

    def test_a_port_alone_is_one_of_this_machine(self):
        run = self.open("{{udp: {}}}")
        self.assertEqual([host for host, _ in bound(self.port)], ["127.0.0.1"])
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as s:
            s.connect(("127.0.0.2", self.port))  # another address of this machine, as a network would be
            s.send(bytes(8))
            with self.assertRaises(ConnectionRefusedError):
                s.recv(1)
        self.send(7, "127.0.0.1")
        self.send(11, "127.0.0.2")
        out = self.end(run)
        self.assertIn(f"tick          UDP 127.0.0.1, port {self.port}, from 127.0.0.1,", out)
        self.assertIn("11 packets of other senders or sizes were no ticks", out)

    def test_a_named_sender_at_any_of_its_ports(self):
        run = self.open("{{udp: '127.0.0.3:{}', from: 127.0.0.2}}")
        self.assertEqual([host for host, _ in bound(self.port)], ["127.0.0.3"])
        self.send(5, "127.0.0.2", "127.0.0.3")
        self.send(9, "127.0.0.1", "127.0.0.3")
        self.send(5, "127.0.0.2", "127.0.0.3")
        self.assertIn("9 packets of other senders or sizes were no ticks", self.end(run))

    def test_a_named_sender_at_one_port(self):
        own = free_port("127.0.0.2")
        run = self.open(f"{{{{udp: {{}}, from: '127.0.0.2:{own}'}}}}")
        self.send(4, "127.0.0.2", port=own)
        self.send(6, "127.0.0.2")
        self.send(3, "127.0.0.1", port=own)
        self.assertIn("9 packets of other senders or sizes were no ticks", self.end(run))

    def test_anybody_where_the_rig_says_so(self):
        run = self.open("{{udp: '0.0.0.0:{}', from: any}}")
        self.send(4, "127.0.0.1")
        self.send(4, "127.0.0.4", "127.0.0.2")
        out = self.end(run)
        self.assertIn("from anybody", out)
        self.assertNotIn("were no ticks", out)

    def test_a_network_needs_a_sender(self):
        run = self.open("{{udp: '0.0.0.0:{}'}}")
        out, err = run.communicate(timeout=60)
        self.assertEqual(run.returncode, 2)
        self.assertIn("whose packets are taken? add 'from': HOST, HOST:PORT or any", err)

    def test_a_host_that_is_none_is_named(self):
        run = self.open("{{udp: '203.0.113.7:{}', from: any}}")
        out, err = run.communicate(timeout=60)
        self.assertEqual(run.returncode, 2)
        self.assertIn(f"on UDP 203.0.113.7, port {self.port}", err)


if __name__ == "__main__":
    unittest.main()
