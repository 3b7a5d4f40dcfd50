"""A sentence for a learner about a file that Triton refuses: which line, why,
and what to write in its place.

Triton's own words stay on the screen. The table has one row for each that a
beginner needs help with: a pattern of Triton's words, and a function of the
match and of what is known of the place. A function that is not sure returns
None, and nothing is said.
"""

import ast
import re

import advice_python as python
import advice_tiles as tiles
from kernel_place import (argument, called, of)

# The words of Triton, and what is said of them. Searched from the top.
TABLE = [
    (r"arange's arguments must be of type tl\.constexpr",
     tiles.arange_constants),
    (r"arange's range must be a power of 2", tiles.arange_power),
    (r"arange's end argument must be greater than", tiles.arange_order),
    (r"arange\(\) missing 1 required positional argument: 'end'",
     tiles.arange_end),
    (r"numel \((\d+)\) exceeds triton maximum tensor numel \((\d+)\)",
     python.too_large),
    (r"Boolean value of Tensor with more than one value",
     tiles.tile_condition),
    (r"simultaneous multiple comparison is not supported", tiles.comparisons),
    (r"Unsupported ptr type .* in `tl\.(?:load|store)`", tiles.no_address),
    (r"invalid operands of type", tiles.operands),
    (r"unexpected type (?:triton\.language\.|pointer)", tiles.operands),
    (r"cannot add pointers together", tiles.two_pointers),
    (r"Cannot make_shape_compatible|Cannot broadcast", tiles.shapes),
    (r"should have M >= (\d+), N >= (\d+) and K >= (\d+)", tiles.dot_smallest),
    (r"must have equal reduction dimensions|are not compatible for matmul",
     tiles.dot_inner),
    (r"must have equal ranks|Both inputs must be either 2D or 3D",
     tiles.dot_ranks),
    (r"accumulator shape is incompatible", tiles.dot_accumulator),
    (r"Both operands must be same dtype", tiles.dot_types),
    (r"'MatMult' object has no attribute", tiles.matmul_operator),
    (r"Shape element (\d+) must have type `constexpr", tiles.shape_constant),
    (r"Shape element (\d+) must be a power of 2", tiles.shape_power),
    (r"'(?:int|constexpr)' object is not iterable", tiles.one_tuple),
    (r"Expected a list of constant integers .* in `block_shape`",
     tiles.block_shape),
    (r"to have the same length", tiles.block_lengths),
    (r"a block pointer takes part in no arithmetic", tiles.block_arithmetic),
    (r"Block element type\((\w+)\) and value element type\((\w+)\)",
     tiles.element_type),
    (r"`mask` and `other` arguments cannot be specified", python.masked_block),
    (r"unsupported AST node type: (Break|Continue)", python.leaves_loop),
    (r"unsupported AST node type: (\w+)", python.unsupported_form),
    (r"^StopIteration\(\)$|nested function definition",
     python.nested_function),
    (r"Cannot have `return` statements inside `while`",
     python.returns_in_loop),
    (r"a kernel returns no value", python.kernel_returns),
    (r"__setitem__ is not supported in triton", python.sets_item),
    (r"Did you forget to add @triton\.jit", python.without_jit),
    (r"unsupported tensor index", python.tile_index),
    (r"'tensor' object has no attribute '(?:stride|size|strides|numel)'|"
     r"'int' object is not callable|list index out of range|"
     r"object of type 'tensor' has no len|'constexpr' object is not callable",
     python.pointer_knows),
    (r"(?:float|int)\(\) argument must be", python.conversion),
    (r"must be real number, not tensor", python.python_function),
    (r"(?:min|max) requires at least 2 values", python.python_reduction),
    (r"(?:^|\s)sum is not defined", python.python_reduction),
    (r"^(?:NameError: )?'?(\w+)'? is not defined", python.undefined),
    (r"'triton\.language' has no attribute '(\w+)'", python.no_attribute),
    (r"'tensor' object has no attribute '__pow__'", python.power),
    (r"'dtype' object has no attribute", python.torch_type),
    (r"Cannot access global variable (\w+) from within",
     python.global_variable),
    (r"Loop-carried variable (\w+) has initial type (.*) but is re-assigned "
     r"to (.*) in loop", python.loop_type),
    (r"Mismatched type for (\w+) between then block \((.*)\) and else block "
     r"\((.*)\)", python.branch_type),
    (r"Ternary expression with dynamic condition", python.ternary_type),
    (r"(Value|Mask|Other) argument cannot be block type if",
     python.one_address),
    (r"Mask must have boolean scalar type", python.mask_type),
    (r"For loop bounds and step must all be ints", python.loop_bounds),
    (r"'(?:List|Tuple|Name)' object has no attribute 'func'",
     python.loop_over),
    (r"unsupported operand type\(s\) for .*'function'",
     python.function_as_value),
    (r"(?:program_id|num_programs)\(\) missing 1 required", python.needs_axis),
    (r"(?:program_id|num_programs) axis must be 0, 1, or 2 but got (.*)",
     python.axis_number),
    (r"invalid axis", python.axis_of_tile),
    (r"(\w+)\(\) got an unexpected keyword argument 'dim'",
     python.keyword_dim),
    (r" is not string", python.device_print),
    (r"Cannot evaluate f-string", python.format_string),
    (r"'(\w+)' is not in list", python.list_method),
    (r"only tuple comprehensions are supported", python.comprehension),
    (r"`other` cannot be provided without `mask`", python.other_needs_mask),
    (r"the value of '\w+' is not known here", python.constant_float),
    (r"static_assert: the condition is false", python.static_assertion),
    (r"without a message", python.no_message),
]


