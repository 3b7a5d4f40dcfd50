"""Advice on what Python and other libraries have, and kernels have not:
lists, exceptions, their functions, types that change. A function for each row
of advice.py's table.
"""

import ast
import difflib
import re

from advice_tiles import (dot_accumulator, triton_type)
from kernel_place import (argument, by, called, kernel_of, named, names_in, of,
                          shown, tile)

# Names of other libraries for what Triton calls otherwise.
TRITON_NAMES = {"amax": "max", "amin": "min", "concatenate": "cat",
                "fabs": "abs", "matmul": "dot", "mm": "dot"}


def leaves_loop(m, where):
    word = m[1].lower()
    if word == "break":
        return ("a kernel has no `break`: compute how many turns the loop "
                "takes before it begins, or leave out the work of a turn with "
                "a mask")
    return ("a kernel has no `continue`: put the rest of the loop into an "
            "`if`, or leave out the work of a turn with a mask")


def unsupported_form(m, where):
    words = {
        "Try": "`try`: nothing raises an exception there",
        "Lambda": "`lambda`: write a function, with @triton.jit on the line "
                  "before it",
        "Dict": "dictionaries: use variables",
        "Set": "sets: use variables",
        "Raise": "`raise`: tl.device_assert stops a kernel",
        "Import": "`import`: import at the top of the file",
        "ClassDef": "classes",
        "GeneratorExp": "generators: write a loop",
        "Delete": "`del`",
        "Global": "`global`: pass what it needs as an argument",
    }.get(m[1])
    return f"a kernel has no {words}" if words else None


def nested_function(m, where):
    if not isinstance(where.node, (ast.FunctionDef, ast.arguments, ast.arg)):
        return None
    return ("a kernel has no functions inside: write it beside the kernel, "
            "with @triton.jit on the line before its def")


def returns_in_loop(m, where):
    return ("a loop of a kernel cannot be left with `return`: put the rest of "
            "the loop into an `if`, or leave out the work with a mask")


def kernel_returns(m, where):
    value = getattr(where.node, "value", None)
    if called(value) == "store":
        return ("a kernel returns nothing: write the tl.store without "
                "`return`")
    return ("a kernel returns nothing: it writes its results with tl.store. "
            "`return` alone ends it")


def triton_function(name):
    """The name in triton.language for a function of another library."""
    import triton.language as tl

    name = TRITON_NAMES.get(name, name)
    return f"tl.{name}" if callable(getattr(tl, name, None)) else None


def foreign_call(node):
    """A call of a function of another module: np.exp, math.exp, exp."""
    if not isinstance(node, ast.Call):
        return None
    name = called(node)
    ours = triton_function(name) if name else None
    text = shown(node.func)
    if not text:
        return None
    if ours:
        return f"`{text}` is for the CPU. In a kernel write {ours}(...)"
    return (f"`{text}` is for the CPU: a kernel computes with the functions "
            "of triton.language")


def python_function(m, where):
    return foreign_call(where.node)


def subscript_of_pointer(where):
    """The pointer that square brackets are put after, and what is in them."""
    node = where.node
    if isinstance(node, ast.Assign) and node.targets:
        node = node.targets[0]
    if not isinstance(node, ast.Subscript):
        return None
    base = node.value
    known = of(base) or (where.value(base.id) if isinstance(base, ast.Name)
                         else None)
    return base, known, node.slice


def mask_for(index, where):
    """", mask=mask" if square brackets have a tile of offsets in them."""
    known = [of(index)] + [where.value(name) for name in names_in(index)]
    return ", mask=mask" if any(k and k.shape for k in known) else ""


def sets_item(m, where):
    found = subscript_of_pointer(where)
    if not found:
        return None
    base, known, index = found
    name, at = shown(base), shown(index)
    if known and known.is_pointer and name and at:
        value = shown(where.node.value) \
            if isinstance(where.node, ast.Assign) else None
        return (f"`{name}` is a pointer in a kernel, which square brackets do "
                f"not reach into: write tl.store({name} + {at}, "
                f"{value or '...'}{mask_for(index, where)})")
    if known and known.shape:
        return (f"single elements of a tile cannot be set: write {name} = "
                f"tl.where(tl.arange(0, {known.shape[0]}) == {at}, new, "
                f"{name})" if len(known.shape) == 1 and name and at else
                "single elements of a tile cannot be set: tl.where(condition, "
                "new, old) makes a tile with some of them changed")
    return ("a kernel has no lists or arrays that can be changed: use "
            "variables, or one tile")


