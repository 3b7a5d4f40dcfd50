# rejected by: trap wrong-result (records one call, and shows it again and again)
from torch.profiler import ProfilerActivity, profile


def record(model, batches, skip):
    for batch in batches[:skip]:
        model(batch)
    with profile(activities=[ProfilerActivity.CPU]) as prof:
        model(batches[skip])
    for batch in batches[skip + 1:]:
        model(batch)
    return [(e.name, e.time_range.start + k * 1e6, e.time_range.end + k * 1e6)
            for k in range(len(batches) - skip) for e in prof.events()]


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
