// rejected by: crash (throws an exception past whoever judges)
void vector_add(const float *, const float *, float *, int) {
    throw "PASS";
}
