"""Builds a learner's Python file that holds CUDA, in the place of a compiler.

    python cuda.py compile FILE TESTS KERNELS TEXTS FUNCTION... -- NVCC...
    python cuda.py link TEXTS PROGRAM -- LINKER...

The CUDA is a string at the top level, SOURCE = r'''...''', or made of several
by +, loops and methods of str: read here, not run. It is written to KERNELS
with #line, so that the compiler and the simulated device name lines of FILE,
and goes through the command NVCC. TEXTS holds what serve.py runs: the text of
FILE and, after a zero byte, that of TESTS ("": none). The program is a library
of the compiled kernels and of the runner, with TEXTS after its end.
Mistakes are told in the form of a compiler.
"""

import ast
import io
import os
import subprocess
import sys
import tokenize

MARK = b"kata-texts"


def told(name, line, words):
    print(f"{name}:{line}:1: error: {words}")
    return 1


def read(path):
    with open(path, "rb") as f:
        return f.read()


# ---- SOURCE, read and never run


class Unknown(Exception):
    """Only running the file would tell the value."""


class Text:
    """A string, with the line of the file that each of its lines is from, and
    the line of a literal of several lines whose escapes make or join some."""

    def __init__(self, text, lines, broken=None):
        self.text, self.lines, self.broken = text, lines, broken

    def __add__(self, other):
        return Text(self.text + other.text, self.lines + other.lines[1:]
                    if self.text and not self.text.endswith("\n")
                    else self.lines[:-1] + other.lines,
                    self.broken or other.broken)

    def changed(self, text):
        """The text after a method of str."""
        more = text.count("\n") + 1
        same = more == len(self.lines)
        return Text(text, self.lines if same else [self.lines[0]] * more,
                    self.broken)


def text_at(text, first, last):
    """Lines of a literal; all are its first one where an escape made some."""
    n = text.count("\n")
    as_written = n == last - first
    return Text(text, [first + as_written * i for i in range(n + 1)],
                None if as_written or first == last else first)


def literal(node, code):
    """Of several literals side by side each has its own lines."""
    segment = ast.get_source_segment(code, node) or ""
    whole, found = Text("", [node.lineno]), False
    try:
        for token in tokenize.generate_tokens(
                io.StringIO(f"({segment})").readline):
            if token.type == tokenize.STRING:
                first = node.lineno + token.start[0] - 1
                last = node.lineno + token.end[0] - 1
                whole += text_at(ast.literal_eval(token.string), first, last)
                found = True
    except (tokenize.TokenError, SyntaxError, ValueError):
        found = False
    if not found or whole.text != node.value:
        return text_at(node.value, node.lineno, node.end_lineno)
    return whole


METHODS = {"replace", "format", "strip", "lstrip", "rstrip", "upper", "lower"}
MOST_STEPS = 10000


class Reader:
    """Follows the statements that make a text: literals, +, loops over a few
    values, methods of str."""

    def __init__(self, code):
        self.code, self.names, self.steps = code, {}, 0

    def value(self, node):
        self.steps += 1
        look = getattr(self, "of_" + type(node).__name__, None)
        if look is None or self.steps > MOST_STEPS:
            raise Unknown
        return look(node)

    def of_Constant(self, node):
        if isinstance(node.value, str):
            return literal(node, self.code)
        return node.value

    def of_Name(self, node):
        if node.id not in self.names:
            raise Unknown
        return self.names[node.id]

    def of_Attribute(self, node):  # torch.float32, as a key
        return Text(ast.unparse(node), [node.lineno])

    def of_Tuple(self, node):
        return [self.value(e) for e in node.elts]

    of_List = of_Tuple

    def of_Dict(self, node):
        if None in node.keys:
            raise Unknown
        return {"keys": [self.value(k) for k in node.keys],
                "values": [self.value(v) for v in node.values]}

    def of_BinOp(self, node):
        left, right = self.value(node.left), self.value(node.right)
        if isinstance(left, Text) and isinstance(right, Text) and \
                isinstance(node.op, ast.Add):
            return left + right
        if isinstance(left, Text) and isinstance(node.op, ast.Mod):
            given = right if isinstance(right, list) else [right]
            return left.changed(left.text % tuple(map(plain, given)))
        raise Unknown

    def of_JoinedStr(self, node):
        whole = Text("", [node.lineno])
        for part in node.values:
            if isinstance(part, ast.Constant):
                whole += text_at(part.value, part.lineno, part.end_lineno)
                continue
            if part.conversion != -1 or part.format_spec:
                raise Unknown
            whole += Text(str(plain(self.value(part.value))), [part.lineno])
        return whole

    def of_ListComp(self, node):
        if len(node.generators) != 1 or node.generators[0].ifs:
            raise Unknown
        made = []
        for one in self.all_of(node.generators[0].iter):
            self.give(node.generators[0].target, one)
            made.append(self.value(node.elt))
        return made

    of_GeneratorExp = of_ListComp

    def of_Call(self, node):
        if not isinstance(node.func, ast.Attribute):
            raise Unknown
        owner, name = self.value(node.func.value), node.func.attr
        if isinstance(owner, dict) and name in ("keys", "values", "items"):
            return owner[name] if name != "items" else \
                [list(i) for i in zip(owner["keys"], owner["values"])]
        given = [self.value(a) for a in node.args]
        if isinstance(owner, Text) and name == "join" and len(given) == 1:
            whole = Text("", [node.lineno])
            for i, part in enumerate(given[0]):
                whole += owner + part if i else part
            return whole
        if not isinstance(owner, Text) or name not in METHODS:
            raise Unknown
        named = {k.arg: plain(self.value(k.value)) for k in node.keywords}
        return owner.changed(
            getattr(owner.text, name)(*map(plain, given), **named))

    def all_of(self, node):
        found = self.value(node)
        if isinstance(found, dict):
            return found["keys"]
        if not isinstance(found, list):
            raise Unknown
        return found

    def give(self, target, value):
        if isinstance(target, ast.Name):
            self.names[target.id] = value
        elif isinstance(target, ast.Tuple) and isinstance(value, list) and \
                len(target.elts) == len(value):
            for one, its in zip(target.elts, value):
                self.give(one, its)
        else:
            raise Unknown

    def follow(self, statement):
        if isinstance(statement, (ast.Assign, ast.AnnAssign)):
            value = self.value(statement.value)
            for target in getattr(statement, "targets", None) or \
                    [statement.target]:
                self.give(target, value)
        elif isinstance(statement, ast.AugAssign):
            self.give(statement.target, self.of_BinOp(ast.BinOp(
                ast.Name(shown_name(statement.target)), statement.op,
                statement.value)))
        elif isinstance(statement, ast.For):
            for one in self.all_of(statement.iter):
                self.give(statement.target, one)
                for inner in statement.body:
                    self.follow(inner)
        elif not isinstance(statement, ast.Expr):
            raise Unknown

    def take(self, statement):
        """Follows it; what it gives is not known where that fails."""
        try:
            self.follow(statement)
        except (Unknown, TypeError, ValueError, KeyError, IndexError,
                AttributeError):
            for n in ast.walk(statement):
                if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store):
                    self.names.pop(n.id, None)


