"""Tensors without data, and the module `torch` that a learner's file imports.

A file of kind triton is run to record its launches, not to compute. Its
tensors have a shape, strides, a type and an address, and nothing behind it. A
view is arithmetic on those. Whatever would need the values raises
NeedsValues; whatever PyTorch would compute raises NotRecorded.
"""

import sys
import types


class NotRecorded(Exception):
    """An operation of PyTorch: the exercise asks for kernels instead."""


class NeedsValues(Exception):
    """The values of a tensor are not known while launches are recorded."""


class dtype:
    """torch.float32 and the like. Triton reads the last part of its name."""

    def __init__(self, name, size, is_float):
        self.name, self.itemsize = name, size
        self.is_floating_point = is_float

    def __repr__(self):
        return "torch." + self.name


DTYPES = {
    d.name: d
    for d in (
        dtype("float64", 8, True),
        dtype("float32", 4, True),
        dtype("float16", 2, True),
        dtype("bfloat16", 2, True),
        dtype("float8_e5m2", 1, True),
        dtype("float8_e4m3fn", 1, True),
        dtype("int64", 8, False),
        dtype("int32", 4, False),
        dtype("int16", 2, False),
        dtype("int8", 1, False),
        dtype("uint64", 8, False),
        dtype("uint32", 4, False),
        dtype("uint16", 2, False),
        dtype("uint8", 1, False),
        dtype("bool", 1, False),
    )
}


class Storage:
    """Memory of the device: an argument of the entry, or a temporary."""

    SPACING = 1 << 40  # bytes from one to the next, so that none overlap

    def __init__(self, kind, index, nbytes):
        self.kind, self.index, self.nbytes = kind, index, nbytes
        area = {"argument": 1, "temporary": 65}[kind] + index
        self.address = area * self.SPACING


class device:
    """torch.device: there is one."""

    def __init__(self, *_):
        self.type, self.index = "cuda", 0

    def __repr__(self):
        return "device(type='cuda', index=0)"

    def __eq__(self, other):
        return isinstance(other, device)

    def __hash__(self):
        return 0


def contiguous_strides(shape):
    strides, step = [], 1
    for extent in reversed(shape):
        strides.append(step)
        step *= max(extent, 1)
    return tuple(reversed(strides))


class Size(tuple):
    """torch.Size."""

    def numel(self):
        n = 1
        for extent in self:
            n *= extent
        return n


def shape_of(args):
    if len(args) == 1 and isinstance(args[0], (tuple, list)):
        args = args[0]
    return Size(int(extent) for extent in args)


