"""A reader of glTF 2.0 of its own, for tests: the structure of a binary file and the bounds of all it holds."""
import json
import math
import struct

SIZE = {5125: 4, 5126: 4}
WIDTH = {"SCALAR": 1, "VEC3": 3, "VEC4": 4}


class File:
    def __init__(self, data):
        magic, version, length = struct.unpack_from("<4sII", data)
        assert (magic, version, length) == (b"glTF", 2, len(data))
        size, kind = struct.unpack_from("<I4s", data, 12)
        assert kind == b"JSON" and size % 4 == 0
        self.text = json.loads(data[20:20 + size])
        at = 20 + size
        self.binary = b""
        if at < len(data):
            size, kind = struct.unpack_from("<I4s", data, at)
            assert kind == b"BIN\0" and size % 4 == 0 and at + 8 + size == len(data)
            self.binary = data[at + 8:]
            assert self.text["buffers"] == [{"byteLength": len(self.binary)}]
        assert self.text["asset"]["version"] == "2.0"
        self.columns = [self.column(a) for a in self.text.get("accessors", [])]
        self.check_bounds()
        self.check_nodes()
        self.check_meshes()
        self.check_animations()

    def column(self, a):
        view = self.text["bufferViews"][a["bufferView"]]
        assert view["byteOffset"] + view["byteLength"] <= len(self.binary)
        width, n = WIDTH[a["type"]], a["count"]
        size = SIZE[a["componentType"]] * width * n
        assert n > 0 and a["byteOffset"] % 4 == 0 and view["byteOffset"] % 4 == 0
        assert a["byteOffset"] + size <= view["byteLength"]
        kind = "f" if a["componentType"] == 5126 else "I"
        flat = struct.unpack_from(f"<{n * width}{kind}", self.binary, view["byteOffset"] + a["byteOffset"])
        assert all(math.isfinite(x) for x in flat)
        return [flat[i * width:(i + 1) * width] for i in range(n)]

    def check_bounds(self):
        for a, column in zip(self.text.get("accessors", []), self.columns):
            if "min" in a:
                assert a["min"] == [min(x) for x in zip(*column)] and a["max"] == [max(x) for x in zip(*column)]

    def check_nodes(self):
        nodes = self.text["nodes"]
        seen, waiting = set(), list(self.text["scenes"][self.text["scene"]]["nodes"])
        while waiting:
            i = waiting.pop()
            assert i not in seen, "a node has one place"
            seen.add(i)
            assert nodes[i].get("children") != [], "no empty list"
            waiting += nodes[i].get("children", [])
            q = nodes[i].get("rotation", [0, 0, 0, 1])
            assert abs(sum(x * x for x in q) - 1) < 1e-6
        assert seen == set(range(len(nodes))), "all nodes are in the scene"

    def check_meshes(self):
        meshes = self.text.get("meshes", [])
        assert all(n.get("mesh", 0) < max(len(meshes), 1) for n in self.text["nodes"])
        for mesh in meshes:
            for part in mesh["primitives"]:
                points = self.columns[part["attributes"]["POSITION"]]
                assert "min" in self.text["accessors"][part["attributes"]["POSITION"]]
                corners = self.columns[part["indices"]]
                assert len(corners) % 3 == 0 and max(corners)[0] < len(points)
                assert part["material"] < len(self.text["materials"])

    def check_animations(self):
        for animation in self.text.get("animations", []):
            targets = set()
            for channel in animation["channels"]:
                sampler = animation["samplers"][channel["sampler"]]
                times, values = self.columns[sampler["input"]], self.columns[sampler["output"]]
                assert len(times) == len(values)
                assert all(a < b for a, b in zip(times, times[1:])), "times increase"
                target = (channel["target"]["node"], channel["target"]["path"])
                assert target not in targets
                targets.add(target)
                if target[1] == "rotation":
                    assert all(abs(sum(x * x for x in q) - 1) < 1e-5 for q in values)
                    assert all(sum(x * y for x, y in zip(a, b)) >= 0 for a, b in zip(values, values[1:]))

    def motion(self, name, path):
        """(time, value) of the node of that name."""
        nodes, animation = self.text["nodes"], self.text["animations"][0]
        for channel in animation["channels"]:
            if nodes[channel["target"]["node"]].get("name") == name and channel["target"]["path"] == path:
                sampler = animation["samplers"][channel["sampler"]]
                times = [t[0] for t in self.columns[sampler["input"]]]
                return list(zip(times, self.columns[sampler["output"]]))
        raise KeyError(name)
