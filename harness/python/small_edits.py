"""Small edits of a learner's Python file: each changes one place, as somebody
would who tries things. kata runs the file with each of them
(gate/check/edits_python.c); this file is read (ast), and never run.

    python small_edits.py FILE [OUTPUT]

OUTPUT is the name of a wrong result: edits of functions that have such a name
come first.

Prints one edit a line, likeliest first, with tabs between:

    BYTE  LENGTH  LINE  WHAT  BY

The LENGTH bytes from BYTE on are replaced by BY. WHAT says which edit it is:
"with another comparison in place of `i <= n`".
"""

import ast
import copy
import os
import sys

# -I leaves out the folder of this file.
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import small_edits_triton  # noqa: E402
from mistakes_text import called, shown  # noqa: E402

MOST = 300

COMPARISONS = {ast.Lt: [(ast.LtE, 100), (ast.Gt, 60), (ast.GtE, 50)],
               ast.LtE: [(ast.Lt, 100), (ast.GtE, 60), (ast.Gt, 50)],
               ast.Gt: [(ast.GtE, 100), (ast.Lt, 60), (ast.LtE, 50)],
               ast.GtE: [(ast.Gt, 100), (ast.LtE, 60), (ast.Lt, 50)],
               ast.Eq: [(ast.NotEq, 80)], ast.NotEq: [(ast.Eq, 80)]}
OPERATORS = {ast.Add: [(ast.Sub, 80), (ast.Mult, 40)],
             ast.Sub: [(ast.Add, 80)],
             ast.Mult: [(ast.Div, 75), (ast.Add, 40)],
             ast.Div: [(ast.Mult, 75), (ast.FloorDiv, 70)],
             ast.FloorDiv: [(ast.Div, 60), (ast.Mod, 70)],
             ast.Mod: [(ast.FloorDiv, 70)],
             ast.BitAnd: [(ast.BitOr, 70)], ast.BitOr: [(ast.BitAnd, 70)],
             ast.Pow: [(ast.Mult, 50)]}
SIGNS = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/",
         ast.FloorDiv: "//", ast.Mod: "%", ast.BitAnd: "&", ast.BitOr: "|",
         ast.Pow: "**"}
FUNCTIONS = {"max": ["min", "sum"], "min": ["max"], "sum": ["mean", "max"],
             "mean": ["sum"], "maximum": ["minimum"], "minimum": ["maximum"],
             "amax": ["amin"], "amin": ["amax"], "argmax": ["argmin"],
             "argmin": ["argmax"], "floor": ["ceil"], "ceil": ["floor"],
             "any": ["all"], "all": ["any"], "exp": ["expm1", "exp2"],
             "exp2": ["exp"], "sqrt": ["rsqrt"], "rsqrt": ["sqrt"],
             "log": ["log2", "log1p"], "cumsum": ["cumprod"],
             "zeros": ["ones"], "ones": ["zeros"], "isnan": ["isfinite"],
             "sin": ["cos"], "cos": ["sin"]}
SYMMETRIC = {"maximum", "minimum", "max", "min", "add", "multiply", "allclose",
             "isinstance", "hypot", "logical_and", "logical_or", "gcd"}

# Triton's functions whose arguments are of different kinds.
TILES = {"load", "store", "arange", "zeros", "full", "cdiv", "atomic_add",
         "sum", "max", "min", "reshape"}


