"""Runs the learner's function for the runner, in the sandbox.

    python serve.py RUNNER.so FILE NAME ENTRY run|count numpy|torch|cuda|numba
        [tests]

FILE holds the text of the learner's file NAME and, after a zero byte, that of
the hidden tests, if the exercise has some: their function ENTRY then calls the
learner's functions. With torch, arrays are PyTorch's tensors. With cuda, the
runner is a library with the learner's kernels (cuda.py) and the same texts at
its end, and `import kata_cuda` works in both. With numba, code that the file
compiles may run, and nothing else may become code. The runner
(harness/runner, as a library) takes kata's requests and calls `entry` below;
it has the clock, the buffers and the pipe. Expected values are never here:
what this file says of a result is only that it can be copied.

All that is used after the learner's code has been read is bound before, so
that replacing a function of NumPy, or a clock, changes nothing here. Their
code still shares this process, and can change anything of it with ctypes: see
"Python" in curriculum/README.md.
"""

import sys
import types
import traceback

# The runner lets no file become code later (guard.c): what exercises import is
# loaded by now.
import _queue  # noqa: F401
import _thread
import _tracemalloc
import array  # noqa: F401
import bisect  # noqa: F401
import builtins
import collections  # noqa: F401
import ctypes
import functools  # noqa: F401
import heapq  # noqa: F401
import itertools  # noqa: F401
import json  # noqa: F401
import math  # noqa: F401
import secrets
import statistics  # noqa: F401
import threading
import tracemalloc
import unicodedata  # noqa: F401  (names that are no ASCII)

import numpy
import numpy.fft  # noqa: F401
import numpy.lib.stride_tricks  # noqa: F401
import numpy.linalg  # noqa: F401
import numpy.random  # noqa: F401

# -I leaves out the folder of this file.
sys.path.insert(0, __file__.rsplit("/", 1)[0])
import tests_space  # noqa: E402
del sys.modules["tests_space"], sys.path[0]

ENTRY = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.c_int,
                          ctypes.POINTER(ctypes.c_char_p),
                          ctypes.POINTER(ctypes.c_void_p))


class Wrong(Exception):
    """A mistake that is no exception of the learner's own code."""

    def __init__(self, kind, message, hint):
        super().__init__(message)
        self.kind, self.hint = kind, hint


def words_of(text):
    """'buffer role=input bytes=8 ...' as a dict."""
    head, *rest = text.decode().split()
    found = dict(word.split("=", 1) for word in rest)
    found["sort"] = head
    if head == "buffer":
        shape = found["shape"]
        found["dims"] = tuple(int(d) for d in shape.split("x") if d)
        found["count"] = int(found["bytes"])
    return found


def plural(n, noun):
    return f"{n} {noun}" if n == 1 else f"{n} {noun}s"


def read_texts(path):
    """The learner's text, and that of the tests or None."""
    with open(path, "rb") as f:
        data = f.read()
    if data.endswith(b"kata-texts"):
        size = int.from_bytes(data[-18:-10], "little")
        data = data[-18 - size:-18]
    text, zero, tests = data.decode().partition("\0")
    return text, tests if zero else None


# So many calls are looked at for memory that was returned before.
LOOKS = 24
# The line between the copies of a file with edits (gate/check/edits_python.c).
EDITS = "\n# kata tries an edit\n"


