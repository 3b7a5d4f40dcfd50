"""Runs a learner's Triton file with tensors that hold nothing, once for each
size, and writes down what it launches: the untrusted half of build.py.

    python record.py CALLS.json FOLDER

In FOLDER it leaves k0.ptx, k0.cubin, ... and record.json. Nothing that runs
here sees data or decides a verdict: the kernels recorded are all that is
judged.
"""

import ast
import importlib.util
import json
import operator
import os
import re
import sys
import traceback

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

# The kernels of a GPU without tensor-core groups (wgmma): the simulated
# device's times were fitted to mma.
if os.environ.get("KATA_TRITON_SIM"):
    os.environ["DISABLE_MMA_V3"] = "1"

import advice  # noqa: E402
import copies  # noqa: E402
import kernel_place  # noqa: E402
import tensors  # noqa: E402
from binary import lines_of_callers, registers_of, scalar_bits  # noqa: E402

TORCH = tensors.make_torch()

import triton  # noqa: E402
from triton.backends.compiler import GPUTarget  # noqa: E402
from triton.runtime import driver as triton_driver  # noqa: E402

SHARED_MOST = {80: 166912, 86: 101376, 89: 101376, 90: 232448, 100: 232448}
REGISTERS_MOST = 65536


class Refused(Exception):
    """Something that a launch may be, and a recorded one may not."""


# ---- the driver that Triton asks


class Utils:
    def load_binary(self, name, binary, shared, device):
        registers = registers_of(binary, name)
        threads = REGISTERS_MOST // max(registers, 16) // 32 * 32
        return None, name, registers, 0, min(threads, 1024)

    def get_device_properties(self, device):
        most = [s for cc, s in SHARED_MOST.items() if cc <= RECORDER.target]
        return {"max_shared_mem": most[-1] if most else 49152,
                "max_num_regs": REGISTERS_MOST, "multiprocessor_count": 132,
                "warpSize": 32, "sm_clock_rate": 1980000,
                "mem_clock_rate": 2619000, "mem_bus_width": 5120}

    def set_printf_fifo_size(self, _):
        pass


class Driver:
    utils = Utils()

    def launcher_cls(self, source, metadata):
        signature = list(source.signature.items())

        def launch(x, y, z, stream, function, packed, launch_metadata,
                   enter_hook, exit_hook, *args):
            RECORDER.launch((x, y, z), source, metadata, signature, args)

        return launch

    def get_current_target(self):
        return GPUTarget("cuda", RECORDER.target, 32)

    def get_current_device(self):
        return 0

    def set_current_device(self, device):
        pass

    def get_current_stream(self, device=None):
        return 0

    def get_active_torch_device(self):
        return tensors.device()

    def get_device_interface(self):
        return TORCH.cuda

    def get_device_capability(self, device=0):
        return divmod(RECORDER.target, 10)

    def map_python_to_cpp_type(self, ty):
        return ty

    def get_benchmarker(self):
        return RECORDER.benchmark

    def get_empty_cache_for_benchmark(self):
        return None

    def clear_cache(self, cache):
        pass

    @staticmethod
    def is_active():
        return True


# ---- recording


