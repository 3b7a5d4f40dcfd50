# rejected by: case (only calls that call nothing have a time)
# says: A call that makes other calls counts as 0. It has time of its own: what is left of its duration without that of the direct calls inside.
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
    total, calls = {}, {}
    for name, start, end in events:
        calls[name] = calls.get(name, 0) + 1
        inside = [e for e in events
                  if start <= e[1] and e[2] <= end and e[1:] != (start, end)]
        total[name] = total.get(name, 0) + (0 if inside else end - start)
    rows = sorted((-us, name) for name, us in total.items())
    return [(name, calls[name], -us) for us, name in rows[:n]]
