// SPDX-License-Identifier: Apache-2.0
// expect: holds
// no-none: too many states
// What is printed nobody reads: numbers that depend on addresses and thread ids are printed in any way, to the standard
// streams and to the log.
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <syslog.h>
#include <unistd.h>

static int global;

static void *tell(void *arg) {
    unsigned long self = (unsigned long)pthread_self(), address = (unsigned long)&global;
    void *block = malloc(4);
    printf("%lu %ld %#lx %016lX %lo\n", self, (long)self, address, address, address);
    printf("%d %u %x %hd %hhu\n", (int)self, (unsigned)self, (unsigned)address, (short)self, (unsigned char)(address >> 4));
    printf("%" PRIuPTR " %" PRIxPTR " %zu %jd\n", (uintptr_t)block, (uintptr_t)arg, (size_t)&self, (intmax_t)(uintptr_t)block);
    printf("%2$lu %1$*3$lu\n", self % 1000, address ^ self, 20);
    fprintf(stderr, "[%10lu] [%-10lu] [%+ld]\n", self, address >> 12, (long)(address - self));
    dprintf(2, "%lu\n", (unsigned long)(void *)tell);
    syslog(LOG_INFO, "thread %lu: %p", self, block);
    free(block);
    return arg;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, tell, &thread);
    printf("started %lu\n", (unsigned long)thread);
    pthread_join(thread, NULL);
    return 0;
}
