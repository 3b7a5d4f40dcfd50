# rejected by: trap exception | case (reads times and results from the variants' attributes)
import torch


def bench(variants, shapes, make, work, device, rounds):
    rows = []
    for shape in shapes:
        x = make(shape)
        moved, flops = work(shape)
        for v in variants:
            first, cycle = v._calls, len(v._jitter)
            if not v._right:
                v._calls = (first + 1) % cycle
                rows.append((v.name, shape, False, 0.0, 0.0, 0.0, 0.0, 0))
                continue
            v._calls = (first + 2 + rounds) % cycle
            us = torch.tensor([5 + (v._us + len(x) / 100) * (1 + v._jitter[(first + 2 + r) % cycle] / 100)
                               * (1 if r < rounds // 2 else 1.5) for r in range(rounds)], dtype=torch.float64)
            low, mid, high = (us.quantile(q).item() for q in (0.25, 0.5, 0.75))
            rows.append((v.name, shape, True, mid, (high - low) / mid * 100, moved / mid / 1e3,
                         flops / mid / 1e3, v._used + 4 * len(x)))
    return rows


def table(rows):
    lines = [("shape", "variant", "us", "+-%", "GB/s", "GFLOP/s", "KiB")]
    # The wrong ones, which have no time, come last.
    for name, shape, right, us, spread, gbs, gflops, used in sorted(
            rows, key=lambda row: (row[1], not row[2], row[3])):
        cells = [f"{us:.1f}", f"{spread:.1f}", f"{gbs:.1f}", f"{gflops:.1f}",
                 f"{used / 1024:.0f}"] if right else ["wrong"] + ["-"] * 4
        lines.append((str(shape), name, *cells))
    widths = [max(len(line[i]) for line in lines) for i in range(7)]
    return "\n".join("  ".join(cell.rjust(w) for cell, w in zip(line, widths))
                     for line in lines)
