"""Rules of mistakes.py that look at Triton's kernels and their launches."""

import ast
import re

from mistakes_text import assigned_names, called, names_in, shown

PURE = {"exp", "log", "sqrt", "maximum", "minimum", "where", "sum", "max",
        "min", "dot", "abs", "load", "cast", "trans", "reshape"}


def argument(call, name, place):
    """The argument of that name, or at that place; None: there is none."""
    for k in call.keywords:
        if k.arg == name:
            return k.value
    return call.args[place] if place is not None and len(call.args) > place \
        else None


def accesses(kernel):
    """Loads and stores, in the order of their lines, and their masks."""
    calls = [n for n in ast.walk(kernel) if called(n) in ("load", "store")
             and shown(n.func.value) == "tl"] if kernel else []
    for call in sorted(calls, key=lambda n: (n.lineno, n.col_offset)):
        is_load = called(call) == "load"
        yield call, is_load, argument(call, "mask", 1 if is_load else 2)


def made_of(f, node, scope, depth=3):
    """The names that the expression is made of, through their values."""
    found = names_in(node)
    if depth:
        for name in set(found):
            for value in f.values_of(name, scope):
                found |= made_of(f, value, scope, depth - 1)
    return found


def has_lanes(f, node, scope):
    """A tile: tl.arange enters it."""
    if "arange" in ast.unparse(node):
        return True
    return any("arange" in ast.unparse(value)
               for name in made_of(f, node, scope)
               for value in f.values_of(name, scope))


def masks_of(f, kernel):
    """Names that a comparison of tiles was given to."""
    for n in ast.walk(kernel):
        if isinstance(n, ast.Assign) and len(n.targets) == 1 and \
                isinstance(n.targets[0], ast.Name) and \
                any(isinstance(c, ast.Compare) for c in ast.walk(n.value)) and \
                not any(isinstance(c, ast.Call) for c in ast.walk(n.value)) \
                and has_lanes(f, n.value, n):
            yield n.targets[0].id, n


def unused_mask(f):
    for kernel in f.kernels():
        for name, made in masks_of(f, kernel):
            used = sum(isinstance(n, ast.Name) and n.id == name
                       and isinstance(n.ctx, ast.Load)
                       for n in ast.walk(kernel))
            bare = [c for c, _, mask in accesses(kernel) if mask is None
                    and c.args and has_lanes(f, c.args[0], c)]
            if used or not bare:
                continue
            where = " and ".join(sorted({f"line {c.lineno}" for c in bare}))
            yield made, (f"`{name}` is computed, and no tl.load or tl.store "
                         f"has it: write mask={name} in {where}")


def offsets_of(f, call):
    """The lanes of an access: the names in its pointer that have arange."""
    return {name for name in made_of(f, call.args[0], call)
            if any("arange" in ast.unparse(v)
                   for v in f.values_of(name, call))}


def bare_access(f):
    for kernel in f.kernels():
        found = [x for x in accesses(kernel) if x[0].args]
        for call, is_load, mask in found:
            if mask is not None or not has_lanes(f, call.args[0], call):
                continue
            for other, loads, its in found:
                if its is None or not isinstance(its, ast.Name) or \
                        offsets_of(f, other) != offsets_of(f, call):
                    continue
                where = "this line" if other.lineno == call.lineno \
                    else f"line {other.lineno}"
                yield call, (
                    f"The {'load' if loads else 'store'} of {where} has "
                    f"mask={shown(its)}, and this "
                    f"{'load' if is_load else 'store'} of the same lanes has "
                    f"none. Write mask={shown(its)} here, too"
                    + (", and with other= what the lanes beyond it hold"
                       if is_load else ""))
                break