class Recorder:
    def __init__(self, target, source, folder):
        self.target, self.source, self.folder = target, source, folder
        self.kernels, self.by_binary = [], {}
        self.steps, self.temporaries = None, None
        self.trials, self.times, self.calls = [], None, 0
        self.config = None  # of the autotuner's that is tried

    # ---- one call of the entry

    def begin(self):
        self.steps, self.temporaries = [], []

    def end(self):
        call = {"steps": self.steps, "temporaries": self.temporaries}
        self.steps = None
        self.calls += 1
        return call

    def temporary(self, shape, dtype):
        nbytes = shape.numel() * dtype.itemsize
        storage = tensors.Storage("temporary", len(self.temporaries), nbytes)
        self.temporaries.append(nbytes)
        return tensors.Tensor(storage, dtype, shape)

    def line(self):
        """The line of the learner's file from which this was called."""
        frame = sys._getframe(1)
        while frame and frame.f_code.co_filename != self.source:
            frame = frame.f_back
        return frame.f_lineno if frame else 1

    def fill(self, tensor):
        if not tensor.is_contiguous():
            raise tensors.NotRecorded("zero_() of a part: write a kernel")
        self.steps.append({
            "do": "zero", "line": self.line(), "of": self.place(tensor),
            "bytes": tensor.numel() * tensor.dtype.itemsize})

    def place(self, tensor):
        s = tensor._storage
        return {"kind": s.kind, "index": s.index,
                "offset": tensor.data_ptr() - s.address}

    def kernel(self, source, metadata):
        compiled = source.fn  # only for its name in messages
        name, key = metadata.name, metadata.hash
        if key in self.by_binary:
            return self.by_binary[key]
        at = self.by_binary[key] = len(self.kernels)
        found = COMPILED[key]
        cubin = found.asm["cubin"]
        ptx = lines_of_callers(found.asm["ptx"])
        for suffix, content in (("cubin", cubin), ("ptx", ptx.encode())):
            with open(f"{self.folder}/k{at}.{suffix}", "wb") as f:
                f.write(content)
        self.kernels.append({
            "name": name, "title": compiled.__name__,
            "threads": metadata.num_warps * 32, "shared": metadata.shared,
            "cluster": metadata.num_ctas,
            "scratch": getattr(metadata, "global_scratch_size", 0) or 0,
            "registers": registers_of(cubin, name)})
        return at

    def launch(self, grid, source, metadata, signature, values):
        if self.steps is None:
            raise Refused("a kernel is launched outside of the entry")
        args = []
        for (name, ty), value in zip(signature, values):
            if ty == "constexpr":
                continue
            if not isinstance(ty, str) or ty.startswith("tensordesc"):
                raise Refused(f"'{name}' is a tuple or a tensor descriptor: "
                              "kata does not record those yet")
            if ty.startswith("*"):
                if value is None:
                    args.append({"kind": "scalar", "size": 8, "bits": 0})
                elif isinstance(value, tensors.Tensor):
                    args.append(self.place(value))
                else:
                    raise Refused(f"'{name}' is an address and no tensor")
            elif isinstance(value, tensors.Scalar):
                args.append({"kind": "parameter", "index": value.index,
                             "type": ty})
            else:
                if isinstance(value, float) and value != value:
                    raise tensors.NeedsValues(
                        f"the value of '{name}' is not known here: it is "
                        "computed from a number that differs from call to "
                        "call. Pass that to the kernel, and compute there")
                size, bits = scalar_bits(ty, value)
                args.append({"kind": "scalar", "size": size, "bits": bits})
        kernel = self.kernel(source, metadata)
        self.steps.append({"do": "launch", "line": self.line(),
                           "kernel": kernel, "grid": whole_grid(grid),
                           "args": args})

    # ---- @triton.autotune: what each configuration launches is written down
    # in a first run; tune.py times it; a second run is told the times

    def benchmark(self, call, quantiles=None, **_):
        before = len(self.steps)
        call()
        steps = self.steps[before:]
        del self.steps[before:]
        at = len(self.trials)
        self.trials.append(dict(self.config, steps=steps, call=self.calls))
        time = self.times[at] if self.times else 1.0
        time = time if time >= 0 else float("inf")
        return [time] * (len(quantiles) if quantiles else 1)


def whole_grid(grid):
    for extent in grid:
        if isinstance(extent, float):
            raise Refused("the grid is of integers, and one of its numbers is "
                          "a float, as `/` makes one: write triton.cdiv(n, "
                          "BLOCK), or //")
    return [operator.index(extent) for extent in grid]


COMPILED = {}


