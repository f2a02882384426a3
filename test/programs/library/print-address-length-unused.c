// SPDX-License-Identifier: Apache-2.0
// expect: holds
// no-message: layout
// The number of bytes is kept, added up and printed, and nobody looks at it: that is no look at the addresses either.
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static int written;

static int say(const char *format, ...) {
    va_list args;
    va_start(args, format);
    int n = vprintf(format, args);
    va_end(args);
    return n;
}

static void *work(void *arg) {
    int *block = malloc(sizeof *block);
    int n = say("%p %lx %d\n", (void *)block, (unsigned long)pthread_self(), 7);
    free(block);
    return (void *)(long)n;
}

int main(void) {
    pthread_t t;
    void *result;
    pthread_create(&t, NULL, work, NULL);
    written += printf("%p\n", (void *)&t);
    pthread_join(t, &result);
    written += (int)(long)result;
    printf("%d bytes\n", written);
    return 0;
}
