# Writes code of the shape that TorchInductor generates, of kata's numbers, and has
# the learner read it.
import torch
from kata_tests import Wrong

tensor, zeros, int32, int64 = torch.tensor, torch.zeros, torch.int32, torch.int64
OPERATORS = ("mul", "add", "sub", "gelu", "tanh", "exp", "relu", "rsqrt", "neg",
             "sigmoid")
TYPES = ("fp32", "fp16")

KERNEL = """
# kernel path: /tmp/torchinductor/{name}.py
# Topologically Sorted Source Nodes: [y, h], Original ATen: [{aten}]
# Source node to ATen node mapping:
#   y => {first}
# Graph fragment:
#   %h : [num_users=1] = call_function[target=torch.ops.{aten_first}.Tensor]
#   return %{first}
{name} = async_compile.triton('{name}', '''
import triton
import triton.language as tl

@triton_heuristics.{kind}(
    size_hints={{'x': {hint}}},
    triton_meta={{'signature': {{{signature}'xnumel': 'i32', {more}'XBLOCK': 'constexpr'}}, 'device': 'cuda'}},
    inductor_meta={{'kernel_name': '{name}', 'num_load': {loads}}}
)
@triton.jit
def {name}({parameters}, xnumel, {rest}XBLOCK : tl.constexpr):
    xnumel = {xnumel}
{reduction}    xindex = tl.program_id(0) * XBLOCK + tl.arange(0, XBLOCK)
    xmask = xindex < xnumel
    x0 = xindex
{body}''', device_str='cuda')

"""

END = """        return ({last}, )

runner = Runner(partitions=[])
call = runner.call


def benchmark_compiled_module(args, times=10, repeat=10):
    fn = lambda: call(list(args))
    # Original ATen: [aten.none]
    extern_kernels.warm_up(args)
    return print_performance(fn, times=times, repeat=repeat)
"""


def operators_of(word):
    return [name for i, name in enumerate(OPERATORS) if word >> i & 1] or \
        ["clone"]


def index_of(form, row):
    """The index of an access: x is there if bit 0 is, r0 if bit 1 is."""
    by_row = f"{row}*x0" if row else "x0"
    parts = ["r0_1"] * (row > 0 and form >> 1 & 1) + [by_row] * (form & 1)
    return " + ".join(parts) or "0"


def kernel_text(i, word, loads, stores, half, row, xnumel, forms):
    """One kernel; the first pointer is read and written (in_out_ptr0) if i is odd."""
    names = operators_of(word)
    kind = "per" if row else "poi"
    # As in TorchInductor a name holds each operator once, sorted, and not all of many.
    name = f"triton_{kind}_fused_{'_'.join(sorted(names)[:3])}_{i}"
    first = "in_out_ptr0" if i % 2 else "in_ptr0"
    read = [first] + [f"in_ptr{k}" for k in range(1, loads)]
    if loads > 2:  # one pointer is read twice
        read[-1] = first
    written = ["in_out_ptr0"] if i % 2 else ["out_ptr0"]
    written += [f"out_ptr{k}" for k in range(1, stores)]
    pointers = list(dict.fromkeys(read + written))
    # Types take turns, so that each pointer must be looked up.
    types = {p: TYPES[(k + half) % 2] for k, p in enumerate(pointers)}
    indices = [index_of(forms >> 2 * k, row) for k in range(loads + stores)]
    lines = [f"    tmp{k} = tl.load({p} + ({at}), xmask)"
             for k, (p, at) in enumerate(zip(read, indices))]
    lines.append(f"    tmp{loads} = tmp0 * 2  # not tl.load(tmp0) again")
    lines += [f"    tl.store({p} + ({at}), tmp{loads}, xmask)"
              for p, at in zip(written, indices[loads:])]
    text = KERNEL.format(
        name=name, aten=", ".join("aten." + n for n in names), first=names[0],
        aten_first="aten." + names[0], hint=2 * xnumel, loads=len(set(read)),
        kind="persistent_reduction" if row else "pointwise",
        signature="".join(f"'{p}': '*{types[p]}', " for p in pointers),
        more="'r0_numel': 'i32', " if row else "", xnumel=xnumel,
        parameters=", ".join(pointers), rest="r0_numel, " if row else "",
        reduction=f"    r0_numel = {row}\n    r0_1 = tl.arange(0, R0_BLOCK)\n"
        if row else "",
        body="\n".join(lines) + "\n")
    arguments = ", ".join(f"buf{k}" for k in range(len(pointers)))
    return name, text, f"{name}.run({arguments}, {xnumel}, stream=stream0)"


def code_of(made, order, library):
    code = "".join(text for _, text, _ in made)
    code += "async_compile.wait(globals())\ndel async_compile\n\n\n"
    code += "class Runner:\n    def call(self, args):\n        arg0_1, = args\n" \
        "        args.clear()\n"
    for k, before in zip(order, library):
        if before:
            code += "        # Original ATen: [aten.mm]\n" \
                "        extern_kernels.mm(arg0_1, buf1, out=buf0)\n"
        code += "        # Topologically Sorted Source Nodes: [y], Original " \
            "ATen: [aten.view]\n        stream0 = get_raw_stream(0)\n" \
            f"        {made[k][2]}\n        # {made[k][0]}.run() has ended\n"
    return code + END.format(last="buf1")


def bits(operators):
    """The operators as a number with a bit for each."""
    if not isinstance(operators, (list, tuple)):
        raise Wrong("wrong-result", "the operators of a launch must be a list",
                    "['aten.mul', 'aten.add']")
    known = {"aten." + n: 1 << i for i, n in enumerate(OPERATORS)}
    known.update({"aten.clone": 1 << 20, "aten.mm": 1 << 21})
    for name in operators:
        if name not in known:
            raise Wrong("wrong-result", f"read() names the operator {name!r}, "
                        "which no kernel has in the comment before it",
                        "a list such as ['aten.mul', 'aten.add']")
    return sum(known[name] for name in operators)


def read_cases(learner, words, loads, stores, half, row, xnumel, forms, order,
               library, kernels, n):
    given = zip(*(t.tolist() for t in (words, loads, stores, half, row,
                                        xnumel, forms)))
    made = [kernel_text(i, *values) for i, values in enumerate(given)]
    code = code_of(made, order.tolist(), library.tolist())
    told = learner.read(code)
    if not isinstance(told, list) or \
            not all(isinstance(one, tuple) and len(one) == 4 for one in told):
        raise Wrong("wrong-result", "read() must return a list of tuples (name, "
                    "operators, loads, stores)", "look at what it returns")
    numbers = {name: i for i, (name, _, _) in enumerate(made)}
    numbers["extern_kernels.mm"] = -2
    rows = zeros(2 * n + 1, 4, dtype=int32)
    for i, (name, operators, ins, outs) in enumerate(told[:2 * n]):
        rows[i] = tensor([numbers.get(name, -9), bits(operators), int(ins),
                          int(outs)])
    total = learner.traffic(code)
    if type(total) is not int:
        raise Wrong("wrong-result", "traffic() must return a whole number",
                    "bytes are whole")
    count = tensor([len(told)], dtype=int32)
    return (count, *(rows[:2 * n, k].clone() for k in range(4)),
            tensor([total], dtype=int64))
