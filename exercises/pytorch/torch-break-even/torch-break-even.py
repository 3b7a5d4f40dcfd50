import math


# TODO: one run each, on data that is there already, and without waiting.
def step_times(model, inputs, device, repeats):
    cpu, gpu = [], []
    for x in inputs:
        start = device.now()
        model.on_cpu(x)
        cpu.append(device.now() - start)
        there = device.copy_in(x)
        start = device.now()
        model.on_gpu(there)
        gpu.append(device.now() - start)
    return cpu, gpu


# TODO
def price(batches, us):
    return us[0], 0.0


# TODO
def break_even(batches, cpu, gpu):
    return math.inf


# TODO: this is the whole batch at once, whatever the part.
def rate(fixed, each, batch, part):
    return batch / (fixed + each * batch) * 1e6


# TODO: both marks are at the left edge.
def chart(batches, cpu, gpu, width):
    return ["x" + " " * (width - 1) for _ in batches]
