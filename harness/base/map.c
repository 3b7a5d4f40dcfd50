// A string map: slots in order of insertion, and a hash table of their
// positions.
//
//   index  [ -1 | 2 | -1 | 0 | 1 | -1 | -1 | -1 ]      open addressing
//                 |        |   |
//   at     [ "a", "b", "c" ]                           never reordered
#include "base/map.h"
#include "base/heap.h"

#include <string.h>

// FNV-1a: short keys, and nobody chooses them to hurt us.
static uint64_t hash_key(const char *key, size_t n) {
    uint64_t h = 0xcbf29ce484222325;
    for (size_t i = 0; i < n; i++)
        h = (h ^ (unsigned char)key[i]) * 0x100000001b3;
    return h ^ h >> 32;
}

static bool same_key(const char *key, const char *other, size_t n) {
    return strncmp(key, other, n) == 0 && key[n] == '\0';
}

// Returns where in the index the key is, or the free place where it belongs.
static int index_place(const Map *m, const char *key, size_t n) {
    unsigned mask = (unsigned)m->nindex - 1;
    unsigned i = (unsigned)hash_key(key, n) & mask;
    while (m->index[i] >= 0 && !same_key(m->at[m->index[i]].key, key, n))
        i = (i + 1) & mask;
    return (int)i;
}

static void grow_index(Map *m) {
    m->nindex = m->nindex ? m->nindex * 2 : 16;
    m->index = heap_grow(m->index, (size_t)m->nindex, sizeof *m->index);
    memset(m->index, -1, (size_t)m->nindex * sizeof *m->index);
    for (int i = 0; i < m->n; i++) {
        const char *key = m->at[i].key;
        m->index[index_place(m, key, strlen(key))] = i;
    }
}

void *map_findn(const Map *m, const char *key, size_t n) {
    if (m->n == 0) return NULL;
    int i = m->index[index_place(m, key, n)];
    return i < 0 ? NULL : m->at[i].value;
}

void *map_find(const Map *m, const char *key) {
    return map_findn(m, key, strlen(key));
}

void map_setn(Map *m, const char *key, size_t n, void *value) {
    // At most three quarters full, so that a search always ends.
    if (4 * (m->n + 1) > 3 * m->nindex) grow_index(m);

    int place = index_place(m, key, n);
    if (m->index[place] >= 0) {
        m->at[m->index[place]].value = value;
        return;
    }
    if (m->n == m->cap) {
        m->cap = m->cap ? m->cap * 2 : 8;
        m->at = heap_grow(m->at, (size_t)m->cap, sizeof *m->at);
    }
    char *copy = heap_new(n + 1, 1);
    if (n) memcpy(copy, key, n);
    m->at[m->n] = (MapSlot){copy, value};
    m->index[place] = m->n++;
}

void map_set(Map *m, const char *key, void *value) {
    map_setn(m, key, strlen(key), value);
}

void map_free(Map *m) {
    for (int i = 0; i < m->n; i++)
        heap_free(m->at[i].key);
    heap_free(m->at);
    heap_free(m->index);
    *m = (Map){0};
}
