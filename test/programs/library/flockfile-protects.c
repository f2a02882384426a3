// SPDX-License-Identifier: Apache-2.0
// expect: holds
// options: --property race
// What a thread prints it reads while it has the stream: the lock of a stream protects like a mutex.
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
    puts(text);
    printf("%s\n", text);
    pthread_join(t, NULL);
    return 0;
}
