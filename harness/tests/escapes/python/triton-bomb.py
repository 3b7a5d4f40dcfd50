# tries: to start processes without end while it is compiled
import os
import time

import triton  # noqa: F401

started = 0
for _ in range(6000):
    try:
        if os.fork() == 0:
            time.sleep(3)
            os._exit(0)
        started += 1
    except OSError:
        break
if started == 6000:
    print("REACHED: 6000 processes")
raise SystemExit("no more")
