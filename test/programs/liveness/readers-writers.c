// SPDX-License-Identifier: Apache-2.0
// A lock that several readers have together, and a writer has alone; a writer and READERS readers want it again and
// again. It has a door with tickets: who has come first passes first, and a writer keeps the door until it has written.
//
// Everybody passes the door in turn, and those who are inside go, so all get in.
// check: holds: --weak-fairness --ltl '[] (writer == WANTS -> <> writer == INSIDE)'
// check: holds: --weak-fairness --ltl '[] (reader[0] == WANTS -> <> reader[0] == INSIDE)'
// Not if one that is inside may stay there for ever.
// check: violated liveness: --ltl '[] (writer == WANTS -> <> writer == INSIDE)'
// check: holds: --ltl '[] !(writer == INSIDE && (reader[0] == INSIDE || reader[1] == INSIDE))'
// Two readers can.
// check: violated liveness: --ltl '[] !(reader[0] == INSIDE && reader[1] == INSIDE)'
// Readers first: they come and go, and there is always one inside when the writer looks.
// check: violated liveness: -DREADERS_FIRST --strong-fairness --ltl '[] (writer == WANTS -> <> writer == INSIDE)'
// A reader tries again only if another thread has got in; so somebody gets in.
// check: holds: -DREADERS_FIRST --weak-fairness --ltl '[]<> (reader[0] == INSIDE || reader[1] == INSIDE || writer == INSIDE)'
// A writer first: no reader passes while one waits, so it gets in; but it wants to again before a reader has looked.
// check: holds: -DWRITER_FIRST --weak-fairness --ltl '[] (writer == WANTS -> <> writer == INSIDE)'
// check: violated liveness: -DWRITER_FIRST --strong-fairness --ltl '[] (reader[0] == WANTS -> <> reader[0] == INSIDE)'
// check: holds: -DWRITER_FIRST --ltl '[] !(writer == INSIDE && (reader[0] == INSIDE || reader[1] == INSIDE))'
// The same, of all threads, without a formula.
// check: holds under weak fairness: --property starvation
// check: violated liveness: -DREADERS_FIRST --strong-fairness --property starvation
// check: violated liveness: -DWRITER_FIRST --strong-fairness --property starvation
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#ifndef READERS
#define READERS 2
#endif

enum { OUT, WANTS, INSIDE };

static atomic_int reader[READERS], writer;

#if defined READERS_FIRST || defined WRITER_FIRST

static atomic_int inside; // so many readers; -1 is the writer
static atomic_bool writer_waits;

static void lock_reader(void) {
    for (;;) {
        int now = inside;
#ifdef WRITER_FIRST
        if (writer_waits)
            continue;
#endif
        if (now >= 0 && atomic_compare_exchange_strong(&inside, &now, now + 1))
            return;
    }
}

static void unlock_reader(void) {
    atomic_fetch_sub(&inside, 1);
}

static void lock_writer(void) {
    int nobody = 0;
    writer_waits = true;
    while (!atomic_compare_exchange_strong(&inside, &nobody, -1))
        nobody = 0;
    writer_waits = false;
}

static void unlock_writer(void) {
    inside = 0;
}

#else

enum { TICKET = 256 / 4 }; // a byte wraps around after four of them

static atomic_uchar next, serving;
static atomic_int inside;

static void wait_at_door(void) {
    unsigned char mine = atomic_fetch_add(&next, TICKET);
    while (serving != mine)
        ;
}

static void leave_door(void) {
    atomic_fetch_add(&serving, TICKET);
}

static void lock_reader(void) {
    wait_at_door();
    atomic_fetch_add(&inside, 1);
    leave_door();
}

static void unlock_reader(void) {
    atomic_fetch_sub(&inside, 1);
}

static void lock_writer(void) {
    wait_at_door();
    while (inside)
        ;
}

static void unlock_writer(void) {
    leave_door();
}

#endif

static void *reads(void *arg) {
    int me = *(const int *)arg;
    for (;;) {
        reader[me] = WANTS;
        lock_reader();
        reader[me] = INSIDE;
        reader[me] = OUT;
        unlock_reader();
    }
    return NULL;
}

static void writes(void) {
    for (;;) {
        writer = WANTS;
        lock_writer();
        writer = INSIDE;
        writer = OUT;
        unlock_writer();
    }
}

int main(void) {
    int id[READERS];
    pthread_t thread;
    for (int i = 0; i < READERS; i++) {
        id[i] = i;
        pthread_create(&thread, NULL, reads, &id[i]);
    }
    writes();
    return 0;
}
