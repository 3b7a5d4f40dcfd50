# rejected by: case (the negative results stay: ReLU never reaches out)
# says: Negative numbers are left in out. torch.relu(out) and out.relu() make a new tensor and leave out as it is; is the result used, or did you mean the operator in place?
import torch


def run(frames, shift, scale, w, out):
    n, rows, cols = frames.shape
    h = frames - shift
    # h is ours, so it may change in place; frames is the caller's.
    h *= scale
    # One product for all frames, written where the results go.
    torch.mm(h.view(n * rows, cols), w, out=out.view(n * rows, -1))
    torch.relu(out)
    return out.sum((1, 2))
