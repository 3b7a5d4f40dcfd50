"""Time: do_bench, perf_report and torch.cuda.Event by the modelled clock."""

import torch
import triton
import triton.language as tl


@triton.jit
def copy(x, out, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out + at, tl.load(x + at, mask=at < n), mask=at < n)


def run(n):
    x = torch.randn(n, device="cuda")
    out = torch.empty_like(x)
    return lambda: copy[(triton.cdiv(n, 1024),)](x, out, n, BLOCK=1024)


small = triton.testing.do_bench(run(1 << 10))
large, low, high = triton.testing.do_bench(run(1 << 22),
                                           quantiles=[0.5, 0.2, 0.8])
assert 0 < 2 * small < large == low == high < 1
start, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
start.record()
run(1 << 22)()
end.record()
torch.cuda.synchronize()
assert 0.5 * large < start.elapsed_time(end) < 2 * large


@triton.testing.perf_report(triton.testing.Benchmark(
    x_names=["n"], x_vals=[1 << 10, 1 << 12], line_arg="how", line_vals=["a"],
    line_names=["copy"], ylabel="ms", plot_name="copies", args={}))
def table(n, how):
    return triton.testing.do_bench(run(n))


table.run(print_data=True)
