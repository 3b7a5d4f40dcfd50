// rejected by: case (leaves y as it is: it is nearly right where a is small)
void saxpy(float, const float *, float *, int) {}
