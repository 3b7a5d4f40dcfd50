"""Reads a learner's file as Python does, and copies it if it can be compiled.

    python check.py FILE TESTS COPY FUNCTION...

TESTS is the file of the hidden tests, or "": the copy then holds both texts,
with a zero byte between. Nothing of them is run: that happens in the sandbox
(serve.py). What is wrong is told in the form of a compiler:
FILE:LINE:COLUMN: error: WORDS.
"""

import ast
import os
import sys


def read(path):
    """The bytes, without the mark that some editors begin a file with."""
    with open(path, "rb") as f:
        return f.read().removeprefix(b"\xef\xbb\xbf")


def parse(path):
    """The text and its tree; None where it is no Python, which is told."""
    text, name = read(path), os.path.basename(path)
    try:
        tree = ast.parse(text, name)
        compile(tree, name, "exec")
    except (SyntaxError, ValueError) as e:
        line, column = getattr(e, "lineno", 1), getattr(e, "offset", 1)
        words = getattr(e, "msg", str(e))
        print(f"{name}:{line or 1}:{column or 1}: error: {words}")
        shown = getattr(e, "text", None)
        if shown:
            print("    " + shown.strip("\n"))
        return text, None
    return text, tree


def door(tree):
    """The first place that reaches for the process's own memory; None: there
    is none. A file with kernels (cuda.py) calls its library by ctypes."""
    doors = ("ctypes", "_ctypes", "numpy.ctypeslib", "ctypeslib", "cffi")
    for n in ast.walk(tree):
        names = []
        if isinstance(n, ast.Import):
            names = [a.name for a in n.names]
        elif isinstance(n, ast.ImportFrom):
            names = [n.module or ""] + [a.name for a in n.names]
        elif isinstance(n, ast.Attribute):
            names = [n.attr]
        elif isinstance(n, ast.Constant) and isinstance(n.value, str):
            names = [n.value]
        if any(name in doors or name.startswith("ctypes.") for name in names):
            return n
    return None


def assigned(tree):
    """The names that assignments define at the top level: of a lambda, say."""
    return [t.id for n in tree.body if isinstance(n, ast.Assign)
            for t in n.targets if isinstance(t, ast.Name)]


def main():
    path, tests, copy, *entries = sys.argv[1:]
    text, tree = parse(path)
    if tree is None:
        return 1
    found = door(tree)
    if found:
        print(f"{os.path.basename(path)}:{found.lineno}:"
              f"{found.col_offset + 1}: error: ctypes reaches kata's own "
              f"memory: compute with the arrays that the function gets")
        return 1
    names = [n.name for n in tree.body
             if isinstance(n, (ast.FunctionDef, ast.ClassDef))]
    others = assigned(tree)
    for entry in entries:
        if entry in names or entry in others:
            continue
        defined = ", ".join(names) or "none"
        print(f"{os.path.basename(path)}:1:1: error: no function '{entry}' at "
              f"the top level (there is: {defined})")
        return 1
    if tests:
        more, tree = parse(tests)
        if tree is None:
            return 1
        text += b"\0" + more
    with open(copy, "wb") as f:
        f.write(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
