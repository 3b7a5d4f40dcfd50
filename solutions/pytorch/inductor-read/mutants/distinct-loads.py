# rejected by: case (counts pointers that are loaded, not loads)
# says: `read` counts the pointers that are loaded, or takes `num_load` of the description. A pointer can be loaded twice: count each tl.load in the body.
import re

SIZES = {"fp32": 4, "fp16": 2, "bf16": 2, "i64": 8, "i1": 1}


def kernels_of(code):
    """By name: the operators, the text, the bytes of an element of each pointer."""
    found = {}
    # The comments before a kernel are its own: the last list before its text counts.
    pattern = r"Original ATen: \[([^]]*)\]|^(triton_\w+) = async_compile.*?'''(.*?)'''"
    operators = []
    for match in re.finditer(pattern, code, re.M | re.S):
        if match[2] is None:
            operators = match[1].split(", ")
            continue
        types = re.findall(r"'(\w+)': '\*(\w+)'", match[3])
        found[match[2]] = operators, match[3], {p: SIZES[t] for p, t in types}
    return found


def call_of(code):
    """The body of call(), without comments."""
    body = re.search(r"^( *)def call\(.*?\n(?=\1\S|\S|\Z)", code, re.M | re.S)[0]
    return re.sub(r"#.*", "", body)


def accesses(text, what):
    """The pointer and the index of each load or store."""
    text = re.sub(r"#.*", "", text)
    return re.findall(rf"tl\.{what}\((\w+) \+ \((.*?)\)", text)


def numel(text, name):
    return int(re.search(rf"^ +{name}numel = (\d+)", text, re.M)[1])


def elements(text, index):
    """What an index does not name, it does not walk along."""
    walked = numel(text, "x") if re.search(r"\bx\d", index) else 1
    return walked * (numel(text, "r0_") if re.search(r"\br0_", index) else 1)


def launches(code):
    """What call() starts, in order: (a kernel, None) or (None, a library's)."""
    return re.findall(r"\b(triton_\w+)\.run\(|\b(extern_kernels\.\w+)\(",
                      call_of(code))


def read(code):
    kernels, found = kernels_of(code), []
    for own, library in launches(code):
        if library:
            found.append((library, ["aten." + library.split(".")[1]], 0, 0))
            continue
        operators, text, _ = kernels[own]
        found.append((own, operators, len(set(p for p, _ in accesses(text, "load"))),
                      len(accesses(text, "store"))))
    return found


def traffic(code):
    kernels, total = kernels_of(code), 0
    for own, _ in launches(code):
        if not own:
            continue
        _, text, size = kernels[own]
        for pointer, index in accesses(text, "load") + accesses(text, "store"):
            total += size[pointer] * elements(text, index)
    return total