class Tensor:
    """A view of a storage. Offsets and strides count elements."""

    requires_grad = False
    is_cuda = True
    ndim = property(lambda self: len(self.shape))
    T = property(lambda self: self.permute(*reversed(range(self.ndim))))
    mT = property(lambda self: self.transpose(-2, -1))

    def __init__(self, storage, dtype, shape, strides=None, offset=0):
        self._storage, self.dtype, self._offset = storage, dtype, offset
        self.shape = Size(shape)
        self._strides = strides or contiguous_strides(shape)
        self.device = device()

    def __repr__(self):
        return f"tensor(shape={tuple(self.shape)}, dtype={self.dtype})"

    # ---- what is known

    def data_ptr(self):
        return self._storage.address + self._offset * self.dtype.itemsize

    def stride(self, dim=None):
        return self._strides if dim is None else self._strides[dim]

    def size(self, dim=None):
        return self.shape if dim is None else self.shape[dim]

    def numel(self):
        return self.shape.numel()

    nelement = numel

    def dim(self):
        return self.ndim

    def element_size(self):
        return self.dtype.itemsize

    def is_contiguous(self):
        dense = contiguous_strides(self.shape)
        return all(
            extent <= 1 or have == want
            for extent, have, want in zip(self.shape, self._strides, dense)
        )

    def is_floating_point(self):
        return self.dtype.is_floating_point

    def __len__(self):
        if not self.shape:
            raise TypeError("len() of a tensor without dimensions")
        return self.shape[0]

    def untyped_storage(self):
        raise NotRecorded("untyped_storage(): pass the tensor itself")

    # ---- views

    def _view(self, shape, strides, offset=0):
        return Tensor(self._storage, self.dtype, shape, tuple(strides),
                      self._offset + offset)

    def permute(self, *dims):
        dims = shape_of(dims)
        return self._view([self.shape[d] for d in dims],
                          [self._strides[d] for d in dims])

    def transpose(self, a, b):
        order = list(range(self.ndim))
        order[a], order[b] = order[b], order[a]
        return self.permute(*order)

    def t(self):
        return self.T

    def contiguous(self):
        if self.is_contiguous():
            return self
        raise NotRecorded("contiguous() of this view would copy: pass its "
                          "strides to the kernel")

    def view(self, *shape):
        shape = list(shape_of(shape))
        if -1 in shape:
            rest = 1
            for extent in shape:
                rest *= extent if extent != -1 else 1
            shape[shape.index(-1)] = self.numel() // rest if rest else 0
        if Size(shape).numel() != self.numel():
            raise RuntimeError(f"view: {tuple(self.shape)} has not as many "
                               f"elements as {tuple(shape)}")
        if not self.is_contiguous():
            raise NotRecorded("view() of this tensor would copy: pass its "
                              "strides to the kernel")
        return self._view(shape, contiguous_strides(shape))

    reshape = view

    def flatten(self):
        return self.view(-1)

    ravel = flatten

    def unsqueeze(self, dim):
        dim %= self.ndim + 1
        shape, strides = list(self.shape), list(self._strides)
        shape.insert(dim, 1)
        strides.insert(dim, 1)
        return self._view(shape, strides)

    def squeeze(self, dim=None):
        keep = [
            d for d in range(self.ndim)
            if self.shape[d] != 1 or (dim is not None and d != dim % self.ndim)
        ]
        return self.permute(*keep)

    def expand(self, *shape):
        shape = shape_of(shape)
        shape = [have if want == -1 else want
                 for have, want in zip(self.shape, shape)]
        return self._view(shape, [0 if have == 1 != want else step
                                  for have, want, step in
                                  zip(self.shape, shape, self._strides)])

    def __getitem__(self, key):
        keys = list(key) if isinstance(key, tuple) else [key]
        shape, strides, offset, dim = [], [], 0, 0
        for k in keys:
            if isinstance(k, slice):
                at, end, step = k.indices(self.shape[dim])
                shape.append(len(range(at, end, step)))
                strides.append(self._strides[dim] * step)
                offset += at * self._strides[dim]
            elif isinstance(k, int):
                if not -self.shape[dim] <= k < self.shape[dim]:
                    raise IndexError(f"index {k} in {self.shape[dim]} elements")
                offset += k % self.shape[dim] * self._strides[dim]
            else:
                raise NotRecorded("a tensor is indexed with integers and "
                                  "slices; the rest is a kernel's work")
            dim += 1
        shape += self.shape[dim:]
        strides += self._strides[dim:]
        return self._view(shape, strides, offset)

    def detach(self):
        return self

    def cuda(self, *_, **__):
        return self

    def to(self, *args, dtype=None, **__):
        wanted = [a for a in (*args, dtype) if isinstance(a, globals()["dtype"])]
        if wanted and wanted[0] is not self.dtype:
            raise NotRecorded("to(): convert in the kernel, with .to(tl....)")
        return self

    # ---- memory

    def zero_(self):
        RECORDER.fill(self)
        return self

    def fill_(self, value):
        if value != 0:
            raise NotRecorded("fill_() with other than 0: write a kernel")
        return self.zero_()

    # ---- everything else

    def __getattr__(self, name):
        if name.startswith("__") or name in ("tma_desc_cpu_ptr",):
            raise AttributeError(name)
        raise NotRecorded(f"Tensor.{name}: PyTorch computes nothing here; "
                          "write it as a kernel")

    def _needs_values(self, *_):
        raise NeedsValues("the values of a tensor are not known here: kata "
                          "records your launches once for each shape and runs "
                          "them later. Decide inside a kernel")

    item = tolist = numpy = cpu = _needs_values
    __bool__ = __int__ = __float__ = __index__ = __iter__ = _needs_values

    def _computes(self, *_):
        raise NotRecorded("arithmetic with tensors: PyTorch computes nothing "
                          "here; write it as a kernel")

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = _computes
    __truediv__ = __rtruediv__ = __matmul__ = __pow__ = __neg__ = _computes
    __iadd__ = __isub__ = __imul__ = __setitem__ = __lt__ = __gt__ = _computes


