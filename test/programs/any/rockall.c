// SPDX-License-Identifier: Apache-2.0
// expect: holds for any number of threads, but for deadlocks that are no circles of waits for locks
// options: --any-number use
// Rockall, a memory manager with a lock for each bucket, as section 3 of "Parameterized Verification of Multithreaded
// Software Libraries" (Ball, Chaki, Rajamani) describes it: two buckets, of which B1 is the parent of B0, and one chunk
// of memory, which any number of threads allocate and free. No chunk is allocated twice, or freed twice, in succession;
// no function returns with a lock. (test/counting/rockall.bp is the same as a boolean program.)
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <stdbool.h>

// Taken in this order.
static pthread_mutex_t b0_lock = PTHREAD_MUTEX_INITIALIZER;      // protects b0_allocated
static pthread_mutex_t b1_lock = PTHREAD_MUTEX_INITIALIZER;      // protects b1_allocated, b1_subdivided
static pthread_mutex_t newpage_lock = PTHREAD_MUTEX_INITIALIZER; // protects available and find
static pthread_mutex_t find_lock = PTHREAD_MUTEX_INITIALIZER;    // for who looks for the bucket that has a chunk

static bool b0_allocated;     // B0 has given its chunk to the user
static bool b1_allocated;     // B1 has given its chunk to B0 or to the user
static bool b1_subdivided;    // B1 has given its chunk to B0
static bool available = true; // B1 may give the chunk away; otherwise B0 may
static bool find = true;      // B1 has the chunk; otherwise B0 has it
static int balance;           // allocations minus deallocations

static void update_state(int change) {
    heddle_atomic_begin();
    balance += change;
    assert(balance >= -1 && balance <= 1);
    heddle_atomic_end();
}

// The chunk goes from B1 to B0; B0 is locked.
static bool fetch_from_b1(void) {
    bool got = false;
    pthread_mutex_lock(&b1_lock);
    if (!b1_allocated) {
        pthread_mutex_lock(&newpage_lock);
        if (available) {
            b1_allocated = b1_subdivided = true;
            pthread_mutex_lock(&find_lock);
            available = find = false;
            pthread_mutex_unlock(&find_lock);
            got = true;
        }
        pthread_mutex_unlock(&newpage_lock);
    }
    pthread_mutex_unlock(&b1_lock);
    return got;
}

// The chunk goes back to B1; B0 is locked.
static void give_to_b1(void) {
    pthread_mutex_lock(&b1_lock);
    pthread_mutex_lock(&newpage_lock);
    pthread_mutex_lock(&find_lock);
    available = find = true;
    pthread_mutex_unlock(&find_lock);
    pthread_mutex_unlock(&newpage_lock);
    b1_subdivided = b1_allocated = false;
    pthread_mutex_unlock(&b1_lock);
}

static void b0_new(void) {
#ifndef MISSING_LOCK
    pthread_mutex_lock(&b0_lock);
#endif
    pthread_mutex_lock(&newpage_lock);
    bool is_ours = !available;
    pthread_mutex_unlock(&newpage_lock);
    if (!is_ours)
        is_ours = fetch_from_b1();
    if (is_ours && !b0_allocated) {
        b0_allocated = true;
        update_state(1);
    }
#ifndef MISSING_LOCK
    pthread_mutex_unlock(&b0_lock);
#endif
}

static void b1_new(void) {
    pthread_mutex_lock(&b1_lock);
    if (!b1_allocated) {
        b1_allocated = true;
        update_state(1);
    }
#ifdef LOST_UNLOCK
    else
        return;
#endif
    pthread_mutex_unlock(&b1_lock);
}

// The chunk comes back from the user, and may go on to B1.
static void b0_delete(void) {
    pthread_mutex_lock(&b0_lock);
    if (b0_allocated) {
        b0_allocated = false;
        update_state(-1);
        if (heddle_choose(2))
            give_to_b1();
    }
    pthread_mutex_unlock(&b0_lock);
}

#ifdef WRONG_LOCK
#define B1_DELETE_LOCK newpage_lock
#else
#define B1_DELETE_LOCK b1_lock
#endif
static void b1_delete(void) {
    pthread_mutex_lock(&B1_DELETE_LOCK);
    if (b1_allocated && !b1_subdivided) {
        b1_allocated = false;
        update_state(-1);
    }
    pthread_mutex_unlock(&B1_DELETE_LOCK);
}

void *use(void *arg) {
    for (;;) {
        switch (heddle_choose(3)) {
        case 0: b0_new(); break;
        case 1: b1_new(); break;
        case 2:
            pthread_mutex_lock(&find_lock);
            bool is_in_b1 = find;
            pthread_mutex_unlock(&find_lock);
            if (is_in_b1)
                b1_delete();
            else
                b0_delete();
            break;
        }
    }
    return arg;
}

int main(void) { return 0; }
