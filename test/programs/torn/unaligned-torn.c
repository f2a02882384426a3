// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 22
// A long across two cache lines is read and written in two parts.
#include <assert.h>
#include <pthread.h>
#include <stdalign.h>

struct __attribute__((packed)) line { char before[60]; volatile long x; };
static alignas(64) struct line two_lines;

static void *writer(void *arg) {
    two_lines.x = -1;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    long seen = two_lines.x;
    // The first line holds four of its bytes.
    int is_whole = seen == 0 || seen == -1;
    assert(is_whole);
    pthread_join(t, NULL);
    return 0;
}