def same_axis(f):
    for kernel in f.kernels():
        seen = {}
        for n in ast.walk(kernel):
            if not isinstance(n, ast.Assign) or \
                    called(n.value) != "program_id":
                continue
            axis = argument(n.value, "axis", 0)
            if not isinstance(axis, ast.Constant):
                continue
            first = seen.setdefault(axis.value, n)
            if first is n or not assigned_names(n) or \
                    assigned_names(n) == assigned_names(first):
                continue
            mine, its = assigned_names(n).pop(), assigned_names(first).pop()
            other = 1 if axis.value == 0 else 0
            if other in seen:
                continue
            yield n, (
                f"`{mine}` and `{its}` (line {first.lineno}) are both the "
                f"number along axis {axis.value}, so they are always equal. "
                f"Is one of them tl.program_id({other})?")


NEUTRAL = {"max": "-float(\"inf\")", "argmax": "-float(\"inf\")",
           "min": "float(\"inf\")", "argmin": "float(\"inf\")", "sum": "0.0"}


def reduced(f, kernel, name):
    """The reduction that takes the name as it was loaded, or None."""
    for n in ast.walk(kernel):
        if called(n) in NEUTRAL and isinstance(n.func, ast.Attribute) and \
                shown(n.func.value) == "tl" and n.args and \
                isinstance(n.args[0], ast.Name) and n.args[0].id == name:
            return n
    return None


def no_neutral(f):
    for kernel in f.kernels():
        for call, is_load, mask in accesses(kernel):
            parent = f.parent.get(call)
            if not is_load or mask is None or \
                    not isinstance(parent, ast.Assign) or \
                    len(f.values_of(next(iter(assigned_names(parent)), ""),
                                    call)) != 1:
                continue
            name = assigned_names(parent).pop()
            reduce = reduced(f, kernel, name)
            if reduce is None:
                continue
            want = NEUTRAL[called(reduce)]
            other = argument(call, "other", 2)
            if other is None:
                yield call, (
                    f"The lanes that the mask leaves out hold nothing that is "
                    f"known, and line {reduce.lineno} takes `{name}` into "
                    f"tl.{called(reduce)}: write other={want} in the load")
            elif called(reduce) in ("max", "argmax", "min", "argmin") and \
                    re.fullmatch(r"0(\.0*)?", shown(other)):
                yield call, (
                    f"The lanes that the mask leaves out hold 0, and line "
                    f"{reduce.lineno} takes them into tl.{called(reduce)}: "
                    f"other={want} is never taken")


def lengths_of(f, name, scope):
    """The end of tl.arange of these lanes, as text; of others None."""
    for value in f.values_of(name, scope):
        if called(value) == "arange" and len(value.args) == 2:
            return shown(value.args[1])
    return None


def pid_names(f, kernel):
    return {name for n in ast.walk(kernel) if isinstance(n, ast.Assign)
            and called(n.value) == "program_id" for name in assigned_names(n)}