class Edits:
    def __init__(self, text):
        self.text = text
        self.bytes = text.encode()
        self.tree = ast.parse(text)
        self.stores = [n.id for n in ast.walk(self.tree)
                       if isinstance(n, ast.Name)
                       and isinstance(n.ctx, ast.Store)]
        self.is_triton = "import triton" in text
        starts = [0]
        for line in self.bytes.splitlines(keepends=True):
            starts.append(starts[-1] + len(line))
        self.starts = starts
        self.found = []

    def place(self, line, column):
        return self.starts[line - 1] + column

    def begin(self, node):
        return self.place(node.lineno, node.col_offset)

    def end(self, node):
        return self.place(node.end_lineno, node.end_col_offset)

    def sides(self, node):
        """`a -` and `- b` of a - b, as the file has them."""
        left = self.bytes[self.begin(node):self.begin(node.right)]
        right = self.bytes[self.end(node.left):self.end(node)]
        return (" ".join(left.decode().rstrip("( \n\\").split()),
                " ".join(right.decode().lstrip(") \n\\").split()))

    def add(self, weight, node, by, what, begin=None, end=None):
        begin = self.begin(node) if begin is None else begin
        end = self.end(node) if end is None else end
        if "\n" in by or "\t" in by or by == \
                self.bytes[begin:end].decode("utf-8", "replace"):
            return
        self.found.append((weight, begin, end - begin, node.lineno,
                           f"{what} in line {node.lineno}", by))

    def instead(self, weight, node, new, what):
        self.add(weight, node, f"({ast.unparse(new)})",
                 f"with {what} in place of `{shown(node)}`")


def changed(node, **fields):
    new = copy.copy(node)
    for name, value in fields.items():
        setattr(new, name, value)
    return new


def comparisons(e, node):
    for n, op in enumerate(node.ops):
        for other, weight in COMPARISONS.get(type(op), []):
            ops = list(node.ops)
            ops[n] = other()
            e.instead(weight, node, changed(node, ops=ops),
                      "another comparison")


def shares(e, node):
    """a >= 0.9 * b and a / b, where a + b is the whole: a share of that."""
    if isinstance(node, ast.Compare):
        if len(node.ops) != 1:
            return
        part, rest = node.left, node.comparators[0]
        for part, rest in ((part, rest), (rest, part)):
            if not isinstance(rest, ast.BinOp) or \
                    not isinstance(rest.op, ast.Mult):
                continue
            for number, other in ((rest.left, rest.right),
                                  (rest.right, rest.left)):
                if isinstance(number, ast.Constant):
                    of_whole(e, part, other)
    elif isinstance(node.op, ast.Div):
        of_whole(e, node.left, node.right)


def of_whole(e, part, other):
    if not isinstance(part, ast.Name) or not isinstance(other, ast.Name) or \
            part.id == other.id:
        return
    whole = f"({part.id} + {other.id})"
    e.add(69, other, whole, f"with `{whole}` in place of `{other.id}`")


def operators(e, node):
    for other, weight in OPERATORS.get(type(node.op), []):
        e.instead(weight, node, changed(node, op=other()), "another operator")
    sign = SIGNS.get(type(node.op))
    if not sign:
        return
    left, right = e.sides(node)
    whole = shown(node)
    # A factor, or a number more or less, is forgotten or put in too often.
    by_number = isinstance(node.right, ast.Constant)
    weight = 40 if isinstance(node.op, ast.Mod) else 88 if by_number else 66
    e.add(weight, node, f"({ast.unparse(node.left)})",
          f"without `{right}` of `{whole}`")
    if isinstance(node.op, (ast.Add, ast.Mult)):
        by_number = isinstance(node.left, ast.Constant)
        e.add(82 if by_number else 65, node, f"({ast.unparse(node.right)})",
              f"without `{left}` of `{whole}`")
    if isinstance(node.op, (ast.Sub, ast.Div, ast.FloorDiv, ast.Mod)):
        e.instead(72, node, changed(node, left=node.right, right=node.left),
                  "another order")


def augmented(e, node):
    other = {ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Div,
             ast.Div: ast.Mult}.get(type(node.op))
    sign = SIGNS.get(type(node.op), "")
    head = e.bytes[e.begin(node):e.end(node.target)].decode()
    value = ast.unparse(node.value)
    if other:
        e.add(72, node, f"{head} {SIGNS[other]}= {value}",
              f"with another operator in place of `{sign}=`")
    e.add(74, node, f"{head} = {value}", f"with `=` in place of `{sign}=`")


