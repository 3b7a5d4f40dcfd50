// Pages that only code in the runtime may touch, where the processor has
// protection keys: the bytes of device memory, and what is judged, which host
// code may read. A store of host code faults.
#ifndef SIM_SEAL_H
#define SIM_SEAL_H

#include <stdbool.h>
#include <stddef.h>

// Takes the keys. Returns that of device memory, 0 if there is none.
int seal_begin(void);
// The key of what is judged, 0 if there is none. After seal_begin.
int seal_records(void);
// Lets this thread in, as it enters the runtime, and out as it leaves.
void seal_open(bool open);
// In a signal handler, which begins without any right to a page of a key,
// before it reads what is judged.
void seal_let_read(void);
// Whole pages become such as are judged.
void seal_pages(void *p, size_t bytes);
// Memory of that kind for `more` bytes, with what p has; NULL: zeros. For
// arrays that grow rarely: it comes from the system.
void *seal_grow(void *p, size_t bytes, size_t more);

#endif
