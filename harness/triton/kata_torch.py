"""PyTorch's name for the GPU, on a machine without one.

Scripts say device="cuda". Here their tensors live in the processor's memory,
which the simulated device uses where it is, and only bear a mark: a marked
tensor says that it is on cuda:0, and so does what is computed from it. What
PyTorch itself computes is right and takes no modelled time.
"""

import contextlib
import functools
import types

import torch
from torch.overrides import TorchFunctionMode

MARK = "_kata_cuda"
# What makes tensors that hold nothing, and what neither reads nor writes them.
BLANK = {torch.empty, torch.empty_like, torch.empty_strided,
         torch.Tensor.new_empty, torch.Tensor.new_empty_strided}
LOOKS = {
    "__get__", "__getitem__", "__len__", "as_strided", "chunk", "contiguous",
    "data_ptr", "detach", "dim", "element_size", "expand", "expand_as",
    "flatten", "get_device", "is_contiguous", "is_floating_point", "movedim",
    "narrow", "ndimension", "nelement", "numel", "permute", "requires_grad_",
    "reshape", "select", "size", "split", "squeeze", "storage_offset",
    "stride", "swapaxes", "t", "transpose", "unbind", "unflatten",
    "unsqueeze", "view", "view_as", "empty_like", "zeros_like", "ones_like",
    "rand_like", "randn_like", "new_empty", "new_zeros", "new_full",
    "full_like", "dim_order", "is_complex", "untyped_storage",
}


def is_cuda_device(device):
    if isinstance(device, torch.device):
        return device.type == "cuda"
    return isinstance(device, str) and device.split(":")[0] == "cuda"


def marked(value):
    """True for a tensor on cuda. The mark is its storage's: autograd makes new
    tensors of those that it has saved."""
    if not isinstance(value, torch.Tensor):
        return False
    with torch._C.DisableTorchFunction():
        try:
            return MARK in value.untyped_storage().__dict__
        except (NotImplementedError, RuntimeError):
            return False  # it has no storage: sparse, or a wrapper


def any_marked(values):
    return any(marked(v) or isinstance(v, (list, tuple)) and any_marked(v)
               for v in values)


def mark(value):
    if isinstance(value, torch.Tensor):
        with torch._C.DisableTorchFunction():
            try:
                value.untyped_storage().__dict__[MARK] = True
            except (NotImplementedError, RuntimeError):
                pass
    elif isinstance(value, (list, tuple)):
        for one in value:
            mark(one)
    elif isinstance(value, dict):
        mark(list(value.values()))
    return value


def tensors_in(values):
    for value in values:
        if isinstance(value, torch.Tensor):
            yield value
        elif isinstance(value, (list, tuple)):
            yield from tensors_in(value)


class OneDevice(TorchFunctionMode):
    """Sends what is meant for cuda to the processor."""

    def __init__(self, memory):
        super().__init__()
        self.memory, self.default_cuda = memory, False
        self.spoken_of = False  # the script has said cuda
        t = torch.Tensor
        self.special = {
            t.cuda: self.to_cuda, t.cpu: self.to_cpu, t.to: self.to,
            t.is_cuda.__get__: lambda x: marked(x),
            t.is_cpu.__get__: lambda x: not marked(x),
            t.device.__get__: self.device_of,
            t.get_device: lambda x: 0 if marked(x) else -1,
            t.data_ptr: self.data_ptr,
            t.pin_memory: lambda x, *_: x,
            t.is_pinned: lambda x, *_: False,
            t.record_stream: lambda *_: None,
        }

    def __torch_function__(self, func, types_, args=(), kwargs=None):
        kwargs = kwargs or {}
        if self.memory.blanks:
            self.touch(func, args, kwargs)
        out = self.answer(func, args, kwargs)
        if func in BLANK and isinstance(out, torch.Tensor):
            self.memory.forget(out)
        return out

    def touch(self, func, args, kwargs):
        """PyTorch may write what it is given, and is not watched."""
        if getattr(func, "__name__", "") in LOOKS:
            return
        with torch._C.DisableTorchFunction():
            for tensor in tensors_in((*args, *kwargs.values())):
                if tensor.layout == torch.strided:
                    self.memory.touch(tensor.untyped_storage().data_ptr())

    def answer(self, func, args, kwargs):
        own = self.special.get(func)
        if own:
            return own(*args, **kwargs)
        device = kwargs.get("device")
        cuda = is_cuda_device(device) or isinstance(device, int) and \
            not isinstance(device, bool)
        if cuda:
            self.spoken_of = True
            kwargs = {**kwargs, "device": "cpu"}
        if kwargs.get("pin_memory"):
            kwargs = {**kwargs, "pin_memory": False}
        out = func(*args, **kwargs)
        if cuda:
            return mark(out)
        if any_marked(args) or kwargs and any_marked(kwargs.values()):
            if getattr(func, "__name__", "") == "__set__":
                mark(args[0])
            return mark(out) if device is None else out
        if self.default_cuda and device is None and isinstance(
                out, torch.Tensor) and not any(
                    isinstance(a, torch.Tensor) for a in args):
            mark(out)
        return out

    # ---- tensors that move

    def to_cuda(self, tensor, *_, **__):
        self.spoken_of = True
        return tensor if marked(tensor) else mark(tensor.clone())

    def to_cpu(self, tensor, **_):
        return tensor.clone() if marked(tensor) else tensor

    def to(self, tensor, *args, **kwargs):
        where, dtype = kwargs.pop("device", None), kwargs.pop("dtype", None)
        given = [*args, kwargs.pop("other", None)]
        for value in given:
            if isinstance(value, torch.dtype):
                dtype = value
            elif isinstance(value, torch.Tensor):
                where, dtype = self.device_of(value), value.dtype
            elif isinstance(value, (torch.device, str)) or \
                    type(value) is int:
                where = value
        on_cuda = marked(tensor) if where is None else \
            type(where) is int or is_cuda_device(where)
        kwargs.pop("non_blocking", None)
        out = tensor.to(dtype=dtype, **kwargs) if dtype or kwargs else tensor
        if on_cuda != marked(tensor) and out is tensor:
            out = tensor.clone()
        return mark(out) if on_cuda else out

    def device_of(self, tensor):
        return torch.device("cuda", 0) if marked(tensor) else tensor.device

    def data_ptr(self, tensor):
        """As kernels know it: addresses in tables of addresses work."""
        return self.memory.of_tensor(tensor)


