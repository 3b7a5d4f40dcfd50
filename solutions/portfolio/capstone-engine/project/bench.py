"""python3 bench.py measure > results/raw.csv     needs a GPU, PyTorch, and make gpu
python3 bench.py table < results/raw.csv       medians and rates
"""
import statistics
import subprocess
import sys
import time

COUNTS, PROMPT, ROUNDS = (32, 128, 224), 16, 9
VOCAB, DIM, HEADS, HIDDEN, LENGTH = 64, 32, 4, 128, 256


def baseline():
    """The same model in eager PyTorch, with a cache."""
    import torch
    if not torch.cuda.is_available():
        sys.exit("no GPU here: nothing is measured")
    draw = lambda *shape: torch.randn(shape, device="cuda") * 0.2
    table, places = draw(VOCAB, DIM), draw(LENGTH, DIM)
    qkv, mix, up, down = draw(DIM, 3 * DIM), draw(DIM, DIM), draw(DIM, HIDDEN), draw(HIDDEN, DIM)
    cache = torch.zeros(2, HEADS, LENGTH, DIM // HEADS, device="cuda")
    attend = torch.nn.functional.scaled_dot_product_attention

    def step(token, pos):
        x = table[token] + places[pos]
        q, k, v = (x @ qkv).view(3, HEADS, 1, -1)
        cache[0, :, pos], cache[1, :, pos] = k[:, 0], v[:, 0]
        a = attend(q[None], cache[:1, :, :pos + 1], cache[1:, :, :pos + 1])
        x = x + a.reshape(-1) @ mix
        x = x + torch.relu(x @ up) @ down
        return (table @ x).argmax()

    @torch.inference_mode()
    def us_of(count):
        torch.cuda.synchronize()
        begin = time.perf_counter()
        for pos in range(PROMPT):
            token = step(7, pos)
        for pos in range(PROMPT, PROMPT + count - 1):
            token = step(token, pos)
        torch.cuda.synchronize()
        return (time.perf_counter() - begin) * 1e6
    return torch, us_of


def measure():
    torch, us_of = baseline()
    print("# device:", torch.cuda.get_device_name())
    print("# torch:", torch.__version__)
    print("variant,prompt,count,round,first_us,total_us")
    us_of(max(COUNTS))
    for count in COUNTS:
        for i in range(1, ROUNDS + 1):  # in turn
            print(f"torch,{PROMPT},{count},{i},{us_of(1):.1f},{us_of(count):.1f}")
            said = subprocess.run(["./engine_gpu", "bench", str(count), "1"], check=True,
                                  capture_output=True, text=True).stdout.split()
            print(f"engine,{PROMPT},{count},{i},{said[0]},{said[1]}", flush=True)


def table():
    times = {}
    for line in sys.stdin:
        if line.startswith(("torch,", "engine,")):
            variant, _, count, _, first, total = line.strip().split(",")
            times.setdefault((int(count), variant), []).append((float(first), float(total)))
    print("tokens  variant  first us  tokens/s")
    for (count, variant), t in times.items():
        first, total = (statistics.median(column) for column in zip(*t))
        print(f"{count:6}  {variant:>7}  {first:8.1f}  {(count - 1) / (total - first) * 1e6:8.0f}")


{"measure": measure, "table": table}[sys.argv[1]]()
