// SPDX-License-Identifier: Apache-2.0
// expect: holds
// The unlocked functions, other streams and the thread that has the lock do not wait for it.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *holder(void *arg) {
    flockfile(stdout);
    flockfile(stdout);
    pthread_mutex_lock(&m);
    printf("in both, %d\n", puts("again"));
    pthread_mutex_unlock(&m);
    funlockfile(stdout);
    funlockfile(stdout);
    return arg;
}

static void *printer(void *arg) {
    pthread_mutex_lock(&m);
    putchar_unlocked('x');
    fputs_unlocked("y", stdout);
    fprintf(stderr, "z\n");
    pthread_mutex_unlock(&m);
    if (ftrylockfile(stdout) == 0) {
        putchar_unlocked('w');
        funlockfile(stdout);
    }
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, holder, NULL);
    printer(NULL);
    pthread_join(t, NULL);
    return 0;
}
