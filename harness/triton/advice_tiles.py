"""Advice on tiles: their sizes, conditions, addresses, products and block
pointers. A function for each row of advice.py's table.
"""

import ast

from kernel_place import (argument, by, called, extents, named, of, parameters,
                          power_of_two_from, shown, tile)


def not_constant(where, node):
    """Of an argument that has to be a constant."""
    known = of(node)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div):
        left, right = ast.unparse(node.left), ast.unparse(node.right)
        if known and known.is_float:
            return (f"`{shown(node, 200)}` is a float, as in Python: write "
                    f"{left} // {right}, which is an integer")
    if known and known.is_constant:
        if isinstance(known.constant, float):
            return (f"{named(node, 'the size')} is {known.constant}, a float: "
                    "pass an integer")
        return None
    if isinstance(node, ast.Name) and node.id in parameters(where):
        name = node.id
        if name.isupper():
            return (f"`{name}` is no constant. Write {name}: tl.constexpr in "
                    "the parameters of the kernel: the size of a tile has to "
                    "be known when the kernel is compiled")
        return (f"`{name}` is known when the kernel runs, and the size of a "
                "tile when it is compiled. Take a parameter BLOCK: "
                "tl.constexpr, a power of two, for the tile, and let a mask "
                f"leave out what is past {name}")
    text = named(node, "this value")
    return (f"{text} is known when the kernel runs, and the size of a tile "
            "when it is compiled: build it from numbers and from parameters "
            "that are declared as NAME: tl.constexpr")


def arange_constants(m, where):
    start = argument(where.node, 0, "start")
    end = argument(where.node, 1, "end")
    if called(where.node) != "arange" or start is None or end is None:
        return None
    known = of(start)
    if known and not known.is_constant:
        first = shown(start)
        if not first:
            return None
        return (f"`{first}` is known when the kernel runs, and tl.arange "
                "takes constants. Begin at 0 and add the start afterwards: "
                f"{first} + tl.arange(0, BLOCK)")
    return not_constant(where, end)


def arange_power(m, where):
    start = argument(where.node, 0, "start")
    end = argument(where.node, 1, "end")
    if called(where.node) != "arange" or start is None or end is None:
        return None
    a, b = of(start), of(end)
    if not (a and b and a.is_constant and b.is_constant):
        return None
    n = b.constant - a.constant
    text = f"`{end.id}` is {b.constant}" if isinstance(end, ast.Name) and \
        a.constant == 0 else f"this range has {n} elements"
    return (f"{text}, and the size of a tile is a power of two. Take "
            f"{power_of_two_from(n)}, and let the mask leave out what is too "
            "many; triton.next_power_of_2(n) gives the next one in the "
            "function that launches the kernel")


def arange_order(m, where):
    start = argument(where.node, 0, "start")
    end = argument(where.node, 1, "end")
    if called(where.node) != "arange" or start is None or end is None:
        return None
    a, b = of(start), of(end)
    if not (a and b and a.is_constant and b.is_constant):
        return None
    if b.constant == 0 and a.constant == 0:
        return (f"{named(end, 'the end')} is 0 here, and a tile has one "
                "element or more. With a size of 0 make the tile 1 long, or "
                "return before the launch")
    return (f"this range goes from {a.constant} to {b.constant}: the start "
            "comes first, then the end, as in tl.arange(0, BLOCK)")


def arange_end(m, where):
    if called(where.node) != "arange":
        return None
    only = where.node.args[0] if where.node.args else None
    size = (shown(only) if only is not None else None) or "BLOCK"
    return ("tl.arange takes a start and an end: write "
            f"tl.arange(0, {size})")


def tile_condition(m, where):
    node = where.node
    form = getattr(node, "_kata_condition", "If")
    word = "while" if form == "While" else "if"
    test = getattr(node, "test", node)
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        test = test.operand
    known = of(test)
    n = f"{by(known.shape)} values" if known and known.shape else "many values"
    text = named(test, "the condition")
    if word == "while":
        return (f"{text} has {n}, and `while` takes one: count the turns with "
                "numbers that are no tile, such as range(tl.cdiv(n, BLOCK)), "
                "and give loads and stores a mask")
    if form == "IfExp":
        return (f"{text} has {n}, one for each element of the tile, and `if` "
                "takes one: tl.where(condition, a, b) takes from two tiles "
                "element by element")
    return (f"{text} has {n}, one for each element of the tile, and `if` "
            "takes one. Leave out the `if`: mask= of tl.load and tl.store "
            "chooses the elements of memory, and "
            "tl.where(condition, a, b) chooses between two tiles")


