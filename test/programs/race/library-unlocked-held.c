// SPDX-License-Identifier: Apache-2.0
// expect: holds with the given standard input
// options: --property race --stdin race/library-unlocked-held.c
// One thread holds the stream's lock, the other one asks for it.
#include <pthread.h>
#include <stdio.h>

static void *worker(void *arg) {
    flockfile(stdin);
    int c = getchar_unlocked();
    funlockfile(stdin);
    return c == EOF ? arg : NULL;
}

int main(void) {
    pthread_t a;
    pthread_create(&a, NULL, worker, NULL);
    char line[4];
    fgets(line, sizeof line, stdin);
    pthread_join(a, NULL);
    return 0;
}
