# rejected by: case (each line has a scale of its own)
# says: In `chart` each line has a scale of its own. `least` and `most` are those of all times of both curves, the same for every line.
import math
import statistics


def step_times(model, inputs, device, repeats):
    def timed(step, x):
        step(x)
        times = []
        for _ in range(repeats):
            device.synchronize()
            start = device.now()
            step(x)
            device.synchronize()
            times.append(device.now() - start)
        return statistics.median(times)

    def gpu_step(x):
        device.copy_out(model.on_gpu(device.copy_in(x)))

    cpu, gpu = [], []
    for x in inputs:
        cpu.append(timed(model.on_cpu, x))
        gpu.append(timed(gpu_step, x))
    return cpu, gpu


def price(batches, us):
    n = len(batches)
    mb, mu = sum(batches) / n, sum(us) / n
    each = (sum((b - mb) * (u - mu) for b, u in zip(batches, us))
            / sum((b - mb) ** 2 for b in batches))
    return mu - each * mb, each


def break_even(batches, cpu, gpu):
    if gpu[-1] > cpu[-1]:
        return math.inf
    for i in range(len(batches) - 2, -1, -1):
        if gpu[i] > cpu[i]:
            before, after = gpu[i] - cpu[i], cpu[i + 1] - gpu[i + 1]
            return (batches[i] + (batches[i + 1] - batches[i])
                    * before / (before + after))
    return batches[0]


def rate(fixed, each, batch, part):
    pieces = math.ceil(batch / part)
    return batch / (fixed * pieces + each * batch) * 1e6


def chart(batches, cpu, gpu, width):
    least, most = min(cpu + gpu), max(cpu + gpu)

    def column(us):
        if most == least:
            return 0
        return round((width - 1) * math.log(us / least) / math.log(most / least))

    lines = []
    for c, g in zip(cpu, gpu):
        least, most = min(c, g), max(c, g)
        line = [" "] * width
        line[column(c)] = "c"
        line[column(g)] = "x" if column(c) == column(g) else "g"
        lines.append("".join(line))
    return lines
