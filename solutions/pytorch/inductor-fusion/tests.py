# Has TorchInductor generate code for the learner's functions, and counts what this
# code launches. It is Triton, as on a GPU, and is not run: values come from the
# functions as they are.
import re

import torch
import torch._dynamo
import torch._inductor.compile_fx
import torch._inductor.config as config
from kata_tests import Wrong
from torch._inductor.graph import GraphLowering
from torch._inductor.runtime.hints import DeviceProperties

make, forget, compile_fx = torch.compile, torch._dynamo.reset, \
    torch._inductor.compile_fx.compile_fx
tensor, is_tensor, int32, float32 = torch.tensor, torch.is_tensor, torch.int32, \
    torch.float32
say, said, re_sub = print, set(), re.sub
findall, unsupported = re.findall, torch._dynamo.exc.Unsupported

# The fewest launches that are known: those of the solution.
LEAST = 2, 3, 1


class Target:
    """Stands for the driver of a GPU: Triton is asked for its kind only."""

    def get_current_target(self):
        from triton.backends.compiler import GPUTarget
        return GPUTarget("cuda", 90, 32)

    def get_current_device(self):
        return 0

    def get_active_torch_device(self):
        return torch.device("cpu")


class Generated(Exception):
    pass


def prepare():
    """The same code on every machine, and none of it compiled."""
    from triton.runtime import driver
    driver.set_active(Target())
    config.cpu_backend = "triton"
    config.fx_graph_cache = config.fx_graph_remote_cache = False
    config.compile_threads = 1
    multi = DeviceProperties(
        type="cpu", index=None, multi_processor_count=132, cc="", major=None,
        regs_per_multiprocessor=None, max_threads_per_multi_processor=None,
        warp_size=None)
    # It would start ptxas.
    torch.utils._triton.triton_hash_with_backend = lambda: ""
    DeviceProperties.create = classmethod(lambda cls, device: multi)


codes = []


def generate(graph):
    codes.append(graph.codegen()[0].value)
    raise Generated


def backend(module, inputs):
    """Keeps the code for a graph, and runs the graph as it is."""
    try:
        compile_fx(module, inputs)
    except Exception as e:
        while e and not isinstance(e, Generated):
            e = e.__cause__ or e.__context__
        if not e:
            raise
    return module.forward


def launches_of(code):
    """Kernels and calls of libraries, by name. A view of another type launches none."""
    body = code[code.rindex("def call("):]
    own = []
    for call in findall(r"\b(triton_\w+)\.run\(|\b(extern_kernels\.\w+)\(|"
                        r"\btorch\.ops\.([\w.]+)\(", body):
        kernel, library, operator = call
        if operator and operator.split(".")[0] not in ("aten", "inductor",
                                                       "prims"):
            raise Wrong("wrong-result", f"the code calls the operator "
                        f"{operator}, and kata cannot see what that launches",
                        "write it with operators of PyTorch")
        if not operator.startswith("aten.view"):
            own.append(kernel or library or operator)
    return own


def count(function, name, *args):
    forget()
    codes.clear()
    try:
        make(function, backend=backend, fullgraph=True)(*args)
    except unsupported as e:
        why = str(e).strip().split("\n")[0]
        raise Wrong("wrong-result", f"torch.compile makes no single graph of "
                    f"{name}(): {why}", "compile-breaks is about that") from None
    if not codes:
        raise Wrong("wrong-result", f"torch.compile leaves {name}() alone",
                    "take torch.compiler.disable away")
    return [name for code in codes for name in launches_of(code)]


prepare()
GraphLowering.compile_to_module = generate
# What PyTorch loads when it compiles for the first time is loaded here: later
# nothing can be.
count(lambda x: torch.var_mean(x.exp() @ x.t())[0] + 1, "", torch.zeros(64, 64))


def tell(name, launches):
    """Once, in a line of a terminal: poi, red, per are Inductor's own words."""
    short = [re_sub(r"triton_|_fused|extern_kernels\.|_\d+$", "", one)[:18]
             for one in launches]
    line = f"{name}: {', '.join(short)}"
    if line not in said:
        say(line)
    said.add(line)


def checked(result, shape, dtype, name):
    if not is_tensor(result) or tuple(result.shape) != shape or \
            result.dtype != dtype:
        raise Wrong("wrong-result", f"{name}() must return a tensor of {dtype} "
                    f"of shape {shape}", "look at what each step makes")
    return result


def fusion_cases(learner, x, scale, w, bias, far, codes_of, exponents, odds,
                 keep, counted, rows, cols, outs):
    calls = (
        ("product", (x, scale, w, bias), (rows, outs), float32),
        ("standard", (x + far,), (rows, cols), float32),
        ("pack", (codes_of / 8.0 * odds[:, None], 2.0 ** exponents * odds,
                  keep != 0),
         (rows, cols // 4), int32))
    results, few = [], [1, 1, 1]
    for i, (name, args, shape, dtype) in enumerate(calls):
        function = getattr(learner, name)
        results.append(checked(function(*args), shape, dtype, name))
        if counted:
            found = count(function, name, *args)
            few[i] = int(len(found) <= LEAST[i])
            tell(name, found)
    return (*results, tensor(few, dtype=int32))
