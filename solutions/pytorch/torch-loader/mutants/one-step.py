# rejected by: case (judges by the second step alone)
# says: Utilisation is taken from one step. It is the sum of all compute times over the sum of all times: a wait in a later step counts, too.
from torch.utils.data import DataLoader

BATCHES = [16, 32, 64, 128, 256]


def tune(dataset, run, cores):
    def loader(batch, workers, pinned):
        return DataLoader(dataset, batch_size=batch, num_workers=workers,
                          pin_memory=pinned)

    def enough(*settings):
        steps = run(loader(*settings))[1:]
        return steps[0][3] >= 0.9 * sum(steps[0])

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