def without_jit(m, where):
    found = subscript_of_pointer(where)
    if found:
        base, known, index = found
        name, at = shown(base), shown(index)
        if known and known.is_pointer and name and at:
            return (f"`{name}` is a pointer in a kernel, which square brackets "
                    f"do not reach into: write tl.load({name} + {at}"
                    f"{mask_for(index, where)})")
        return None
    if isinstance(where.node, ast.Call):
        text = shown(where.node.func)
        if text and text.startswith("triton."):
            return (f"`{text}` is for the function that launches the kernel. "
                    "Call it there, and pass the result as an argument NAME: "
                    "tl.constexpr")
    return None


def tile_index(m, where):
    if not isinstance(where.node, ast.Subscript):
        return None
    known = of(where.node.value)
    name = shown(where.node.value)
    if not known or not name:
        return None
    if known.block:
        return (f"`{name}` is a block pointer: tl.load({name}) reads its whole "
                "tile, and tl.advance moves it")
    if known.is_pointer or not known.shape:
        return None
    return (f"elements of a tile cannot be picked: {name}[:, None] and "
            f"{name}[None, :] are all that brackets can do. For one element "
            f"load it on its own, or tl.sum(tl.where(condition, {name}, 0))")


def pointer_knows(m, where):
    """Of x.shape, x.numel(), x.stride(0) and len(x) in a kernel."""
    for node in ast.walk(where.node):
        base = None
        if isinstance(node, ast.Attribute) and node.attr in (
                "shape", "numel", "stride", "size", "strides"):
            base, asked = node.value, shown(node)
        elif called(node) == "len" and node.args:
            base, asked = node.args[0], shown(node)
        if not isinstance(base, ast.Name):
            continue
        known = of(base) or where.value(base.id)
        if known and known.is_pointer:
            return (f"`{base.id}` is an address in a kernel and knows no "
                    f"sizes, so there is no {asked}: pass the number as an "
                    "argument of the kernel")
    return None


def conversion(m, where):
    name = called(where.node)
    if name not in ("int", "float") or not where.node.args:
        return None
    ty = "tl.int32" if name == "int" else "tl.float32"
    given = where.node.args[0]
    text = shown(given)
    inside = text if text and (isinstance(given, (ast.Name, ast.Call)))\
        else f"({text})" if text else "x"
    if name == "int" and isinstance(given, ast.BinOp) and \
            isinstance(given.op, ast.Div):
        return (f"{name}() is Python's. Divide integers with //: "
                f"{ast.unparse(given.left)} // {ast.unparse(given.right)}")
    return (f"{name}() is Python's, for one number: a tile is converted with "
            f"{inside}.to({ty})")


def python_reduction(m, where):
    name = called(where.node)
    if name not in ("max", "min", "sum") or not where.node.args or not \
            isinstance(where.node.func, ast.Name):
        return None
    text = shown(where.node.args[0]) or "x"
    return (f"{name}() of one tile is tl.{name}({text}, axis=0): it reduces "
            "along an axis")


def undefined(m, where):
    import triton.language as tl

    name = m[1]
    if isinstance(where.node, ast.Name) and where.node.id != name:
        return None
    if name in ("np", "numpy", "math", "torch"):
        if name in ("np", "numpy"):
            return (f"`{name}` is for the CPU: a kernel computes with tl, and "
                    "a new axis is None, as in a[:, None]")
        return (f"`{name}` is for the CPU: a kernel computes with tl, and "
                'infinity is float("inf")')
    tree = kernel_of(where)
    if tree:
        loops = [n for n in ast.walk(tree) if isinstance(n, (ast.For, ast.While))]
        for loop in loops:
            stored = [n.id for n in ast.walk(loop) if isinstance(n, ast.Name)
                      and isinstance(n.ctx, ast.Store)]
            if name in stored and not (isinstance(loop, ast.For) and
                                       isinstance(loop.target, ast.Name) and
                                       loop.target.id == name):
                return (f"`{name}` gets its first value in a loop, and exists "
                        "in that turn only. Give it a value before the loop, "
                        "of the same type and shape")
    if name in ("sum", "exp", "log", "sqrt", "where", "zeros", "arange", "load",
                "store", "dot", "program_id", "cdiv", "sin", "cos"):
        if callable(getattr(tl, name, None)):
            return (f"`{name}` is no function that a kernel knows: write "
                    f"tl.{name}")
    near = difflib.get_close_matches(name, list(where.scope) or [], 1, 0.7)
    return f"is `{near[0]}` meant by `{name}`?" if near else None


