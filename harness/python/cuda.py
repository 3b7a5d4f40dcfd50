"""Builds a learner's Python file that holds CUDA, in the place of a compiler.

    python cuda.py compile FILE TESTS KERNELS TEXTS FUNCTION... -- NVCC...
    python cuda.py link TEXTS PROGRAM -- LINKER...

The CUDA is a string at the top level, SOURCE = r'''...'''. It is written to
KERNELS with a #line, so that the compiler and the simulated device name lines
of FILE, and goes through the command NVCC. TEXTS holds what serve.py runs: the
text of FILE and, after a zero byte, that of TESTS ("": none). The program is a
library of the compiled kernels and of the runner, with TEXTS after its end.
Mistakes are told in the form of a compiler.
"""

import ast
import os
import subprocess
import sys

MARK = b"kata-texts"


def told(name, line, words):
    print(f"{name}:{line}:1: error: {words}")
    return 1


def read(path):
    with open(path, "rb") as f:
        return f.read()


def source_in(tree):
    """The value of SOURCE, as a node; None: there is no such string."""
    for node in tree.body:
        names = [t.id for t in getattr(node, "targets", ())
                 if isinstance(t, ast.Name)]
        if names == ["SOURCE"] and isinstance(node.value, ast.Constant) and \
                isinstance(node.value.value, str):
            return node.value
    return None


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
    source = source_in(tree)
    if source is None:
        return told(name, 1, "no string SOURCE at the top level: the CUDA of "
                    "this file is SOURCE = r\"\"\" ... \"\"\"")
    lines = source.end_lineno - source.lineno
    if source.value.count("\n") != lines:
        return told(name, source.lineno, "SOURCE has escapes that make or "
                    "join lines: write it as a raw string, r\"\"\" ... \"\"\"")
    with open(kernels, "w", encoding="utf-8") as f:
        f.write(f'#line {source.lineno} "{path}"\n{source.value}\n')
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
