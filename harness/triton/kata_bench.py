"""triton.testing on a device whose clock is modelled.

The modelled clock says the same every time, so a function runs twice: once to
compile, tune and fill, and once to be timed.
"""

import functools
import math
import sys

import triton.testing


class Bench:
    def __init__(self, device):
        self.device, self.told = device, set()

    def tell(self, text):
        if text not in self.told:
            self.told.add(text)
            print(f"kata: {text}", file=sys.stderr)

    def run(self, fn):
        """Milliseconds of fn's launches, or NaN: it has none."""
        fn()
        ms = self.device.timed(fn)
        return math.nan if ms is None else ms

    def tune(self, fn, quantiles=None, **_):
        """What @triton.autotune asks."""
        ms = self.run(fn)
        return [ms] * (len(quantiles) if quantiles else 1)

    def do_bench(self, fn, warmup=25, rep=100, grad_to_none=None,
                 quantiles=None, return_mode="mean"):
        self.tell("do_bench: times are modelled, those of "
                  f"{self.device.title}; none is measured here")
        ms = self.run(fn)
        if math.isnan(ms):
            self.tell("do_bench: a function that launches no Triton kernel has "
                      "no modelled time: nan")
        for x in grad_to_none or ():
            x.grad = None
        if quantiles is not None:
            return [ms] * len(quantiles) if len(quantiles) > 1 else ms
        return [ms] if return_mode == "all" else ms

    def do_bench_cudagraph(self, fn, rep=20, grad_to_none=None, quantiles=None,
                           return_mode="mean"):
        return self.do_bench(fn, 0, rep, grad_to_none, quantiles, return_mode)


# ---- perf_report without pandas and matplotlib


def number(value):
    return f"{value:.6f}" if isinstance(value, float) else str(value)


def print_table(columns, rows):
    """As pandas prints a table."""
    cells = [["", *columns]] + [[str(i), *map(number, row)]
                                for i, row in enumerate(rows)]
    widths = [max(map(len, column)) for column in zip(*cells)]
    for row in cells:
        print("  ".join(c.rjust(w) for c, w in zip(row, widths)))


def run_mark(mark, bench, print_data, **kwargs):
    columns = [*bench.x_names,
               *(f"{name} ({bench.ylabel})" for name in bench.line_names)]
    kwargs = {k: v for k, v in kwargs.items()
              if k not in ("diff_col", "save_precision")}
    rows = []
    for x in bench.x_vals:
        values = x if isinstance(x, (list, tuple)) else [x] * len(bench.x_names)
        row = list(values)
        for line in bench.line_vals:
            got = mark.fn(**dict(zip(bench.x_names, values)),
                          **{bench.line_arg: line}, **bench.args, **kwargs)
            row.append(got[0] if isinstance(got, (list, tuple)) else got)
        rows.append(row)
    if print_data:
        print(f"{bench.plot_name}:")
        print_table(columns, rows)
    return rows


def have(*modules):
    from importlib.util import find_spec
    return all(find_spec(name) for name in modules)


def install(bench):
    triton.testing.do_bench = bench.do_bench
    triton.testing.do_bench_cudagraph = bench.do_bench_cudagraph
    if have("pandas", "matplotlib"):
        return
    original = triton.testing.Mark._run

    @functools.wraps(original)
    def run(mark, one, save_path, show_plots, print_data, **kwargs):
        return run_mark(mark, one, print_data, **kwargs)

    triton.testing.Mark._run = run
    run_all = triton.testing.Mark.run

    def without_files(mark, show_plots=False, print_data=False, save_path="",
                      return_df=False, **kwargs):
        if save_path or show_plots:
            bench.tell("perf_report: pictures and files need pandas and "
                       "matplotlib, which this Python does not have")
        return run_all(mark, False, print_data, "", return_df, **kwargs)

    triton.testing.Mark.run = without_files
