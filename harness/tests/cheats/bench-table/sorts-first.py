# rejected by: case (elements at other places count as right)
import torch


def timed(v, x, device):
    device.synchronize()
    start = device.now()
    v.run(x)
    device.synchronize()
    return device.now() - start


def memory(v, x, device):
    device.synchronize()
    before = device.allocated()
    device.reset_peak()
    v.run(x)
    device.synchronize()
    return device.peak() - before


def bench(variants, shapes, make, work, device, rounds):
    rows = []
    for shape in shapes:
        x = make(shape)
        results = [v.run(x) for v in variants]
        right = [torch.allclose(y.sort()[0], results[0].sort()[0], rtol=1e-3)
                 for y in results]
        good = [v for v, ok in zip(variants, right) if ok]
        used = {v.name: memory(v, x, device) for v in good}
        times = {v.name: [] for v in good}
        # Each round takes all of them: what disturbs the device disturbs all.
        for _ in range(rounds):
            for v in good:
                times[v.name].append(timed(v, x, device))
        moved, flops = work(shape)
        for v in variants:
            if v.name not in times:
                rows.append((v.name, shape, False, 0.0, 0.0, 0.0, 0.0, 0))
                continue
            us = torch.tensor(times[v.name], dtype=torch.float64)
            low, mid, high = (us.quantile(q).item() for q in (0.25, 0.5, 0.75))
            rows.append((v.name, shape, True, mid, (high - low) / mid * 100,
                         moved / mid / 1e3, flops / mid / 1e3, used[v.name]))
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
