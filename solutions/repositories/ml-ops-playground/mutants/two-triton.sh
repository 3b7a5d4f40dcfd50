# rejected by: case file triton_kernels/*.py: missing (one file is gone)
rm triton_kernels/softmax.py
