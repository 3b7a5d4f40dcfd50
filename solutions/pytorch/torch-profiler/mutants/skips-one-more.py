# rejected by: trap wrong-result | case (one batch more than skip is left out of the recording)
from torch.profiler import ProfilerActivity, profile


def record(model, batches, skip):
    for batch in batches[:skip + 1]:
        model(batch)
    with profile(activities=[ProfilerActivity.CPU]) as prof:
        for batch in batches[skip + 1:]:
            model(batch)
    return [(e.name, e.time_range.start, e.time_range.end)
            for e in prof.events()]


def largest(events, n):
    total, calls, opened = {}, {}, []
    # A parent starts before its children: sorted by start, it is on the stack.
    for name, start, end in sorted(events, key=lambda e: (e[1], -e[2])):
        while opened and opened[-1][1] <= start:
            opened.pop()
        if opened:
            # What a call lasts is not its caller's own time.
            total[opened[-1][0]] -= end - start
        total[name] = total.get(name, 0) + end - start
        calls[name] = calls.get(name, 0) + 1
        opened.append((name, end))
    rows = sorted((-us, name) for name, us in total.items())
    return [(name, calls[name], -us) for us, name in rows[:n]]
