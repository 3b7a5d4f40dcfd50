"""Small edits that only Triton's kernels and their launches have: masks and what
a masked lane gets, types, axes of a tile, strides. See small_edits.py."""

import ast

from mistakes_text import called, shown

# The value of a lane that a mask keeps out: the neutral number of a sum, of a
# maximum, of a minimum.
OTHERS = ("0.0", "float('-inf')", "float('inf')")
WIDER = {"float16": "float32", "bfloat16": "float32", "float8e4nv": "float32",
         "int8": "int32", "int16": "int32", "int32": "int64"}


def is_of(node, module):
    return isinstance(node, ast.Attribute) and \
        isinstance(node.value, ast.Name) and node.value.id == module


def stands_before(node, parent, name):
    """node.NAME(...): what follows it in the file."""
    above = parent.get(node)
    return isinstance(above, ast.Attribute) and above.attr == name


def comparisons_of(function):
    """Names that a comparison was given to: masks."""
    return [n.targets[0].id for n in ast.walk(function)
            if isinstance(n, ast.Assign) and len(n.targets) == 1
            and isinstance(n.targets[0], ast.Name)
            and any(isinstance(c, ast.Compare) for c in ast.walk(n.value))]


def programs_of(function):
    """Names that are made from tl.program_id(...) alone."""
    return [n.targets[0].id for n in ast.walk(function)
            if isinstance(n, ast.Assign) and len(n.targets) == 1
            and isinstance(n.targets[0], ast.Name)
            and any(called(c) == "program_id" for c in ast.walk(n.value))
            and not any(called(c) == "arange" for c in ast.walk(n.value))]


def sizes_of(function):
    """The names that a function which launches kernels computes with, and those
    of a grid: numbers, and no tensors. So may be what it has forgotten."""
    used = {n.id for n in ast.walk(function) if isinstance(n, ast.Name)}
    found = {a.arg for a in function.args.args} - used
    for node in ast.walk(function):
        is_launch = isinstance(node, ast.Call) and \
            isinstance(node.func, ast.Subscript)
        parts = [node.func.slice] if is_launch else \
            [node.left, node.right] if isinstance(node, ast.BinOp) else \
            node.elts if isinstance(node, ast.Tuple) else \
            node.args if isinstance(node, ast.Call) else []
        found |= {n.id for part in parts for n in ast.walk(part)
                  if isinstance(n, ast.Name)}
    return found


def with_keyword(node, name, value):
    new = ast.Call(node.func, node.args,
                   [k for k in node.keywords if k.arg != name])
    text = ast.unparse(new)[:-1]
    return f"{text}, {name}={value})"


def masks(e, node, function):
    """A load or store without a mask, or without what masked lanes get."""
    words = {k.arg: k.value for k in node.keywords}
    is_load = called(node) == "load"
    has_mask = "mask" in words or len(node.args) > (1 if is_load else 2)
    if not has_mask:
        for name in comparisons_of(function):
            e.add(89, node, with_keyword(node, "mask", name),
                  f"with `mask={name}` in `{shown(node)}`")
    elif is_load:
        other = words.get("other")
        now = ast.unparse(other) if other is not None else None
        for value in OTHERS:
            if value != now and not (now == "0" and value == "0.0"):
                e.add(91, node, with_keyword(node, "other", value),
                      f"with `other={value}` in `{shown(node)}`")


def wider(e, node, parent):
    """A half that is summed or multiplied as such."""
    if called(node) == "load" and not stands_before(node, parent, "to"):
        e.add(90, node, f"{ast.unparse(node)}.to(tl.float32)",
              f"with `.to(tl.float32)` after `{shown(node)}`")


def types(e, node):
    other = WIDER.get(node.attr)
    if other:
        e.add(87, node, f"tl.{other}",
              f"with another type in place of `tl.{node.attr}`")


def orders_of_axes(e, node):
    """x[:, None] and x[None, :]."""
    index = node.slice
    if isinstance(index, ast.Tuple) and len(index.elts) == 2:
        first, second = index.elts
        e.add(85, node, f"{ast.unparse(node.value)}"
              f"[{ast.unparse(second)}, {ast.unparse(first)}]",
              f"with another order in place of `{shown(node)}`")


def places_of_tile(e, node, function):
    """tl.arange(0, B) that lacks the part of the program."""
    length = ast.unparse(node.args[-1]) if node.args else None
    for name in programs_of(function) if length else []:
        e.add(73, node, f"({name} * {length} + {ast.unparse(node)})",
              f"with `{name} * {length} +` before `{shown(node)}`")


