# rejected by: case file triton_kernels/softmax.py: not-passed (the TODO of the scaffold)
printf "# TODO: the operation, on the whole row at once.\n" >triton_kernels/softmax.py