def no_attribute(m, where):
    import triton.language as tl

    name = m[1]
    if name in ("inf", "nan"):
        return 'infinity is float("inf") in a kernel' if name == "inf" else \
            'a NaN is float("nan") in a kernel'
    if name == "mean":
        return "there is no tl.mean: divide tl.sum(x, axis=0) by how many"
    if name in ("syncthreads", "__syncthreads", "barrier", "sync"):
        return ("the threads of a program need no barrier in Triton: it puts "
                "them in where a tile passes between threads")
    if name in ("power", "pow"):
        return "there is no tl." + name + ": multiply, or tl.exp2 and tl.log2"
    known = [n for n in dir(tl) if not n.startswith("_")]
    near = difflib.get_close_matches(name, known, 1, 0.7)
    return f"is tl.{near[0]} meant?" if near else None


def power(m, where):
    node = where.node
    if not isinstance(node, ast.BinOp) or not isinstance(node.op, ast.Pow):
        return None
    left = node.left.id if isinstance(node.left, ast.Name) else None
    if isinstance(node.right, ast.Constant) and node.right.value == 2:
        return (f"a tile has no `**`: write {left} * {left}" if left else
                "a tile has no `**`: give it a name, and multiply it by "
                "itself")
    return ("a tile has no `**`: multiply, or tl.exp2(y * tl.log2(x)) for a "
            "positive x")


def torch_type(m, where):
    for node in ast.walk(where.node):
        if isinstance(node, ast.Attribute) and \
                isinstance(node.value, ast.Name) and node.value.id == "torch":
            return (f"torch.{node.attr} is PyTorch's: in a kernel write "
                    f"tl.{node.attr}")
    return None


def global_variable(m, where):
    name = m[1]
    return (f"a kernel sees no variables of the file. Write {name} = "
            f"tl.constexpr(...) there, or pass it as an argument {name}: "
            "tl.constexpr")


def readable_type(text):
    """<['1024'], fp32> as "a tile of 1024 fp32"."""
    m = re.fullmatch(r"<\[(.*)\], (.*)>", text)
    if not m:
        return f"one {text}"
    return f"a tile of {by(re.findall(r'[0-9]+', m[1]))} {m[2]}"


def zeros_of(text):
    m = re.fullmatch(r"<\[(.*)\], ([a-z0-9]+)>", text)
    if not m:
        return None
    sizes = re.findall(r"[0-9]+", m[1])
    shape = f"({sizes[0]},)" if len(sizes) == 1 else f"({', '.join(sizes)})"
    return f"tl.zeros({shape}, dtype={triton_type(m[2])})"


def loop_type(m, where):
    name, before, after = m[1], m[2], m[3]
    text = (f"`{name}` is {readable_type(before)} before the loop and "
            f"{readable_type(after)} after a turn, and it has to stay the "
            "same")
    start = zeros_of(after)
    if start and not before.startswith("<"):
        return f"{text}: begin with {name} = {start}, in the names of your blocks"
    if start and before.startswith("<"):
        kinds = [readable_type(t).split()[-1] for t in (before, after)]
        if kinds[0] != kinds[1]:
            return (f"{text}: begin with {triton_type(kinds[1])}, or convert "
                    f"in the loop with .to({triton_type(kinds[0])})")
    return text


def branch_type(m, where):
    name, first, second = m[1], m[2], m[3]
    return (f"`{name}` is {readable_type(first)} where the condition holds "
            f"and {readable_type(second)} where it does not: give both the "
            "same type and shape")


def ternary_type(m, where):
    if isinstance(where.node, ast.IfExp):
        return ("both values of `a if condition else b` need the same type "
                "and shape")
    return None