def make_server(lib, text, full_name, entry_name, counting, made, secret):
    """The function that the runner calls. Its names are cells, not globals."""
    tensors, tests = made["tensors"], made["tests"]
    device, keeps, intact = made["device"], made["keeps"], made["intact"]
    replaced = made["replaced"]
    name = full_name.rsplit("/", 1)[-1]
    frombuffer, empty, copyto = numpy.frombuffer, numpy.empty, numpy.copyto
    ndarray, generic, dtype_of = numpy.ndarray, numpy.generic, numpy.dtype
    shares = numpy.may_share_memory
    char, address = ctypes.c_char, ctypes.c_void_p
    threads, settrace, gettrace = _thread._count, sys.settrace, sys.gettrace
    traced, reset_peak = tracemalloc.get_traced_memory, tracemalloc.reset_peak
    is_tracing = tracemalloc.is_tracing
    trace_threads = threading.settrace
    note, send_count = lib.kata_note, lib.kata_count
    extract, stdout = traceback.extract_tb, sys.stdout
    show = traceback.print_exception
    known, watch = {}, tests_space.watch
    texts, edit = text.split(EDITS), ctypes.c_int.in_dll(lib,
                                                         "small_edit_number")
    only_traced = tests_space.trace_threads
    learner = {}

    def view(at, words):
        dtype = dtype_of(words["dtype"])
        if not words["count"]:
            return empty(words["dims"], dtype)
        memory = (char * words["count"]).from_address(at)
        return frombuffer(memory, dtype).reshape(words["dims"])

    def look_around():
        if intact and not intact():
            closed("tests.py")
        word = replaced()
        if word:
            closed(word)

    def load(all_words):
        """Reads the learner's file; keeps the function and its parameters."""
        if "edit" not in learner:
            if counting and not tensors:
                only_traced(trace, closed)
            watch(name, closed, own)
        learner["edit"] = edit.value if edit.value < len(texts) else 0
        module = types.ModuleType(name[:-3].replace("-", "_"))
        module.__file__ = name
        sys.modules[module.__name__] = module
        exec(compile(texts[learner["edit"]], name, "exec"), module.__dict__)
        look_around()
        if tests:
            learner["module"] = module
            return
        function = module.__dict__.get(entry_name)
        given = [w["name"] for w in all_words if w.get("role") != "output"]
        if not isinstance(function, types.FunctionType):
            raise Wrong("exception", f"{name} defines no function "
                        f"'{entry_name}' (it is something else now)",
                        f"def {entry_name}({', '.join(given)}):")
        code = function.__code__
        names = code.co_varnames[:code.co_argcount + code.co_kwonlyargcount]
        optional = len(function.__defaults__ or ())
        needed = names[:code.co_argcount - optional]
        for wanted in needed:
            if wanted not in given:
                raise Wrong("exception", f"{entry_name}() has a parameter "
                            f"'{wanted}' that kata does not pass",
                            f"kata passes: {', '.join(given)}")
        learner["call"] = function
        learner["names"] = [n for n in names if n in given]

    noun = "a tensor" if tensors else "an array"

    def describe(value):
        if isinstance(value, ndarray):
            return f"{noun} of {value.dtype} of shape {value.shape}"
        return f"a value of type {type(value).__name__}"

    def store(value, at, words):
        dtype, dims = dtype_of(words["dtype"]), words["dims"]
        if tensors:
            value = tensors.array(value)
            if isinstance(value, ndarray) and not value.shape and dims == (1,):
                value = value.reshape(1)
        if dims == (1,) and isinstance(value, (generic, float, int)):
            value = numpy_array(value)
            if not hasattr(value, "dtype"):
                value = None
        fits = isinstance(value, ndarray) and value.dtype == dtype and \
            value.shape == dims
        if not fits:
            raise Wrong("wrong-result", f"'{words['name']}' must be {noun} "
                        f"of {dtype} of shape {dims}, and {entry_name}() "
                        f"returned {describe(value)}",
                        lost_elements(value, dims) or
                        "type and shape are part of the result: look at what "
                        "each step makes (print(y.dtype, y.shape))")
        if words["count"]:
            copyto(view(at, words), value)

    def lost_elements(value, dims):
        # The advice where elements of a vector were left out.
        if isinstance(value, ndarray) and value.ndim == len(dims) == 1 and \
                0 < value.size < dims[0]:
            return "elements are missing: a mask as an index, x[mask], keeps " \
                "some elements only, and where(mask, a, b) keeps all places"
        return None

    make_array = numpy.array

    def numpy_array(value):
        # A single number, in the type that it has; Python's own are 64 bits.
        return make_array([value])

    # Iterators count in one step: threads may be traced side by side.
    count = itertools.count
    tick = {}

    def trace(frame, event, arg):
        if event == "opcode":
            next(tick["codes"])
        elif event == "call":
            frame.f_trace_opcodes = True
            frame.f_trace_lines = False
            next(tick["calls"])
        elif event == "return" and frame.f_trace_opcodes:
            next(tick["returns"])
        return trace

    def settrace_of_threads(given):
        return settrace(trace) if given is trace else tampered()

    own = {settrace_of_threads.__code__}
    if counting and not tensors:
        sys.settrace = settrace_of_threads
        threading.settrace = tampered
        for word in ("stop", "start", "clear_traces", "reset_peak"):
            setattr(tracemalloc, word, tampered)
            setattr(_tracemalloc, word, tampered)
    else:
        # Where nothing is traced, to switch that off changes nothing.
        sys.settrace = lambda given: given and closed("sys.settrace")

    def counted_call(values):
        tick.update(codes=count(), calls=count(), returns=count())
        reset_peak()
        before = traced()[0]
        trace_threads(trace)
        settrace(trace)
        try:
            result = learner["call"](**values)
        finally:
            kept = gettrace() is trace and is_tracing() and \
                next(tick["calls"]) == next(tick["returns"])
            settrace(None)
        peak = traced()[1] - before
        if not kept:
            tampered()
        send_count(b"bytecodes", float(next(tick["codes"])), secret)
        send_count(b"peak_bytes", float(peak), secret)
        return result

    own.add(counted_call.__code__)

    def call(values):
        if tests:
            return tests(learner["module"], **values)
        if tensors:
            with tensors.counted():
                return learner["call"](**values)
        if counting:
            return counted_call(values)
        return learner["call"](**values)

    def look_at_memory(result, values):
        """An array that an earlier call returned is its caller's. The cases come
        first; repetitions are timed, and keep nothing."""
        if learner.setdefault("looks", 0) >= LOOKS:
            learner.pop("returned", None)
            return
        learner["looks"] += 1
        arrays = [v for v in result if isinstance(v, ndarray) and v.size and
                  not any(isinstance(x, ndarray) and shares(v, x)
                          for x in values.values())]
        if any(shares(v, old) for v in arrays
               for old in learner.get("returned", ())):
            raise Wrong("wrong-result", f"{entry_name}() returned memory that "
                        "it had returned before: the caller's earlier result "
                        "is overwritten", "make a new array for each result")
        learner["returned"] = arrays

    def answer(n, words, places):
        key = words[:n]
        all_words = known.get(tuple(key))
        if all_words is None:
            all_words = known[tuple(key)] = [words_of(w) for w in key]
        if edit.value != learner.get("edit", edit.value):
            learner.pop("call", None)
            learner.pop("module", None)
        # With tests the file is read anew for each call; what Numba has
        # compiled would be gone.
        if "call" not in learner and not (keeps and "module" in learner):
            load(all_words)
        values, outputs = {}, []
        for i, w in enumerate(all_words):
            if w["sort"] == "scalar":
                memory = (char * 8).from_address(places[i])
                value = frombuffer(memory, w["dtype"], 1)[0].item()
            elif w["role"] == "output":
                outputs.append((places[i], w))
                continue
            else:
                value = view(places[i], w)
                if tensors:
                    value = tensors.tensor(value)
                else:
                    value.flags.writeable = False
            values[w["name"]] = value
        if not tests:
            values = {name: values[name] for name in learner["names"]}
        if tensors:
            tensors.begin()
        result = call(values)
        look_around()
        if tensors:
            tensors.end()
        if len(outputs) == 1:
            result = (result,)
        elif not isinstance(result, tuple) or len(result) != len(outputs):
            raise Wrong("wrong-result", f"{entry_name}() must return "
                        f"{plural(len(outputs), 'array')}, as a tuple; it "
                        f"returned {describe(result)}",
                        "return " + ", ".join(w["name"] for _, w in outputs))
        if not tensors and not tests:
            look_at_memory(result, values)
        for value, (at, w) in zip(result, outputs):
            store(value, at, w)
        if threads():
            raise Wrong("thread-left", "the function returned while a thread "
                        "of its own was still running",
                        "join every thread before you return")

    # A library may say a page, with advice for its own users.
    def beginning(e):
        lines = str(e).strip().split("\n\n")[0].splitlines()
        return "\n".join(lines[:3])

    def report(e):
        place = None
        for frame in extract(e.__traceback__):
            if frame.filename == name:
                place = frame
        kind, hint = "exception", ""
        message = f"{type(e).__name__}: {beginning(e)}" if str(e) \
            else type(e).__name__
        if isinstance(e, Wrong):
            kind, hint, message = e.kind, e.hint, str(e)
        elif isinstance(e, SyntaxError):
            place = e
        elif "read-only" in str(e):
            hint = "inputs stay as they are, and a slice such as x[:] is no " \
                "copy: make a new array, for example x.copy()"
        if not isinstance(e, Wrong):
            shown = e.__traceback__
            while shown and shown.tb_frame.f_code.co_filename != name:
                shown = shown.tb_next
            show(type(e), e, shown)
        line = (place and place.lineno) or 0
        where = getattr(place, "name", "") or ""
        note(kind.encode(), message.encode()[:2000], hint.encode(),
             full_name.encode(), line, where.encode())

    def entry(n, words, places):
        ok = 0
        try:
            answer(n, words, places)
            ok = 1
        except BaseException as e:  # SystemExit too: the runner must go on
            report(e)
            ok = int(isinstance(e, Wrong) and e.kind != "exception")
        try:
            if device:
                device.take_back()
            stdout.flush()
        except BaseException:
            pass
        return ok

    return entry


