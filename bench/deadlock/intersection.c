// SPDX-License-Identifier: Apache-2.0
// N lorries turn left at a road intersection, which has four cells. Each drives through three of them, in the order of
// its direction, and is so long that it frees none of them before it is out. When every one has entered its first
// cells, none gets on. With -DFIXED a driver reserves all cells before entering, in the order of their numbers.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

#ifndef N
#define N 3
#endif

typedef enum Cell { NORTH_WEST, NORTH_EAST, SOUTH_WEST, SOUTH_EAST, CELLS } Cell;

enum { DIRECTIONS = 4, CELLS_ON_WAY = 3 };

// The way of a lorry that comes from the south, east, north and west and turns left.
static const Cell way[DIRECTIONS][CELLS_ON_WAY] = {
    {SOUTH_EAST, NORTH_EAST, NORTH_WEST},
    {NORTH_EAST, NORTH_WEST, SOUTH_WEST},
    {NORTH_WEST, SOUTH_WEST, SOUTH_EAST},
    {SOUTH_WEST, SOUTH_EAST, NORTH_EAST},
};

static pthread_mutex_t cell_lock[CELLS];
static int on_cell[CELLS]; // how many lorries stand there
static int passed[DIRECTIONS];
static pthread_mutex_t count_lock = PTHREAD_MUTEX_INITIALIZER;

static void enter(Cell cell) {
    on_cell[cell]++;
    assert(on_cell[cell] == 1); // no accident
}

static void leave(Cell cell) {
    on_cell[cell]--;
    pthread_mutex_unlock(&cell_lock[cell]);
}

#ifdef FIXED
static void cross(const Cell *cells) {
    for (int cell = 0; cell < CELLS; cell++)
        for (int i = 0; i < CELLS_ON_WAY; i++)
            if ((int)cells[i] == cell)
                pthread_mutex_lock(&cell_lock[cell]);
    for (int i = 0; i < CELLS_ON_WAY; i++)
        enter(cells[i]);
    for (int i = 0; i < CELLS_ON_WAY; i++)
        leave(cells[i]);
}
#else
static void cross(const Cell *cells) {
    for (int i = 0; i < CELLS_ON_WAY; i++) {
        pthread_mutex_lock(&cell_lock[cells[i]]);
        enter(cells[i]);
    }
    for (int i = 0; i < CELLS_ON_WAY; i++)
        leave(cells[i]);
}
#endif

static void *drive(void *arg) {
    int direction = *(const int *)arg;
    cross(way[direction]);
    pthread_mutex_lock(&count_lock);
    passed[direction]++;
    pthread_mutex_unlock(&count_lock);
    return NULL;
}

int main(void) {
    pthread_t lorry[N];
    int direction[N], total = 0;
    for (int i = 0; i < CELLS; i++)
        pthread_mutex_init(&cell_lock[i], NULL);
    for (int i = 0; i < N; i++) {
        direction[i] = i % DIRECTIONS;
        pthread_create(&lorry[i], NULL, drive, &direction[i]);
    }
    for (int i = 0; i < N; i++)
        pthread_join(lorry[i], NULL);
    for (int i = 0; i < DIRECTIONS; i++)
        total += passed[i];
    assert(total == N);
    printf("%d lorries passed\n", total);
    return 0;
}
