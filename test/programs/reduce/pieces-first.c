// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion
// A thread begins with an access in pieces that nobody else can touch any more. A replay, which does not know that, has
// it stand at the same place.
#include <assert.h>
#include <pthread.h>
#include <string.h>

static __int128 wide;
static char bytes[24], copy[24];

static void *load(void *arg) {
    __int128 seen = wide;
    return seen ? NULL : arg;
}

static void *move(void *arg) {
    memcpy(copy, bytes, sizeof copy);
    return arg;
}

int main(void) {
    pthread_t t[2];
    pthread_create(&t[0], NULL, load, NULL);
    pthread_create(&t[1], NULL, move, NULL);
    pthread_join(t[0], NULL);
    pthread_join(t[1], NULL);
    assert(copy[0] == 1);
}
