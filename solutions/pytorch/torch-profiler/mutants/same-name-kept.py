# rejected by: case (a call inside a call of the same name is not taken off)
# says: A call that is made by a call of the same name is not taken off, so its time counts twice. The name does not matter: take each call off its direct caller.
from torch.profiler import ProfilerActivity, profile


def record(model, batches, skip):
    for batch in batches[:skip]:
        model(batch)
    with profile(activities=[ProfilerActivity.CPU]) as prof:
        for batch in batches[skip:]:
            model(batch)
    return [(e.name, e.time_range.start, e.time_range.end)
            for e in prof.events()]


def largest(events, n):
    total, calls, opened = {}, {}, []
    # A parent starts before its children: sorted by start, it is on the stack.
    for name, start, end in sorted(events, key=lambda e: (e[1], -e[2])):
        while opened and opened[-1][1] <= start:
            opened.pop()
        if opened and opened[-1][0] != name:
            # What a call lasts is not its caller's own time.
            total[opened[-1][0]] -= end - start
        total[name] = total.get(name, 0) + end - start
        calls[name] = calls.get(name, 0) + 1
        opened.append((name, end))
    rows = sorted((-us, name) for name, us in total.items())
    return [(name, calls[name], -us) for us, name in rows[:n]]
