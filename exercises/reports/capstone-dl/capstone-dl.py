# A training step with a part as it was, compiled by PyTorch, and with yours in its place.
#
#   python3 capstone-dl.py bench > bench.txt        times, in us
#   python3 capstone-dl.py profile > profile.txt    what torch.profiler counts in one step
import statistics
import sys
import time

import torch
from torch import nn
from torch.nn import functional as F

DEVICE = "cuda" if torch.cuda.is_available() else "cpu"
DIM, LAYERS, LENGTH = 128, 2, 32
BATCHES, ROUNDS = (1, 4, 16), 9

# ---- yours: the model, its part, and what takes the part's place


def part_old(x, gain):
    d = x - x.mean(-1, keepdim=True)
    return d / torch.sqrt((d * d).mean(-1, keepdim=True) + 1e-5) * gain


def part_new(x, gain):  # TODO: your operator, in Triton or in CUDA
    return F.layer_norm(x, (x.shape[-1],), gain, None, 1e-5)


PARTS = 2 * LAYERS  # how often a step calls it


class Model(nn.Module):
    def __init__(self, part):
        super().__init__()
        self.part = part
        self.gains = nn.ParameterList(torch.ones(DIM) for _ in range(PARTS))
        self.up = nn.ModuleList(nn.Linear(DIM, 4 * DIM) for _ in range(LAYERS))
        self.down = nn.ModuleList(nn.Linear(4 * DIM, DIM) for _ in range(LAYERS))

    def forward(self, x):
        for i in range(LAYERS):
            y = self.part(x, self.gains[2 * i])
            y = F.scaled_dot_product_attention(y, y, y, is_causal=True)
            x = x + y
            x = x + self.down[i](F.gelu(self.up[i](self.part(x, self.gains[2 * i + 1]))))
        return x


def shape_of_part(batch):
    return batch, LENGTH, DIM


# ---- the measurement


def synchronize():
    if DEVICE == "cuda":
        torch.cuda.synchronize()


def timed(f):
    synchronize()
    start = time.perf_counter()
    f()
    synchronize()
    return (time.perf_counter() - start) * 1e6


def step_of(part, compiled=False):
    torch.manual_seed(1)
    model = Model(part).to(DEVICE)
    run = torch.compile(model) if compiled else model
    optimizer = torch.optim.SGD(model.parameters(), lr=1e-3)

    def step(host):
        x = host.to(DEVICE, non_blocking=True)
        loss = run(x).square().mean()
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        optimizer.step()
        return loss
    return step


# The part alone, forward and backward, as often as a step calls it.
def alone(part, batch):
    x = torch.randn(shape_of_part(batch), device=DEVICE, requires_grad=True)
    gain = torch.ones(DIM, device=DEVICE, requires_grad=True)
    gy = torch.randn(shape_of_part(batch), device=DEVICE)

    def run():
        for _ in range(PARTS):
            part(x, gain).backward(gy)
    return run


def name_of_device():
    if DEVICE == "cuda":
        return torch.cuda.get_device_name()
    for line in open("/proc/cpuinfo"):
        if line.startswith("model name"):
            return line.split(":")[1].strip() + f" (processor)"
    return "processor"


def bench():
    print("# one training step, by batch size; medians in us, and the least and the most of `mine`")
    print(f"# device: {name_of_device()}")
    print(f"# repetitions: {ROUNDS}")
    print("# batch  part_old  part_new     eager  compiled      mine     least      most")
    old, new = step_of(part_old), step_of(part_new)
    fast = step_of(part_old, compiled=True)
    for batch in BATCHES:
        x = torch.randn(batch, LENGTH, DIM)
        first, second, third = (s(x).item() for s in (old, fast, new))
        assert max(abs(second - first), abs(third - first)) < 1e-3 * abs(first), "not the same loss"
        runs = [alone(part_old, batch), alone(part_new, batch), lambda: old(x), lambda: fast(x),
                lambda: new(x)]
        times = []
        for _ in range(ROUNDS + 1):  # one after the other, in each round
            times.append([timed(f) for f in runs])
        columns = list(zip(*times[1:]))  # the first round warms up
        medians = "".join(f"{statistics.median(c):10.1f}" for c in columns)
        print(f"{batch:7}{medians}{min(columns[-1]):10.1f}{max(columns[-1]):10.1f}")


def profile():
    from torch.profiler import ProfilerActivity
    kinds = [ProfilerActivity.CPU] + [ProfilerActivity.CUDA] * (DEVICE == "cuda")
    print("# one step with the largest batch, by torch.profiler: 1 as it was, 2 with mine")
    print(f"# device: {name_of_device()}")
    print("# version  operators  launches  copies  copy_us")
    x = torch.randn(BATCHES[-1], LENGTH, DIM)
    for version, part in enumerate((part_old, part_new), 1):
        step = step_of(part)
        step(x)
        with torch.profiler.profile(activities=kinds) as seen:
            step(x)
            synchronize()
        events = seen.key_averages()

        def count(word):
            return sum(e.count for e in events if e.key.startswith(word))
        copy = sum(getattr(e, "device_time_total", 0) for e in events if e.key.startswith("Memcpy"))
        print(f"{version:9}{count('aten::'):11}{count('cudaLaunch'):10}{count('Memcpy'):8}{copy:9.1f}")


{"bench": bench, "profile": profile}[sys.argv[1] if len(sys.argv) > 1 else "bench"]()