def assignments(e, node):
    target = node.targets[0]
    # A name without a value yet cannot grow.
    is_first = isinstance(target, ast.Name) and e.stores.count(target.id) < 2
    if len(node.targets) == 1 and not isinstance(target, ast.Tuple) and \
            not is_first:
        head = ast.unparse(target)
        e.add(66, node, f"{head} += {ast.unparse(node.value)}",
              "with `+=` in place of `=`")


def numbers(e, node, parent):
    value = node.value
    if isinstance(value, bool):
        e.add(76, node, str(not value),
              f"with another value in place of `{value}`")
    elif isinstance(value, int):
        likely = isinstance(parent, (ast.Call, ast.Subscript, ast.keyword))
        for other in (value + 1, value - 1):
            text = f"{other}" if other >= 0 else f"({other})"
            e.add(40 if other < 0 else 86 if likely else 78, node, text,
                  f"with another number in place of `{value}`")
        if value not in (0, 1, 2):
            e.add(50, node, str(2 * value),
                  f"with another number in place of `{value}`")
    elif isinstance(value, float) and value:
        for other in (-value, 1 / value, 2 * value, value / 2):
            e.add(58, node, f"({other!r})",
                  f"with another number in place of `{shown(node)}`")


def calls(e, node):
    name = called(node)
    function = node.func
    for other in FUNCTIONS.get(name, []):
        new = changed(function, attr=other) \
            if isinstance(function, ast.Attribute) else \
            changed(function, id=other)
        e.add(68, function, ast.unparse(new),
              f"with another function in place of `{shown(function)}`")
    args = node.args
    if name not in SYMMETRIC and not (e.is_triton and name in TILES):
        for a, b in zip(range(len(args) - 1), range(1, len(args))):
            order = list(args)
            order[a], order[b] = order[b], order[a]
            new = changed(node, args=order)
            e.add(84, node, ast.unparse(new),
                  f"with `{shown(args[a])}` and `{shown(args[b])}` exchanged "
                  f"in the call of `{shown(function)}`")
    if name in ("range", "prange") and args:
        last = min(1, len(args) - 1)
        # Compiled code writes past the end of an array, and stops there.
        for sign, weight in (("+", 98 if name == "range" else 30), ("-", 92)):
            e.add(weight, args[last], f"({ast.unparse(args[last])}) {sign} 1",
                  f"with another end in place of `{shown(args[last])}`")
    if len(args) == 1 and not node.keywords and \
            isinstance(function, ast.Attribute):
        e.add(54, node, f"({ast.unparse(args[0])})",
              f"without `{shown(function)}`")


def axes(e, node):
    """axis=0 and axis=1, and a reduction that keeps its axis."""
    names = {k.arg: k.value for k in node.keywords}
    axis = names.get("axis", names.get("dim"))
    if axis is not None and called(node) in (
            "max", "min", "sum", "mean", "amax", "amin", "std", "var") and \
            "keepdims" not in names and "keepdim" not in names:
        new = changed(node, keywords=node.keywords + [
            ast.keyword("keepdims", ast.Constant(True))])
        e.add(71, node, ast.unparse(new), f"with keepdims in `{shown(node)}`")
    if isinstance(axis, ast.Constant) and axis.value in (0, 1):
        e.add(97, axis, str(1 - axis.value),
              f"with another axis in `{shown(node)}`")


def indices(e, node):
    index = node.slice
    if isinstance(index, (ast.Slice, ast.Tuple, ast.Constant)) or \
            (e.is_triton and isinstance(node.ctx, ast.Load)):
        return
    for sign in "+-":
        e.add(62, index, f"({ast.unparse(index)}) {sign} 1",
              f"with another index in place of `{shown(index)}` in "
              f"`{shown(node)}`")


def conditions(e, node):
    e.add(60, node.test, f"not ({ast.unparse(node.test)})",
          f"with the opposite of `{shown(node.test)}`")


def both(e, node):
    other = ast.Or() if isinstance(node.op, ast.And) else ast.And()
    e.instead(80, node, changed(node, op=other),
              "`or`" if isinstance(other, ast.Or) else "`and`")


