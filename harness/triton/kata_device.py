"""The simulated device as ctypes sees it (sim.h and the CUDA runtime)."""

import ctypes
import re
import struct
import sys
from ctypes import POINTER, byref, c_char_p, c_double, c_float, c_int, \
    c_size_t, c_uint, c_uint64, c_void_p

ATTRIBUTES = {"max_shared_mem": 97, "max_num_regs": 12, "warpSize": 10,
              "multiprocessor_count": 16, "sm_clock_rate": 13,
              "mem_clock_rate": 36, "mem_bus_width": 37}
HELD_US = 200.0  # the device is busy for so long when timing begins
CLUSTER, COOPERATIVE, MAX_SHARED, ANY_CLUSTER = 4, 2, 8, 14


class Lost(RuntimeError):
    """A kernel did something wrong; the device answers no more. Shown as what
    Triton raises."""


Lost.__module__ = "builtins"
Lost.__name__ = Lost.__qualname__ = "RuntimeError"


class Dim(ctypes.Structure):
    _fields_ = [("x", c_uint), ("y", c_uint), ("z", c_uint)]


class Attribute(ctypes.Structure):
    _fields_ = [("id", c_uint), ("pad", c_uint), ("value", c_uint * 16)]


class Config(ctypes.Structure):
    _fields_ = [("grid", Dim), ("block", Dim), ("shared", c_size_t),
                ("stream", c_void_p), ("attributes", POINTER(Attribute)),
                ("count", c_uint)]


def fat_binary(ptx, cubin, arch):
    """A fat binary of PTX text and machine code (module/fatbin.c)."""
    entries = b""
    for kind, data in ((2, cubin), (1, ptx.encode() + b"\0")):
        data += bytes(-len(data) % 8)
        entries += struct.pack("<HHIQQHHIQQQQ", kind, 0x101, 64, len(data),
                               0, 0, 0, arch, 0, 0, 0, 0) + data
    return struct.pack("<IHHQ", 0xba55ed50, 1, 16, len(entries)) + entries


class Kernel:
    """A loaded kernel; holds what the device only borrows."""

    def __init__(self, lib, name, ptx, cubin):
        arch = int(re.search(r"^\.target\s+sm_(\d+)", ptx, re.M)[1])
        head = re.search(r"\.entry\s+" + re.escape(name) + r"\s*\((.*?)\)",
                         ptx, re.DOTALL)
        self.parameters = head.group(1).count(".param")
        data = fat_binary(ptx, cubin, arch)
        self.data = ctypes.create_string_buffer(data, len(data))
        self.wrapper = ctypes.create_string_buffer(struct.pack(
            "<IIQQ", 0x466243b1, 1, ctypes.addressof(self.data), 0), 24)
        self.name = ctypes.create_string_buffer(name.encode())
        self.host = ctypes.addressof(self.name)
        image = getattr(lib, "__cudaRegisterFatBinary")(self.wrapper)
        getattr(lib, "__cudaRegisterFunction")(
            image, self.host, self.name, self.name, -1, None, None, None, None,
            None)
        getattr(lib, "__cudaRegisterFatBinaryEnd")(image)


