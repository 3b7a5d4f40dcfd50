# rejected by: case (looks for the workers without pinned memory)
# says: The workers are looked for without pinned memory. Pin while you look for the workers and for the batch, and ask about pinning last.
from torch.utils.data import DataLoader

BATCHES = [16, 32, 64, 128, 256]


def tune(dataset, run, cores):
    def loader(batch, workers, pinned):
        return DataLoader(dataset, batch_size=batch, num_workers=workers,
                          pin_memory=pinned)

    def enough(*settings):
        steps = run(loader(*settings))[1:]
        return sum(s[3] for s in steps) >= 0.9 * sum(map(sum, steps))

    low, high = 0, cores
    while low < high:
        middle = (low + high) // 2
        if enough(256, middle, False):
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
