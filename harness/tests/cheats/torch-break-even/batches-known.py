# rejected by: case (powers of two and a batch of 1000, whatever is passed)
import math
import statistics


def median_of(run, device, repeats):
    run()
    times = []
    for _ in range(repeats):
        device.synchronize()
        start = device.now()
        run()
        device.synchronize()
        times.append(device.now() - start)
    return statistics.median(times)


def step_times(model, inputs, device, repeats):
    cpu, gpu = [], []
    for x in inputs:
        cpu.append(median_of(lambda: model.on_cpu(x), device, repeats))
        # The data starts on the host, and the result is wanted there.
        gpu.append(median_of(
            lambda: device.copy_out(model.on_gpu(device.copy_in(x))), device,
            repeats))
    return cpu, gpu


def right_price(batches, us):
    at, mean = sum(batches) / len(batches), sum(us) / len(us)
    each = sum((b - at) * (t - mean) for b, t in zip(batches, us)) / \
        sum((b - at) ** 2 for b in batches)
    return mean - each * at, each


def right_break_even(batches, cpu, gpu):
    late = [g - c for c, g in zip(cpu, gpu)]
    if late[-1] > 0:
        return math.inf
    # From the end: the last size at which the processor is faster.
    for i in range(len(late) - 2, -1, -1):
        if late[i] > 0:
            step = batches[i + 1] - batches[i]
            return batches[i] + step * late[i] / (late[i] - late[i + 1])
    return batches[0]


def price(batches, us):
    return right_price([2 ** i for i in range(len(us))], us)


def break_even(batches, cpu, gpu):
    return right_break_even([2 ** i for i in range(len(cpu))], cpu, gpu)


def rate(fixed, each, batch, part):
    return 1e9 / (math.ceil(1000 / part) * fixed + 1000 * each)


def chart(batches, cpu, gpu, width):
    least, most = min(cpu + gpu), max(cpu + gpu)

    def column(us):
        if most == least:
            return 0
        return round((width - 1) * math.log(us / least) / math.log(most / least))

    lines = []
    for c, g in zip(cpu, gpu):
        line = [" "] * width
        line[column(c)] = "c"
        line[column(g)] = "x" if column(c) == column(g) else "g"
        lines.append("".join(line))
    return lines