def strides(e, node, function):
    """A row's number where the elements before the row are meant."""
    scales = [a.arg for a in function.args.args if a.annotation is None]
    for side in (node.left, node.right):
        if isinstance(side, ast.Name) and side.id not in scales:
            for scale in scales:
                e.add(52, side, f"{side.id} * {scale}",
                      f"with `{side.id} * {scale}` in place of `{side.id}`")


def steps(e, node, function):
    """range(0, n) over tiles, and a pointer that moves by tiles."""
    sizes = [a.arg for a in function.args.args if a.annotation is not None]
    if isinstance(node, ast.AugAssign):
        for a in function.args.args:
            value = ast.unparse(node.value)
            if a.arg != value:
                e.add(57, node.value, f"({value}) * {a.arg}",
                      f"with `{value} * {a.arg}` in place of `{value}`")
    elif called(node) == "range" and len(node.args) < 3:
        first = ast.unparse(node.args[0]) if len(node.args) > 1 else "0"
        for size in sizes:
            e.add(78, node,
                  f"range({first}, {ast.unparse(node.args[-1])}, {size})",
                  f"with a step of {size} in `{shown(node)}`")


def rounding(e, node, in_kernel):
    if isinstance(node.op, ast.FloorDiv):
        left, right = ast.unparse(node.left), ast.unparse(node.right)
        module = "tl" if in_kernel else "triton"
        e.add(93, node, f"{module}.cdiv({left}, {right})",
              f"with `{module}.cdiv({left}, {right})` in place of "
              f"`{shown(node)}`")


def one_program_each(e, node):
    """A grid in tiles, where each program has one row."""
    if called(node) == "cdiv" and len(node.args) == 2:
        e.add(86, node, f"({ast.unparse(node.args[0])})",
              f"with `{shown(node.args[0])}` in place of `{shown(node)}`")


def larger_tile(e, node, function):
    """A tile for one length, where there are two."""
    if called(node) == "next_power_of_2" and node.args:
        now = ast.unparse(node.args[0])
        for a in function.args.args:
            if a.arg in sizes_of(function) and a.arg != now:
                e.add(66, node.args[0], f"max({now}, {a.arg})",
                      f"with `max({now}, {a.arg})` in `{shown(node)}`")


def both_axes(e, node):
    """x[None, :] + y[:, None]: a tile that is turned."""
    sides = [n for side in (node.left, node.right) for n in ast.walk(side)
             if isinstance(n, ast.Subscript) and
             isinstance(n.slice, ast.Tuple) and len(n.slice.elts) == 2]
    if len(sides) != 2:
        return

    text = ast.unparse(node)
    for side in sides:
        first, second = (ast.unparse(x) for x in side.slice.elts)
        value = ast.unparse(side.value)
        text = text.replace(f"{value}[{first}, {second}]",
                            f"{value}[{second}, {first}]")
    e.add(92, node, f"({text})",
          f"with the axes of both parts exchanged in `{shown(node)}`")


def stores(e, node):
    """Programs that share an element of the result."""
    text = ast.unparse(node)
    if called(node) == "store":
        e.add(70, node, text.replace("store", "atomic_add", 1),
              f"with `tl.atomic_add` in place of `tl.store` of `{shown(node)}`")


def of_function(e, function, parent):
    in_kernel = any("jit" in ast.unparse(d) for d in function.decorator_list)
    for part in function.body:
        for node in ast.walk(part):
            if isinstance(node, ast.BinOp):
                rounding(e, node, in_kernel)
                both_axes(e, node)
            if not in_kernel:
                one_program_each(e, node)
                larger_tile(e, node, function)
                continue
            if called(node) in ("load", "store") and is_of(node.func, "tl"):
                masks(e, node, function)
                wider(e, node, parent)
                stores(e, node)
            elif called(node) == "arange":
                places_of_tile(e, node, function)
            elif isinstance(node, ast.AugAssign) or called(node) == "range":
                steps(e, node, function)
            elif isinstance(node, ast.Subscript):
                orders_of_axes(e, node)
            elif is_of(node, "tl"):
                types(e, node)
            elif isinstance(node, ast.BinOp) and \
                    isinstance(node.op, (ast.Add, ast.Sub)):
                strides(e, node, function)
