import torch


# TODO: one run of each, not checked, and nothing but its time.
def bench(variants, shapes, make, work, device, rounds):
    rows = []
    for shape in shapes:
        x = make(shape)
        for v in variants:
            start = device.now()
            v.run(x)
            rows.append((v.name, shape, True, device.now() - start, 0.0, 0.0,
                         0.0, 0))
    return rows


# TODO
def table(rows):
    return "\n".join(str(row) for row in rows)
