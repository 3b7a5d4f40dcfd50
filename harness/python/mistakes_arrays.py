"""Rules of mistakes.py on arrays and tensors: one that is another's memory, or is
never filled or read; a name that no longer means the output; a median of values
that are not sorted."""

import ast
import re

from mistakes_text import assigned_names, called, names_in, shown


def is_array(f, name, scope):
    """It is used as an array somewhere in the function."""
    body = f.function_of(scope) or f.tree
    for node in ast.walk(body):
        if isinstance(node, ast.Subscript) and \
                isinstance(node.value, ast.Name) and node.value.id == name:
            return True
        if isinstance(node, ast.Attribute) and \
                isinstance(node.value, ast.Name) and node.value.id == name and \
                node.attr in ("shape", "dtype", "size", "ndim", "T"):
            return True
    return False


def same_array(f):
    for node in f.all(ast.Assign):
        value = node.value
        sliced = isinstance(value, ast.Subscript) and \
            shown(value.slice) in (":", "...")
        base = value.value if sliced else value
        if len(node.targets) != 1 or not isinstance(base, ast.Name) or \
                not isinstance(node.targets[0], ast.Name):
            continue
        a, b = node.targets[0].id, base.id
        body = f.function_of(node)
        if body is None or a == b:
            continue
        for later in f.after(node, body):
            if isinstance(later, ast.Assign) and \
                    a in assigned_names(later):
                break
            changed = None
            if isinstance(later, (ast.Assign, ast.AugAssign)):
                targets = later.targets if isinstance(later, ast.Assign) \
                    else [later.target]
                for t in targets:
                    if isinstance(t, ast.Subscript) and \
                            isinstance(t.value, ast.Name) and t.value.id == a:
                        changed = t
                    if isinstance(later, ast.AugAssign) and \
                            isinstance(t, ast.Name) and t.id == a and \
                            is_array(f, b, node):
                        changed = t
            parameters = {p.arg for p in body.args.args}
            used = b in parameters or any(
                isinstance(n, ast.Name) and n.id == b
                for x in f.after(later, body) for n in ast.walk(x))
            if changed is None or not used:
                continue
            copy = "clone" if f.uses("torch") else "copy"
            yield node, (
                f"`{shown(node)}` copies nothing: both names stand for one "
                f"array, so line {later.lineno} changes `{b}` as well. Write "
                f"{a} = {b}.{copy}()")
            break


def rebound_output(f):
    """out = f(x): the caller's out is another tensor, and stays as it was."""
    for node in f.all(ast.Assign):
        body = f.function_of(node)
        if body is None or len(node.targets) != 1 or f.in_kernel(node) or \
                not isinstance(node.targets[0], ast.Name) or \
                not isinstance(node.value, (ast.Call, ast.BinOp)):
            continue
        name = node.targets[0].id
        read = any(isinstance(n, ast.Name) and n.id == name
                   and isinstance(n.ctx, ast.Load)
                   and n.lineno <= node.end_lineno for n in ast.walk(body))
        if not re.fullmatch(r"out\w*|y|dst|result", name) or read or \
                name not in {a.arg for a in body.args.args}:
            continue
        copies = f"{name}.copy_({shown(node.value)})" if f.uses("torch") \
            else f"{name}[...] = {shown(node.value)}"
        yield node, (
            f"`{name} = ...` makes `{name}` a name of something new: the "
            f"caller's `{name}` stays as it was. "
            + (f"Give the operator out=, with `{name}` or a view of it that "
               f"has the shape of the result; or write {copies}, which has "
               "a second tensor in memory until then"
               if f.uses("torch") and isinstance(node.value, ast.Call)
               else f"Write {copies}"))


def is_new_empty(node):
    return isinstance(node, ast.Call) and called(node) in (
        "empty", "empty_like", "new_empty") and \
        isinstance(node.func, ast.Attribute)


