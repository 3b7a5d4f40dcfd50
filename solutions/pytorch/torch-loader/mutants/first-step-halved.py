# rejected by: case (the first step waits for workers that start)
# says: The first step counts, in which the workers start. Leave it out of every sum.
from torch.utils.data import DataLoader

BATCHES = [16, 32, 64, 128, 256]


def tune(dataset, run, cores):
    def loader(batch, workers, pinned):
        return DataLoader(dataset, batch_size=batch, num_workers=workers,
                          pin_memory=pinned)

    def enough(*settings):
        steps = run(loader(*settings))
        return sum(s[3] for s in steps) >= 0.9 * sum(map(sum, steps))

    low, high = 0, cores
    while low < high:
        middle = (low + high) // 2
        if enough(256, middle, True):
            high = middle
        else:
            low = middle + 1
    workers = low
    batch = 256
    for b in BATCHES[:-1]:
        if enough(b, workers, True):
            batch = b
            break
    pinned = not enough(batch, workers, False)
    return loader(batch, workers, pinned)
