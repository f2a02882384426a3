// SPDX-License-Identifier: Apache-2.0
// expect: violated data-race
// options: -m32 --property race
// A pointer that begins before its object: the access lies in it.
#include <pthread.h>

static int g[2];

struct later {
    char before[8];
    int x;
};

static void *writes(void *arg) {
    struct later *q = arg;
    q->x = 1;
    return NULL;
}

int main(void) {
    pthread_t t, u;
    pthread_create(&t, NULL, writes, (char *)g - 8);
    pthread_create(&u, NULL, writes, (char *)g - 8);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    return 0;
}
