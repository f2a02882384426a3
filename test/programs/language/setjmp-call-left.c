// SPDX-License-Identifier: Apache-2.0
// expect: holds
// A call is left by longjmp, so its result is never assigned: the variable still has what it had when setjmp was
// called. (C11, 7.13.2.1: locals that were not changed since then keep their values.)
#include <assert.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdlib.h>

static jmp_buf back;
static _Atomic int shared;

static int *take(int *place, int is_last) {
    shared++; // the other thread may run here
    if (is_last)
        longjmp(back, 1);
    return place;
}

static void *work(void *arg) {
    shared++;
    return arg;
}

int main(void) {
    pthread_t other;
    pthread_create(&other, NULL, work, NULL);
    int *volatile block = malloc(sizeof *block);
    if (!block)
        return 0;
    *block = 7;
    int *job = NULL;
    for (volatile int i = 0; i < 2; i++) {
        job = take(block, i == 1);
        if (setjmp(back)) {
            assert(job == block && *job == 7);
            break;
        }
    }
    pthread_join(other, NULL);
    assert(shared == 3);
    free(block);
    return 0;
}
