// SPDX-License-Identifier: Apache-2.0
// Threads that look things up in tables. With -DTABLES the tables have 1 MiB, without it a few bytes; the contents
// repeat, so that the values, and with them the states, are the same.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 8
#endif

#define FOUR 1, 2, 3, 4
#define ROW FOUR, FOUR, FOUR, FOUR, FOUR, FOUR, FOUR, FOUR
#define BLOCK ROW, ROW, ROW, ROW, ROW, ROW, ROW, ROW
#define PAGE BLOCK, BLOCK, BLOCK, BLOCK, BLOCK, BLOCK, BLOCK, BLOCK
#define BOOK PAGE, PAGE, PAGE, PAGE, PAGE, PAGE, PAGE, PAGE
#define SHELF BOOK, BOOK, BOOK, BOOK, BOOK, BOOK, BOOK, BOOK

enum { PERIOD = 4 };

#ifdef TABLES
static int written_out[] = {SHELF}; // 512 KiB by a static initialiser
static int computed[128 * 1024];    // 512 KiB by a loop in main
#else
static int written_out[] = {FOUR};
static int computed[PERIOD];
#endif

enum { ENTRIES = sizeof written_out / sizeof *written_out };

_Static_assert(sizeof written_out == sizeof computed, "two halves");

static atomic_int position, total;

static void *look_up(void *unused) {
    for (int i = 0; i < N; i++) {
        int at = atomic_fetch_add(&position, 1);
        int value = written_out[at % ENTRIES] + computed[(at * 5 + i) % ENTRIES];
        atomic_fetch_add(&total, value);
    }
    return unused;
}

int main(void) {
    for (int i = 0; i < ENTRIES; i++)
        computed[i] = i % PERIOD;
    pthread_t a, b, c;
    pthread_create(&a, NULL, look_up, NULL);
    pthread_create(&b, NULL, look_up, NULL);
    pthread_create(&c, NULL, look_up, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_join(c, NULL);
    assert(position == 3 * N && total > 0);
    return 0;
}
