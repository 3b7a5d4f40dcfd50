"""Times a call with Triton's do_bench: python3 dobench.py LIBRARY.so N

LIBRARY as for cold.cu. Prints the median in microseconds: cold cache, for
do_bench overwrites 256 MB before every call.
"""
import ctypes
import sys

import torch
import triton.testing

lib = ctypes.CDLL(sys.argv[1])
n = int(sys.argv[2])
a, b = (torch.randn(n, device="cuda") for _ in range(2))
c = torch.empty_like(a)
args = [ctypes.c_void_p(t.data_ptr()) for t in (a, b, c)] + [ctypes.c_int(n)]


def call():
    lib.entry(*args)


call()
torch.cuda.synchronize()
assert torch.equal(c, a + b)
medians = sorted(
    triton.testing.do_bench(call, warmup=100, rep=300, return_mode="median")
    for _ in range(5)
)
print(f"{medians[2] * 1e3:.3f}")
