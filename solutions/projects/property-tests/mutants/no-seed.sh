# rejected by: case SEED=2: no-number (a failure that nobody can repeat)
sed -i 's/printf("seed %d\\n", seed);//' properties.c
