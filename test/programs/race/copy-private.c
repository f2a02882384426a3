// SPDX-License-Identifier: Apache-2.0
// expect: violated data-race line 11|17
// options: --property race
// What one thread copies from a local variable of its own, the other one reads.
#include <pthread.h>
#include <string.h>

static char text[4] = "abc";

static void *reader(void *arg) {
    return text[3] ? arg : NULL;
}

static void *writer(void *arg) {
    char own[4] = "xyz";
    // in one piece
    memcpy(text, own, sizeof text);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, reader, NULL);
    pthread_create(&b, NULL, writer, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