def remember_compiled():
    """Finds a compiled kernel by its hash when it is launched."""
    original = triton.compiler.CompiledKernel.__init__

    def init(self, src, metadata_group, hash):
        original(self, src, metadata_group, hash)
        COMPILED[self.metadata.hash] = self

    triton.compiler.CompiledKernel.__init__ = init


def remember_configurations():
    """Tells the recorder which configuration is tried, and for which key."""
    from triton.runtime.autotuner import Autotuner

    original = Autotuner._bench

    def bench(tuner, *args, config, **meta):
        # Nothing is computed while configurations are tried, so that no value
        # has to be restored after each; and kata measures in its own way.
        tuner.restore_value = []
        tuner._do_bench = None
        given = {**tuner.nargs, **meta}
        key = ", ".join(f"{name}={given[name]}" for name in tuner.keys
                        if isinstance(given.get(name), (int, float, str)))
        values = [f"{name}={value}" for name, value in config.kwargs.items()]
        values += [f"num_warps={config.num_warps}",
                   f"num_stages={config.num_stages}"]
        RECORDER.config = {"kernel": tuner.base_fn.__name__, "key": key,
                           "config": " ".join(values)}
        return original(tuner, *args, config=config, **meta)

    Autotuner._bench = bench


# ---- calls


def arguments_of(recorder, spec, call):
    out = []
    for i, (arg, value) in enumerate(zip(spec["args"], call)):
        if "value" in value:
            out.append(value["value"])
        elif not arg["pointer"]:
            out.append(tensors.Scalar(arg["name"], i))
        else:
            dtype = tensors.DTYPES[arg["type"]]
            shape = tensors.Size(value["shape"])
            storage = tensors.Storage("argument", i,
                                      shape.numel() * dtype.itemsize)
            out.append(tensors.Tensor(storage, dtype, shape))
    return out


def sizes_of(spec, call):
    """A call in words: "rows=3 cols=781"."""
    return " ".join(f"{arg['name']}={value['value']}"
                    for arg, value in zip(spec["args"], call)
                    if "value" in value)


def load_learners(path):
    spec = importlib.util.spec_from_file_location("learner", path)
    module = importlib.util.module_from_spec(spec)
    sys.modules["learner"] = module
    spec.loader.exec_module(module)
    return module


def no_entry(spec, source):
    names = ", ".join(arg["name"] for arg in spec["args"])
    print(f"{os.path.basename(source)}:1:1: error: there is no "
          f"function '{spec['entry']}'. kata calls "
          f"{spec['entry']}({names}), which launches your kernels",
          file=sys.stderr)


def calls_of_copies(recorder, spec, folder, texts):
    """What each copy of a file with edits launches; None for one that is
    refused."""
    paths = [f"{folder}/copy{i}.py" for i in range(len(texts))]
    for path, text in zip(paths, texts):
        with open(path, "w") as f:
            f.write(text)

    def record(path):
        recorder.source = path
        entry = getattr(load_learners(path), spec["entry"])
        out = []
        for call in spec["calls"]:
            recorder.begin()
            entry(*arguments_of(recorder, spec, call))
            out.append(recorder.end())
        if recorder.trials:
            raise Refused("configurations would have to be timed")
        return out

    return copies.record_all(paths, record, recorder)


def untuned(recorder, calls):
    """The line of a launch of a kernel for which @triton.autotune had nothing
    to choose from; None if there is none."""
    if recorder.trials:
        return None
    return next((step["line"] for call in calls for step in call["steps"]
                 if step["do"] == "launch"), None)


def write_record(recorder, folder, calls, edited):
    with open(f"{folder}/record.json", "w") as f:
        json.dump({"kernels": recorder.kernels, "calls": calls,
                   "edited": edited, "trials": recorder.trials}, f)


# ---- what went wrong


def place_of(error, source):
    """Line and column in the learner's file, as far as they are known."""
    where = 1, 1
    for frame in traceback.extract_tb(error.__traceback__):
        if frame.filename == source:
            # Python 3.10 knows no columns.
            where = frame.lineno, (getattr(frame, "colno", None) or 0) + 1
    return where