def comparisons(m, where):
    node = where.node
    if not isinstance(node, ast.Compare) or len(node.ops) < 2:
        return None
    operators = {ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=",
                 ast.Eq: "==", ast.NotEq: "!="}
    signs = [operators.get(type(op)) for op in node.ops]
    if None in signs:
        return None
    terms = [node.left, *node.comparators]
    joints = [(ast.BitAnd, "&"), (ast.BitOr, "|")]
    joined = [sign for t in terms[1:-1] for op, sign in joints
              if isinstance(t, ast.BinOp) and isinstance(t.op, op)]
    if joined:
        if len(signs) != 2:
            return (f"`{joined[0]}` binds stronger than `{signs[0]}`: put "
                    "brackets around each comparison")
        middle = terms[1]
        fixed = (f"({ast.unparse(terms[0])} {signs[0]} "
                 f"{ast.unparse(middle.left)}) {joined[0]} "
                 f"({ast.unparse(middle.right)} {signs[1]} "
                 f"{ast.unparse(terms[2])})")
        return (f"`{joined[0]}` binds stronger than `{signs[0]}`. Put brackets "
                f"around each comparison: {fixed}")
    pairs = [f"({ast.unparse(a)} {sign} {ast.unparse(b)})"
             for a, sign, b in zip(terms, signs, terms[1:])]
    return ("Triton takes one comparison at a time. Join them with &: "
            + " & ".join(pairs))


def no_address(m, where):
    node = where.node
    pointer = argument(node, 0, "pointer")
    if called(node) not in ("load", "store") or pointer is None:
        return None
    known = of(pointer)
    if not known or not known.is_number:
        return None
    text = named(pointer, "the first argument")
    if called(node) == "store":
        value = argument(node, 1, "value")
        if value is not None and of(value) and of(value).is_pointer:
            return ("tl.store takes the address first, then the value: "
                    f"tl.store({ast.unparse(value)}, "
                    f"{ast.unparse(pointer)}, ...)")
        return (f"{text} is {tile(known)} and no address: tl.store takes a "
                "pointer plus offsets first, as in tl.store(out + offsets, "
                "values, mask=mask)")
    if known.is_float:
        return (f"{text} is {tile(known)}, values and no addresses: what is "
                "loaded already is used as it is. tl.load takes a pointer "
                "plus offsets")
    return (f"{text} is {tile(known)} and no address: add it to a pointer "
            "that the kernel is given, as in tl.load(x + offsets, mask=mask)")


def operands(m, where):
    node = where.node
    if not isinstance(node, ast.BinOp):
        return None
    left, right = of(node.left), of(node.right)
    if not left or not right:
        return None
    if left.is_pointer or right.is_pointer:
        pointer, other = ((node.left, node.right) if left.is_pointer
                          else (node.right, node.left))
        if not isinstance(node.op, (ast.Add, ast.Sub)):
            return (f"{named(pointer, 'one side')} is a pointer, and nothing "
                    "but offsets can be added to it: load first, and compute "
                    "with what tl.load returns")
        if of(other).is_float:
            text = named(other, "what is added")
            divides = [n for n in ast.walk(other) if isinstance(n, ast.BinOp)
                       and isinstance(n.op, ast.Div)]
            if divides:
                return (f"{text} is a float, as `/` makes one, and offsets "
                        "are integers: write "
                        f"{ast.unparse(divides[0].left)} // "
                        f"{ast.unparse(divides[0].right)}")
            return (f"{text} is a float, and an address moves by whole "
                    "elements: compute offsets from integers, or convert "
                    "with .to(tl.int32)")
        return None
    if isinstance(node.op, (ast.BitAnd, ast.BitOr, ast.BitXor, ast.LShift,
                            ast.RShift)) and (left.is_float or right.is_float):
        floats = node.left if left.is_float else node.right
        return (f"{named(floats, 'one side')} is {tile(of(floats))}: &, |, ^, "
                "<< and >> work on integers and on masks, which comparisons "
                "make")
    return None


def two_pointers(m, where):
    node = where.node
    if not isinstance(node, ast.BinOp):
        return None
    left, right = shown(node.left), shown(node.right)
    if not left or not right:
        return None
    return (f"`{left}` and `{right}` are addresses, not values. Load both "
            "and add what tl.load returns")


def matrix_product(left, right):
    return (len(left.shape) == len(right.shape) == 2 and
            left.shape[1] == right.shape[0])


