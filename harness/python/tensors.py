"""PyTorch for serve.py: tensors in place of arrays, and what a call of it does.

Counted are operators, the bytes of tensors, and the graphs that torch.compile
makes. The first two are told by PyTorch's profiler, which is compiled code: it
sees every operator and every allocation, whoever makes them. It runs in the
process that the learner's file shares. Switching it off is noticed.
"""

import contextlib
import gc
import importlib
import logging
import secrets
import sys

import torch
from torch._C import _autograd as native
from torch._C._profiler import _ExperimentalConfig

# The threads of a pool would make counts depend on the machine.
torch.set_num_threads(1)
# What is wrong is told once, at the learner's line, and not by each layer.
logging.disable(logging.ERROR)

# No library can be loaded later (serve.py), and parts of PyTorch that it reads
# when they are first needed load these.
for library in ("_decimal", "_elementtree", "_lsprof", "markupsafe._speedups",
                "pyexpat", "termios", "unicodedata"):
    with contextlib.suppress(ImportError):
        importlib.import_module(library)

OFF = ("_enable_profiler_legacy", "_disable_profiler_legacy",
       "_prepare_profiler", "_enable_profiler", "_disable_profiler")


def is_operator(name):
    """aten::mm, or mine::op; not autograd::engine::..."""
    return "::" in name and not name.startswith("autograd::")


def count_events(threads, graph):
    """Operators, those inside of graphs, bytes that stay, bytes at the most."""
    operators = inside = alive = peak = 0
    for events in threads:
        names = []
        for e in events:
            kind = e.kind()
            if kind == "push":
                name = e.name()
                if is_operator(name) and not any(map(is_operator, names)):
                    operators += 1
                    inside += graph in names
                names.append(name)
            elif kind == "pop" and names:
                names.pop()
            elif kind == "memory_alloc":
                alive += e.cpu_memory_usage()
                peak = max(peak, alive)
    return operators, inside, alive, peak


class Recorder:
    """What tests.py and serve.py see: counted(), backend, tensor(), array()."""

    def __init__(self, counting, count, tampered):
        self.counting = counting
        start, stop = native._enable_profiler_legacy, \
            native._disable_profiler_legacy
        record = torch.profiler.record_function
        config = native.ProfilerConfig if hasattr(native, "ProfilerConfig") \
            else torch.autograd.ProfilerConfig
        state = torch.autograd.ProfilerState.CPU
        options = config(state, False, True, False, False, False,
                         _ExperimentalConfig())
        mark, graph = secrets.token_hex(8), secrets.token_hex(8)
        from_numpy, collect = torch.from_numpy, gc.collect
        tensor_type = torch.Tensor
        made = {"graphs": 0}

        @contextlib.contextmanager
        def counted():
            """Counts what happens inside; in a run that counts nothing, not."""
            if not counting:
                yield
                return
            collect()
            start(options)
            with record(mark):
                pass
            try:
                yield
            except BaseException:
                stop()
                raise
            collect()
            try:
                threads = stop()
            except RuntimeError:
                tampered()
            if not any(e.name() == mark for t in threads for e in t):
                tampered()
            operators, inside, alive, peak = count_events(threads, graph)
            count(b"operators", float(operators))
            count(b"captured", inside / operators if operators else 0.0)
            count(b"kept_tensors", float(alive))
            count(b"peak_tensors", float(peak))

        def backend(module, inputs):
            """For torch.compile: runs a graph as it is, and counts it."""
            made["graphs"] += 1
            forward = module.forward

            def run(*args):
                with record(graph):
                    return forward(*args)
            return run

        def begin():
            made["graphs"] = 0

        def end():
            count(b"graphs", float(made["graphs"]))

        def array(value):
            """A tensor's elements; what is no tensor, as it is."""
            if not isinstance(value, tensor_type):
                return value
            return value.detach().resolve_conj().resolve_neg().numpy()

        self.counted, self.backend = counted, backend
        self.begin, self.end = begin, end
        self.tensor, self.array = from_numpy, array
        self.is_tensor = lambda value: isinstance(value, tensor_type)
        if counting:
            self.guard(tampered)

    @staticmethod
    def guard(tampered):
        """From here on nobody else starts or stops the profiler."""
        for word in OFF:
            own = getattr(native, word, None)
            for module in list(sys.modules.values()):
                if own and getattr(module, "__dict__", {}).get(word) is own:
                    setattr(module, word, tampered)