# ---- torch.cuda


class Event:
    """torch.cuda.Event, by the modelled clock."""

    def __init__(self, device, *_, **__):
        self.device, self.at = device, device.event()

    def record(self, *_):
        self.device.record(self.at)

    def synchronize(self):
        self.device.lib.cudaEventSynchronize(self.at)

    wait = query = lambda self, *_: True

    def elapsed_time(self, end):
        return self.device.elapsed_ms(self.at, end.at)


class Stream:
    """torch.cuda.Stream: all work is in one order here."""

    cuda_stream, device_index, stream_id = 0, 0, 0

    def __init__(self, *_, **__):
        self.device = torch.device("cuda", 0)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        return False

    def synchronize(self):
        torch.cuda.synchronize()

    def record_event(self, event=None):
        event = event or torch.cuda.Event()
        event.record()
        return event

    def wait_event(self, _):
        pass

    wait_stream, query = wait_event, lambda self: True


class device_scope(contextlib.nullcontext):
    """torch.cuda.device(0)."""


def refuse(what):
    def refused(*_, **__):
        raise NotImplementedError(
            f"{what}: kata sim runs Triton's kernels on a simulated GPU, and "
            "PyTorch on the processor")
    return refused


def properties(device):
    major, minor = divmod(device.target, 10)
    p = device.properties()
    return types.SimpleNamespace(
        name=device.title, major=major, minor=minor, warp_size=32,
        total_memory=80 << 30, L2_cache_size=device.attribute(38),
        multi_processor_count=p["multiprocessor_count"],
        shared_memory_per_block_optin=p["max_shared_mem"],
        max_threads_per_multi_processor=device.attribute(39),
        regs_per_multiprocessor=device.attribute(82), is_integrated=False,
        gcnArchName="")


def seed(value):
    torch.default_generator.manual_seed(value)


def answers(value):
    """A function that does nothing. Each name needs its own: torch._dynamo has
    a rule for each function."""
    return lambda *_, **__: value


def patch_cuda(device):
    cuda, stream = torch.cuda, Stream()
    names = {
        "synchronize": lambda *_: device.synchronize(),
        "device": device_scope, "manual_seed": seed,
        "get_device_name": lambda *_: device.title,
        "get_device_capability": lambda *_: divmod(device.target, 10),
        "get_device_properties": lambda *_: properties(device),
        "Event": functools.partial(Event, device), "Stream": Stream,
        "stream": lambda s=None: s or contextlib.nullcontext(),
        "CUDAGraph": refuse("torch.cuda.CUDAGraph"),
        "graph": refuse("torch.cuda.graph"),
    }
    room = 80 << 30
    for value, of in (
            (True, "is_available is_initialized is_bf16_supported"),
            (None, "init _lazy_init set_device empty_cache manual_seed_all "
                   "ipc_collect reset_peak_memory_stats"),
            (0, "current_device memory_allocated max_memory_allocated "
                "memory_reserved max_memory_reserved"),
            (1, "device_count"), ((room, room), "mem_get_info"),
            (stream, "current_stream default_stream")):
        names.update((name, answers(value)) for name in of.split())
    for name, value in names.items():
        setattr(cuda, name, value)


def generator(original):
    class Generator(original):
        def __new__(cls, device="cpu"):
            return original.__new__(cls, device="cpu")

    return Generator


def load_to_processor(mode):
    """torch.load of what was saved on a GPU, or is wanted there."""
    original = torch.load

    @functools.wraps(original)
    def load(f, map_location=None, *args, **kwargs):
        cuda = is_cuda_device(map_location)
        mode.spoken_of |= cuda
        if cuda or map_location is None:
            map_location = "cpu"
        found = original(f, map_location, *args, **kwargs)
        return mark(found) if cuda else found

    torch.load = load


def keep_in_backward(mode):
    """PyTorch leaves its modes while it handles backward(), which calls the
    script's own backward functions."""
    cls = torch.autograd.function.BackwardCFunction
    original = cls.apply

    def apply(self, *args):
        # Gradients are born inside: they are where the tensors are.
        if mode.spoken_of:
            mark(args)
        with mode:
            return original(self, *args)

    cls.apply = apply


def identity_compile(model=None, **_):
    """torch.compile: what it would compile runs as it is."""
    return model if model is not None else lambda fn: fn


def unseen(fn):
    """fn, whose own calls of PyTorch no mode sees."""
    @functools.wraps(fn)
    def plain(*args):
        with torch._C.DisableTorchFunction():
            return fn(*args)

    return plain


def install(device, memory):
    mode = OneDevice(memory)
    patch_cuda(device)
    torch.Generator = generator(torch.Generator)
    torch.compile = identity_compile

    def set_default_device(device):
        mode.default_cuda = is_cuda_device(device)

    torch.set_default_device = set_default_device
    for name in ("of_tensor", "forget"):
        setattr(memory, name, unseen(getattr(memory, name)))
    keep_in_backward(mode)
    load_to_processor(mode)
    mode.__enter__()
