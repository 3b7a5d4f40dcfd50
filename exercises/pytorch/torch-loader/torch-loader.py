# A training loop waits for its data. The settings below are those of a tutorial.
#
# TODO: find the settings of this machine. Measure before you choose.
from torch.utils.data import DataLoader

BATCHES = [16, 32, 64, 128, 256]


def tune(dataset, run, cores):
    steps = run(DataLoader(dataset, batch_size=32, num_workers=2))
    wait, copy, launch, compute = steps[0]
    print(f"first step: {wait} us waiting, {copy} us copying, {launch} us "
          f"launching, {compute} us computing")
    return DataLoader(dataset, batch_size=32, num_workers=2)
