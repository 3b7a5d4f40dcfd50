"""Draws roofline.svg: kernels that compute under a roof, and the others by GB/s.

    python3 roofline.py [--peak 4800] [--tflops 67]    of the device

Without --peak the slanted part of the roof is the best bandwidth seen, and
without --tflops there is no level part.
"""
import argparse
import math
from pathlib import Path

from results import rows

WIDTH, HEIGHT, ROW, LEFT, RIGHT = 640, 300, 22, 220, 90


def points():
    """Yields name, GB/s, and FLOP/byte with GFLOP/s where a kernel computes."""
    for row in rows():
        if not row["us"] or not row["bytes"]:
            continue
        flops = row["flops"] or 0
        yield {
            "name": f"{row['exercise']}, {row['device']}",
            "gbs": row["bytes"] / row["us"] / 1e3,
            "intensity": flops / row["bytes"],
            "gflops": flops / row["us"] / 1e3,
        }


def axis(low, high, size, start):
    """Maps a value to a place on a logarithmic axis."""
    low, high = math.log10(low), math.log10(high)
    return lambda v: start + (math.log10(v) - low) / (high - low) * size


def draw_roof(found, peak, tflops):
    """One point for each kernel that computes, under peak GB/s and tflops."""
    xs = [p["intensity"] for p in found]
    left, right = min(xs) / 4, max(xs) * 4
    roof = min(peak * right, tflops * 1e3) if tflops else peak * right
    top = max([roof] + [p["gflops"] for p in found])
    bottom = min([peak * left] + [p["gflops"] for p in found]) / 2
    x = axis(left, right, WIDTH - 120, 60)
    y = axis(bottom, top * 2, 30 - (HEIGHT - 40), HEIGHT - 40)
    ridge = min(right, tflops * 1e3 / peak) if tflops else right
    out = []
    if ridge > left:
        out.append(f'<path d="M{x(left):.1f} {y(peak * left):.1f} L{x(ridge):.1f} {y(peak * ridge):.1f}" stroke="black"/>')
    if tflops:
        out.append(f'<path d="M{x(max(ridge, left)):.1f} {y(tflops * 1e3):.1f} H{x(right):.1f}" stroke="black"/>')
    for p in found:
        out.append(f'<circle cx="{x(p["intensity"]):.1f}" cy="{y(p["gflops"]):.1f}" r="4" fill="steelblue"/>')
        aside, anchor = (-7, "end") if x(p["intensity"]) > WIDTH / 2 else (7, "start")
        out.append(f'<text x="{x(p["intensity"]) + aside:.1f}" y="{y(p["gflops"]) + 4:.1f}" text-anchor="{anchor}">{p["name"]}</text>')
    out.append(f'<text x="60" y="{HEIGHT - 12}">from {left:.3g} to {right:.3g} FLOP/byte, GFLOP/s upwards, both logarithmic</text>')
    return out


def draw_bars(found, peak, top):
    """One bar for each kernel that only moves data."""
    scale = (WIDTH - LEFT - RIGHT) / peak
    out = []
    for i, p in enumerate(found):
        y = top + ROW * (i + 1)
        out.append(f'<text x="{LEFT - 8}" y="{y}" text-anchor="end">{p["name"]}</text>')
        out.append(f'<rect x="{LEFT}" y="{y - 11}" width="{p["gbs"] * scale:.1f}" height="14" fill="steelblue"/>')
        out.append(f'<text x="{LEFT + p["gbs"] * scale + 6:.1f}" y="{y}">{p["gbs"]:.0f} GB/s</text>')
    x = LEFT + peak * scale
    out.append(f'<path d="M{x:.1f} {top} V{top + ROW * (len(found) + 1)}" stroke="black"/>')
    return out


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--peak", type=float)
    parser.add_argument("--tflops", type=float)
    args = parser.parse_args()
    found = sorted(points(), key=lambda p: -p["gbs"])
    if not found:
        print("no kernel with a time yet: kata zoo")
        return
    computing = [p for p in found if p["gflops"] > 0]
    moving = [p for p in found if p["gflops"] == 0]
    peak = args.peak or found[0]["gbs"]
    lines = draw_roof(computing, peak, args.tflops) if computing else []
    top = HEIGHT if computing else 0
    if moving:
        lines += draw_bars(moving, peak, top)
    height = top + ROW * (len(moving) + 2 if moving else 0)
    path = Path(__file__).with_name("roofline.svg")
    path.write_text("\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" font-size="12">',
        *lines, "</svg>", ""]))
    print(f"{path.name}: {len(found)} kernels, {len(computing)} of them under the roof")


if __name__ == "__main__":
    main()