def tampered(*ignored):
    raise Wrong("exception", "the function has switched off the tracing "
                "that counts", "leave sys.settrace, tracemalloc and PyTorch's "
                "profiler alone")


def threaded():
    raise Wrong("exception", "the function has started a thread where its "
                "operators are counted", "compute in the thread that calls "
                "you: what others do is not counted")


def handed(word):
    raise Wrong("exception", f"{word}() hands the numbers of a tensor to NumPy "
                "or Python, where neither operators nor bytes are counted",
                "compute with tensors and PyTorch's operators alone")


def computed(names):
    words = ", ".join(names[:3])
    raise Wrong("wrong-result", f"PyTorch computes here: {words}. The work is "
                "that of your kernels", "PyTorch's operators may make memory "
                "for results (x.new_empty) and copy (x.contiguous()); a kernel "
                "of yours reads the inputs and computes what is returned")


def closed(word):
    raise Wrong("exception", f"{word}: the function looks at the program that "
                "checks it, or changes it", "compute the result from the "
                "inputs alone")


def load_compiler():
    """Numba, with all that it loads at its first compilations."""
    import os
    import warnings

    import numba

    # The sandbox has no semaphores to share with other processes, and the one
    # process here needs none.
    warnings.simplefilter("ignore", numba.errors.NumbaSystemWarning)

    @numba.njit(parallel=True)
    def warm(x):
        total = 0.0
        for i in numba.prange(x.size):
            total += x[i]
        return total

    warm(numpy.zeros(2))
    os.environ["KATA_COMPILES"] = "1"


