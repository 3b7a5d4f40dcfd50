// rejected by: unwritten (returns at once and hopes that nobody looks)
void vector_add(const float *, const float *, float *, int) {}
