"""Rules of mistakes.py on NumPy and PyTorch: an argument that is missing or in
another one's place, a result that is dropped, a tensor that a list holds many
times; and a text that lacks its f."""

import ast
import re

from mistakes_text import assigned_names, called, names_in, shown


def keywords(call):
    return {k.arg: k.value for k in call.keywords}


def short_bincount(f):
    """A count for each bin, of which the last ones are empty."""
    if "shape" not in f.message:
        return
    for call in f.all(ast.Call):
        if called(call) == "bincount" and len(call.args) < 3 and \
                "minlength" not in keywords(call):
            yield call, (
                f"`{shown(call)}` is as long as the largest number in "
                f"`{shown(call.args[0])}` asks for: bins after that one are "
                "left out where they are empty. Say how many bins there are: "
                f"{shown(call)[:-1]}, minlength=...)")


# DataLoader(dataset, batch_size, shuffle, sampler, batch_sampler, num_workers)
LOADER = ("dataset", "batch_size", "shuffle", "sampler", "batch_sampler",
          "num_workers")


def loader_by_place(f):
    """DataLoader(data, batch, workers): the third one is shuffle."""
    for call in f.all(ast.Call):
        if called(call) != "DataLoader" or len(call.args) < 3 or \
                "num_workers" in keywords(call):
            continue
        third = call.args[2]
        if isinstance(third, ast.Constant) and isinstance(third.value, bool):
            continue
        yield call, (
            f"the third argument of DataLoader is {LOADER[2]}, so "
            f"`{shown(third)}` turns shuffling on and off, and num_workers "
            f"stays 0. Give it by name: num_workers={shown(third)}")


def flag_of_other_input(f):
    """ctx.needs_input_grad[2] where forward has two inputs: it has one for each
    input of forward, without ctx."""
    for owner in f.all(ast.ClassDef):
        functions = {n.name: n for n in owner.body
                     if isinstance(n, ast.FunctionDef)}
        forward, backward = (functions.get(x) for x in ("forward", "backward"))
        if not forward or not backward:
            continue
        given = [a.arg for a in forward.args.args][1:]
        for node in ast.walk(backward):
            if isinstance(node, ast.Subscript) and \
                    isinstance(node.value, ast.Attribute) and \
                    node.value.attr == "needs_input_grad" and \
                    isinstance(node.slice, ast.Constant) and \
                    isinstance(node.slice.value, int) and \
                    node.slice.value >= len(given):
                names = ", ".join(f"[{i}] for {name}"
                                  for i, name in enumerate(given))
                yield node, (
                    f"`{shown(node)}` is not there: needs_input_grad has one "
                    f"element for each input of forward, without ctx: {names}")


def dropped_loss(f):
    """scaler.scale(loss) without a use of what it returns."""
    for node in f.all(ast.Expr):
        call = node.value
        if called(call) == "scale" and \
                isinstance(call.func, ast.Attribute) and call.args:
            loss = shown(call.args[0])
            yield node, (
                f"`{shown(call)}` returns the scaled loss, and it is dropped: "
                f"{loss} stays as it was. Write {shown(call)}.backward()")


def plain_text(f):
    """"got {t.dtype}" without an f before the quote."""
    inside = {part for joined in f.all(ast.JoinedStr)
              for part in ast.walk(joined)}
    for node in f.all(ast.Constant):
        if not isinstance(node.value, str) or node in inside:
            continue
        above = f.parent.get(node)
        if isinstance(above, (ast.Expr, ast.Attribute)):
            continue  # a comment, or "...".format()
        for name in re.findall(r"{([A-Za-z_]\w*)[.}\[(:]", node.value):
            function = f.function_of(node)
            if function is not None and name in names_in(function):
                yield node, (
                    f"the text with {{{name}...}} has no f before its quote, "
                    "so that Python leaves the braces as they are: write "
                    "f\"...\" for this part, too")
                break


NEW_TENSOR = {"zeros", "empty", "ones", "tensor", "zeros_like", "empty_like",
              "ones_like", "clone", "array", "full"}


def same_tensor_appended(f):
    """average.mul_(0.9); averages.append(average): one tensor, many times."""
    for loop in f.all((ast.For, ast.While)):
        inside = [n for part in loop.body for n in ast.walk(part)]
        given = set().union(*(assigned_names(n) for n in inside
                              if isinstance(n, ast.Assign)), set())
        for node in inside:
            if called(node) != "append" or len(node.args) != 1 or \
                    not isinstance(node.args[0], ast.Name):
                continue
            name = node.args[0].id
            changes = [n for n in inside if changed_in_place(f, n, name)]
            if changes and name not in given:
                yield node, (
                    f"`{shown(node)}` puts one and the same tensor into the "
                    f"list in each round, and line {changes[0].lineno} changes "
                    f"it in place: in the end all elements are the last one. "
                    f"Append a copy, {name}.clone()")


def changed_in_place(f, node, name):
    if isinstance(node, ast.AugAssign) and shown(node.target) == name:
        return any(called(v) in NEW_TENSOR for v in f.values_of(name, node))
    method = called(node)
    return bool(method) and method.endswith("_") and \
        not method.startswith("_") and isinstance(node.func, ast.Attribute) \
        and shown(node.func.value) == name


