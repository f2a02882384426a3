// SPDX-License-Identifier: Apache-2.0
// expect: holds
// message: own-size-narrow-right\.c:9: size_t is unsigned int: made for 32 bits
// A task without headers, which brings what it needs: a message of ten longs is copied into 40 bytes. The headers that are
// included know 32 bits as well.
#ifdef UNUSED
typedef unsigned long size_t;
#endif
typedef unsigned int size_t;
#include <pthread.h>
#include <stdlib.h>

static long message[10];

static void *sender(void *arg) {
    long *to = arg;
    for (int i = 0; i < (int)(40 / sizeof(long)); i++)
        to[i] = message[i % 10];
    return NULL;
}

int main(void) {
    pthread_t t;
    long *buffer = malloc(40);
    pthread_create(&t, NULL, sender, buffer);
    pthread_join(t, NULL);
    free(buffer);
    return 0;
}
