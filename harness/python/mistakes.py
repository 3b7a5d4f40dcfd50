"""Looks for classic mistakes in a learner's Python file whose results are wrong.

    python mistakes.py FILE KIND [LINE MESSAGE]

KIND is python or triton; LINE and MESSAGE are those of an error, if one came
up. The file is read (ast), and never run. Prints the best finding as

    STRENGTH<TAB>ERRORS<TAB>WORDS

STRENGTH: sure (wrong whatever the exercise is) or likely. ERRORS: the kinds of
errors, with commas between, that it explains; the words alone explain values.
"""

import ast
import os
import re
import sys

# -I leaves out the folder of this file.
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import mistakes_arrays  # noqa: E402
import mistakes_library  # noqa: E402
import mistakes_triton  # noqa: E402
from mistakes_arrays import is_array  # noqa: E402
from mistakes_text import (File, assigned_names, called,  # noqa: E402
                           is_call_of, names_in, shown)

# ---- comparisons


def is_nan(node):
    if isinstance(node, ast.Attribute):
        return node.attr in ("nan", "NaN", "NAN")
    return (is_call_of(node, "float") and len(node.args) == 1
            and isinstance(node.args[0], ast.Constant)
            and str(node.args[0].value).strip("+-").lower() == "nan")


def pairs_of(compare):
    left = compare.left
    for op, right in zip(compare.ops, compare.comparators):
        yield left, op, right
        left = right


def nan_equal(f):
    for node in f.all(ast.Compare):
        for left, op, right in pairs_of(node):
            if not isinstance(op, (ast.Eq, ast.NotEq)):
                continue
            if is_nan(left):
                left, right = right, left
            if not is_nan(right):
                continue
            value, equal = shown(left), isinstance(op, ast.Eq)
            ours = f"{f.library(node)}.isnan({value})"
            if f.in_kernel(node):
                ours = f"{value} {'!=' if equal else '=='} {value}"
            elif not equal:
                ours = f"~{ours}" if f.has_arrays else f"not {ours}"
            yield node, (
                f"`{shown(node)}` is always {'false' if equal else 'true'}: "
                "NaN is equal to nothing, not even to itself. Write "
                f"{ours}")


BITS = {ast.BitAnd: "&", ast.BitOr: "|"}
SIGNS = {ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==",
         ast.NotEq: "!="}


def bit_parts(node):
    """a & b & c as [a, b, c] and its sign; [node], None: it is none."""
    if not isinstance(node, ast.BinOp) or type(node.op) not in BITS:
        return [node], None
    sign = BITS[type(node.op)]
    parts, inner = bit_parts(node.left)
    return (parts if inner == sign else [node.left]) + [node.right], sign


