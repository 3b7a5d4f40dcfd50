"""Runs a Python script whose Triton kernels go to the simulated device.

    python sim.py LIBRARY CACHE TITLE SCRIPT [ARGUMENTS]

LIBRARY is katasim.so, CACHE a folder for folders of what Triton compiles, TITLE the name
of the GPU that is modelled. The script is the user's own: it runs as `python
SCRIPT ARGUMENTS` would, and kata is told what the device saw when the process
ends (runner/simhost.c).
"""

import importlib.abc
import importlib.util
import os
import runpy
import sys
import traceback

HERE = os.path.dirname(os.path.abspath(__file__))


class WhenImported(importlib.abc.MetaPathFinder):
    """Calls `then` after a module has been imported for the first time: a
    script without PyTorch does not wait for it."""

    def __init__(self, name, then):
        self.name, self.then = name, then

    def find_spec(self, name, path=None, target=None):
        if name != self.name:
            return None
        sys.meta_path.remove(self)
        spec = importlib.util.find_spec(name)
        if spec is None:
            return None
        execute = spec.loader.exec_module

        def exec_module(module):
            execute(module)
            self.then()

        spec.loader.exec_module = exec_module
        return spec


def inside(filename, *folders):
    return any(filename.startswith(folder + os.sep) for folder in folders)


def tell(error):
    """A traceback without what is around the script; where the device is lost,
    without what is below it."""
    import kata_device
    import triton

    own = [HERE, os.path.dirname(runpy.__file__)]
    told = traceback.TracebackException.from_exception(error)
    frames = list(told.stack)
    while frames and (frames[0].filename in (__file__, runpy.__file__)
                      or frames[0].filename.startswith("<frozen")):
        frames.pop(0)
    if isinstance(error, kata_device.Lost):
        own.append(os.path.dirname(triton.__file__))
        while len(frames) > 1 and inside(frames[-1].filename, *own):
            frames.pop()
    told.stack = traceback.StackSummary.from_list(frames)
    for line in told.format():
        print(line, end="", file=sys.stderr)
    advise(error, os.path.dirname(triton.__file__))
    if isinstance(error, ModuleNotFoundError) and error.name:
        print(f"kata: {sys.executable} has no module '{error.name}'. To use "
              "another Python: KATA_PYTHON=/path/to/python kata sim ...",
              file=sys.stderr)


def advise(error, triton_folder):
    """What to write at the line of a kernel that Triton refuses."""
    import advice
    import kernel_place

    place = kernel_place.place_in_kernel(
        error, lambda name: not inside(name, triton_folder))
    said = place and advice.sentence(kernel_place.words_of(error), place[0])
    if said:
        print(f"kata: line {place[0].line}: {said}", file=sys.stderr)


def prepare(library, cache, title, script):
    """Everything but the script. Returns when Triton has its driver."""
    sys.path.insert(0, HERE)
    import caches
    os.environ["TRITON_CACHE_DIR"] = caches.take(cache, script.encode())
    # The kernels of a GPU without tensor-core groups (wgmma): the simulated
    # device's times were fitted to mma.
    os.environ["DISABLE_MMA_V3"] = "1"
    os.environ.pop("TRITON_INTERPRET", None)
    import kata_device
    device = kata_device.Device(library)
    os.environ.pop("KATA_WIRE", None)  # the library has taken it
    device.title = title
    import kata_bench
    import kata_driver
    bench = kata_bench.Bench(device)
    import kernel_place
    driver = kata_driver.install(device, bench.tune)
    kernel_place.watch()
    kata_bench.install(bench)

    def torch_is_here():
        import kata_torch
        kata_torch.install(device, driver.memory)

    if "torch" in sys.modules:
        torch_is_here()
    else:
        sys.meta_path.insert(0, WhenImported("torch", torch_is_here))
    sys.path.remove(HERE)
    sys.path.append(HERE)


def main():
    library, cache, title, script = sys.argv[1:5]
    prepare(library, cache, title, "sim:" + os.path.abspath(script))
    sys.argv = sys.argv[4:]
    # As Python does: the script's folder in the place of this file's.
    sys.path[0] = os.path.dirname(os.path.abspath(script))
    try:
        runpy.run_path(script, run_name="__main__")
    except Exception as error:
        sys.stdout.flush()
        tell(error)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
