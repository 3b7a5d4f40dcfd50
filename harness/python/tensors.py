"""PyTorch for serve.py: tensors in place of arrays, and what a call of it does.

Counted are operators, the bytes of tensors, and the graphs that torch.compile
makes. The first two are told by PyTorch's profiler, which is compiled code: it
sees every operator and every allocation, whoever makes them. It runs in the
process that the learner's file shares. Switching it off is noticed.
"""

import _thread
import contextlib
import ctypes
import gc
import importlib
import logging
import secrets
import sys

import ranks
import torch
from torch._C import _autograd as native
from torch._C._profiler import _ExperimentalConfig

# The threads of a pool would make counts depend on the machine.
torch.set_num_threads(1)
# oneDNN writes machine code for gelu and convolutions, which the runner's guard
# forbids. PyTorch has kernels of its own for them.
torch._C._set_mkldnn_enabled(False)
# torch.compile shows its progress by tqdm, where that is, which keeps a thread.
with contextlib.suppress(ImportError):
    importlib.import_module("tqdm").tqdm.monitor_interval = 0
# What is wrong is told once, at the learner's line, and not by each layer.
logging.disable(logging.ERROR)

# No library can be loaded later (serve.py), and parts of PyTorch that it reads
# when they are first needed load these.
for library in ("_decimal", "_elementtree", "_lsprof", "markupsafe._speedups",
                "pyexpat", "termios", "unicodedata"):
    with contextlib.suppress(ImportError):
        importlib.import_module(library)

# The learner's code finds no door to it (serve.py removes this file's).
del sys.modules["ranks"]

OFF = ("_enable_profiler_legacy", "_disable_profiler_legacy",
       "_prepare_profiler", "_enable_profiler", "_disable_profiler")
# Functions that tell if the profiler is on, and their answer from now on. A
# file that asks could do other work while it is counted.
TELLS = {"_profiler_enabled": False,
         "_profiler_type": torch._C._profiler.ActiveProfilerType.NONE}

# Operators that make memory, copy it or look at it in another way, and compute
# nothing.
MOVE = frozenset("""
    _local_scalar_dense _reshape_alias _to_copy _unsafe_view alias as_strided
    as_strided_ broadcast_to chunk clone contiguous copy_ detach detach_ empty
    empty_like empty_permuted empty_strided expand expand_as fill_ flatten full
    full_like is_contiguous is_nonzero item lift_fresh movedim mT narrow
    new_empty new_empty_strided new_full new_ones new_zeros numel numpy_T ones
    ones_like permute requires_grad_ reshape resize_ resolve_conj resolve_neg
    select set_ size slice split squeeze stride swapaxes t to transpose type_as
    unbind unflatten unsqueeze view view_as zero_ zeros zeros_like
    """.split())


def make_count_events():
    """The function that reads the profiler's events. All that it uses is bound
    here: the learner's code may replace methods and built-in functions."""
    event = native.ProfilerEvent
    kind_of, name_of, bytes_of = event.kind, event.name, event.cpu_memory_usage

    def is_operator(name):
        # aten::mm, or mine::op; not autograd::engine::...
        return "::" in name and not name.startswith("autograd::")

    def is_pytorchs(name):
        return name.startswith(("aten::", "prims::"))

    moves, libraries = MOVE, ("aten", "prims", "quantized", "_quantized",
                              "mkldnn", "mkl", "prepacked", "inductor")

    def computes(name):
        space, _, word = name.partition("::")
        return space in libraries and word not in moves

    # An operator of the learner's own is one, whatever it calls, within reason.
    most_hidden = 32

    def count_events(threads, mark, graph):
        """Operators, the part of them inside of graphs, bytes that stay, bytes
        at the most, and the names of those of PyTorch's that compute, whoever
        calls them; None if the mark is not there. What an operator of the
        learner's own calls is in no graph: no compiler looks into it."""
        operators = inside = unseen = alive = peak = 0
        computing, marked = [], False
        for events in threads:
            open_ones = []  # (in one of PyTorch's, in another, in a graph)
            hidden = 0  # operators that the outermost one has called
            for e in events:
                kind = kind_of(e)
                if kind == "push":
                    name = name_of(e)
                    own, inner = is_operator(name), (False, False, False)
                    if open_ones:
                        inner = open_ones[-1]
                    in_torch, in_own, in_graph = inner
                    if own and not in_torch:
                        hidden = hidden + 1 if in_own else 0
                        if not in_own or hidden > most_hidden:
                            operators += 1
                        inside += in_graph and not in_own
                        unseen += in_own
                        if computes(name) and name not in computing:
                            computing.append(name)
                    marked = marked or name == mark
                    pytorchs = own and is_pytorchs(name)
                    open_ones.append((in_torch or pytorchs,
                                      in_own or own and not pytorchs,
                                      in_graph or name == graph))
                elif kind == "pop" and open_ones:
                    open_ones.pop()
                elif kind == "memory_alloc":
                    alive += bytes_of(e)
                    if alive > peak:
                        peak = alive
        all_ops = operators + unseen
        return (operators, inside / all_ops if all_ops else 0.0, alive, peak,
                computing) if marked else None

    return count_events