def is_passed_on(f, node, name):
    """The array, or a part of it, has another name from here on, or a function
    gets it: that may fill it."""
    if not isinstance(node, ast.Name) or node.id != name or \
            not isinstance(node.ctx, ast.Load):
        return False
    part, parent = node, f.parent.get(node)
    while isinstance(parent, (ast.Subscript, ast.Attribute, ast.Tuple,
                              ast.List, ast.Starred, ast.keyword)):
        part, parent = parent, f.parent.get(parent)
    return isinstance(parent, (ast.Call, ast.comprehension)) or \
        isinstance(parent, (ast.Assign, ast.NamedExpr)) and \
        part is parent.value or \
        isinstance(parent, ast.For) and part is parent.iter


def never_filled(f):
    for node in f.all(ast.Assign):
        if not is_new_empty(node.value) or len(node.targets) != 1 or \
                not isinstance(node.targets[0], ast.Name):
            continue
        name, body = node.targets[0].id, f.function_of(node)
        if body is None or f.in_kernel(node):
            continue
        stores, adds, other = 0, [], False
        for n in ast.walk(body):
            other = other or is_passed_on(f, n, name)
            if isinstance(n, ast.AugAssign) and name in names_in(n.target):
                adds.append(n)
            elif isinstance(n, ast.Subscript) and \
                    isinstance(n.ctx, ast.Store) and name in names_in(n.value):
                stores += not isinstance(f.parent.get(n), ast.AugAssign)
            elif isinstance(n, ast.Name) and n.id == name and \
                    isinstance(n.ctx, ast.Store) and \
                    n is not node.targets[0] and \
                    not isinstance(f.parent.get(n), ast.AugAssign):
                other = True
        maker = shown(node.value.func)
        zeros = maker.replace("empty", "zeros")
        if other or stores:
            continue
        if adds:
            yield node, (
                f"{maker} leaves what was in memory in `{name}`, and line "
                f"{adds[0].lineno} adds to it. Begin with {zeros}")
        else:
            yield node, (
                f"{maker} leaves what was in memory in `{name}`, and nothing "
                "is stored to it afterwards")


def never_read(f):
    """lost += ... of a number that nothing reads."""
    for function in f.all(ast.FunctionDef):
        inside = list(ast.walk(function))
        named = {name for n in inside
                 if isinstance(n, (ast.Global, ast.Nonlocal))
                 for name in n.names}
        read = {n.id for n in inside if isinstance(n, ast.Name)
                and isinstance(n.ctx, ast.Load)}
        for node in inside:
            if not isinstance(node, ast.AugAssign) or \
                    not isinstance(node.target, ast.Name):
                continue
            name = node.target.id
            begins = f.values_of(name, node)
            if name in named | read or name.startswith("_") or \
                    f.function_of(node) is not function or not begins or \
                    not all(isinstance(v, ast.Constant) for v in begins):
                continue
            yield node, (f"`{name}` gathers what this line adds to it, and no "
                         "line reads it: what it has is missing from the "
                         "result")
            return


def is_half(f, node, scope):
    if isinstance(node, ast.Name):
        return any(is_half(f, v, scope) for v in f.values_of(node.id, scope)
                   if not isinstance(v, ast.Name))
    return isinstance(node, ast.BinOp) and isinstance(node.op, ast.FloorDiv) \
        and isinstance(node.right, ast.Constant) and node.right.value == 2 \
        and not isinstance(node.left, ast.BinOp)


def unsorted_median(f):
    for node in f.all(ast.Subscript):
        body = f.function_of(node)
        if body is None or not isinstance(node.value, ast.Name) or \
                not isinstance(node.ctx, ast.Load) or \
                not is_half(f, node.slice, node):
            continue
        name = node.value.id
        made = any(isinstance(v, (ast.ListComp, ast.List))
                   for v in f.values_of(name, node))
        text = ast.unparse(body).lower()
        named = "median" in text or "middle" in text
        if "sort" in text or "partition" in text or \
                any(isinstance(n, ast.While) for n in ast.walk(body)) or \
                not (made or named):
            continue
        yield node, (
            f"`{shown(node)}` is the middle one in the order in which "
            f"`{name}` was filled. A median is the middle one of the sorted "
            f"values: write {name}.sort() on the line before, or "
            f"statistics.median({name})")
        return
