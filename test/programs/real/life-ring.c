// SPDX-License-Identifier: Apache-2.0
// expect: holds
// options: --property race
// no-none: too many states
// A game of life on a small ring of cells. Each worker computes the next generation of its part of the ring; a
// barrier stands before the generations are exchanged, and another one after it.
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CELLS = 4, WORKERS = 2, PART = CELLS / WORKERS, GENERATIONS = 2 };

typedef struct {
    bool cells[2][CELLS];
    bool *now, *next;
    int generation;
    pthread_barrier_t computed, exchanged;
} World;

typedef struct {
    World *world;
    int first; // of PART cells
    pthread_t thread;
} Worker;

// A cell lives on if exactly one of its neighbours lives.
static bool is_alive_next(const bool *now, int cell) {
    bool left = now[(cell + CELLS - 1) % CELLS];
    bool right = now[(cell + 1) % CELLS];
    return left != right;
}

static void world_init(World *world, const char *picture) {
    memset(world, 0, sizeof *world);
    world->now = world->cells[0];
    world->next = world->cells[1];
    for (int i = 0; i < CELLS; i++)
        world->now[i] = picture[i] == '#';
    if (pthread_barrier_init(&world->computed, NULL, WORKERS) != 0 ||
        pthread_barrier_init(&world->exchanged, NULL, WORKERS) != 0)
        abort();
}

static void world_done(World *world) {
    pthread_barrier_destroy(&world->computed);
    pthread_barrier_destroy(&world->exchanged);
}

static void exchange(World *world) {
    bool *t = world->now;
    world->now = world->next;
    world->next = t;
    world->generation++;
}

static void *work(void *arg) {
    Worker *worker = arg;
    World *world = worker->world;
    for (int g = 0; g < GENERATIONS; g++) {
        for (int i = 0; i < PART; i++)
            world->next[worker->first + i] = is_alive_next(world->now, worker->first + i);
        // All cells are computed; one worker exchanges, and nobody goes on before it has.
        if (pthread_barrier_wait(&world->computed) == PTHREAD_BARRIER_SERIAL_THREAD)
            exchange(world);
        pthread_barrier_wait(&world->exchanged);
    }
    return NULL;
}

static void simulate(World *world) {
    Worker workers[WORKERS];
    for (int i = 0; i < WORKERS; i++) {
        workers[i].world = world;
        workers[i].first = i * PART;
        if (pthread_create(&workers[i].thread, NULL, work, &workers[i]) != 0) {
            fprintf(stderr, "cannot start worker %d\n", i);
            exit(EXIT_FAILURE);
        }
    }
    for (int i = 0; i < WORKERS; i++)
        pthread_join(workers[i].thread, NULL);
}

// The same without threads.
static void expected(const char *picture, char *result) {
    bool now[CELLS], next[CELLS];
    for (int i = 0; i < CELLS; i++)
        now[i] = picture[i] == '#';
    for (int g = 0; g < GENERATIONS; g++) {
        for (int i = 0; i < CELLS; i++)
            next[i] = is_alive_next(now, i);
        memcpy(now, next, sizeof now);
    }
    for (int i = 0; i < CELLS; i++)
        result[i] = now[i] ? '#' : '.';
    result[CELLS] = '\0';
}

static World world;

int main(void) {
    static const char picture[] = "##.#";
    char result[CELLS + 1];
    world_init(&world, picture);
    simulate(&world);
    expected(picture, result);
    assert(world.generation == GENERATIONS);
    for (int i = 0; i < CELLS; i++)
        assert(world.now[i] == (result[i] == '#'));
    world_done(&world);
    return 0;
}
