# tries: to leave a process, and files in the caches of others
import os
import signal
import time

import triton  # noqa: F401

try:
    os.kill(@KATA@, signal.SIGTERM)
    print("REACHED: kata")
except OSError:
    pass
try:
    if os.fork() == 0:
        os.setsid()
        time.sleep(2)
        open("@FOLDER@/planted", "w").close()
        open("/tmp/kata-planted", "w").close()
        os._exit(0)
except OSError:
    pass
for at in ("@FOLDER@/planted", "/dev/shm/kata-planted",
           "@BUILD@/cache/kata-planted", "@BUILD@/cache/triton/planted"):
    try:
        open(at, "w").close()
        print("REACHED:", at)
    except OSError:
        pass
raise SystemExit("no more")