def shapes(m, where):
    node = where.node
    if isinstance(node, (ast.BinOp, ast.Compare)):
        first = node.left
        second = node.right if isinstance(node, ast.BinOp) \
            else node.comparators[0]
    elif called(node) in ("load", "store"):
        first = argument(node, 0, "pointer")
        others = [argument(node, 1, "value" if called(node) == "store"
                           else "mask"),
                  argument(node, 2, "mask" if called(node) == "store"
                           else "other")]
        others = [o for o in others if o is not None and of(o) and
                  of(first) and of(o).shape not in ((), of(first).shape)]
        second = others[0] if others else None
    elif called(node) == "where" and len(node.args) == 3:
        first = node.args[0]
        others = [a for a in node.args[1:] if of(a) and of(first) and
                  of(a).shape not in ((), of(first).shape)]
        second = others[0] if others else None
    else:
        return None
    if first is None or second is None:
        return None
    a, b = of(first), of(second)
    if not a or not b or not a.shape or not b.shape:
        return None
    flat = len(a.shape) == len(b.shape) == 1
    names = (f"{named(first, 'the left side')} has {'' if flat else 'the shape '}"
             f"{by(a.shape)}{' elements' if flat else ''} and "
             f"{named(second, 'the other')} {by(b.shape)}")
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult) and \
            matrix_product(a, b):
        return (f"{names}: `*` multiplies element by element. A product of "
                "matrices is tl.dot(a, b)")
    if flat:
        if isinstance(node, ast.Call):
            return (f"{names}: each address needs its own value and mask, so "
                    "make both with the same tl.arange")
        return (f"{names}. If both count along one line, make them equally "
                "long; for a tile of rows and columns make one a column and "
                "the other a row: a[:, None] and b[None, :]")
    return (f"{names}. Two tiles fit if they have as many extents, and each "
            "is equal or 1: [:, None] makes a column of a 1-D tile, [None, :] "
            "a row")


def dot_operands(where):
    node = where.node
    if called(node) != "dot":
        return None
    a, b = argument(node, 0, "input"), argument(node, 1, "other")
    if a is None or b is None or not of(a) or not of(b):
        return None
    return a, b, of(a), of(b)


def dot_smallest(m, where):
    given = dot_operands(where)
    if not given:
        return None
    a, b, first, second = given
    least = [int(n) for n in m.groups()]
    if len(first.shape) < 2 or len(second.shape) < 2:
        return None
    have = (first.shape[-2], second.shape[-1], first.shape[-1])
    words = ("rows of the first tile", "columns of the second tile",
             "columns of the first and rows of the second tile")
    short = [f"{word} are {n} and have to be {most} or more"
             for n, most, word in zip(have, least, words) if n < most]
    if not short:
        return None
    return (f"tl.dot multiplies {by(first.shape)} by {by(second.shape)} here: "
            f"the {short[0]}. Choose larger blocks in the launch")


def dot_inner(m, where):
    given = dot_operands(where)
    if not given:
        return None
    a, b, first, second = given
    if len(first.shape) != 2 or len(second.shape) != 2:
        return None
    text = (f"tl.dot multiplies {by(first.shape)} by {by(second.shape)}: the "
            f"{first.shape[1]} columns of the first have to be the rows of the "
            f"second, and it has {second.shape[0]} rows")
    if first.shape[1] == second.shape[1]:
        return f"{text}. Is {named(b, 'the second')} transposed? tl.trans(...)"
    return text


def dot_ranks(m, where):
    given = dot_operands(where)
    if not given:
        return None
    a, b, first, second = given
    flat = a if len(first.shape) < 2 else b
    return (f"{named(flat, 'an operand')} has {len(of(flat).shape)} "
            f"dimension{'' if len(of(flat).shape) == 1 else 's'}: tl.dot "
            "takes two tiles of rows and columns. For one row or column, "
            "multiply and use tl.sum")


def dot_accumulator(m, where):
    given = dot_operands(where)
    acc = argument(where.node, 2, "acc")
    if not given or acc is None or not of(acc):
        return None
    a, b, first, second = given
    if len(first.shape) != 2 or len(second.shape) != 2:
        return None
    want = (first.shape[0], second.shape[1])
    name = named(acc, "the third argument")
    start = f"tl.zeros(({want[0]}, {want[1]}), dtype=tl.float32)"
    if of(acc).shape != want:
        have = by(of(acc).shape) if of(acc).shape else "no tile"
        return (f"{name} is {have}, and this product {by(want)}: begin with "
                f"{start}, in the names of your blocks")
    if of(acc).scalar and of(acc).name() != "fp32" and not \
            of(acc).scalar.is_int():
        return (f"{name} is a tile of {of(acc).name()}, and tl.dot adds up in "
                f"fp32: begin with dtype=tl.float32, and convert with .to() "
                "before the store")
    return None