def hook_of_each_round(f):
    """A hook that a loop registers in each round, removed once after it."""
    for loop in f.all((ast.For, ast.While)):
        inside = {n for part in loop.body for n in ast.walk(part)}
        for node in inside:
            if not isinstance(node, ast.Assign) or \
                    not (called(node.value) or "").startswith("register_") or \
                    not isinstance(node.targets[0], ast.Name):
                continue
            name = node.targets[0].id
            removed = [n for n in f.all(ast.Call) if called(n) == "remove"
                       and shown(n.func.value) == name]
            if removed and not any(n in inside for n in removed):
                yield node, (
                    f"each round registers one hook more, and line "
                    f"{removed[0].lineno} removes the last one alone. Register "
                    "it once before the loop, or remove it in each round")


def rows_of(node):
    """x of len(x), x.shape[0] and x.size(0); None: it is another number."""
    if called(node) == "len" and isinstance(node.func, ast.Name) and node.args:
        return node.args[0]
    if isinstance(node, ast.Subscript) and shown(node.slice) == "0" and \
            isinstance(node.value, ast.Attribute) and \
            node.value.attr == "shape":
        return node.value.value
    if called(node) == "size" and isinstance(node.func, ast.Attribute) and \
            [shown(a) for a in node.args] == ["0"]:
        return node.func.value
    return None


def length_of(node):
    """The same, and x.numel()."""
    if called(node) == "numel" and isinstance(node.func, ast.Attribute):
        return node.func.value
    return rows_of(node)


def dimensions(f, name):
    """How many the file asks `name` to have: of x.ndim != 2; or None."""
    for node in f.all(ast.Compare):
        left, right = node.left, node.comparators[0]
        asks = isinstance(left, ast.Attribute) and left.attr == "ndim" or \
            called(left) == "dim"
        of = left.value if isinstance(left, ast.Attribute) else \
            getattr(getattr(left, "func", None), "value", None)
        if asks and of is not None and shown(of) == name and \
                isinstance(right, ast.Constant):
            return right.value
    return None


def is_by_column(f, name):
    """Code of the file has name[i % cols], or name[col]."""
    return re.search(rf"\b{name}\[[^\]]*(%\s*cols?\b|\bcol\b)", f.text)


def rows_for_columns(f):
    """len(bias) != len(x), where bias has an element for each column of x."""
    if "ValueError" not in f.message:
        return
    for node in f.all(ast.Compare):
        if len(node.ops) != 1 or not isinstance(node.ops[0],
                                                (ast.NotEq, ast.Eq)):
            continue
        for one, other in ((node.left, node.comparators[0]),
                           (node.comparators[0], node.left)):
            line, matrix = length_of(one), rows_of(other)
            if not isinstance(line, ast.Name) or \
                    not isinstance(matrix, ast.Name) or \
                    dimensions(f, line.id) != 1 or \
                    dimensions(f, matrix.id) != 2 or \
                    not is_by_column(f, line.id):
                continue
            yield node, (
                f"`{shown(other)}` is the number of rows of `{matrix.id}`, and "
                f"`{line.id}` has an element for each column: compare with "
                f"{matrix.id}.shape[1]")


def keeps_strides(f):
    """y = torch.empty_like(x) for a kernel that goes by the strides of x alone:
    y has those of x, too."""
    for node in f.all(ast.Assign):
        call = node.value
        if called(call) != "empty_like" or len(call.args) != 1 or \
                call.keywords or len(node.targets) != 1 or \
                not isinstance(node.targets[0], ast.Name) or \
                not isinstance(call.args[0], ast.Name):
            continue
        y, x, body = node.targets[0].id, call.args[0].id, f.function_of(node)
        calls = {shown(n.func) for n in ast.walk(body or node)
                 if isinstance(n, ast.Call)}
        given = any(x in assigned_names(n) for n in ast.walk(body or node))
        if given or f"{y}.data_ptr" not in calls or \
                f"{x}.stride" not in calls or f"{y}.stride" in calls or \
                f"{x}.contiguous" in calls or f"{x}.is_contiguous" in calls:
            continue
        yield node, (
            f"torch.empty_like keeps the strides of `{x}`: where `{x}` is "
            f"transposed, `{y}` lies column by column as well, and a kernel "
            "that is given no strides of it writes it row by row. Write "
            f"{x}.new_empty({x}.shape), in the fake as well")


def is_size(f, node):
    """x.element_size(), x.itemsize, or a name of one."""
    if isinstance(node, ast.Name):
        values = f.values_of(node.id, node)
        return len(values) == 1 and not isinstance(values[0], ast.Name) and \
            is_size(f, values[0])
    return called(node) == "element_size" or \
        isinstance(node, ast.Attribute) and node.attr == "itemsize"


def strides_in_bytes(f):
    """x.stride(0) * x.element_size() for a kernel whose pointers have a
    type."""
    if "kata_cuda" not in f.text or re.search(r"\bchar\s*\*", f.text):
        return
    for node in f.all(ast.BinOp):
        if not isinstance(node.op, ast.Mult):
            continue
        for stride, size in ((node.left, node.right),
                             (node.right, node.left)):
            if called(stride) == "stride" and is_size(f, size):
                yield node, (
                    f"`{shown(node)}` is a number of bytes. An index of a "
                    "pointer with a type, such as x[i] of a float *, counts "
                    f"elements, and so does stride: pass {shown(stride)} as "
                    "it is")


RULES = [
    (keeps_strides, "sure", ""),
    (strides_in_bytes, "sure", "out-of-bounds,host-pointer,misaligned"),
    (short_bincount, "sure", "wrong-result"),
    (loader_by_place, "sure", "wrong-result"),
    (flag_of_other_input, "sure", "exception"),
    (dropped_loss, "sure", ""),
    (rows_for_columns, "sure", "exception"),
    (same_tensor_appended, "sure", ""),
    (hook_of_each_round, "sure", "wrong-result"),
    (plain_text, "likely", "wrong-result,fact"),
]
