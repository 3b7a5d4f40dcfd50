"""The input, the clock and the protocol that the workers in Python share."""
import sys

import torch


def serve(softmax):
    print(torch.cuda.get_device_name().replace(" ", "-"), flush=True)
    for line in sys.stdin:
        cols, rows = map(int, line.split())
        x = torch.sin(torch.arange(rows * cols, device="cuda", dtype=torch.float32))
        x = x.reshape(rows, cols)
        begin, end = (torch.cuda.Event(enable_timing=True) for _ in "be")
        begin.record()
        y = softmax(x)
        end.record()
        torch.cuda.synchronize()
        weights = torch.arange(cols, device="cuda") % 7
        print((y * weights).sum().item(), begin.elapsed_time(end) * 1e3, flush=True)