def is_mask(f, node, scope):
    """A comparison, or a name that one was given to."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Invert):
        node = node.operand
    if isinstance(node, ast.Compare):
        return True
    if isinstance(node, ast.Call):
        return called(node) in ("isnan", "isfinite", "isinf")
    return isinstance(node, ast.Name) and any(
        isinstance(value, ast.Compare)
        for value in f.values_of(node.id, scope))


def meant(compare):
    """`a >= 0 & b < 1` as it was meant: (a >= 0) & (b < 1)."""
    groups, sign, between = [[]], "&", ""
    operands = [compare.left] + compare.comparators
    ops = [""] + [f" {SIGNS[type(op)]} " for op in compare.ops]
    for op, operand in zip(ops, operands):
        parts, found = bit_parts(operand)
        between = op
        for n, part in enumerate(parts):
            if n > 0:
                groups.append([])
                between = ""
            groups[-1] += [between, part]
        sign = found or sign
    texts = []
    for group in groups:
        text = "".join(p if isinstance(p, str) else shown(p) for p in group)
        compares = len(group) > 2 or isinstance(group[1], ast.Compare)
        texts.append(f"({text})" if compares else text)
    return f" {sign} ".join(texts)


def bit_precedence(f):
    for node in f.all(ast.Compare):
        if any(type(op) not in SIGNS for op in node.ops):
            continue
        operands = [node.left] + node.comparators
        for n, operand in enumerate(operands):
            parts, sign = bit_parts(operand)
            if not sign or f.has_brackets(operand):
                continue
            inside = 0 < n < len(operands) - 1
            others = parts[1:] if n == len(operands) - 1 else parts[:-1]
            if not inside and not any(is_mask(f, p, node) for p in others):
                continue
            op = SIGNS[type(node.ops[min(n, len(node.ops) - 1)])]
            yield node, (
                f"`{sign}` binds tighter than `{op}`, so Python first computes "
                f"`{shown(operand)}` here. Put each comparison into brackets: "
                f"{meant(node)}")
            break


def is_literal(f):
    for node in f.all(ast.Compare):
        for left, op, right in pairs_of(node):
            if isinstance(op, (ast.Is, ast.IsNot)) and (
                    is_nan(right)
                    or isinstance(right, ast.Constant)
                    and not isinstance(right.value, (bool, type(None),
                                                     type(...)))):
                yes = isinstance(op, ast.Is)
                better = f"{shown(left)} {'==' if yes else '!='} " \
                    f"{shown(right)}"
                if is_nan(right):
                    better = f"{f.library(node)}.isnan({shown(left)})"
                yield node, (
                    f"`{'is' if yes else 'is not'}` asks whether two names "
                    "stand for one object, not whether two values are equal. "
                    f"Write {better}")


def lone_statement(f):
    for node in f.all(ast.Expr):
        value = node.value
        if isinstance(value, ast.Compare) and len(value.ops) == 1 and \
                isinstance(value.ops[0], ast.Eq):
            yield node, (
                f"`{shown(value)}` compares, and the answer is dropped. To "
                f"assign, write {shown(value.left)} = "
                f"{shown(value.comparators[0])}")
        elif isinstance(value, ast.Attribute) and value.attr in (
                LIST_METHODS | {"zero_", "relu_", "synchronize", "copy"}):
            yield node, (f"`{shown(value)}` without brackets calls nothing: "
                         f"write {shown(value)}()")
        elif isinstance(value, ast.BinOp):
            yield node, (f"`{shown(value)}` is computed, and the result is "
                         "dropped. Assign it to a name")


# ---- results


LIST_METHODS = {"append", "extend", "reverse", "insert", "sort"}
RETURNS_ITSELF = {"sort": "sorted({})", "reverse": "{}[::-1]"}


def none_result(f):
    for node in f.all(ast.Call):
        if not isinstance(node.func, ast.Attribute) or \
                node.func.attr not in LIST_METHODS:
            continue
        if node.func.attr == "sort" and (
                f.uses("torch") or shown(node.func.value) in ("np", "numpy")):
            continue
        if node.func.attr in ("append", "insert") and \
                shown(node.func.value) in ("np", "numpy"):
            continue
        parent = f.parent.get(node)
        if isinstance(parent, ast.Expr) or isinstance(parent, ast.Lambda):
            continue
        name = shown(node.func.value)
        other = RETURNS_ITSELF.get(node.func.attr)
        better = f", or take {other.format(name)}" if other else ""
        yield node, (
            f"`{shown(node)}` changes `{name}` and returns None, and here its "
            f"result is used. Call it on a line of its own{better}")


NUMPY_PURE = {"sqrt", "exp", "log", "abs", "absolute", "where", "maximum",
              "minimum", "clip", "sort", "cumsum", "concatenate", "add",
              "multiply", "subtract", "divide", "round", "nan_to_num",
              "transpose", "reshape", "append", "flip", "roll"}
TORCH_PURE = {"relu", "exp", "add", "mul", "sub", "div", "clamp", "matmul",
              "mm", "where", "softmax", "sigmoid", "tanh", "sqrt", "maximum",
              "minimum", "nan_to_num", "sort", "transpose", "sum", "mean"}
TENSOR_PURE = {"relu", "exp", "add", "mul", "sub", "div", "clamp", "to",
               "float", "half", "double", "clone", "contiguous", "view",
               "reshape", "permute", "transpose", "detach", "astype",
               "squeeze", "unsqueeze", "sigmoid", "tanh", "sqrt", "expand"}
HAS_IN_PLACE = {"relu", "exp", "add", "mul", "sub", "div", "clamp", "sigmoid",
                "tanh", "sqrt", "squeeze", "unsqueeze"}


def is_tensor(f, call):
    """The method is called of a tensor: not of a set, which has add, nor of a
    module, which moves and converts itself."""
    owner = call.func.value
    if isinstance(owner, ast.Call):
        return True
    if not isinstance(owner, ast.Name):
        return False
    if any(is_call_of(n, owner.id) for n in f.all(ast.Call)):
        return False
    return call.func.attr != "add" or is_array(f, owner.id, call) or any(
        "torch." in ast.unparse(v) for v in f.values_of(owner.id, call))


def dropped_result(f):
    for node in f.all(ast.Expr):
        call = node.value
        if not isinstance(call, ast.Call) or any(
                k.arg in ("out", "inplace") for k in call.keywords):
            continue
        name, text = called(call), shown(call)
        if is_call_of(call, "sorted") or is_call_of(call, "reversed"):
            yield node, (f"`{text}` returns a new list, and it is dropped: "
                         f"write {shown(call.args[0])} = {text}")
            continue
        if not isinstance(call.func, ast.Attribute):
            continue
        owner = shown(call.func.value)
        if owner in ("np", "numpy") and name in NUMPY_PURE:
            pure = len(call.args) < 3 or name in ("where", "clip")
        elif owner in ("torch", "F", "torch.nn.functional"):
            pure = name in TORCH_PURE
        elif owner == "tl":
            pure = name in mistakes_triton.PURE
        else:
            pure = name in TENSOR_PURE and is_tensor(f, call) and (
                f.uses("torch") or name in ("astype", "reshape", "transpose"))
        if not pure:
            continue
        of = owner
        if owner in ("np", "numpy", "torch", "F", "torch.nn.functional", "tl"):
            first = 2 if name == "dot" and len(call.args) > 2 else 0
            of = shown(call.args[first]) if call.args else "y"
        if not re.fullmatch(r"\w+", of):
            of = "y"
        words = f"`{text}` makes a new value, and it is dropped: write " \
            f"{of} = {text}"
        if f.uses("torch") and name in HAS_IN_PLACE and of != "y":
            rest = call.args if owner == of else call.args[1:]
            given = ", ".join(shown(a) for a in rest)
            words += f", or in place {of}.{name}_({given})"
        yield node, words


def in_loop_return(f):
    for loop in f.all(ast.For):
        for node in loop.body[-1:]:
            leaves = any(isinstance(n, (ast.Continue, ast.Break, ast.Return))
                         for other in loop.body[:-1] for n in ast.walk(other))
            if isinstance(node, ast.Return) and not leaves and \
                    not isinstance(f.parent.get(loop), ast.For):
                yield node, (
                    f"This `return` is in the body of the loop of line "
                    f"{loop.lineno}, so the first round ends the function. "
                    "Move it out of the loop: four spaces to the left")


# ---- loops and functions


def elements_left_out(f):
    for loop in f.all(ast.For):
        call = loop.iter
        if not is_call_of(call, "range") and not is_call_of(call, "prange") \
                or not isinstance(loop.target, ast.Name):
            continue
        i, body = loop.target.id, f.function_of(loop)
        end = call.args[min(1, len(call.args) - 1)] if call.args else None
        if body is None or len(call.args) > 1 or \
                not isinstance(end, ast.BinOp) or \
                not isinstance(end.op, ast.Sub) or shown(end.right) != "1":
            continue
        inside = [n for part in loop.body for n in ast.walk(part)]
        arrays = {n.value.id for n in inside if isinstance(n, ast.Subscript)
                  and isinstance(n.value, ast.Name) and shown(n.slice) == i}
        shifted = any(isinstance(n, ast.BinOp) and i in names_in(n)
                      and isinstance(n.op, (ast.Add, ast.Sub))
                      and shown(n.right) != i for n in inside)
        total = end.left
        if isinstance(total, ast.Name):
            total = next(iter(f.values_of(total.id, loop)), total)
        length = is_call_of(total, "len") and shown(total.args[0]) in arrays
        outside = any(isinstance(n, ast.Subscript) and n not in inside
                      and shown(n.slice) in ("-1", shown(end))
                      for n in ast.walk(body))
        if length and not shifted and not outside:
            yield loop, (
                f"`{shown(call)}` ends at element {shown(end.left)} - 2, so "
                "the last one has no round: range(n) already leaves n out. "
                f"Write {called(call)}({shown(end.left)})")


MUTABLE = (ast.List, ast.Dict, ast.Set)


def kept_default(f):
    for function in f.all(ast.FunctionDef):
        args = function.args
        for arg, default in zip(args.args[::-1], args.defaults[::-1]):
            if not isinstance(default, MUTABLE) and not (
                    isinstance(default, ast.Call)
                    and called(default) in ("list", "dict", "set", "zeros",
                                            "empty", "ones", "array")):
                continue
            changed = [n for n in ast.walk(function)
                       if isinstance(n, (ast.Subscript, ast.Attribute))
                       and shown(n.value) == arg.arg
                       and (isinstance(n.ctx, ast.Store)
                            or getattr(n, "attr", "") in
                            LIST_METHODS | {"add", "update", "pop"})]
            if changed:
                yield function, (
                    f"`{arg.arg}={shown(default)}` is made once, when the "
                    f"function is defined, and line {changed[0].lineno} "
                    "changes it: the next call begins with what this one "
                    f"left. Write {arg.arg}=None, and make it in the function")


def shared_element(f):
    for loop in f.all(ast.For):
        if not is_call_of(loop.iter, "prange") or \
                not isinstance(loop.target, ast.Name):
            continue
        own = {loop.target.id}
        for part in loop.body:
            for n in ast.walk(part):
                own |= assigned_names(n)
        for part in loop.body:
            for n in ast.walk(part):
                if isinstance(n, ast.AugAssign) and \
                        isinstance(n.target, ast.Subscript) and \
                        not names_in(n.target) & own:
                    yield n, (
                        f"The rounds of prange run side by side, and all of "
                        f"them add to `{shown(n.target)}`: two threads read "
                        "it, both add, and one addition is lost. Add to a "
                        "plain variable (total += x), which Numba turns into "
                        "a sum of all threads, and store that after the loop")


def is_plain_add(node, name):
    return isinstance(node, ast.AugAssign) and \
        isinstance(node.target, ast.Name) and node.target.id == name


def counter_goes_on(f):
    """count += 1 in the rounds of prange, which also read it, and no round
    sets it: it is one number, of all rounds."""
    for loop in f.all(ast.For):
        body = f.function_of(loop)
        if body is None or not is_call_of(loop.iter, "prange") or \
                not any("parallel" in ast.unparse(d)
                        for d in body.decorator_list):
            continue
        inside = [n for part in loop.body for n in ast.walk(part)]
        given = {name for n in inside if not isinstance(n, ast.AugAssign)
                 for name in assigned_names(n)}
        for node in inside:
            if not isinstance(node, ast.AugAssign) or \
                    not isinstance(node.target, ast.Name):
                continue
            name = node.target.id
            reads = [n for n in inside if isinstance(n, ast.Name)
                     and n.id == name and isinstance(n.ctx, ast.Load)]
            first = [n for n in ast.walk(body) if isinstance(n, ast.Assign)
                     and n.lineno < loop.lineno and name in assigned_names(n)]
            if name in given or not reads or not first:
                continue
            yield first[-1], (
                f"`{shown(first[-1])}` stands before the loop of line "
                f"{loop.lineno}, so `{name}` goes on from one round to the "
                f"next, and line {reads[0].lineno} takes what the rounds "
                "before have left in it. Move this line into the loop, as the "
                f"first of each round: {shown(first[-1])}")
            return


# ---- errors that Python raises


def two_truths(f):
    if "truth value" not in f.message and "Boolean value" not in f.message:
        return
    for node in f.at_line():
        if isinstance(node, ast.BoolOp):
            word = "and" if isinstance(node.op, ast.And) else "or"
            sign = "&" if word == "and" else "|"
            parts = f" {sign} ".join(
                f"({shown(v)})" if isinstance(v, ast.Compare) else shown(v)
                for v in node.values)
            yield node, (f"`{word}` wants one answer, and an array has one "
                         f"for each element. Write {parts}")
            return
        if isinstance(node, ast.Compare) and len(node.ops) > 1:
            parts = " & ".join(
                f"({shown(a)} {SIGNS.get(type(op), '?')} {shown(b)})"
                for a, op, b in pairs_of(node))
            yield node, ("A chain of comparisons wants one answer, and an "
                         "array has one for each element. Write " + parts)
            return
    for node in f.at_line():
        if isinstance(node, (ast.If, ast.IfExp, ast.While)):
            where = f"{f.library(node)}.where"
            yield node, (
                f"`{shown(node.test)}` has an answer for each element, and "
                f"this line wants one. {where}(condition, a, b) chooses for "
                "each element")
            return


def fraction_as_size(f):
    if not re.search(r"integer|float|indices|slice", f.message):
        return
    for node in f.at_line():
        places = []
        if isinstance(node, ast.Subscript):
            places = [node.slice]
        elif isinstance(node, ast.Call) and called(node) in (
                "range", "prange", "zeros", "empty", "ones", "full",
                "reshape", "view", "arange", "linspace", "repeat"):
            places = node.args
        for place in places:
            for n in [n for p in [place] for n in ast.walk(p)]:
                if isinstance(n, ast.BinOp) and isinstance(n.op, ast.Div):
                    yield node, (
                        f"`{shown(n)}` has a fraction even where nothing is "
                        "left over: 4 / 2 is 2.0, and a length or an index is "
                        f"a whole number. Write {shown(n.left)} // "
                        f"{shown(n.right)}")
                    return


def lost_axis(f):
    if not re.search(r"broadcast|must match the size", f.message):
        return
    keep = "keepdim" if f.uses("torch") else "keepdims"
    for node in f.all(ast.Call):
        names = {k.arg: shown(k.value) for k in node.keywords}
        axis = names.get("axis", names.get("dim"))
        if called(node) in ("max", "min", "sum", "mean", "amax", "amin",
                            "std", "var", "norm") and \
                axis in ("1", "-1") and "keepdims" not in names and \
                "keepdim" not in names:
            yield node, (
                f"`{shown(node)}` has one number for each row and no axis of "
                "columns left, so it does not stretch over the rows. "
                f"{keep}=True keeps that axis, with one element: "
                f"{shown(node)[:-1]}, {keep}=True)")
            return


def no_grad_bare(f):
    for node in f.all(ast.With):
        for item in node.items:
            text = shown(item.context_expr)
            if text in ("torch.no_grad", "torch.inference_mode"):
                yield node, (f"`{text}` is a class: with {text}(): calls it")


def changed_gradient(f):
    """`g *= ...` of a gradient that backward() was given."""
    for function in f.all(ast.FunctionDef):
        if function.name != "backward":
            continue
        given = {a.arg for a in function.args.args[1:]}
        for node in ast.walk(function):
            if not isinstance(node, ast.AugAssign) or \
                    shown(node.target) not in given:
                continue
            name = shown(node.target)
            whole = ast.unparse(ast.BinOp(node.target, node.op, node.value))
            yield node, (
                f"`{shown(node)}` changes the gradient that arrived in "
                f"`{name}`. It is PyTorch's, and other lines may need it as it "
                f"was: give the result a name of its own, dx = {whole}")


# The rules, likeliest to say all first: function, strength, and the kinds of
# errors that such a mistake causes.
RULES = [
    (none_result, "sure", "exception"),
    (two_truths, "sure", "exception"),
    (fraction_as_size, "sure", "exception"),
    (lost_axis, "sure", "exception"),
    (no_grad_bare, "sure", "exception"),
    (changed_gradient, "sure", "exception"),
    (nan_equal, "sure", ""),
    (bit_precedence, "sure", "exception"),
    (lone_statement, "sure", "exception"),
    (dropped_result, "sure", ""),
    (shared_element, "sure", ""),
    (counter_goes_on, "sure", ""),
    (mistakes_arrays.unsorted_median, "sure", ""),
    (mistakes_arrays.never_filled, "sure", "uninitialised-global"),
    (mistakes_arrays.rebound_output, "sure", ""),
    (mistakes_arrays.never_read, "sure", ""),
    (mistakes_arrays.same_array, "sure", "exception,input-changed"),
    *mistakes_triton.RULES,
    *mistakes_library.RULES,
    (in_loop_return, "likely", ""),
    (is_literal, "likely", ""),
    (elements_left_out, "likely", ""),
    (kept_default, "likely", ""),
]


def findings(f):
    for look, strength, errors in RULES:
        for node, words in look(f):
            line = getattr(node, "lineno", 1)
            yield strength, errors, line, f"Line {line}: {words}."


def best(f):
    """Of those that explain the error the one nearest to it, else the first
    sure one."""
    found = list(findings(f))
    if f.message:
        found.sort(key=lambda one: (f.kind_of_error not in one[1].split(","),
                                    abs(one[2] - f.line)))
    else:
        found.sort(key=lambda one: one[0] != "sure")
    return found[0] if found else None


def main():
    path, kind, *error = sys.argv[1:]
    with open(path, "rb") as file:
        text = file.read().removeprefix(b"\xef\xbb\xbf").decode("utf-8",
                                                              "replace")
    try:
        f = File(text, kind, *error)
    except (SyntaxError, ValueError, RecursionError):
        return 0
    found = best(f)
    if found:
        strength, errors, _, words = found
        print(strength, errors, words, sep="\t")
    return 0


if __name__ == "__main__":
    sys.exit(main())
