// SPDX-License-Identifier: Apache-2.0
// Barriers inside glibc's pthread_barrier_t.
#include "sync.h"

#include <pthread.h>

// Each round has its own, so that a thread that leaves late does not see the next round.
struct round {
    int is_over;
    int has_serial; // someone got PTHREAD_BARRIER_SERIAL_THREAD
};

struct barrier {
    struct rt_sync sync;
    int count;
    int arrived;
    struct round *round; // NULL while arrived == 0
};
_Static_assert(sizeof(struct barrier) <= sizeof(pthread_barrier_t), "barrier must fit");

static struct barrier *check(pthread_barrier_t *barrier) {
    struct barrier *b = (struct barrier *)barrier;
    rt_sync_check_alive(&b->sync, "use of a destroyed barrier");
    if (b->count == 0)
        rt_misuse("use of a barrier that was never initialised");
    return b;
}

static int be_serial(struct round *r) {
    if (r->has_serial)
        return 0;
    r->has_serial = 1;
    return PTHREAD_BARRIER_SERIAL_THREAD;
}

// SOUND: any thread can be the serial one: the last to arrive, or the first of the others to leave;
// between leaving and what it does next, everybody else may run.
MODEL int pthread_barrier_wait(pthread_barrier_t *barrier) {
    __heddle_mask();
    struct barrier *b = check(barrier);
    struct round *r = b->round;
    b->arrived++;
    if (b->arrived < b->count) {
        if (!r)
            r = b->round = __heddle_alloc(sizeof *r, HEDDLE_ALLOC_ZERO | HEDDLE_ALLOC_INTERNAL);
        rt_block(&r->is_over, 1, HEDDLE_WAIT_BARRIER, b, NULL);
        return be_serial(r);
    }
    b->arrived = 0;
    b->round = NULL;
    if (!r)
        return PTHREAD_BARRIER_SERIAL_THREAD;
    r->is_over = 1;
    return __heddle_choose(2) == 0 ? be_serial(r) : 0;
}

// ---- attributes ---------------------------------------------------------------------------------

enum { ATTR_DESTROYED = 1 << 14 };

static int *check_attr(const pthread_barrierattr_t *attr) {
    int *shared = (int *)(uintptr_t)attr;
    rt_initialised(*shared, "use of barrier attributes that were never initialised");
    if (*shared == ATTR_DESTROYED)
        rt_misuse("use of destroyed barrier attributes");
    if (*shared != PTHREAD_PROCESS_PRIVATE && *shared != PTHREAD_PROCESS_SHARED)
        rt_misuse("use of something that is not initialised barrier attributes");
    return shared;
}

MODEL int pthread_barrierattr_init(pthread_barrierattr_t *attr) {
    *(int *)attr = PTHREAD_PROCESS_PRIVATE;
    return 0;
}

MODEL int pthread_barrierattr_destroy(pthread_barrierattr_t *attr) {
    *check_attr(attr) = ATTR_DESTROYED;
    return 0;
}

MODEL int pthread_barrierattr_setpshared(pthread_barrierattr_t *attr, int shared) {
    if (shared != PTHREAD_PROCESS_PRIVATE && shared != PTHREAD_PROCESS_SHARED)
        return EINVAL;
    *check_attr(attr) = shared;
    return 0;
}

MODEL int pthread_barrierattr_getpshared(const pthread_barrierattr_t *restrict attr,
                                         int *restrict shared) {
    *shared = *check_attr(attr);
    return 0;
}

// ---- creation -----------------------------------------------------------------------------------

static NOINLINE void init(struct barrier *b, int count) {
    __heddle_mask();
    *b = (struct barrier){.count = count};
}

MODEL int pthread_barrier_init(pthread_barrier_t *restrict barrier,
                               const pthread_barrierattr_t *restrict attr, unsigned count) {
    if (attr)
        check_attr(attr);
    if (count == 0 || count > INT_MAX)
        return EINVAL;
    init((struct barrier *)barrier, (int)count);
    __heddle_wrote(barrier, sizeof(struct barrier));
    return 0;
}

MODEL int pthread_barrier_destroy(pthread_barrier_t *barrier) {
    __heddle_mask();
    struct barrier *b = check(barrier);
    if (b->arrived)
        rt_misuse("destroy of a barrier that a thread waits at");
    b->sync.is_destroyed = 1;
    return 0;
}
