"""Types: from each of them to float32 and back."""

import torch
import triton
import triton.language as tl


@triton.jit
def through(x, wide, out, n, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    v = tl.load(x + at, mask=at < n).to(tl.float32)
    tl.store(wide + at, v, mask=at < n)
    tl.store(out + at, v.to(out.dtype.element_ty), mask=at < n)


types = [torch.float16, torch.bfloat16, torch.float32, torch.float64,
         torch.int8, torch.uint8, torch.int16, torch.int32, torch.int64,
         torch.float8_e5m2]
if torch.cuda.get_device_capability() >= (8, 9):
    types.append(torch.float8_e4m3fn)
for dtype in types:
    x = torch.randint(0, 16, (100,), device="cuda").to(dtype)
    wide, out = torch.empty(100, device="cuda"), torch.empty_like(x)
    through[(1,)](x, wide, out, 100, BLOCK=128)
    assert torch.equal(wide, x.float()), dtype
    assert torch.equal(out.float(), x.float()), dtype
