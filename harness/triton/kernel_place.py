"""What Triton's compiler knows of the place in a kernel that it refuses: what
each expression there is. advice.py makes sentences of it.
"""

import ast
import re


class Known:
    """What is known of the value of an expression in a kernel."""

    def __init__(self, scalar=None, shape=(), block=None, constant=None,
                 is_constant=False):
        self.scalar, self.shape = scalar, tuple(shape)
        self.block = block  # the tile that a block pointer is of
        self.constant, self.is_constant = constant, is_constant

    @property
    def is_pointer(self):
        return bool(self.scalar) and self.scalar.is_ptr()

    @property
    def is_float(self):
        if self.is_constant:
            return isinstance(self.constant, float)
        return bool(self.scalar) and self.scalar.is_floating()

    @property
    def is_number(self):
        return bool(self.scalar) and not self.is_pointer

    def name(self):
        """The type of one element: fp32."""
        return str(self.scalar)


def extents(shape):
    return [int(getattr(extent, "value", extent)) for extent in shape]


def known_of(value):
    """A Known of what Triton has computed for an expression, or None."""
    import triton.language as tl

    if isinstance(value, tl.constexpr):
        return Known(constant=value.value, is_constant=True)
    if isinstance(value, (int, float)):
        return Known(constant=value, is_constant=True)
    if not isinstance(value, tl.tensor):
        return None
    ty = value.type
    if ty.is_ptr() and ty.element_ty.is_block():
        return Known(ty.element_ty.element_ty, (),
                     extents(ty.element_ty.shape))
    return Known(ty.scalar, extents(ty.shape) if ty.is_block() else ())


# ---- looking on while Triton compiles


def watch(note_line=None):
    """Has Triton's compiler leave with each expression what it is, and with an
    error the variables and the line. Two mistakes that would end in pages of
    compiler code, or in no word at all, are refused where they are made.
    note_line is called with a file and a line before each statement."""
    from triton.compiler import code_generator
    from triton.language.semantic import TritonSemantic

    original = code_generator.CodeGenerator.visit

    def refuse(self, node, why):
        error = code_generator.CompilationError(self.jit_fn.src, node, why)
        raise error

    def visit(self, node):
        if node is None:
            return original(self, node)
        if note_line and isinstance(node, ast.stmt) and hasattr(node, "lineno"):
            note_line(self.file_name, self.begin_line + node.lineno)
        if isinstance(node, (ast.While, ast.IfExp)):
            node.test._kata_condition = type(node).__name__
        returns = isinstance(node, ast.Return) and node.value is not None
        if returns and self.is_kernel and not (
                isinstance(node.value, ast.Constant) and
                node.value.value is None):
            refuse(self, node, "a kernel returns no value")
        try:
            value = original(self, node)
        except code_generator.CompilationError as error:
            if not hasattr(error, "_kata_scope"):
                error._kata_scope = dict(self.lscope)
                error._kata_function = self.jit_fn
                # Triton's own functions have lines that say nothing.
                error._kata_place = (self.file_name, self.begin_line)
            raise
        known = known_of(value)
        if known:
            node._kata = known
        condition = getattr(node, "_kata_condition", None)
        if condition and known and size_of(known) > 1:
            refuse(self, node, "Boolean value of Tensor with more than one "
                   "value is ambiguous")
        return value

    code_generator.CodeGenerator.visit = visit

    checks = TritonSemantic.binary_op_type_checking_impl

    def checked(self, left, right, *args, **options):
        for value in (left, right):
            known = known_of(value)
            if known and known.block:
                raise TypeError("a block pointer takes part in no arithmetic")
        return checks(self, left, right, *args, **options)

    TritonSemantic.binary_op_type_checking_impl = checked


# ---- words


def size_of(known):
    n = 1
    for extent in known.shape:
        n *= extent
    return n


def shown(node, most=48):
    """The code of an expression; None if it is long."""
    text = ast.unparse(node)
    return text if len(text) <= most else None


def named(node, otherwise):
    text = shown(node)
    return f"`{text}`" if text else otherwise


def by(shape):
    return " x ".join(str(extent) for extent in shape)


def tile(known):
    if known.is_constant:
        return f"the number {known.constant}"
    what = "addresses" if known.is_pointer else known.name()
    if not known.shape:
        return "one address" if known.is_pointer else f"one {known.name()}"
    return f"a tile of {by(known.shape)} {what}"


def of(node):
    return getattr(node, "_kata", None)


def called(node):
    """The last part of the name of a function that is called: "arange"."""
    if not isinstance(node, ast.Call):
        return ""
    func = node.func
    return getattr(func, "attr", getattr(func, "id", ""))


def argument(node, at, name):
    if not isinstance(node, ast.Call):
        return None
    for keyword in node.keywords:
        if keyword.arg == name:
            return keyword.value
    plain = [a for a in node.args if not isinstance(a, ast.Starred)]
    return plain[at] if at < len(plain) else None


def names_in(node):
    return [n.id for n in ast.walk(node) if isinstance(n, ast.Name)]


def kernel_of(where):
    """The syntax tree of the function in which it went wrong, or None."""
    try:
        return ast.parse(where.function.src).body[0]
    except (AttributeError, SyntaxError, IndexError):
        return None


def parameters(where):
    tree = kernel_of(where)
    return [a.arg for a in tree.args.args] if tree else []


def power_of_two_from(n):
    power = 1
    while power < n:
        power *= 2
    return power


class Where:
    def __init__(self, node, scope, function, line):
        self.node, self.scope, self.function = node, scope, function
        self.line = line

    def value(self, name):
        return known_of(self.scope.get(name))


# ---- errors


def unquoted(text):
    """The words of repr(AttributeError("...")), as Triton quotes what it has
    caught, of whatever class that is."""
    m = re.fullmatch(r"\w+\((['\"])(.*)\1,?\)", text.strip(), re.DOTALL)
    if not m:
        return text
    return m[2].replace("\\n", "\n").replace("\\" + m[1], m[1])


def words_of(error):
    """What the innermost of the errors in a chain says."""
    from triton import CompilationError

    text = str(error)
    silent = False
    while error is not None:
        if isinstance(error, CompilationError):
            silent = not error.error_message
            if error.error_message:
                text = unquoted(error.error_message)
            elif type(error).__name__ == "CompileTimeAssertionFailure":
                return "static_assert: the condition is false"
        elif str(error):
            text, silent = str(error), False
        error = error.__cause__
    if silent:
        return "Triton's compiler refuses this without a message"
    return text


def place_in_kernel(error, is_own):
    """The innermost place in a kernel of a file of the learner's: a Where and
    the column, or None."""
    found = None
    while error is not None:
        place = getattr(error, "_kata_place", None)
        node = getattr(error, "node", None)
        if place and is_own(place[0]) and hasattr(node, "lineno"):
            where = Where(node, error._kata_scope, error._kata_function,
                          place[1] + node.lineno)
            found = where, node.col_offset + 1
        error = error.__cause__
    return found
