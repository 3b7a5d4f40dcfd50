import re


# TODO: this reads which kernels there are, not which are launched.
def read(code):
    return [(name, [], 0, 0) for name in re.findall(r"def (triton_\w+)", code)]


# TODO
def traffic(code):
    return 0
