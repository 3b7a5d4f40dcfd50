# tries: to read another person's file, the record, and kata's environment
import os

import numpy as np  # noqa: F401


def compress(*_):
    for path in ("@SECRET@", "@RECORD@", "@SOLUTION@", "/etc/shadow",
                 f"/proc/{os.getppid()}/environ"):
        try:
            with open(path, "rb") as f:
                print("REACHED:", f.read(80))
        except OSError:
            pass
    raise SystemExit
