# rejected by: case (records the warm-up, and cuts off as many events as a call should have)
from torch.profiler import ProfilerActivity, profile


def record(model, batches, skip):
    with profile(activities=[ProfilerActivity.CPU]) as prof:
        for batch in batches:
            model(batch)
    events = sorted((e.time_range.start, -e.time_range.end, e.name)
                    for e in prof.events())
    events = events[len(events) * skip // len(batches):]
    return [(name, start, -end) for start, end, name in events]


def largest(events, n):
    total, calls, opened = {}, {}, []
    # A parent starts before its children: sorted by start, it is on the stack.
    for name, start, end in sorted(events, key=lambda e: (e[1], -e[2])):
        while opened and opened[-1][1] <= start:
            opened.pop()
        if opened:
            # The time of a call is not its caller's own.
            total[opened[-1][0]] -= end - start
        total[name] = total.get(name, 0) + end - start
        calls[name] = calls.get(name, 0) + 1
        opened.append((name, end))
    rows = sorted((-us, name) for name, us in total.items())
    return [(name, calls[name], -us) for us, name in rows[:n]]