def dot_types(m, where):
    given = dot_operands(where)
    if not given:
        return None
    a, b, first, second = given
    return (f"{named(a, 'the first')} is {first.name()} and "
            f"{named(b, 'the second')} {second.name()}: tl.dot takes two of "
            "one type. Convert one with .to(...)")


def matmul_operator(m, where):
    node = where.node
    if not isinstance(node, ast.BinOp):
        return None
    left, right = shown(node.left), shown(node.right)
    if not left or not right:
        return "a kernel has no `@`: tl.dot multiplies two tiles"
    return f"a kernel has no `@`: write tl.dot({left}, {right})"


def shape_constant(m, where):
    shape = argument(where.node, 0, "shape")
    if called(where.node) not in ("zeros", "full") or not \
            isinstance(shape, (ast.Tuple, ast.List)):
        return None
    at = int(m[1])
    return not_constant(where, shape.elts[at]) if at < len(shape.elts) else None


def shape_power(m, where):
    shape = argument(where.node, 0, "shape")
    if called(where.node) not in ("zeros", "full") or not \
            isinstance(shape, (ast.Tuple, ast.List)):
        return None
    at = int(m[1])
    known = of(shape.elts[at]) if at < len(shape.elts) else None
    if not known or not known.is_constant:
        return None
    extent = shape.elts[at]
    text = f"`{extent.id}` is {known.constant}" \
        if isinstance(extent, ast.Name) else f"{known.constant} is none"
    return (f"a tile has a power of two of elements along each side, and "
            f"{text}: take "
            f"{power_of_two_from(known.constant)}, and mask what is too many")


def one_tuple(m, where):
    name = called(where.node)
    if name in ("zeros", "full"):
        return ("the shape is one tuple: "
                f"tl.{name}((BM, BN), ...), and (BLOCK,) for one dimension")
    if name == "advance":
        return ("tl.advance takes a tuple with a step for each dimension: "
                "tl.advance(p, (0, BK)) moves BK columns to the right")
    if name == "make_block_ptr":
        return ("shape, strides, offsets, block_shape and order are tuples, "
                "with one entry for each dimension")
    return None


def block_shape(m, where):
    shape = argument(where.node, 4, "block_shape")
    if called(where.node) != "make_block_ptr" or not \
            isinstance(shape, (ast.Tuple, ast.List)):
        return None
    for extent in shape.elts:
        known = of(extent)
        if known and not known.is_constant:
            return not_constant(where, extent)
    return None


def block_lengths(m, where):
    if called(where.node) != "make_block_ptr":
        return None
    names = ["shape", "strides", "offsets", "block_shape", "order"]
    have = []
    for at, name in enumerate(names):
        value = argument(where.node, at + 1, name)
        if not isinstance(value, (ast.Tuple, ast.List)):
            return None
        have.append((name, len(value.elts)))
    told = ", ".join(f"{name} {n}" for name, n in have)
    return (f"one entry for each dimension in all of them: {told}")


def block_arithmetic(m, where):
    node = where.node
    if not isinstance(node, ast.BinOp):
        return None
    pointer = node.left if of(node.left) and of(node.left).block else node.right
    known = of(pointer)
    if not known or not known.block:
        return None
    name = shown(pointer) or "p"
    step = ", ".join(["0"] * (len(known.block) - 1) + ["STEP"])
    step = f"({step},)" if len(known.block) == 1 else f"({step})"
    return (f"`{name}` is a block pointer, which + and += do not move: write "
            f"{name} = tl.advance({name}, {step}), with a step for each "
            "dimension")


def element_type(m, where):
    value = argument(where.node, 1, "value")
    if called(where.node) != "store" or value is None:
        return None
    return (f"the memory is {m[1]}, and {named(value, 'the value')} {m[2]}: a "
            "store through a block pointer converts nothing. Write "
            f"{shown(value) or 'value'}.to({triton_type(m[1])})")


def triton_type(short):
    return "tl." + {"fp16": "float16", "fp32": "float32", "fp64": "float64",
                    "bf16": "bfloat16"}.get(short, short)
