# rejected by: case SEED=1: no-number (the tolerance is applied and nobody can read it)
sed -i 's/\\ntolerance %.3g\\n", worst, limit/\\n", worst/' properties.c