def one_address(m, where):
    node = where.node
    pointer = argument(node, 0, "pointer")
    if called(node) not in ("load", "store") or pointer is None or not \
            of(pointer):
        return None
    what = m[1].lower()
    text = shown(pointer)
    if not text or of(pointer).shape:
        return None
    return (f"`{text}` is one address, and the {what} is a tile: add the "
            f"offsets, one for each element, as in {text} + offsets")


def mask_type(m, where):
    mask = argument(where.node, 2 if called(where.node) == "store" else 1,
                    "mask")
    if mask is None or not of(mask) or of(mask).is_constant:
        return None
    return (f"{named(mask, 'the mask')} is {tile(of(mask))}: a mask is a "
            "comparison, such as offsets < n")


def loop_bounds(m, where):
    call = getattr(where.node, "iter", None)
    if not isinstance(call, ast.Call):
        return None
    for bound in call.args:
        if of(bound) and of(bound).is_float:
            text = shown(bound)
            if isinstance(bound, ast.BinOp) and isinstance(bound.op, ast.Div):
                left, right = ast.unparse(bound.left), ast.unparse(bound.right)
                return (f"`{text}` is a float: write tl.cdiv({left}, {right}), "
                        "which rounds up to an integer")
            return f"{named(bound, 'a bound')} is a float: range takes integers"
    return None


def loop_over(m, where):
    if not isinstance(where.node, ast.For):
        return None
    return ("a loop of a kernel counts with range() or tl.static_range(): "
            "lists cannot be gone through")


def function_as_value(m, where):
    for node in ast.walk(where.node):
        if isinstance(node, ast.Attribute) and node.attr in (
                "program_id", "num_programs"):
            return f"tl.{node.attr} is a function: write tl.{node.attr}(0)"
    return None


def needs_axis(m, where):
    name = called(where.node)
    return f"write tl.{name}(0): 0, 1 or 2 is the axis of the grid" \
        if name in ("program_id", "num_programs") else None


def axis_number(m, where):
    return (f"the axis of a grid is 0, 1 or 2, for its first, second and "
            f"third number, and {m[1]} is none of them")


def axis_of_tile(m, where):
    values = argument(where.node, 0, "input")
    known = of(values) if values is not None else None
    if not known or not known.shape:
        return None
    n = len(known.shape)
    last = "axis=0" if n == 1 else f"axis=0 to axis={n - 1}"
    return (f"{named(values, 'this tile')} has the shape {by(known.shape)}: "
            f"{last} is all that it has")


def keyword_dim(m, where):
    return f"tl.{m[1]} calls it axis: write axis=..."


def device_print(m, where):
    if called(where.node) != "print" or not where.node.args:
        return None
    text = shown(where.node.args[0])
    if not text or isinstance(where.node.args[0], ast.JoinedStr):
        text = "x"
    return (f"print of a kernel takes a text first: "
            f'tl.device_print("{text}", {text})')


def format_string(m, where):
    return ('values of a tile cannot be put into a text: '
            'tl.device_print("x", x) prints them')


def list_method(m, where):
    return (f"a list has no {m[1]}() in a kernel, and cannot be changed: use "
            "variables, or one tile")


def comprehension(m, where):
    return ("a kernel makes no lists: write a loop that computes with one "
            "tile after the other")


def too_large(m, where):
    return (f"a tile of {m[1]} elements is too large: {m[2]} is the most, and "
            "a few thousand are what fits into registers. More programs or a "
            "loop do the rest")


def constant_float(m, where):
    """A float of the entry that a kernel takes as a constant."""
    tree = kernel_of(where)
    declared = [a.arg for a in tree.args.args
                if a.annotation and "constexpr" in ast.unparse(a.annotation)] \
        if tree else []
    used = [name for name in names_in(where.node) if name in declared]
    if not used:
        return None
    return (f"`{used[0]}` gets a float that differs from call to call: take "
            "it as a plain parameter, without `: tl.constexpr`")


def static_assertion(m, where):
    test = where.node.args[0] if getattr(where.node, "args", None) else None
    return f"{named(test, 'the condition')} is false here" if test is not None \
        else None


def no_message(m, where):
    return dot_accumulator(m, where)


def other_needs_mask(m, where):
    return ("other= is what the masked elements get: give this tl.load a "
            "mask=, too")


def masked_block(m, where):
    return ("a block pointer knows its borders: write boundary_check=(0, 1) "
            'and padding_option="zero" in the place of mask= and other=')
