"""The simulated device for serve.py: a learner's CUDA, and tensors that it sees.

PyTorch's tensors lie in the processor's memory here. `data_ptr()` lends the
tensor's storage to the device and gives the device's address of it, which has
the bounds of the storage: no copy is made, and what a kernel touches beyond is
told. The address means nothing to host code, as on a GPU.
"""

import ctypes
import sys
import types

import torch
import torch.utils.deterministic


class Library(ctypes.CDLL):
    """The learner's compiled SOURCE. Every call of a function ends when the
    device has ended: PyTorch reads the results on the processor."""

    def __init__(self, handle, settle):
        super().__init__(None, handle=handle)
        base = self._FuncPtr

        class Function(base):
            _flags_, _restype_ = base._flags_, base._restype_

            def __call__(self, *args):
                result = super().__call__(*args)
                settle()
                return result

        self._FuncPtr = Function


class Device:
    """What the device is lent while the learner's function runs."""

    def __init__(self):
        self.lib, self.lent = None, {}
        module = types.ModuleType("kata_cuda")
        module.load = self.load
        sys.modules["kata_cuda"] = module
        # What torch.empty makes holds NaN, so that nobody reads what lay there.
        torch.use_deterministic_algorithms(True)
        torch.utils.deterministic.fill_uninitialized_memory = True

    def open(self, lib):
        """The library with the device, once it may be loaded."""
        self.lib = lib
        lib.sim_adopt.argtypes = [ctypes.c_void_p, ctypes.c_size_t]
        lib.sim_adopt.restype = ctypes.c_uint64
        lib.sim_disown.argtypes = [ctypes.c_uint64]
        lib.sim_disown.restype = None
        lib.kata_launches.restype = ctypes.c_int
        lib.kata_settle.restype = ctypes.c_int
        self.make_data_ptr()

    def make_data_ptr(self):
        """Tensor.data_ptr() from now on."""
        address_of = torch.Tensor.data_ptr
        adopt, disown, lent = self.lib.sim_adopt, self.lib.sim_disown, self.lent

        def data_ptr(tensor):
            here = address_of(tensor)
            if not here:
                return 0
            storage = tensor.untyped_storage()
            base, size = storage.data_ptr(), storage.nbytes()
            known = lent.get(base)
            if known and known[1] != size:
                disown(known[0])
                known = None
            if not known:
                known = lent[base] = adopt(base, size), size
            return known[0] + here - base

        torch.Tensor.data_ptr = data_ptr

    def settle(self):
        """Waits for the device; raises if a kernel did something wrong."""
        if self.lib.kata_settle():
            raise RuntimeError("the device stopped: a kernel did something "
                               "wrong, or could not start")

    def take_back(self):
        for at, _ in self.lent.values():
            self.lib.sim_disown(at)
        self.lent.clear()

    def load(self, source):
        """The functions of SOURCE, which kata has compiled, as a library of
        ctypes. Each call gives one of its own, with no argument types yet."""
        if not isinstance(source, str):
            raise TypeError("load() takes the text SOURCE")
        return Library(self.lib._handle, self.settle)

    def launches(self):
        """Launches of kernels since the call of this case began."""
        return self.lib.kata_launches()
