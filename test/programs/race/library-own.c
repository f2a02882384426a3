// SPDX-License-Identifier: Apache-2.0
// expect: holds with the given standard input
// options: --property race --stdin race/library-own.c
// Each call writes memory of its own thread.
#include <pthread.h>
#include <stdio.h>

enum { LENGTH = 8 };

static void *reader(void *arg) {
    char line[LENGTH], *got =
        fgets(line, sizeof line, stdin);
    return got ? NULL : arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, reader, NULL);
    pthread_create(&b, NULL, reader, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