def load_tests(text, entry_name, tensors, device):
    """The entry of the hidden tests, read before any code of the learner's."""
    given = types.ModuleType("kata_tests")
    given.Wrong = Wrong
    if device:
        given.launches = device.launches
    if tensors:
        given.counted, given.backend = tensors.counted, tensors.backend
        given.by_kernels = tensors.by_kernels
        given.run_ranks = tensors.make_run_ranks(Wrong)
    sys.modules["kata_tests"] = given
    space, fixed = tests_space.read(text)
    del sys.modules["kata_tests"]
    spaces = [space, vars(fixed)]
    if tensors:
        spaces.append(tensors.of_ranks)
    return space[entry_name], tests_space.make_intact(spaces)


def main():
    path, program, name, entry_name, what, arrays = sys.argv[1:7]
    counting = what == "count"
    # Callbacks need memory for code of their own, which the runner's guard
    # forbids from then on.
    made = {"tensors": None, "tests": None, "device": None, "intact": None,
            "keeps": arrays == "numba"}
    libraries = [vars(builtins)]
    callback = ENTRY(lambda *args: made["entry"](*args))
    text, tests = read_texts(program)

    # A line without such a number does not count.
    secret = secrets.randbits(64)

    def count(count_name, n):
        lib.kata_count(count_name, n, secret)

    if arrays == "numba":
        load_compiler()
    elif arrays != "numpy":
        # -I leaves out the folder of this file.
        sys.path.insert(0, __file__.rsplit("/", 1)[0])
        import tensors
        del sys.modules["tensors"]
        # The doors close before the learner's file is read.
        watching = bool(tests) and "by_kernels" in tests
        made["tensors"] = tensors.Recorder(
            counting, watching, count, (tampered, threaded, handed, computed))
        if arrays == "cuda":
            import device
            del sys.modules["device"]
            made["device"] = device.Device()
        del sys.path[0]
    elif counting:
        tracemalloc.start()
    if tests:
        made["tests"], made["intact"] = load_tests(
            tests, entry_name, made["tensors"], made["device"])
    home = None
    if made["tensors"]:
        libraries += made["tensors"].libraries()
        home = made["tensors"].home
    made["replaced"] = tests_space.make_replaced(libraries, home)
    lib = ctypes.PyDLL(path)
    if made["device"]:
        made["device"].open(lib)
    lib.kata_entry.argtypes = [ENTRY, ctypes.c_uint64]
    lib.kata_entry.restype = None
    lib.kata_note.argtypes = [ctypes.c_char_p] * 4 + [ctypes.c_int,
                                                      ctypes.c_char_p]
    lib.kata_note.restype = None
    lib.kata_count.argtypes = [ctypes.c_char_p, ctypes.c_double,
                               ctypes.c_uint64]
    lib.kata_count.restype = None
    made["entry"] = make_server(lib, text, name, entry_name, counting, made,
                                secret)
    lib.kata_entry(callback, secret)
    sys.argv = [name.rsplit("/", 1)[-1]]
    lib.main()


if __name__ == "__main__":
    main()
