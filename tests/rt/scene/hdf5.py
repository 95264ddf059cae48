"""Data sets and attributes of an HDF5 file, read by the library itself; None where it is not there."""
import ctypes
import ctypes.util

name = next((n for n in ("hdf5_serial", "hdf5") if ctypes.util.find_library(n)), None)
library = ctypes.CDLL(ctypes.util.find_library(name)) if name else None


class File:
    def __init__(self, path):
        h = self.h = library
        h.H5open()
        for f in ("H5Fopen", "H5Dopen2", "H5Dget_space", "H5Oopen", "H5Aopen", "H5Aget_type"):
            getattr(h, f).restype = ctypes.c_int64
        self.double = ctypes.c_int64.in_dll(h, "H5T_NATIVE_DOUBLE_g")
        self.file = ctypes.c_int64(h.H5Fopen(str(path).encode(), 0, ctypes.c_int64(0)))
        assert self.file.value >= 0

    def read(self, place):
        h, size = self.h, (ctypes.c_uint64 * 2)()
        d = ctypes.c_int64(h.H5Dopen2(self.file, place.encode(), ctypes.c_int64(0)))
        assert d.value >= 0, place
        s = ctypes.c_int64(h.H5Dget_space(d))
        h.H5Sget_simple_extent_dims(s, size, None)
        out = (ctypes.c_double * size[1])()
        all_ = ctypes.c_int64(0)
        assert size[1] == 0 or h.H5Dread(d, self.double, all_, all_, all_, out) >= 0
        h.H5Sclose(s)
        h.H5Dclose(d)
        return list(out)

    def note(self, place, key):
        h = self.h
        o = ctypes.c_int64(h.H5Oopen(self.file, place.encode(), ctypes.c_int64(0)))
        a = ctypes.c_int64(h.H5Aopen(o, key.encode(), ctypes.c_int64(0)))
        assert a.value >= 0, (place, key)
        t = ctypes.c_int64(h.H5Aget_type(a))
        h.H5Tget_size.restype = ctypes.c_size_t
        text = ctypes.create_string_buffer(h.H5Tget_size(t) + 1)
        h.H5Aread(a, t, text)
        for close, what in ((h.H5Tclose, t), (h.H5Aclose, a), (h.H5Oclose, o)):
            close(what)
        return text.value.decode()

    def close(self):
        self.h.H5Fclose(self.file)
