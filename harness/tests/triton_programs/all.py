"""Runs the programs of this folder, each in a process of its own that has
Triton loaded already.

    kata sim all.py [--gpu a100] [-- NAME ...]

A program is right if its assertions hold and the device reports nothing. A
line for each, then how many there are; status 1 if one is wrong.
"""

import ctypes
import os
import runpy
import sys
import time
import traceback

import torch
import triton

HERE = os.path.dirname(os.path.abspath(__file__))


class Trap(ctypes.Structure):  # the beginning of SimTrap (sim/sim.h)
    _fields_ = [("kind", ctypes.c_int), ("severity", ctypes.c_int),
                ("name", ctypes.c_char_p),
                ("message", ctypes.c_char * 256), ("hint", ctypes.c_char * 256),
                ("file", ctypes.c_char_p), ("line", ctypes.c_int)]


def traps():
    lib = triton.runtime.driver.active.device.lib
    lib.sim_trap_at.restype = ctypes.POINTER(Trap)
    for i in range(lib.sim_trap_count()):
        trap = lib.sim_trap_at(i).contents
        yield (f"{trap.name.decode()}, line {trap.line}: "
               f"{trap.message.decode()}")


def run(name):
    """In a child: what is wrong with it, as text."""
    torch.manual_seed(0)
    sys.path.insert(0, HERE)
    try:
        runpy.run_path(os.path.join(HERE, name + ".py"), run_name="__main__")
        wrong = ""
    except BaseException:
        wrong = traceback.format_exc(limit=-2)
    return wrong + "".join(f"\n  {said}" for said in traps())


def child(name):
    read, write = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(read)
        with open(os.devnull, "w") as null:
            os.dup2(null.fileno(), 1)
            os.dup2(null.fileno(), 2)
        os.write(write, run(name).encode()[:60000])
        os._exit(0)
    os.close(write)
    with os.fdopen(read) as pipe:
        wrong = pipe.read()
    _, status = os.waitpid(pid, 0)
    return wrong or (f"ended with status {status}" if status else "")


def main():
    names = sys.argv[1:] or sorted(
        f[:-3] for f in os.listdir(HERE) if f.endswith(".py") and
        f != os.path.basename(__file__))
    major, minor = torch.cuda.get_device_capability()
    bad = 0
    for name in names:
        began = time.monotonic()
        wrong = child(name)
        bad += bool(wrong)
        print(f"{name:24} sm_{major}{minor} {time.monotonic() - began:5.1f} s  "
              f"{'WRONG: ' + wrong.strip() if wrong else 'right'}", flush=True)
    print(f"{len(names)} programs on sm_{major}{minor}, {bad} wrong")
    return bad > 0


sys.exit(main())