class Device:
    def __init__(self, path):
        lib = self.lib = ctypes.CDLL(path, mode=ctypes.RTLD_LOCAL)

        def declare(name, result, *arguments):
            fn = getattr(lib, name)
            fn.restype, fn.argtypes = result, arguments

        declare("__cudaRegisterFatBinary", c_void_p, c_void_p)
        declare("__cudaRegisterFatBinaryEnd", None, c_void_p)
        declare("__cudaRegisterFunction", None, c_void_p, c_void_p, c_void_p,
                c_char_p, c_int, c_void_p, c_void_p, c_void_p, c_void_p,
                c_void_p)
        declare("cudaLaunchKernelExC", c_int, POINTER(Config), c_void_p,
                c_void_p)
        declare("cudaFuncSetAttribute", c_int, c_void_p, c_int, c_int)
        declare("cudaGetErrorString", c_char_p, c_int)
        declare("cudaDeviceGetAttribute", c_int, POINTER(c_int), c_int, c_int)
        declare("cudaEventElapsedTime", c_int, POINTER(c_float), c_void_p,
                c_void_p)
        declare("cudaEventRecord", c_int, c_void_p, c_void_p)
        declare("cudaEventSynchronize", c_int, c_void_p)
        declare("cudaMalloc", c_int, POINTER(c_void_p), c_size_t)
        declare("cudaFree", c_int, c_void_p)
        declare("cudaMemset", c_int, c_void_p, c_int, c_size_t)
        declare("sim_adopt", c_uint64, c_void_p, c_size_t)
        declare("sim_disown", None, c_uint64)
        declare("sim_name", None, c_uint64, c_char_p)
        declare("sim_forget", None, c_uint64, c_size_t)
        declare("sim_filled", None, c_uint64, c_size_t)
        declare("sim_load_error", c_char_p)
        declare("sim_clock_us", c_double)
        declare("sim_hold", None, c_double)
        self.launches = 0
        self.title = ""  # of the model, as messages name it
        cc = 10 * self.attribute(75) + self.attribute(76)
        # Triton makes nothing older than 8.0, the device runs it up to 9.0.
        self.target = min(max(cc, 80), 90)

    def attribute(self, which):
        value = c_int()
        self.lib.cudaDeviceGetAttribute(byref(value), which, 0)
        return value.value

    def properties(self):
        return {name: self.attribute(at) for name, at in ATTRIBUTES.items()}

    def check(self, error):
        """Raises what CUDA would say to it."""
        if not error:
            # A launch itself succeeds; any other call says if it lost the
            # device.
            about = ctypes.create_string_buffer(64)
            error = self.lib.cudaPointerGetAttributes(about, None)
        if not error:
            return
        text = self.lib.cudaGetErrorString(error).decode()
        why = self.lib.sim_load_error().decode()
        raise Lost(f"Triton Error [CUDA]: {why or text}")

    # ---- launching

    def load(self, name, ptx, cubin):
        return Kernel(self.lib, name, ptx, cubin)

    def launch(self, kernel, grid, threads, shared, parameters, cluster=1,
               cooperative=False):
        """parameters: (bytes, bits) of each. Returns when the kernel is done:
        the device works at once, and only its clock runs on."""
        values = (c_uint64 * max(len(parameters), 1))(
            *[bits for _, bits in parameters])
        at = ctypes.addressof(values)
        pointers = (c_void_p * max(len(parameters), 1))(
            *[at + 8 * i for i in range(len(parameters))])
        attributes, n = (Attribute * 2)(), 0
        if cluster > 1:
            attributes[n].id = CLUSTER
            attributes[n].value[:3] = [cluster, 1, 1]
            n += 1
            if cluster > 8:
                self.lib.cudaFuncSetAttribute(kernel.host, ANY_CLUSTER, 1)
        if cooperative:
            attributes[n].id, attributes[n].value[0] = COOPERATIVE, 1
            n += 1
        config = Config(Dim(grid[0] * cluster, grid[1], grid[2]),
                        Dim(threads, 1, 1), shared, None, attributes, n)
        if shared > 48 << 10:
            self.lib.cudaFuncSetAttribute(kernel.host, MAX_SHARED, shared)
        self.launches += 1
        # What kernels print comes after what the script has printed.
        sys.stdout.flush()
        self.lib.kata_busy(1)
        try:
            error = self.lib.cudaLaunchKernelExC(byref(config), kernel.host,
                                                 pointers)
        finally:
            self.lib.kata_busy(0)
            self.lib.fflush(None)
        self.check(error)

    def scratch(self, nbytes):
        at = c_void_p()
        self.check(self.lib.cudaMalloc(byref(at), nbytes))
        self.check(self.lib.cudaMemset(at, 0, nbytes))
        return at.value

    def free(self, at):
        self.lib.cudaFree(at)

    # ---- the modelled clock

    def synchronize(self):
        self.check(self.lib.cudaDeviceSynchronize())

    def event(self):
        at = c_void_p()
        self.lib.cudaEventCreate(byref(at))
        return at

    def record(self, event):
        self.lib.cudaEventRecord(event, None)

    def elapsed_ms(self, start, end):
        ms = c_float()
        self.check(self.lib.cudaEventElapsedTime(byref(ms), start, end))
        return ms.value

    def timed(self, fn):
        """Milliseconds of the device's clock that the launches of fn() take,
        after a memset that empties L2, as Triton's own do_bench has it, and
        with a host that is ahead of the device; None: it launches nothing."""
        before = self.launches
        if not hasattr(self, "events"):
            self.events = self.event(), self.event()
        self.synchronize()
        self.lib.sim_flush()
        self.lib.sim_hold(HELD_US)
        self.record(self.events[0])
        fn()
        self.record(self.events[1])
        self.lib.cudaEventSynchronize(self.events[1])
        ms = self.elapsed_ms(*self.events)
        return ms if self.launches > before else None
