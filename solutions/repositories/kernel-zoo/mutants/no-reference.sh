# rejected by: case file *reference.c: missing (no CPU reference)
rm primitives/transpose/reference.c
