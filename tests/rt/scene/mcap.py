"""A reader of MCAP of its own, by the specification at mcap.dev, for tests: everything is checked that can be.

Numbers keep their bits: JSON's whole numbers are read as floats, so that -0 has its sign.
"""
import ctypes
import ctypes.util
import json
import struct
import zlib

MAGIC = b"\x89MCAP0\r\n"
SCHEMA, CHANNEL, MESSAGE, CHUNK, MESSAGE_INDEX, CHUNK_INDEX = 3, 4, 5, 6, 7, 8
STATISTICS, SUMMARY_OFFSET, DATA_END, FOOTER, HEADER = 0x0b, 0x0e, 0x0f, 2, 1
METADATA, METADATA_INDEX = 0x0c, 0x0d

zstd = ctypes.CDLL(ctypes.util.find_library("zstd") or "libzstd.so.1")
zstd.ZSTD_decompress.restype = ctypes.c_size_t


def unpack(packed, size):
    out = ctypes.create_string_buffer(size + 1)
    n = zstd.ZSTD_decompress(out, ctypes.c_size_t(size), packed, ctypes.c_size_t(len(packed)))
    assert n == size, (n, size)
    return out.raw[:size]


class Bytes:
    """Fields of a record one after the other."""

    def __init__(self, data):
        self.data, self.at = data, 0

    def take(self, n):
        assert self.at + n <= len(self.data), "a record is too short"
        self.at += n
        return self.data[self.at - n:self.at]

    def number(self, kind):
        return struct.unpack("<" + kind, self.take(struct.calcsize("<" + kind)))[0]

    def text(self):
        return self.take(self.number("I")).decode()


def records(data, start=0, end=None):
    """Whole records, as (offset, kind, content); what is cut off ends them."""
    end = len(data) if end is None else end
    while start + 9 <= end:
        kind, size = struct.unpack_from("<BQ", data, start)
        if start + 9 + size > end:
            return
        yield start, kind, data[start + 9:start + 9 + size]
        start += 9 + size


def loads(text):
    return json.loads(text, parse_int=float, parse_constant=None)


class File:
    """All that can be read from the beginning on. whole: the end is there, and what it says is checked."""

    def __init__(self, data, whole=True):
        assert data[:8] == MAGIC
        self.schemas, self.channels, self.messages, self.chunks = {}, {}, [], []
        self.indices, self.metadata, self.whole = {}, {}, False
        self.places = []  # of metadata
        for offset, kind, content in records(data, 8):
            b = Bytes(content)
            if kind == SCHEMA:
                number, name, encoding, text = b.number("H"), b.text(), b.text(), b.text()
                assert number > 0 and encoding == "jsonschema"
                self.schemas[number] = (name, json.loads(text))
            elif kind == CHANNEL:
                number, schema, topic, encoding = b.number("H"), b.number("H"), b.text(), b.text()
                assert encoding == "json" and b.number("I") == 0 and schema in self.schemas
                self.channels[number] = (topic, schema)
            elif kind == CHUNK:
                self.read_chunk(offset, b)
            elif kind == MESSAGE_INDEX:
                self.read_index(b)
            elif kind == METADATA:
                name, pairs = b.text(), Bytes(b.take(b.number("I")))
                self.metadata[name] = {}
                while pairs.at < len(pairs.data):
                    key = pairs.text()
                    self.metadata[name][key] = pairs.text()
                self.places.append((offset, 9 + len(content), name))
            elif kind == DATA_END:
                assert b.number("I") == zlib.crc32(data[:offset]), "checksum of the data"
                if whole:
                    self.read_summary(data, offset + 9 + len(content))
                break
            else:
                assert kind == HEADER and offset == 8 and b.text() == "" and b.text().startswith("tactus ")
        assert self.whole or not whole, "the file has no end"

    def read_chunk(self, offset, b):
        first, last, size, crc, packing = b.number("Q"), b.number("Q"), b.number("Q"), b.number("I"), b.text()
        assert packing == "zstd"
        packed = b.take(b.number("Q"))
        assert b.at == len(b.data)
        inside = unpack(packed, size)
        assert zlib.crc32(inside) == crc
        found = []
        for at, kind, content in records(inside):
            assert kind == MESSAGE
            channel, sequence, time, published = struct.unpack_from("<HIQQ", content)
            assert time == published and first <= time <= last and channel in self.channels
            found.append((at, channel, sequence, time, content[22:]))
        assert sum(31 + len(m[4]) for m in found) == size, "nothing but messages"
        assert last - first <= 10**9 and (size <= 1 << 20 or len(found) == 1), "a second and a MiB"
        self.chunks.append((offset, first, last, size, len(packed), len(found)))
        self.messages += found

    def read_index(self, b):
        channel, size = b.number("H"), b.number("I")
        entries = [struct.unpack_from("<QQ", b.take(16)) for _ in range(size // 16)]
        n = self.chunks[-1][5]
        assert entries == [(m[3], m[0]) for m in self.messages[-n:] if m[1] == channel]

    def read_summary(self, data, start):
        assert data[-8:] == MAGIC
        footer = len(data) - 8 - 29
        kind, size, at, offsets, crc = struct.unpack_from("<BQQQI", data, footer)
        assert (kind, size, at) == (FOOTER, 20, start)
        assert zlib.crc32(data[start:footer + 25]) == crc, "checksum of the summary"
        schemas, channels, chunks, groups, places = {}, {}, [], {}, []
        for offset, kind, content in records(data, start, footer):
            b = Bytes(content)
            if kind == SCHEMA:
                number, name, _ = b.number("H"), b.text(), b.text()
                schemas[number] = (name, json.loads(b.text()))
            elif kind == CHANNEL:
                number, schema = b.number("H"), b.number("H")
                channels[number] = (b.text(), schema)
            elif kind == STATISTICS:
                self.check_statistics(b)
            elif kind == CHUNK_INDEX:
                first, last, offset, size = (b.number("Q") for _ in range(4))
                b.take(b.number("I"))
                b.number("Q")
                assert b.text() == "zstd"
                packed, raw = b.number("Q"), b.number("Q")
                assert struct.unpack_from("<BQ", data, offset) == (CHUNK, size - 9)
                chunks.append((offset, first, last, raw, packed))
            elif kind == METADATA_INDEX:
                places.append((b.number("Q"), b.number("Q"), b.text()))
            elif kind == SUMMARY_OFFSET:
                group, where, length = b.number("B"), b.number("Q"), b.number("Q")
                assert data[where] == group and offset >= offsets
                groups[group] = where + length
        assert schemas == self.schemas and channels == self.channels
        assert places == self.places
        assert chunks == [c[:5] for c in self.chunks] and len(groups) >= (2 if chunks else 1)
        self.whole = True

    def check_statistics(self, b):
        assert b.number("Q") == len(self.messages) and b.number("H") == len(self.schemas)
        assert b.number("I") == len(self.channels) and b.number("I") == 0 and b.number("I") == len(self.places)
        assert b.number("I") == len(self.chunks)
        times = [m[3] for m in self.messages] or [0]
        assert (b.number("Q"), b.number("Q")) == (times[0], times[-1])
        counts = [struct.unpack("<HQ", b.take(10)) for _ in range(b.number("I") // 10)]
        assert dict(counts) == {c: sum(m[1] == c for m in self.messages) for c in self.channels}

    def topic(self, name):
        """(time in ns, message) of a channel, in order."""
        channel = next(c for c, (topic, _) in self.channels.items() if topic == name)
        return [(m[3], loads(m[4])) for m in self.messages if m[1] == channel]
