"""Reads a learner's file as Python does, and copies it if it can be compiled.

    python check.py FILE ENTRY COPY

Nothing of it is run: that happens in the sandbox (serve.py). What is wrong is
told in the form of a compiler: FILE:LINE:COLUMN: error: WORDS.
"""

import ast
import os
import sys


def main():
    path, entry, copy = sys.argv[1:]
    name = os.path.basename(path)
    with open(path, "rb") as f:
        text = f.read()
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
        return 1
    names = [n.name for n in tree.body if isinstance(n, ast.FunctionDef)]
    if entry not in names:
        defined = ", ".join(names) or "none"
        print(f"{name}:1:1: error: no function '{entry}' at the top level "
              f"(there is: {defined})")
        return 1
    with open(copy, "wb") as f:
        f.write(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
