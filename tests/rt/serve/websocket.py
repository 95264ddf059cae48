"""A small WebSocket client, for the server of `tactus serve` and for the protocol of browsers that are driven: nothing
but what Python has. It says exactly what it is told to say, good or bad.
"""

import base64
import http.client
import json
import os
import socket
import struct

TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10


def get(port, path, method="GET", timeout=10, **headers):
    """Status, headers and body."""
    c = http.client.HTTPConnection("127.0.0.1", port, timeout=timeout)
    try:
        c.putrequest(method, path, skip_host="Host" in headers)
        for name, value in headers.items():
            c.putheader(name, value)
        c.endheaders()
        r = c.getresponse()
        return r.status, {k.lower(): v for k, v in r.getheaders()}, r.read()
    finally:
        c.close()


class Refused(Exception):
    pass


class WebSocket:
    def __init__(self, port, path="/", protocol="tactus", host=None, origin=None, timeout=20, window=None):
        self.s = socket.socket()
        if window: # bytes that wait here at most, before the other side has to wait
            self.s.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, window)
        self.s.settimeout(timeout)
        self.s.connect(("127.0.0.1", port))
        self.s.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.rest = b""
        lines = [f"GET {path} HTTP/1.1", f"Host: {host or f'127.0.0.1:{port}'}", "Upgrade: websocket",
                 "Connection: Upgrade", "Sec-WebSocket-Version: 13",
                 f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}"]
        lines += [f"Sec-WebSocket-Protocol: {protocol}"] if protocol else []
        lines += [f"Origin: {origin}"] if origin else []
        try:
            self.s.sendall("\r\n".join([*lines, "", ""]).encode())
            while b"\r\n\r\n" not in self.rest:
                self._more()
        except OSError as e:
            self.s.close()
            raise Refused(str(e)) from None
        head, self.rest = self.rest.split(b"\r\n\r\n", 1)
        if b" 101 " not in head.split(b"\r\n")[0]:
            self.s.close()
            raise Refused(head.decode(errors="replace"))

    def _more(self):
        got = self.s.recv(1 << 16)
        if not got:
            raise ConnectionError("the connection was closed")
        self.rest += got

    def _take(self, n):
        while len(self.rest) < n:
            self._more()
        taken, self.rest = self.rest[:n], self.rest[n:]
        return taken

    def raw(self, data):
        self.s.sendall(data)

    def send(self, data, kind=TEXT, final=True, masked=True):
        data = data.encode() if isinstance(data, str) else data
        n = len(data)
        size = bytes([n]) if n < 126 else struct.pack(">BH", 126, n) if n < 65536 else struct.pack(">BQ", 127, n)
        key = os.urandom(4)
        if masked:
            size = bytes([size[0] | 0x80]) + size[1:] + key
            stream = int.from_bytes(key * (n // 4 + 1), "big") >> (8 * (4 * (n // 4 + 1) - n)) if n else 0
            data = (int.from_bytes(data, "big") ^ stream).to_bytes(n, "big") if n else b""
        self.raw(bytes([kind | (0x80 if final else 0)]) + size + data)

    def receive(self):
        """The next message, text as str; ConnectionError when the other side closes."""
        whole, text = b"", True
        while True:
            first, second = self._take(2)
            n = second & 0x7f
            n = n if n < 126 else int.from_bytes(self._take(2 if n == 126 else 8), "big")
            data, kind = self._take(n), first & 15
            if kind == CLOSE:
                raise ConnectionError("closed")
            if kind in (PING, PONG):
                continue
            text = kind == TEXT if kind else text
            whole += data
            if first & 0x80:
                return whole.decode() if text else whole

    def until(self, condition):
        """The first message of those to come that the condition likes, JSON as objects."""
        while True:
            m = self.receive()
            m = json.loads(m) if isinstance(m, str) else Past(m) if m[:4] == b"\3\0\0\0" else Frame(m)
            if condition(m):
                return m

    def until_type(self, kind, condition=lambda m: True):
        return self.until(lambda m: isinstance(m, dict) and m["type"] == kind and condition(m))

    def until_frame(self, condition=lambda f: True):
        return self.until(lambda m: isinstance(m, Frame) and condition(m))

    def close(self):
        self.s.close()


class Frame:
    """A frame as rt/serve/message.h lays it out."""

    def __init__(self, data):
        (kind, self.source, self.step, self.time, self.pose_step, self.pose_time, self.run_state, self.n_pose,
         self.n_value, self.merged, self.n_force) = struct.unpack_from("<IIqdqdIIIII", data)
        count = 7 * self.n_pose + 6 * self.n_force + 3 * self.n_value
        assert kind == 2 and len(data) == 64 + 8 * count, (kind, len(data))
        numbers = struct.unpack_from(f"<{count}d", data, 64)
        p, n = 7 * self.n_pose + 6 * self.n_force, self.n_value
        self.poses, self.forces = numbers[:7 * self.n_pose], numbers[7 * self.n_pose:p]
        self.values = numbers[p:p + n]
        self.least, self.most = numbers[p + n:p + 2 * n], numbers[p + 2 * n:]


class Past:
    """Bins of a history as rt/serve/source_past.h lays them out."""

    def __init__(self, data):
        _, self.source, n_bin, n = struct.unpack_from("<IIII", data)
        assert len(data) == 16 + 8 * n_bin * (1 + 2 * n), (len(data), n_bin, n)
        numbers = struct.unpack_from(f"<{n_bin * (1 + 2 * n)}d", data, 16)
        self.time, rows = numbers[:n_bin], numbers[n_bin:]
        self.least = [rows[2 * n * k:2 * n * k + n] for k in range(n_bin)]
        self.most = [rows[2 * n * k + n:2 * n * (k + 1)] for k in range(n_bin)]