class Scalar(float):
    """A float that the entry is given. Its value differs from call to call,
    so a kernel takes it as it is, and computes with it. Functions of C, as
    math.sqrt, ask no method of it: what they make of NaN is NaN, which a launch
    refuses (record.py)."""

    def __new__(cls, name, index):
        self = super().__new__(cls, "nan")
        self.name, self.index = name, index
        return self

    def __repr__(self):
        return self.name

    def _computes(self, *_):
        raise NeedsValues(f"the value of '{self.name}' is not known here: pass "
                          "it to the kernel, and compute there")

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = _computes
    __truediv__ = __rtruediv__ = __pow__ = __neg__ = __bool__ = _computes
    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = _computes
    __int__ = __abs__ = __round__ = __floordiv__ = __mod__ = _computes
    __float__ = __trunc__ = __floor__ = __ceil__ = __pos__ = _computes
    __rfloordiv__ = __rmod__ = __rpow__ = __divmod__ = _computes
    __hash__ = float.__hash__


class _NoRecorder:
    def fill(self, _):
        raise RuntimeError("nothing is being recorded")

    temporary = fill


RECORDER = _NoRecorder()


# ---- the module


def _empty(*shape, dtype=None, device=None, **_):
    return RECORDER.temporary(shape_of(shape), dtype or DTYPES["float32"])


def _zeros(*shape, **options):
    return _empty(*shape, **options).zero_()


def _like(make):
    def like(x, dtype=None, **_):
        return make(*x.shape, dtype=dtype or x.dtype)

    return like


def _unknown(name):
    if name.startswith("__"):
        raise AttributeError(name)
    raise NotRecorded(f"torch.{name}: this file is recorded, not run with "
                      "PyTorch; write it as a kernel")


def make_torch():
    """The module that `import torch` finds."""
    torch = types.ModuleType("torch")
    torch.Tensor, torch.Size, torch.dtype, torch.device = (
        Tensor, Size, dtype, device)
    for name, one in DTYPES.items():
        setattr(torch, name, one)
    torch.float, torch.double, torch.half = (
        torch.float32, torch.float64, torch.float16)
    torch.int, torch.long, torch.short = torch.int32, torch.int64, torch.int16
    torch.empty, torch.zeros = _empty, _zeros
    torch.empty_like, torch.zeros_like = _like(_empty), _like(_zeros)
    torch.is_tensor = lambda x: isinstance(x, Tensor)
    torch.__version__ = "0 (kata)"
    torch.__getattr__ = _unknown
    cuda = types.ModuleType("torch.cuda")
    cuda.is_available = lambda: True
    cuda.current_device = lambda: 0
    cuda.synchronize = lambda *_: None
    cuda.__getattr__ = lambda name: _unknown("cuda." + name)
    torch.cuda = cuda
    version = types.ModuleType("torch.version")
    version.hip, version.cuda = None, "13.0"
    torch.version = version
    for module in (torch, cuda, version):
        sys.modules[module.__name__] = module
    return torch
