// A string map: open addressing, keys copied, insertion order kept.
#ifndef BASE_MAP_H
#define BASE_MAP_H

#include "base/base.h"

typedef struct MapSlot {
    char *key; // owned by the map
    void *value;
} MapSlot;

typedef struct Map {
    MapSlot *at; // in order of insertion
    int n, cap;
    int *index; // hash table of positions in `at`, -1 is free
    int nindex; // a power of two
} Map;          // zero is a valid, empty map

// Returns the value, or NULL if there is none.
void *map_find(const Map *m, const char *key);
void *map_findn(const Map *m, const char *key, size_t n);
// Adds, or replaces the value.
void map_set(Map *m, const char *key, void *value);
void map_setn(Map *m, const char *key, size_t n, void *value);
void map_free(Map *m);

#endif