def code_of(source):
    try:
        with open(source) as f:
            return f.read()
    except OSError:
        return ""


def advice_on(text, error, where, source):
    """A line, or None for that of the error, and what to write there; or
    None."""
    if where:
        said = advice.sentence(text, where)
        return (where.line, said) if said else None
    if isinstance(error, SyntaxError):
        return None
    try:
        return advice.of_launch(text, ast.parse(code_of(source)))
    except SyntaxError:
        return None


def tell(error, source, call):
    line, column = place_of(error, source)
    place = kernel_place.place_in_kernel(error, source.__eq__)
    where = None
    text = (error.msg if isinstance(error, SyntaxError) else kernel_place.words_of(error)) \
        or type(error).__name__
    if isinstance(error, SyntaxError):
        line, column = error.lineno or 1, error.offset or 1
    if place:
        where, column = place
        line = where.line
    name = os.path.basename(source)
    text = text.replace("dynamic_func()", "the kernel")
    plain = (tensors.NotRecorded, tensors.NeedsValues, Refused,
             triton.CompilationError, SyntaxError)
    first = text if isinstance(error, plain) \
        else f"{type(error).__name__}: {text}"
    said = advice_on(text, error, where, source)
    if said and said[0] and said[0] != line:
        line, column = said[0], 1
    print(f"{name}:{line}:{column}: error: {first.strip()}", file=sys.stderr)
    lines = code_of(source).splitlines()
    if line <= len(lines):
        print(f"    {lines[line - 1].rstrip()}", file=sys.stderr)
    if call:
        print(f"    (recorded for {call})", file=sys.stderr)
    if said:
        print(f"advice: line {line}: {said[1]}", file=sys.stderr)


def main():
    global RECORDER
    with open(sys.argv[1]) as f:
        spec = json.load(f)
    source, folder = spec["source"], sys.argv[2]
    recorder = RECORDER = Recorder(spec["target"], source, folder)
    tensors.RECORDER = recorder
    triton_driver.set_active(Driver())
    remember_compiled()
    noted = os.open(f"{folder}/line", os.O_RDWR | os.O_CREAT | os.O_TRUNC, 0o600)

    def note_line(file, line):
        """For build.py, in case that Triton's compiler ends this process."""
        if file == source:
            os.pwrite(noted, b"%9d" % line, 0)

    kernel_place.watch(note_line)
    remember_configurations()
    told = f"{folder}/times.json"
    if os.path.exists(told):
        with open(told) as f:
            recorder.times = json.load(f)
    texts = copies.texts_of(code_of(source))
    if len(texts) > 1:
        found = calls_of_copies(recorder, spec, folder, texts)
        write_record(recorder, folder, found[0] or [], found[1:])
        return 0 if found[0] else 1
    sizes = ""
    try:
        learner = load_learners(source)
        entry = getattr(learner, spec["entry"], None)
        if entry is None:
            no_entry(spec, source)
            return 1
        calls = []
        for call in spec["calls"]:
            sizes = sizes_of(spec, call)
            recorder.begin()
            entry(*arguments_of(recorder, spec, call))
            calls.append(recorder.end())
    except Exception as error:
        if os.environ.get("KATA_TRITON_TRACE"):
            traceback.print_exc()
        tell(error, source, sizes)
        return 1
    at = untuned(recorder, calls) if spec.get("tunes") else None
    if at is not None:
        print(f"{os.path.basename(source)}:{at}:1: error: no configuration "
              "was tried for this launch. The exercise is about choosing by "
              "measurement: @triton.autotune, with two configurations or more, "
              "goes on the line before @triton.jit", file=sys.stderr)
        return 1
    write_record(recorder, folder, calls, [])
    return 0


if __name__ == "__main__":
    sys.exit(main())
