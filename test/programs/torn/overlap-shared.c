// SPDX-License-Identifier: Apache-2.0
// expect: violated invalid-pointer line 12
// message: overlaps
// Two threads exchange where they copy to; in one order the areas overlap. What others can see is copied in pieces.
#include <pthread.h>
#include <string.h>

static char buffer[24] = "0123456789abcde";
static int to = 8;

static void *copies(void *arg) {
    memcpy(buffer + __atomic_load_n(&to, __ATOMIC_SEQ_CST), buffer, 8);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, copies, 0);
    __atomic_store_n(&to, 7, __ATOMIC_SEQ_CST);
    pthread_join(t, 0);
    return 0;
}
