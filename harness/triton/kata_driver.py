"""A driver of Triton's whose device is simulated.

Triton compiles as for a GPU, with its own compiler; what it would give to
CUDA's driver comes here. Tensors stay where they are: the device is lent the
host's memory, a storage at a time, with its exact bounds.
"""

import weakref

import numpy
import triton
from triton.backends.compiler import GPUTarget

from binary import lines_of_callers, registers_of, scalar_bits

REGISTERS_MOST = 65536
ALIGNED = 16


class Refused(TypeError):
    """An argument that no kernel can be given."""


# ---- memory


class Lent:
    """Memory of the host that the device may use."""

    def __init__(self, device, base, nbytes, expired):
        self.base, self.nbytes, self.expired = base, nbytes, expired
        low = base % ALIGNED  # device memory begins at multiples of it
        self.at = device.lib.sim_adopt(base - low, nbytes + low)
        self.address = self.at + low if self.at else 0
        self.blank = False  # nothing is known to have been written


class Memory:
    """What the device is lent, by where it is."""

    def __init__(self, device):
        self.device, self.lent, self.names = device, {}, {}
        self.blanks, self.sweep_at = 0, 64

    def lend(self, base, nbytes, expired, name):
        if not nbytes:
            return 0
        lent = self.lent.get(base)
        if lent is None or lent.nbytes != nbytes:
            if lent is not None:
                self.blanks -= lent.blank
                self.device.lib.sim_disown(lent.at)
            if len(self.lent) >= self.sweep_at:
                self.sweep()
            lent = self.lent[base] = Lent(self.device, base, nbytes, expired)
            if not lent.at:
                self.sweep()
                lent = self.lent[base] = Lent(self.device, base, nbytes,
                                              expired)
            if not lent.at:
                del self.lent[base]
                raise MemoryError("the simulated device has no room for "
                                  f"{nbytes} bytes")
        if lent.expired():
            # Another tensor that lies where one lay before.
            self.touch(base)
            lent.expired = expired
        if name:
            known = self.names.setdefault(name, name.encode())
            self.device.lib.sim_name(lent.at, known)
        return lent.address

    def forget(self, tensor):
        """torch.empty: kernels that read it are told so, until one stores
        there or touch() is told of the host."""
        self.of_tensor(tensor)
        lent = self.lent.get(tensor.untyped_storage().data_ptr())
        if lent and not lent.blank:
            self.device.lib.sim_forget(lent.at, lent.nbytes)
            lent.blank = True
            self.blanks += 1

    def touch(self, base):
        """The host may have written there."""
        lent = self.lent.get(base)
        if lent and lent.blank:
            self.device.lib.sim_filled(lent.at, lent.nbytes)
            lent.blank = False
            self.blanks -= 1

    def sweep(self):
        """Takes back what no tensor uses any more."""
        for base, lent in list(self.lent.items()):
            if lent.expired():
                self.blanks -= lent.blank
                self.device.lib.sim_disown(lent.at)
                del self.lent[base]
        self.sweep_at = max(64, 2 * len(self.lent))

    def of_tensor(self, tensor, name=""):
        """The device's address of a torch tensor's first element."""
        storage = tensor.untyped_storage()
        base = storage.data_ptr()
        at = self.lend(base, storage.nbytes(), expiry_of(storage), name)
        return at + tensor.storage_offset() * tensor.element_size() if at else 0

    def of_array(self, array, name=""):
        whole = array
        while isinstance(whole.base, numpy.ndarray):
            whole = whole.base
        base, = whole.__array_interface__["data"][:1]
        at = self.lend(base, whole.nbytes, expired_ref(whole), name)
        here, = array.__array_interface__["data"][:1]
        return at + here - base if at else 0


def expired_ref(whole):
    ref = weakref.ref(whole)
    return lambda: ref() is None


def expiry_of(storage):
    from torch.multiprocessing.reductions import StorageWeakRef
    return StorageWeakRef(storage).expired


class Array:
    """A NumPy array as an argument of a kernel."""

    def __init__(self, memory, array):
        self.memory, self.array, self.dtype = memory, array, str(array.dtype)

    def data_ptr(self):
        return self.memory.of_array(self.array)


# ---- launching


def flatten(ty, name, value, out):
    """Appends (type, name, value) of each parameter that an argument is."""
    if isinstance(ty, (tuple, list)):
        for part, of_it in zip(ty, value):
            flatten(part, name, of_it, out)
    elif ty == "constexpr":
        pass
    elif ty.startswith("tensordesc"):
        # Lowered to pointers: the base, shape and strides, once more.
        out.append(("*", name, value.base))
        wide = [("i64", name, v) for v in (*value.shape, *value.strides)]
        out.extend(wide)
        out.append(("i1", name, value.padding == "nan"))
        out.extend(("i32", name, v) for v in value.shape)
        out.extend(("i64", name, v) for v in value.strides)
    else:
        out.append((ty, name, value))


