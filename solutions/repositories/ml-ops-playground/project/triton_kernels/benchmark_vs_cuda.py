"""One table: Triton, the CUDA extension, torch eager, torch.compile."""
# TODO: the same shapes and the same clock for all four; medians with spread.
