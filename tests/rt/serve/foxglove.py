"""A small viewer of the Foxglove WebSocket protocol, after its specification (github.com/foxglove/ws-protocol)."""

import json
import struct

from websocket import BINARY, WebSocket


class Viewer(WebSocket):
    PLAYING, PAUSED, BUFFERING, ENDED = range(4)

    def __init__(self, port, protocol="foxglove.sdk.v1, foxglove.websocket.v1", **how):
        super().__init__(port, protocol=protocol, **how)
        self.channels, self.ids, self.states = {}, {}, []
        self.info = self.next_op("serverInfo")

    def say(self, op, **what):
        self.send(json.dumps({"op": op, **what}))

    def next(self):
        """("op", object) of a text, (topic, ns, message) of data; what is advertised is kept."""
        m = self.receive()
        if isinstance(m, str):
            m = json.loads(m)
            if m["op"] == "advertise":
                for c in m["channels"]:
                    assert c["encoding"] == "json" and c["schemaEncoding"] == "jsonschema", c
                    assert json.loads(c["schema"])["type"] == "object"
                    assert c["id"] not in {k["id"] for k in self.channels.values()} and c["topic"] not in self.channels
                    self.channels[c["topic"]] = c
            elif m["op"] == "unadvertise":
                gone = set(m["channelIds"])
                known = {t for t, c in self.channels.items() if c["id"] in gone}
                assert len(known) == len(gone), (gone, self.channels.keys())
                for topic in known:
                    del self.channels[topic]
            return m["op"], m
        if m[0] == 5:
            _, status, ns, speed, n = struct.unpack_from("<BBQfI", m)
            assert len(m) == 18 + n
            self.states.append((m[18:].decode(), status, ns, speed))
            return "state", self.states[-1]
        kind, subscription, ns = struct.unpack_from("<BIQ", m)
        assert kind == 1 and subscription in self.ids, (kind, subscription)
        return self.ids[subscription], ns, json.loads(m[13:])

    def next_op(self, op):
        while True:
            m = self.next()
            if m[0] == op:
                return m[1]

    @staticmethod
    def request(name, pause=False, seek=None, speed=0.0):
        return struct.pack("<BBfBQI", 3, pause, speed, seek is not None, seek or 0, len(name)) + name.encode()

    def control(self, name, **how):
        """Plays from where it is or from `seek`; what the server says to it: status, ns, speed."""
        self.send(self.request(name, **how), kind=BINARY)
        while True:
            m = self.next()
            if m[0] == "state" and m[1][0] == name:
                return m[1][1:]

    def subscribe(self, *topics):
        first = len(self.ids) + 1
        self.ids.update(enumerate(topics, first))
        self.say("subscribe", subscriptions=[{"id": first + i, "channelId": self.channels[t]["id"]}
                                             for i, t in enumerate(topics)])

    def data(self, topic, condition=lambda m: True):
        """The next message of a topic that the condition likes, and its time in ns."""
        while True:
            m = self.next()
            if len(m) == 3 and m[0] == topic and condition(m[2]):
                return m[2], m[1]