class Launcher:
    def __init__(self, driver, source, metadata):
        self.driver, self.metadata = driver, metadata
        names = source.fn.arg_names
        self.signature = [
            (ty, names[key[0] if isinstance(key, tuple) else key]
             if not isinstance(key, str) else key)
            for key, ty in source.signature.items()]

    def address(self, name, value):
        memory = self.driver.memory
        if value is None:
            return 0
        if isinstance(value, int):
            return value
        if isinstance(value, Array):
            return memory.of_array(value.array, name)
        if hasattr(value, "untyped_storage"):
            return memory.of_tensor(value, name)
        if hasattr(value, "base"):  # triton.reinterpret
            return self.address(name, value.base)
        if hasattr(value, "data_ptr"):
            return value.data_ptr()
        raise Refused(f"'{name}' is no tensor: {type(value).__name__}")

    def __call__(self, x, y, z, stream, kernel, packed, launch_metadata,
                 enter_hook, exit_hook, *args):
        blocks = x * y * z
        if blocks <= 0:
            return  # as on a GPU
        if enter_hook is not None:
            enter_hook(launch_metadata)
        flat = []
        for (ty, name), value in zip(self.signature, args):
            flatten(ty, name, value, flat)
        parameters = [
            (8, self.address(name, value)) if ty.startswith("*")
            else scalar_bits(ty, value) for ty, name, value in flat]
        m, device = self.metadata, self.driver.device
        cluster = getattr(m, "num_ctas", 1) or 1
        room = (getattr(m, "global_scratch_size", 0) or 0) * blocks * cluster
        scratch = device.scratch(room) if room else 0
        parameters += [(8, scratch), (8, 0)]
        device.launch(kernel, (x, y, z), 32 * m.num_warps, m.shared,
                      parameters[:kernel.parameters], cluster,
                      bool(getattr(m, "launch_cooperative_grid", False)))
        if scratch:
            device.free(scratch)
        if exit_hook is not None:
            exit_hook(launch_metadata)


class Utils:
    def __init__(self, driver):
        self.driver = driver

    def load_binary(self, name, binary, shared, device):
        kernel = self.driver.device.load(name, COMPILED[binary], binary)
        registers = registers_of(binary, name)
        threads = REGISTERS_MOST // max(registers, 16) // 32 * 32
        return kernel, kernel, registers, 0, min(threads, 1024)

    def get_device_properties(self, device):
        return self.driver.device.properties()

    def set_printf_fifo_size(self, _):
        pass


class Driver:
    def __init__(self, device, benchmark):
        self.device, self.memory = device, Memory(device)
        self.utils, self.benchmark = Utils(self), benchmark

    def launcher_cls(self, source, metadata):
        return Launcher(self, source, metadata)

    def get_current_target(self):
        return GPUTarget("cuda", self.device.target, 32)

    def get_current_device(self):
        return 0

    def set_current_device(self, device):
        pass

    def get_current_stream(self, device=None):
        return 0

    def get_active_torch_device(self):
        import torch
        return torch.device("cuda", 0)

    def get_device_interface(self):
        import torch
        return torch.cuda

    def get_device_capability(self, device=0):
        return divmod(self.device.target, 10)

    def map_python_to_cpp_type(self, ty):
        return ty

    def get_benchmarker(self):
        return self.benchmark

    def get_empty_cache_for_benchmark(self):
        return None

    def clear_cache(self, cache):
        self.device.lib.sim_flush()

    @staticmethod
    def is_active():
        return True


# ---- Triton's own


COMPILED = {}  # machine code -> PTX


def remember_compiled():
    """Keeps the PTX of what is compiled, to be loaded with its machine code."""
    original = triton.compiler.CompiledKernel.__init__

    def init(self, *args, **kwargs):
        original(self, *args, **kwargs)
        COMPILED[self.kernel] = lines_of_callers(self.asm["ptx"])

    triton.compiler.CompiledKernel.__init__ = init


def lower_descriptors():
    """Has tensor descriptors lowered to pointers for every architecture, as
    Triton does for those without a unit for them, which the device lacks."""
    from triton.backends.nvidia.compiler import CUDABackend

    original = CUDABackend.make_ttir

    def make_ttir(mod, metadata, opt, capability):
        return original(mod, metadata, opt, min(capability, 89))

    CUDABackend.make_ttir = staticmethod(make_ttir)


def take_arrays(memory):
    """Lets kernels be given NumPy arrays."""
    from triton.runtime.jit import JITFunction

    original = JITFunction.run

    def taken(value):
        if isinstance(value, numpy.ndarray):
            return Array(memory, value)
        return value

    def run(self, *args, **kwargs):
        return original(self, *map(taken, args),
                        **{name: taken(v) for name, v in kwargs.items()})

    JITFunction.run = run


def install(device, benchmark):
    driver = Driver(device, benchmark)
    remember_compiled()
    lower_descriptors()
    take_arrays(driver.memory)
    triton.runtime.driver.set_active(driver)
    return driver
