"""What the simulated device counted in a launch, for kernels.py --counts=FILE.

Reads SimLaunchInfo (sim/sim.h) of the last launch, from the library that
kata_device has loaded.
"""

import ctypes
import os
import re
from ctypes import c_char_p, c_double, c_int, c_uint32, c_uint64, c_void_p


def sim_folder():
    """harness/sim: of this checkout, or $KATA_SIM_FOLDER."""
    here = os.path.dirname(os.path.abspath(__file__))
    return os.environ.get("KATA_SIM_FOLDER") or os.path.join(
        here, "..", "..", "..", "sim")


with open(os.path.join(sim_folder(), "counters.def"), encoding="utf-8") as f:
    COUNTERS = re.findall(r"^COUNTER\((\w+)", f.read(), re.M)


class Info(ctypes.Structure):
    _fields_ = [
        ("kernel", c_char_p), ("grid", c_uint32 * 3), ("block", c_uint32 * 3),
        ("regs", c_int), ("smem", c_uint32), ("stack", c_int),
        ("us", c_double), ("start", c_double), ("end", c_double),
        ("limiter", c_char_p), ("share", c_double), ("longest", c_double),
        ("busiest", c_double), ("skew", c_double), ("hops", c_uint32),
        ("sampled", c_double), ("occupancy", c_double),
        ("occupancy_limit", c_char_p), ("c", c_uint64 * len(COUNTERS)),
        ("lines", c_void_p), ("nlines", c_int)]


HEADING = ("#family\tname\thalf\tset\tus\tlimiter\tshare\tblocks\tthreads\tregs"
           "\tsmem\toccupancy\tlongest\tbusiest\tskew\thops\t"
           + "\t".join(COUNTERS))


def library():
    import gc
    for thing in gc.get_objects():
        if type(thing).__name__ == "Device" and hasattr(thing, "lib"):
            return thing.lib
    raise RuntimeError("not on the simulated device")


def last(family, name, half):
    """A row of counts.tsv."""
    lib = library()
    lib.sim_launch_count.restype = c_int
    lib.sim_launch_at.restype = ctypes.POINTER(Info)
    lib.sim_launch_at.argtypes = [c_int]
    i = lib.sim_launch_at(lib.sim_launch_count() - 1).contents
    blocks = i.grid[0] * i.grid[1] * i.grid[2]
    threads = i.block[0] * i.block[1] * i.block[2]
    return (f"{family}\t{name}\t{half}\t3\t{i.us:.3f}\t{i.limiter.decode()}"
            f"\t{i.share:.3f}\t{blocks}\t{threads}\t{i.regs}\t{i.smem}"
            f"\t{i.occupancy:.4f}\t{i.longest:.4f}\t{i.busiest:.4f}"
            f"\t{i.skew:.4f}\t{i.hops}\t" + "\t".join(map(str, i.c)))
