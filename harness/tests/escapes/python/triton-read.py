# tries: to read another person's file, the record, and kata's environment
# while it is compiled, and to reach the network
import os
import socket

import triton  # noqa: F401

for path in ("@SECRET@", "@RECORD@", "@SOLUTION@", "/etc/shadow",
             "/proc/@KATA@/environ", f"/proc/{os.getppid()}/environ"):
    try:
        with open(path, "rb") as f:
            print("REACHED:", path, f.read(80))
    except OSError:
        pass
try:
    socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"x",
                                                            ("127.0.0.1", 53))
    print("REACHED: the network")
except OSError:
    pass
raise SystemExit("no more")
