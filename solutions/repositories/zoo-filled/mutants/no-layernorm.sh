# rejected by: case file ml_ops/layernorm/*.cu: missing (the folder holds a text and no kernel)
rm ml_ops/layernorm/*.cu
