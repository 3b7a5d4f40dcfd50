"""A learner's Python file as a tree, with what the rules of mistakes.py ask it:
who contains what, which values a name was given, where a kernel is."""

import ast

MOST_SHOWN = 60  # characters of an expression that a sentence quotes


def shown(node):
    """The expression as text, short enough for a sentence."""
    text = ast.unparse(node)
    return text if len(text) <= MOST_SHOWN else text[:MOST_SHOWN - 3] + "..."


def names_in(node):
    return {n.id for n in ast.walk(node) if isinstance(n, ast.Name)}


def called(node):
    """The last name of what is called: "max" of tl.max(x); or None."""
    if not isinstance(node, ast.Call):
        return None
    return getattr(node.func, "attr", getattr(node.func, "id", None))


def is_call_of(node, name):
    """A call by the bare name, or as a function of a module."""
    return called(node) == name and (
        isinstance(node.func, ast.Name)
        or isinstance(node.func.value, ast.Name)
        and node.func.value.id in ("np", "numpy", "numba", "nb", "tl", "math"))


def assigned_names(node):
    """The names that this statement gives a value to."""
    targets = []
    if isinstance(node, ast.Assign):
        targets = node.targets
    elif isinstance(node, (ast.AugAssign, ast.AnnAssign, ast.For)):
        targets = [node.target]
    return {n.id for t in targets for n in ast.walk(t)
            if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}


class File:
    def __init__(self, text, kind, line="0", error="", message=""):
        self.text, self.kind = text, kind
        self.line, self.kind_of_error = int(line), error
        self.message = message or error
        self.tree = ast.parse(text)
        self.lines = text.splitlines()
        self.parent = {}
        for node in ast.walk(self.tree):
            for child in ast.iter_child_nodes(node):
                self.parent[child] = node
        self.has_arrays = self.uses("numpy") or self.uses("torch")

    def all(self, kind):
        return [n for n in ast.walk(self.tree) if isinstance(n, kind)]

    def uses(self, module):
        return any(isinstance(n, ast.Import)
                   and any(a.name.split(".")[0] == module for a in n.names)
                   or isinstance(n, ast.ImportFrom)
                   and (n.module or "").split(".")[0] == module
                   for n in self.tree.body)

    def library(self, node):
        """The module that has isnan and where for such a file."""
        if self.in_kernel(node):
            return "tl"
        for module, name in (("numpy", "np"), ("torch", "torch")):
            for n in self.tree.body:
                if isinstance(n, ast.Import):
                    for a in n.names:
                        if a.name == module:
                            return a.asname or a.name
        return "math"

    def function_of(self, node):
        """The function that holds the node, or None."""
        while node is not None and not isinstance(node, ast.FunctionDef):
            node = self.parent.get(node)
        return node

    def in_kernel(self, node):
        function = self.function_of(node)
        return self.kind == "triton" and function is not None and any(
            "jit" in ast.unparse(d) for d in function.decorator_list)

    def kernels(self):
        return [n for n in self.all(ast.FunctionDef) if self.in_kernel(n)]

    def values_of(self, name, scope):
        """What the name is given in the function of the scope."""
        body = self.function_of(scope) or self.tree
        return [n.value for n in ast.walk(body)
                if isinstance(n, ast.Assign)
                and any(isinstance(t, ast.Name) and t.id == name
                        for t in n.targets)]

    def after(self, node, body):
        """The statements of a function that come after this one."""
        return sorted((n for n in ast.walk(body) if isinstance(n, ast.stmt)
                       and n is not body and n.lineno > node.lineno),
                      key=lambda n: n.lineno)

    def at_line(self):
        """What begins in, or goes over, the line of the error."""
        return [n for n in ast.walk(self.tree)
                if getattr(n, "lineno", 0) <= self.line
                <= getattr(n, "end_lineno", 0)
                and not isinstance(n, ast.FunctionDef)]

    def has_brackets(self, node):
        """The expression stands in brackets of its own."""
        before = self.lines[node.lineno - 1].encode()[:node.col_offset]
        after = self.lines[node.end_lineno - 1].encode()[node.end_col_offset:]
        return before.rstrip().endswith(b"(") and \
            after.lstrip().startswith(b")")