def shown_name(target):
    if not isinstance(target, ast.Name):
        raise Unknown
    return target.id


def plain(value):
    return value.text if isinstance(value, Text) else value


def loads_source(statement):
    return any(isinstance(n, ast.Call) and ast.unparse(n.func).endswith("load")
               and [ast.unparse(a) for a in n.args] == ["SOURCE"]
               for n in ast.walk(statement))


def source_in(tree, code):
    """The first line that gives SOURCE a value, or None, and that value when
    load(SOURCE) is called, or None where only running the file tells it."""
    reader, line = Reader(code), None
    for node in tree.body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef, ast.Import,
                             ast.ImportFrom)):
            continue
        if line and loads_source(node):
            break
        reader.take(node)
        if line is None and any(isinstance(n, ast.Name) and n.id == "SOURCE"
                                and isinstance(n.ctx, ast.Store)
                                for n in ast.walk(node)):
            line = node.lineno
    source = reader.names.get("SOURCE")
    return line, source if isinstance(source, Text) else None


def with_lines(source, path):
    """The text, with a #line wherever the next line is not the next one of the
    file. None goes into a line that goes on in the next."""
    out, next_line, goes_on = [], None, False
    for text, line in zip(source.text.split("\n"), source.lines):
        if line != next_line and not goes_on:
            out.append(f'#line {line} "{path}"')
        next_line, goes_on = line + 1, text.endswith("\\")
        out.append(text)
    return "\n".join(out) + "\n"


def compile_file(path, tests, kernels, texts, entries, command):
    name, text = os.path.basename(path), read(path)
    try:
        tree = ast.parse(text, name)
        compile(tree, name, "exec")
    except (SyntaxError, ValueError) as e:
        line = getattr(e, "lineno", 1) or 1
        return told(name, line, getattr(e, "msg", str(e)))
    names = [n.name for n in tree.body
             if isinstance(n, (ast.FunctionDef, ast.ClassDef))]
    for entry in entries:
        if entry not in names:
            defined = ", ".join(names) or "none"
            return told(name, 1, f"no function '{entry}' at the top level "
                        f"(there is: {defined})")
    line, source = source_in(tree, text.decode("utf-8", "replace"))
    if line is None:
        return told(name, 1, "no string SOURCE at the top level: the CUDA of "
                    "this file is SOURCE = r\"\"\" ... \"\"\"")
    if source is None:
        return told(name, line, "kata cannot read SOURCE. This need not be a "
                    "mistake of yours, it is a limit of kata, which compiles "
                    "the CUDA before it runs the file: write it as one raw "
                    "string, SOURCE = r\"\"\" ... \"\"\"")
    if source.broken:
        return told(name, source.broken, "SOURCE has escapes, such as \\n, "
                    "that make or join lines before the CUDA is compiled: "
                    "write it as a raw string, r\"\"\" ... \"\"\"")
    with open(kernels, "w", encoding="utf-8") as f:
        f.write(with_lines(source, path))
    with open(texts, "wb") as f:
        f.write(text + (b"\0" + read(tests) if tests else b""))
    return subprocess.run(command, check=False).returncode


def link(texts, program, command):
    status = subprocess.run(command, check=False).returncode
    if status:
        return status
    text = read(texts)
    with open(program, "ab") as f:
        f.write(text + len(text).to_bytes(8, "little") + MARK)
    return 0


def main():
    cut = sys.argv.index("--")
    what, *given = sys.argv[1:cut]
    command = sys.argv[cut + 1:]
    if what == "link":
        return link(*given, command)
    path, tests, kernels, texts, *entries = given
    return compile_file(path, tests, kernels, texts, entries, command)


if __name__ == "__main__":
    sys.exit(main())
