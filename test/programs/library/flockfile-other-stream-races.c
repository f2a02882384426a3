// SPDX-License-Identifier: Apache-2.0
// expect: violated data-race
// options: --property race
// The lock of another stream protects nothing.
#include <pthread.h>
#include <stdio.h>

static char text[] = "aa";

static void *writer(void *arg) {
    flockfile(stdout);
    text[0] = text[1] = 'b';
    funlockfile(stdout);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    fputs(text, stderr);
    pthread_join(t, NULL);
    return 0;
}