class Recorder:
    """What tests.py and serve.py see: counted(), by_kernels(), backend,
    tensor(), array(), and in ranks.py several ranks."""

    def __init__(self, counting, watching, count, refusals):
        tampered, threaded, handed, computed = refusals
        self.counting = counting
        start, stop = native._enable_profiler_legacy, \
            native._disable_profiler_legacy
        record = torch.profiler.record_function
        config = native.ProfilerConfig if hasattr(native, "ProfilerConfig") \
            else torch.autograd.ProfilerConfig
        state = torch.autograd.ProfilerState.CPU
        with_memory, without = (config(state, False, memory, False, False,
                                       False, _ExperimentalConfig())
                                for memory in (True, False))
        mark, graph = secrets.token_hex(8), secrets.token_hex(8)
        from_numpy, collect = torch.from_numpy, gc.collect
        tensor_type = torch.Tensor
        count_events = make_count_events()

        def count_part():
            """Counts one part after another. All that it uses, the numbers and
            the profiler itself, lies in a generator's frame, which the
            learner's code does not reach as it does a closure's cells. It takes
            None to begin (False: nothing is for the gates) and answers with a
            key; with that key it ends, and answers with the counts, or False if
            they are not true."""
            said = None
            while True:
                begun = yield said
                if begun is not None and begun is not False:
                    said = False
                    continue
                collect()
                is_for_gates = begun is None
                start(with_memory if is_for_gates else without)
                with record(mark):
                    pass
                key = object()
                keeper.send(True)
                ended = yield key
                if ended is key:
                    keeper.send(False)
                collect()
                try:
                    threads = stop()
                except RuntimeError:
                    threads = ()
                counts = count_events(threads, mark, graph)
                said = ended is key and counts is not None and counts
                if said and is_for_gates:
                    operators, captured, alive, peak, _ = counts
                    count(b"operators", operators + 0.0)
                    count(b"captured", captured)
                    count(b"kept_tensors", alive + 0.0)
                    count(b"peak_tensors", peak + 0.0)

        if counting or watching:
            self.guard(tampered)
            keeper, owner = self.keep_doors(threaded, handed)
        counter = count_part()
        if counting or watching:
            owner[0] = counter.gi_frame
        next(counter)

        class Counted:
            """Counts what happens inside; in a run that counts nothing, not."""

            __slots__ = ("key",)

            def __enter__(self):
                if counting:
                    self.key = counter.send(None)

            def __exit__(self, kind, value, trace):
                if counting and not counter.send(self.key) and kind is None:
                    tampered()

        class ByKernels:
            """In every run: PyTorch's operators compute nothing inside."""

            __slots__ = ("key",)

            def __enter__(self):
                self.key = counter.send(False)

            def __exit__(self, kind, value, trace):
                counts = counter.send(self.key)
                if kind is None:
                    if not counts:
                        tampered()
                    if counts[-1]:
                        computed(counts[-1])

        def count_graphs():
            """Answers with the number of graphs since the last `first`."""
            n = 0
            while True:
                word = yield n
                n = 0 if word is first else n if word is last else n + 1

        first, last = object(), object()
        graphs = count_graphs()
        next(graphs)

        def begin():
            graphs.send(first)

        def end():
            count(b"graphs", graphs.send(last) + 0.0)

        def backend(module, inputs):
            """For torch.compile: runs a graph as it is, and counts it."""
            graphs.send(None)
            forward = module.forward

            def run(*args):
                with record(graph):
                    return forward(*args)
            return run

        def array(value):
            """A tensor's elements; what is no tensor, as it is."""
            if not isinstance(value, tensor_type):
                return value
            return value.detach().resolve_conj().resolve_neg().numpy()

        self.counted, self.backend = Counted, backend
        self.by_kernels = ByKernels
        self.home = torch.__path__[0] + "/"
        self.begin, self.end = begin, end
        self.tensor, self.array = from_numpy, array
        self.make_run_ranks, self.of_ranks = ranks.make_run_ranks, vars(ranks)
        self.is_tensor = lambda value: isinstance(value, tensor_type)

    @staticmethod
    def libraries():
        """What hidden tests call, where another function would change what they
        find."""
        names = ("torch", "torch.functional", "torch.nn.functional",
                 "torch.library", "torch.autograd", "torch.autograd.grad_mode",
                 "torch.nn.modules.module", "torch.nn.modules.container",
                 "contextlib", "operator", "math")
        found = [vars(sys.modules[name]) for name in names
                 if name in sys.modules]
        found += [vars(module) for name, module in list(sys.modules.items())
                  if name.startswith(("torch.testing._internal.optests",
                                      "torch._library."))]
        return found + [vars(torch.Tensor), vars(torch.nn.Module),
                        vars(torch.nn.Sequential)]

    @staticmethod
    def keep_doors(threaded, handed):
        """Puts functions that refuse, in a counted part, in the place of what
        starts threads, whose operators the profiler does not see, and of what
        hands a tensor's elements to code that is not counted: NumPy's and
        Python's own. PyTorch's own files may; and kernels are given addresses
        and bounds (data_ptr, untyped_storage).

        The functions that were there, and whether a part is counted, lie in
        the frame of a generator, and it answers those functions alone, and
        hears of a part from one frame, the owner's. Returns both."""
        home, frame = torch.__path__[0], sys._getframe
        codes, owner, originals = [], [None], {}

        def keep():
            inside, answer = False, None
            while True:
                word = yield answer
                asker, answer = frame(1), None
                if asker.f_code is codes[0]:
                    caller = asker.f_back.f_code.co_filename
                    if not inside or type(word) is str and \
                            caller.startswith(home):
                        answer = originals[word]
                elif asker is owner[0]:
                    inside = word

        keeper = keep()
        next(keeper)

        def guarded(word, name, refuse):
            def give(*args, **more):
                real = keeper.send(word)
                return real(*args, **more) if real else refuse(name)
            codes[:] = [give.__code__]
            return give

        starters = {id(f): f for f in (
            getattr(_thread, word, None)
            for word in ("start_new_thread", "start_new",
                         "start_joinable_thread")) if f}
        originals.update(starters)
        own = {at: guarded(at, "thread", lambda name: threaded())
               for at in starters}
        for module in list(sys.modules.values()):
            names = getattr(module, "__dict__", {})
            for word, value in list(names.items()):
                if id(value) in own and value is starters[id(value)]:
                    setattr(module, word, own[id(value)])

        base = torch._C.TensorBase
        words = ("numpy", "tolist", "__array__", "__dlpack__", "__reduce_ex__")
        for place, names in ((torch.Tensor, words),
                             (torch, ("to_dlpack", "save")),
                             (torch.utils.dlpack, ("to_dlpack",)),
                             (torch._C, ("_to_dlpack",))):
            for word in names:
                if not hasattr(place, word):
                    continue
                key = f"{place.__name__}.{word}"
                originals[key] = getattr(place, word)
                setattr(place, word, guarded(key, word, handed))
        # The class below takes no other attributes, but its dictionary does.
        below, = gc.get_referents(vars(base))
        for word in words:
            if word in below:
                key = f"{base.__name__}.{word}"
                originals[key] = below[word]
                below[word] = guarded(key, word, handed)
        ctypes.pythonapi.PyType_Modified(ctypes.py_object(base))
        return keeper, owner

    @staticmethod
    def guard(tampered):
        """From here on nobody else starts or stops the profiler, or learns from
        PyTorch that it is on, and no event takes the name of an operator."""
        event = torch.profiler.record_function
        make = event.__init__

        def init(self, name, args=None):
            make(self, str(name).replace("::", ":"), args)

        event.__init__ = init
        for word in OFF:
            own = getattr(native, word, None)
            for module in list(sys.modules.values()):
                if own and getattr(module, "__dict__", {}).get(word) is own:
                    setattr(module, word, tampered)
        for word, answer in TELLS.items():
            own = getattr(native, word, None)
            for module in list(sys.modules.values()):
                if own and getattr(module, "__dict__", {}).get(word) is own:
                    setattr(module, word, lambda answer=answer: answer)