def sentence(text, where):
    """The advice on Triton's words about a place in a kernel, or None."""
    for pattern, say in TABLE:
        m = re.search(pattern, text)
        if not m:
            continue
        try:
            said = say(m, where)
        except (AttributeError, IndexError, TypeError, ValueError):
            said = None
        if said:
            return said
    return None


# ---- mistakes that are found at the launch


def calls_in(tree, name):
    """The first call of a function of this name in a kernel of a file:
    "exp" of np.exp(x)."""
    for kernel in ast.walk(tree):
        if not isinstance(kernel, ast.FunctionDef) or not any(
                "jit" in ast.unparse(d) for d in kernel.decorator_list):
            continue
        for node in ast.walk(kernel):
            if called(node) == name:
                return node
    return None


def used_in(tree, path):
    """The first use of a name with dots, as torch.exp, in a kernel."""
    for kernel in ast.walk(tree):
        if not isinstance(kernel, ast.FunctionDef) or not any(
                "jit" in ast.unparse(d) for d in kernel.decorator_list):
            continue
        for node in ast.walk(kernel):
            if isinstance(node, ast.Attribute) and ast.unparse(node) == path:
                return node
    return None


def of_launch(text, tree):
    """The line and the advice on what Triton says before it compiles, or
    None. The line is None where it is the launch's."""
    m = re.search(r"Unsupported function referenced: <(.*?)>", text)
    if m:
        name = re.sub(r" at 0x.*", "", m[1]).split()[-1].strip("'")
        node = calls_in(tree, name) or calls_in(tree, name.lstrip("_"))
        if node is None:
            return None
        own = [f for f in tree.body if isinstance(f, ast.FunctionDef)
               and f.name == name]
        if own and isinstance(node.func, ast.Name):
            return node.lineno, (
                f"`{name}` is a Python function. Write @triton.jit on the line "
                f"before its def (line {own[0].lineno}), so that a kernel can "
                "call it")
        said = python.foreign_call(node)
        return (node.lineno, said) if said else None
    m = re.match(r"(torch\.[\w.]+): this file is recorded", text)
    if m:
        node = used_in(tree, m[1])
        if node is None:
            return None
        ours = python.triton_function(m[1].split(".")[-1])
        return node.lineno, (
            f"`{m[1]}` is PyTorch's, and a kernel cannot call it"
            + (f": write {ours}(...)" if ours else ""))
    if re.search(r"object of type 'int' has no len", text):
        return None, ("the grid is a tuple, also for one number: "
                      "kernel[(programs,)](...), with a comma")
    if "Cannot call @triton.jit'd outside" in text:
        return None, ("a launch names its grid in square brackets before the "
                      "arguments: kernel[(programs,)](...)")
    if "'function' object is not subscriptable" in text:
        return None, ("a function that is launched with [...] is a kernel: "
                      "write @triton.jit on the line before its def")
    m = re.search(r"missing \d+ required positional arguments?: (.*)", text)
    if m and "the kernel" in text:
        return None, f"the launch gives the kernel no value for {m[1]}"
    return None
