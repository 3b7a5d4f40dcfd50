"""Rules of mistakes.py on functions of NumPy and PyTorch: an argument that is
missing, or that stands in another one's place; and on rules of
torch.autograd.Function."""

import ast

from mistakes_text import called, shown


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


RULES = [
    (short_bincount, "sure", "wrong-result"),
    (loader_by_place, "sure", "wrong-result"),
    (flag_of_other_input, "sure", "exception"),
]
