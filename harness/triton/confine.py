"""Landlock for a child: it may read everything and write below its folders.

The constants are of linux/landlock.h. A kernel without Landlock confines
nothing, as for the other tools that kata starts.
"""

import ctypes
import os
import resource
import struct

CREATE_RULESET, ADD_RULE, RESTRICT_SELF = 444, 445, 446
PATH_BENEATH, VERSION = 1, 1
NO_NEW_PRIVS = 38
WRITE_FILE = 1 << 1
CHANGES_V1 = 0x1FF0  # remove, make and mknod of every sort
REFER, TRUNCATE = 1 << 13, 1 << 14  # since versions 2 and 3
MOST_GPUS = 64
TCP = 3  # bind and connect, since version 4


def gpu_files():
    """What CUDA writes to: devices, and /proc, where it names its threads. Within
    kata's own sandbox /dev cannot be listed."""
    names = ["nvidiactl", "nvidia-uvm", "nvidia-uvm-tools", "nvidia-modeset",
             "nvidia-caps", *(f"nvidia{i}" for i in range(MOST_GPUS))]
    paths = [os.path.join("/dev", name) for name in names]
    return [path for path in paths if os.path.exists(path)] + ["/proc"]


def confine(*folders, files=()):
    """Confines this process and all it starts to writing below the folders and
    into the files, or into what exists below them; to be called between fork
    and exec."""
    libc = ctypes.CDLL(None, use_errno=True)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    version = libc.syscall(CREATE_RULESET, None, 0, VERSION)
    if version < 1:
        return
    rights = WRITE_FILE | CHANGES_V1
    rights |= REFER if version >= 2 else 0
    on_file = WRITE_FILE | (TRUNCATE if version >= 3 else 0)
    rights |= on_file
    attr = struct.pack("<QQ", rights, TCP if version >= 4 else 0)
    ruleset = libc.syscall(CREATE_RULESET, attr, len(attr), 0)
    for path in (*folders, *files, "/dev/null"):
        fd = os.open(path, os.O_PATH | os.O_CLOEXEC)
        mine = rights if path in folders else on_file
        libc.syscall(ADD_RULE, ruleset, PATH_BENEATH,
                     struct.pack("<Qi", mine, fd), 0)
        os.close(fd)
    libc.prctl(NO_NEW_PRIVS, 1, 0, 0, 0)
    if libc.syscall(RESTRICT_SELF, ruleset, 0) != 0:
        os._exit(126)
    os.close(ruleset)