def signs(e, node):
    if isinstance(node.op, (ast.USub, ast.Invert, ast.Not)):
        e.add(64, node, f"({ast.unparse(node.operand)})",
              f"without the sign of `{shown(node)}`")


def statements(e, node):
    if isinstance(node, ast.AugAssign) or isinstance(node, ast.Expr) and \
            isinstance(node.value, ast.Call):
        e.add(63, node, "pass", f"without `{shown(node)}`")


def names(e, function):
    """Another name that the function knows: a parameter, or a variable."""
    # A function without decorators launches kernels.
    launches = e.is_triton and not function.decorator_list
    sizes = small_edits_triton.sizes_of(function) if launches else set()
    parameters = [a.arg for a in function.args.args]
    local = []
    for n in ast.walk(function):
        if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store) and \
                n.id not in local + parameters:
            local.append(n.id)
    for n in ast.walk(function):
        if not isinstance(n, ast.Name) or not isinstance(n.ctx, ast.Load) or \
                n.id not in parameters + local:
            continue
        mine = parameters if n.id in parameters else local
        for other in parameters + local:
            if other != n.id and (n.id in sizes) == (other in sizes):
                e.add(79 if n.id in sizes else
                      56 if other in mine else 44, n, other,
                      f"with another name in place of `{n.id}`")


def lines_about(tree, output):
    """The lines of functions in which the name stands."""
    lines = set()
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef) and output in {
                n.id for n in ast.walk(function) if isinstance(n, ast.Name)}:
            lines |= set(range(function.lineno, function.end_lineno + 1))
    return lines


def same_again(e):
    """The edits after which a line says x = x: a loop would never end."""
    return {(e.begin(n.value), e.end(n.value) - e.begin(n.value), by)
            for n in ast.walk(e.tree) if isinstance(n, ast.Assign)
            for t in n.targets if isinstance(t, ast.Name)
            for by in (t.id, f"({t.id})")}


def edits_of(text, output):
    e = Edits(text)
    about = lines_about(e.tree, output)
    parent = {child: node for node in ast.walk(e.tree)
              for child in ast.iter_child_nodes(node)}
    inside = set()
    for function in ast.walk(e.tree):
        if isinstance(function, ast.FunctionDef):
            for part in function.body:
                inside |= set(ast.walk(part))
            names(e, function)
            if e.is_triton:
                small_edits_triton.of_function(e, function, parent)
    for node in ast.walk(e.tree):
        if node not in inside:
            continue
        if isinstance(node, ast.Compare):
            comparisons(e, node)
            shares(e, node)
        elif isinstance(node, ast.BinOp):
            operators(e, node)
            shares(e, node)
        elif isinstance(node, ast.AugAssign):
            augmented(e, node)
        elif isinstance(node, ast.Assign):
            assignments(e, node)
        elif isinstance(node, ast.Constant):
            numbers(e, node, parent.get(node))
        elif isinstance(node, ast.Call):
            calls(e, node)
            axes(e, node)
        elif isinstance(node, ast.Subscript):
            indices(e, node)
        elif isinstance(node, ast.BoolOp):
            both(e, node)
        elif isinstance(node, ast.UnaryOp):
            signs(e, node)
        if isinstance(node, (ast.If, ast.IfExp, ast.While)):
            conditions(e, node)
        if isinstance(node, ast.stmt):
            statements(e, node)
    seen, out = same_again(e), []
    for one in sorted(e.found, key=lambda x: (x[3] not in about, -x[0],
                                              x[1])):
        if (one[1], one[2], one[5]) in seen:
            continue
        seen.add((one[1], one[2], one[5]))
        out.append(one)
    return out[:MOST]


def main():
    with open(sys.argv[1], "rb") as f:
        data = f.read()
    try:
        text = data.decode()
        found = edits_of(text, sys.argv[2] if len(sys.argv) > 2 else "")
    except (SyntaxError, ValueError, RecursionError):
        return 0
    for _, begin, length, line, what, by in found:
        print(begin, length, line, what.replace("\n", " "), by, sep="\t")
    return 0


if __name__ == "__main__":
    sys.exit(main())
