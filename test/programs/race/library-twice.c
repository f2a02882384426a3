// SPDX-License-Identifier: Apache-2.0
// expect: violated data-race line 12
// options: --property race --stdin race/library-twice.c
// Two calls that read a line are one after the other for the stream, not for the memory they write.
#include <pthread.h>
#include <stdio.h>

static char line[8];

static void *reader(void *arg) {
    char *got =
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