def products_in(f, node, scope, depth=2):
    """The products that the expression is a sum of, through its names."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        yield from products_in(f, node.left, scope, depth)
        yield from products_in(f, node.right, scope, depth)
    elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult):
        yield node
    elif isinstance(node, ast.Name) and depth:
        for value in f.values_of(node.id, scope):
            yield from products_in(f, value, scope, depth - 1)


def row_limit(f, mask, scope):
    """lane < cols, itself or by its name: the two, and None, None of others."""
    if isinstance(mask, ast.Name):
        mask = next(iter(f.values_of(mask.id, scope)), None)
    if isinstance(mask, ast.Compare) and len(mask.ops) == 1 and \
            isinstance(mask.ops[0], ast.Lt) and \
            isinstance(mask.left, ast.Name) and \
            isinstance(mask.comparators[0], ast.Name):
        return mask.left.id, mask.comparators[0].id
    return None, None


def rows_of_tiles(f):
    """A row begins at its number times the width of the tile."""
    for kernel in f.kernels():
        programs = pid_names(f, kernel)
        strides = [a.arg for a in kernel.args.args if "stride" in a.arg]
        for call, _, mask in accesses(kernel):
            lane, limit = row_limit(f, mask, call)
            tile = lengths_of(f, lane, call) if lane else None
            if not tile or not call.args or tile == limit:
                continue
            for product in products_in(f, call.args[0], call):
                factors = {shown(product.left), shown(product.right)}
                program = factors & programs
                if not program or tile not in factors:
                    continue
                row = program.pop()
                better = strides[0] if len(strides) == 1 else limit
                yield product, (
                    f"`{shown(product)}` puts the rows {tile} elements apart, "
                    f"which is the width of the tile. The mask says that a "
                    f"row has {limit}, so in memory the next one begins "
                    f"{better} elements further on: write {row} * {better}")
                return


def hidden_value(f):
    """A number of the launch that comes from a parameter by a function."""
    kernels = {k.name for k in f.kernels()}
    if not kernels:
        return
    for function in f.all(ast.FunctionDef):
        if f.in_kernel(function) or not any(
                isinstance(n, ast.Subscript) and shown(n.value) in kernels
                for n in ast.walk(function)):
            continue
        given = {a.arg for a in function.args.args}
        for n in ast.walk(function):
            if isinstance(n, ast.Call) and called(n) == "item" and \
                    isinstance(n.func, ast.Attribute) and \
                    shown(n.func.value) in given:
                yield n, (f"`{shown(n)}` has no value while kata records the "
                          "launches: pass the tensor to the kernel, and load "
                          "from it there")


def meant_by(parameter):
    return re.sub(r"_?ptr$|_p$", "", parameter)


def crossed_launch(f):
    """Arguments of a launch that have the names of other parameters."""
    kernels = {k.name: [a.arg for a in k.args.args] for k in f.kernels()}
    for call in f.all(ast.Call):
        if not isinstance(call.func, ast.Subscript) or \
                shown(call.func.value) not in kernels:
            continue
        parameters = kernels[shown(call.func.value)]
        plain = [meant_by(p) for p in parameters]
        wrong = [(a.id, p, own) for a, p, own
                 in zip(call.args, parameters, plain)
                 if isinstance(a, ast.Name) and a.id in plain and a.id != own]
        if len(wrong) < 2:
            continue
        name, parameter, _ = wrong[0]
        given = ", ".join(shown(a) for a in call.args)
        yield call, (
            f"the launch gives `{name}` to the parameter `{parameter}`. "
            f"`{shown(call.func.value)}` takes ({', '.join(parameters)}), and "
            f"the launch gives ({given}). Arguments go by their place: give "
            "them in the order of the parameters")


ELEMENTWISE = {"max": "tl.maximum({}, {})", "min": "tl.minimum({}, {})",
               "sum": "{} + {}"}


def is_axis(f, node, kernel):
    """It may be the number of an axis: a whole number, or a name that the
    compiler knows."""
    if isinstance(node, ast.UnaryOp):
        node = node.operand
    if isinstance(node, ast.Constant):
        return node.value is None or type(node.value) is int
    if isinstance(node, ast.Name):
        constant = any(a.arg == node.id and a.annotation is not None
                       for a in kernel.args.args)
        return constant or not (has_lanes(f, node, node) or any(
            called(n) == "load" for value in f.values_of(node.id, node)
            for n in ast.walk(value)))
    return False


def reduction_of_two(f):
    """tl.max(a, b): the second argument is an axis."""
    for kernel in f.kernels():
        for call in ast.walk(kernel):
            if called(call) not in ELEMENTWISE or \
                    not isinstance(call.func, ast.Attribute) or \
                    shown(call.func.value) != "tl" or len(call.args) != 2 or \
                    is_axis(f, call.args[1], kernel):
                continue
            name, (a, b) = called(call), map(shown, call.args)
            yield call, (
                f"tl.{name} takes one tile and an axis, and makes one number "
                f"of the elements along it; `{b}` is no axis. For two values, "
                "element by element, write "
                f"{ELEMENTWISE[name].format(a, b)}")


def stretched(kernel, name):
    """The axes along which name[None, :] and name[:, None] lie in tiles."""
    found = set()
    for n in ast.walk(kernel):
        if isinstance(n, ast.Subscript) and shown(n.value) == name:
            found |= {{"None, :": 1, ":, None": 0}.get(
                shown(n.slice).strip("()"), 2)}
    return found


def enters(kernel, node, name, depth=4):
    """The name is in the expression, or in what its names were given."""
    names = names_in(node)
    if name in names:
        return True
    return depth > 0 and any(
        isinstance(n, (ast.Assign, ast.AugAssign))
        and assigned_names(n) & names
        and enters(kernel, n.value, name, depth - 1)
        for n in ast.walk(kernel))


def lost_lanes(f):
    """tl.store(out + column, tl.sum(tile, axis=1)), where the columns lie
    along axis 1: what is left are the lanes of the other axis."""
    for kernel in f.kernels():
        for call, is_load, _ in accesses(kernel):
            value = None if is_load else argument(call, "value", 1)
            if isinstance(value, ast.Name):
                given = f.values_of(value.id, call)
                value = given[0] if len(given) == 1 else None
            if called(value) not in ("sum", "max", "min") or \
                    not isinstance(value.func, ast.Attribute) or \
                    shown(value.func.value) != "tl" or not value.args:
                continue
            axis = argument(value, "axis", 1)
            if not isinstance(axis, ast.Constant) or axis.value not in (0, 1):
                continue
            for lane in sorted(names_in(call.args[0])):
                if stretched(kernel, lane) != {axis.value} or \
                        f"{lane}[" in ast.unparse(call.args[0]) or \
                        not enters(kernel, value.args[0], lane):
                    continue
                yield value, (
                    f"`{lane}` lies along axis {axis.value} of the tile, and "
                    f"`{shown(value)}` goes along that axis, so no lane of "
                    f"`{lane}` is left; the store of line {call.lineno} goes "
                    f"by `{lane}`. Reduce along the other axis: "
                    f"axis={1 - axis.value}")
                return


def axes_of(call):
    """shape=, offsets= and block_shape= of a block pointer, as texts; None
    where one of them is not written here, or has not two axes."""
    parts = [argument(call, name, place) for name, place
             in (("shape", 1), ("offsets", 3), ("block_shape", 4))]
    if not all(isinstance(p, (ast.Tuple, ast.List)) and len(p.elts) == 2
               for p in parts):
        return None
    return [[shown(e) for e in p.elts] for p in parts]


def crossed_offsets(f):
    """offsets=(column, 0) where shape=(k, n), and the columns are n: the block
    pointer of another array says so."""
    for kernel in f.kernels():
        found = [(n, axes_of(n)) for n in ast.walk(kernel)
                 if called(n) == "make_block_ptr" and axes_of(n)]
        for call, (shape, offsets, tiles) in found:
            others = {(o, s, t) for n, axes in found if n is not call
                      for s, o, t in zip(*axes)}
            for at in (0, 1):
                moved, still = offsets[at], offsets[1 - at]
                belongs = (moved, shape[1 - at], tiles[1 - at])
                if still != "0" or belongs not in others or \
                        (moved, shape[at], tiles[at]) in others or \
                        (shape[at], tiles[at]) == (belongs[1], belongs[2]):
                    continue
                right = [still, moved] if at == 0 else [moved, still]
                yield call, (
                    f"offsets={shown_pair(offsets)} moves the tile along "
                    f"`{shape[at]}`, and `{moved}` counts along "
                    f"`{belongs[1]}`, as in the other block pointer. The axes "
                    f"of shape={shown_pair(shape)} and of offsets= have the "
                    f"same order: write offsets={shown_pair(right)}")
                return


def shown_pair(texts):
    return f"({', '.join(texts)})"


# As RULES of mistakes.py.
OUTSIDE = "out-of-bounds,global-race,host-pointer"
RULES = [
    (reduction_of_two, "sure", "build"),
    (crossed_launch, "sure", OUTSIDE + ",uninitialised-global"),
    (lost_lanes, "sure", OUTSIDE + ",uninitialised-global"),
    (crossed_offsets, "sure", OUTSIDE),
    (unused_mask, "sure", OUTSIDE),
    (rows_of_tiles, "likely", OUTSIDE + ",uninitialised-global"),
    (bare_access, "likely", OUTSIDE),
    (same_axis, "sure", OUTSIDE + ",uninitialised-global"),
    (no_neutral, "likely", ""),
    (hidden_value, "likely", ""),
]
