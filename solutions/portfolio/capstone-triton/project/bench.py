"""python3 bench.py measure > results/raw.csv     times, in us; needs a GPU
python3 bench.py table < results/raw.csv       medians and ratios
python3 bench.py plot < results/raw.csv        the same as bars, in SVG
"""
import statistics
import sys

SHAPES = [(524288, 64), (65536, 256), (16384, 1024), (4096, 4096)]
ROUNDS = 9


def measure():
    import torch
    import triton
    from add_norm import add_norm
    if not torch.cuda.is_available():
        sys.exit("no GPU here: nothing is measured")
    norm = torch.nn.functional.layer_norm
    print("# device:", torch.cuda.get_device_name())
    print("# torch:", torch.__version__)
    print("# triton:", triton.__version__)
    print("# command: python3 bench.py measure")
    print("shape,variant,round,us")
    for rows, cols in SHAPES:
        x, y = torch.randn(2, rows, cols, device="cuda")
        gain, bias = torch.randn(2, cols, device="cuda")
        variants = {"torch": lambda: norm(x + y, (cols,), gain, bias, 1e-5),
                    "triton": lambda: add_norm(x, y, gain, bias)}
        assert torch.allclose(variants["torch"](), variants["triton"](), 1e-3, 1e-3)
        for round in range(ROUNDS + 1):  # round 0 warms up
            for name, run in variants.items():
                begin, end = (torch.cuda.Event(enable_timing=True) for _ in "be")
                torch.cuda.synchronize()
                begin.record()
                run()
                end.record()
                torch.cuda.synchronize()
                if round:
                    print(f"{rows}x{cols},{name},{round},{begin.elapsed_time(end) * 1e3:.1f}")


def medians():
    times = {}
    for line in sys.stdin:
        if line[0].isdigit():
            shape, name, _, us = line.strip().split(",")
            times.setdefault(shape, {}).setdefault(name, []).append(float(us))
    return {s: {n: statistics.median(t) for n, t in v.items()} for s, v in times.items()}


def table():
    print(f"{'shape':>12} {'torch us':>9} {'triton us':>9} {'ratio':>6}")
    for shape, m in medians().items():
        print(f"{shape:>12} {m['torch']:9.1f} {m['triton']:9.1f} {m['torch'] / m['triton']:6.2f}")


def plot():
    print('<svg xmlns="http://www.w3.org/2000/svg" width="640" height="230" font-size="13">')
    print('<text x="10" y="20">Time of a call in us: torch (grey), triton (blue)</text>')
    found = medians()
    most, y = max(max(m.values()) for m in found.values()), 35
    for shape, m in found.items():
        print(f'<text x="10" y="{y + 20}">{shape}</text>')
        for name, colour in (("torch", "#999"), ("triton", "#36c")):
            wide = 420 * m[name] / most
            print(f'<rect x="110" y="{y}" width="{wide:.1f}" height="16" fill="{colour}"/>')
            print(f'<text x="{wide + 116:.1f}" y="{y + 13}">{m[name]:.1f}</text>')
            y += 18
        y += 12
    print("</svg>")


{"measure": measure, "table": table, "plot": plot}[sys.argv[1]]()
